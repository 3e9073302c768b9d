import { randomUUID } from 'node:crypto';
import { signIn } from './pages/signIn.ts';
import type { Workbench } from './pages/workbench.ts';
import type { Stage } from './stage.ts';

/** A window that is signed in to its own workspace, so that outcomes of earlier tests aren't announced in it. */
export async function openSignedIn(stage: Stage): Promise<Workbench> {
  await stage.service.setWorkspace(randomUUID());
  const workbench = await stage.openWindow();
  await signIn(workbench, stage.service);
  return workbench;
}
