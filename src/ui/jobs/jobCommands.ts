import { l10n } from 'vscode';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { buttonText, dialogText, statusBarText } from '../../base/sinkText.ts';
import { isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { UserError } from '../errors/userError.ts';
import { askInDialog } from '../window/notifications.ts';
import { showStatusMessage } from '../window/statusBar.ts';

/**
 * The jobs that a command was called on: rows of jobs or steps, a selection of them, or `{ syncId }`. Only the ids are
 * taken from the arguments; the jobs are looked up. Throws `UserError` for any other argument, and if no job is found.
 */
export function readJobs(args: readonly unknown[], jobs: readonly Job[]): readonly [Job, ...Job[]] {
  const [first, second] = args;
  const selection: unknown = Array.isArray(second) && second.length > 0 ? second : first;
  const items: readonly unknown[] = Array.isArray(selection) ? selection : [selection];
  const syncIds = new Set(items.map(syncIdOf));
  const [job, ...others] = jobs.filter(({ syncId }) => syncIds.has(syncId));
  if (job === undefined) {
    throw new UserError(l10n.t('This job is no longer in the list of jobs.'));
  }
  return [job, ...others];
}

function syncIdOf(item: unknown): string {
  const row = property(item, 'job') ?? item;
  const syncId = property(row, 'syncId');
  if (typeof syncId !== 'string' || syncId === '') {
    throw new UserError(l10n.t('This command requires a job, or an object with a “syncId” property.'));
  }
  return syncId;
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** Stop Watching: stops polling the jobs. They go on in the service. */
export function stopWatching(args: readonly unknown[], tracker: Pick<JobTracker, 'jobs' | 'stopWatching'>): void {
  for (const job of readJobs(args, tracker.jobs).filter(isRunning)) {
    tracker.stopWatching(job.syncId);
  }
}

/** Clear Finished Jobs: removes those that the view shows, after a confirmation, because their history is removed too. */
export async function clearFinishedJobs(
  shown: () => readonly Job[],
  tracker: Pick<JobTracker, 'forget'>,
): Promise<void> {
  const finished = shown().filter((job) => !isRunning(job));
  if (finished.length === 0) {
    showStatusMessage(statusBarText(l10n.t('No finished jobs to clear.')), 3000);
    return;
  }
  const clear = { title: buttonText(l10n.t('Clear')) };
  const question =
    finished.length === 1 ? l10n.t('Clear 1 finished job?') : l10n.t('Clear {0} finished jobs?', finished.length);
  const detail = l10n.t(
    'This removes the job history, including duration estimates, from this machine. Data in the service is not affected.',
  );
  const dialog = { message: dialogText(question), detail: dialogText(detail), isWarning: true };
  if (await askInDialog(dialog, [clear])) {
    tracker.forget(finished.map(({ syncId }) => syncId));
  }
}
