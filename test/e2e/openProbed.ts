import { join } from 'node:path';
import { ROOT } from '../vscode/versions.ts';
import type { Workbench } from './pages/workbench.ts';
import type { Stage } from './stage.ts';

/** A window with an extension that invokes tools and runs commands. The stage must take payloads. */
export async function openProbed(stage: Stage): Promise<Workbench> {
  return stage.openWindow({
    payload: [['extensionDevelopmentPath', stage.server.remoteUri(join(ROOT, 'test', 'e2e', 'probe'))]],
  });
}
