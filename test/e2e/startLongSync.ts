import type { Workbench } from './pages/workbench.ts';
import type { Stage } from './stage.ts';

const HOUR_MS = 3_600_000;

/** Starts a sync that takes an hour from the row of a connection. */
export async function startLongSync(stage: Stage, { connections, jobs }: Workbench, name: string): Promise<void> {
  await stage.service.nextJob({ durationMs: HOUR_MS });
  await connections.act(name, 'Start Sync');
  await jobs.row(name).waitFor();
}
