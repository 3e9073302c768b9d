import { randomUUID } from 'node:crypto';
import { signIn } from './pages/signIn.ts';
import type { Workbench } from './pages/workbench.ts';
import type { Stage } from './stage.ts';

/** A window that is signed in to a workspace of its own: what became of the jobs of tests before is not told in it. */
export async function openSignedIn(stage: Stage): Promise<Workbench> {
  await stage.service.setWorkspace(randomUUID());
  const workbench = await stage.openWindow();
  await signIn(workbench, stage.service);
  return workbench;
}
