import { signIn } from './pages/signIn.ts';
import type { Workbench } from './pages/workbench.ts';
import type { Stage } from './stage.ts';

/** A window that is signed in. */
export async function openSignedIn(stage: Stage): Promise<Workbench> {
  const workbench = await stage.openWindow();
  await signIn(workbench, stage.service);
  return workbench;
}
