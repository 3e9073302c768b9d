import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { plainText } from '../../base/displayText.ts';
import { buttonText, notificationText } from '../../base/sinkText.ts';
import { jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { Settings } from '../settings.ts';
import { showError, showInformation, showWarning } from '../window/notifications.ts';
import type { JobTracker } from '../../app/tracking/jobTracker.ts';
import { countsText, failureMessage, jobStateText } from '../format/jobText.ts';

interface Announcements {
  readonly level: () => Settings['notifications'];
  readonly showJob: (job: Job) => unknown;
  /** Opens all that the service said about an upload. */
  readonly showMessage: (job: Job) => Promise<void>;
  readonly report: (error: unknown) => void;
}

/** Tells how each job that was started here ended, once in all windows, and offers to show it. */
export function announceOutcomes(jobs: JobTracker, { level, showJob, showMessage, report }: Announcements): Disposable {
  return jobs.onDidClaimOutcome((job) => {
    const state = jobState(job);
    const isGood = state === 'succeeded' || state === 'finished';
    if (level() === 'off' || (level() === 'failures' && isGood)) {
      return;
    }
    const show = { title: buttonText(vscode.l10n.t('Show Job')) };
    const message = { title: buttonText(vscode.l10n.t('Show Message')) };
    const buttons = state === 'failed' && job.kind === 'upload' ? [message, show] : [show];
    const tell = state === 'failed' ? showError : state === 'lost' ? showWarning : showInformation;
    tell(notificationText(outcomeText(job), 400), ...buttons)
      .then((chosen) => {
        if (chosen === undefined) {
          return undefined;
        }
        jobs.markSeen(job.syncId);
        return chosen === message ? showMessage(job) : showJob(job);
      })
      .then(undefined, report);
  });
}

/** How a job ended, in the words of the service where it gave any, and nothing beyond them. */
function outcomeText(job: Job): string {
  const what = subject(job);
  switch (jobState(job)) {
    case 'failed':
      return [sentence(vscode.l10n.t('{0} failed', what), failureMessage(job, 300)), rowsText(job)].join(' ').trim();
    case 'lost':
      return job.lostReason === undefined
        ? vscode.l10n.t('{0}: the service no longer knows this job, so how it ended is unknown.', what)
        : vscode.l10n.t('{0}: {1}. How it ends is unknown.', what, jobStateText(job));
    case 'succeeded':
      return job.source?.rows === undefined
        ? sentence(vscode.l10n.t('{0} completed', what), countsText(job) || plainText(job.status?.message ?? ''))
        : [sentence(vscode.l10n.t('{0} completed', what), plainText(job.status?.message ?? '')), rowsText(job)].join(
            ' ',
          );
    case 'finished':
    case 'running':
      return sentence(
        vscode.l10n.t('{0} ended as "{1}"', what, plainText(job.status?.status ?? '', 60)),
        plainText(job.status?.message ?? '') || countsText(job),
      );
  }
}

/** Of an upload, the rows that were sent beside what the steps counted: whoever reads it compares. */
function rowsText(job: Job): string {
  const rows = job.source?.rows;
  if (rows === undefined) {
    return '';
  }
  const sent = new Intl.NumberFormat(vscode.env.language).format(rows);
  const counts = countsText(job);
  return counts === ''
    ? vscode.l10n.t('Rows sent: {0}.', sent)
    : vscode.l10n.t('Rows sent: {0}; reported: {1}.', sent, counts);
}

function subject(job: Job): string {
  const target = plainText(job.entityName, 80) || plainText(job.entityId, 80);
  if (job.kind === 'sync') {
    return vscode.l10n.t('Sync of {0}', target);
  }
  return job.source
    ? vscode.l10n.t('Upload of {0} to {1}', plainText(job.source.name, 80), target)
    : vscode.l10n.t('Upload to {0}', target);
}

function sentence(what: string, more: string): string {
  if (more.toLowerCase().startsWith(what.toLowerCase())) {
    // The service's sentence says the same and goes on.
    return more;
  }
  return more === '' ? `${what}.` : `${what}: ${more}`;
}
