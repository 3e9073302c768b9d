import { signIn } from './pages/signIn.ts';
import type { Workbench } from './pages/workbench.ts';
import type { Stage } from './stage.ts';

/** A window that is signed in. `isFrozen`: the time of the service stands still until a test advances it. */
export async function openSignedIn(stage: Stage, { isFrozen = false } = {}): Promise<Workbench> {
  if (isFrozen) {
    await stage.service.freeze(true);
  }
  const workbench = await stage.openWindow();
  await signIn(workbench, stage.service);
  return workbench;
}
