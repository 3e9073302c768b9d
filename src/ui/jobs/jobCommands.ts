import { l10n } from 'vscode';
import { targetsOfJobs } from '../../app/connections/connectionTargets.ts';
import { retrySyncs } from '../../app/sync/retrySyncs.ts';
import type { StartedSyncs } from '../../app/sync/syncOutcome.ts';
import type { SyncSelection } from '../../app/sync/syncStarter.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import type { UndoRemoval } from '../../app/tracking/jobRemovals.ts';
import { plainText } from '../../base/displayText.ts';
import { buttonText, notificationText, statusBarText } from '../../base/sinkText.ts';
import { isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { assertOneArgument, readSyncId } from '../commands/commandTargets.ts';
import { UserError } from '../errors/userError.ts';
import { numberText } from '../format/valueText.ts';
import { jobName } from '../format/jobText.ts';
import { showInformation } from '../window/notifications.ts';
import { showStatusMessage } from '../window/statusBar.ts';

/**
 * The jobs that a command was called on: rows of jobs or steps, a selection of them, or `{ syncId }`. Only the ids are
 * taken from the arguments; the jobs are looked up. Throws `UserError` for any other argument, and if no job is found.
 */
export function readJobs(args: readonly unknown[], jobs: readonly Job[]): readonly [Job, ...Job[]] {
  assertOneArgument(args);
  const [first, second] = args;
  const selection: unknown = Array.isArray(second) && second.length > 0 ? second : first;
  const items: readonly unknown[] = Array.isArray(selection) ? selection : [selection];
  const syncIds = new Set(items.map((item) => readSyncId([item])));
  const [job, ...others] = jobs.filter(({ syncId }) => syncIds.has(syncId));
  if (job === undefined) {
    throw new UserError(l10n.t('This job is not in the list of jobs.'));
  }
  return [job, ...others];
}

/** Like `readJobs`, for a single job. It may be a job that is not tracked, such as the last job of a connection or one from a link. */
export function readJob(args: readonly unknown[], find: (syncId: string) => Job | undefined): Job {
  const job = find(readSyncId(args));
  if (job === undefined) {
    throw new UserError(l10n.t('This job is not in the list of jobs.'));
  }
  return job;
}

interface RetryOptions {
  readonly tracker: JobTracker;
  readonly startSyncs: (selection: SyncSelection) => Promise<StartedSyncs>;
}

/** Starts new syncs in place of those among these jobs that can be retried. Throws `UserError` if there are none. */
export function retryFailedSyncs(jobs: readonly Job[], { tracker, startSyncs }: RetryOptions): Promise<StartedSyncs> {
  const started = retrySyncs(jobs, { tracker, start: (failed) => startSyncs(targetsOfJobs(failed)) });
  if (started === undefined) {
    throw new UserError(l10n.t('Only syncs that failed or are no longer watched can be retried, and only once each.'));
  }
  return started;
}

interface RemovalOptions {
  readonly tracker: Pick<JobTracker, 'jobs' | 'stopWatching' | 'remove'>;
  readonly report: (error: unknown) => void;
}

/** Stops polling the jobs, which continue in the service. The user can undo this. */
export function stopWatching(args: readonly unknown[], { tracker, report }: RemovalOptions): void {
  const [job, ...others] = readJobs(args, tracker.jobs.sorted).filter(isRunning);
  if (job) {
    const undo = tracker.stopWatching([job, ...others].map(({ syncId }) => syncId));
    const message =
      others.length === 0
        ? l10n.t('Stopped watching “{0}”. The job continues in the service.', plainText(jobName(job), 120))
        : l10n.t('Stopped watching {0} jobs. They continue in the service.', numberText(others.length + 1));
    offerUndo(message, undo, report);
  }
}

/** Removes the finished jobs that the view shows, with their history. The user can undo this. */
export function clearFinishedJobs(shown: readonly Job[], { tracker, report }: RemovalOptions): void {
  const finished = shown.filter((job) => !isRunning(job));
  if (finished.length === 0) {
    showStatusMessage(statusBarText(l10n.t('No finished jobs to clear.')), 3000);
    return;
  }
  const undo = tracker.remove(finished.map(({ syncId }) => syncId));
  const message =
    finished.length === 1
      ? l10n.t('Cleared 1 finished job from this machine.')
      : l10n.t('Cleared {0} finished jobs from this machine.', numberText(finished.length));
  offerUndo(message, undo, report);
}

/** Undo is available until the user closes the notification, which stays in the notification center, or the window. */
function offerUndo(message: string, undo: UndoRemoval, report: (error: unknown) => void): void {
  const button = { title: buttonText(l10n.t('Undo')) };
  showInformation(notificationText(message), button)
    .then((chosen) => {
      const result = chosen === button ? undo() : 'restored';
      if (result !== 'restored') {
        throw new UserError(
          result === 'signedOut'
            ? l10n.t('The jobs can’t be restored because the account was signed out.')
            : l10n.t('The jobs can’t be restored because the demo was started or left in this window.'),
        );
      }
    })
    .then(undefined, report);
}
