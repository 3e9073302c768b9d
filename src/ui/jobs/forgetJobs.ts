import * as vscode from 'vscode';
import { buttonText, dialogText, statusBarText } from '../../base/sinkText.ts';
import { isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { askInDialog } from '../window/notifications.ts';
import { showStatusMessage } from '../window/statusBar.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { readJobs } from './jobArguments.ts';

/** Stop Watching: the service goes on with the job; nobody here asks about it any more. */
export function stopWatching(args: readonly unknown[], jobs: Pick<JobTracker, 'jobs' | 'stopWatching'>): void {
  for (const job of readJobs(args, jobs.jobs).filter(isRunning)) {
    jobs.stopWatching(job.syncId);
  }
}

/** Clear Finished: forgets those that the view shows, once the user has agreed, since their history goes with them. */
export async function clearFinishedJobs(shown: () => readonly Job[], jobs: Pick<JobTracker, 'forget'>): Promise<void> {
  const finished = shown().filter((job) => !isRunning(job));
  if (finished.length === 0) {
    showStatusMessage(statusBarText(vscode.l10n.t('There is no finished job to clear.')), 3000);
    return;
  }
  const clear = { title: buttonText(vscode.l10n.t('Clear')) };
  const question =
    finished.length === 1
      ? vscode.l10n.t('Clear 1 finished job?')
      : vscode.l10n.t('Clear {0} finished jobs?', finished.length);
  const detail = vscode.l10n.t(
    'What is remembered of them on this machine goes, and with it what is usual for their connections. The service keeps its data.',
  );
  const dialog = { message: dialogText(question), detail: dialogText(detail), isWarning: true };
  if (await askInDialog(dialog, [clear])) {
    jobs.forget(finished.map(({ syncId }) => syncId));
  }
}
