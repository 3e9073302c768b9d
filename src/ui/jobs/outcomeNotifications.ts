import { l10n } from 'vscode';
import type { Announcement } from '../../app/tracking/announceOutcomes.ts';
import { plainText } from '../../base/displayText.ts';
import { buttonText, notificationText } from '../../base/sinkText.ts';
import { jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { numberText } from '../format/valueText.ts';
import { showError, showInformation, showWarning } from '../window/notifications.ts';
import { countsText, failureMessage, jobStateText } from '../format/jobText.ts';

/** Shows how a job ended, with a button for the job and, for a failed upload, one for the service's message. */
export async function showOutcome({
  job,
  severity,
  offersMessage,
}: Announcement): Promise<'job' | 'message' | undefined> {
  const showJob = { title: buttonText(l10n.t('Show Job')), place: 'job' } as const;
  const showMessage = { title: buttonText(l10n.t('Show Message')), place: 'message' } as const;
  const show = { error: showError, warning: showWarning, information: showInformation }[severity];
  const buttons = offersMessage ? [showMessage, showJob] : [showJob];
  return (await show(notificationText(outcomeText(job), 400), ...buttons))?.place;
}

/** How a job ended: the service's message if there is one, and nothing beyond it. */
function outcomeText(job: Job): string {
  const what = subject(job);
  switch (jobState(job)) {
    case 'failed':
      return [sentence(l10n.t('{0} failed', what), failureMessage(job, 300)), rowsText(job)].join(' ').trim();
    case 'lost':
      return job.lostReason === undefined
        ? l10n.t('{0}: The service no longer has this job. Its outcome is unknown.', what)
        : l10n.t('{0}: {1}. Its outcome is unknown.', what, jobStateText(job));
    case 'succeeded':
      return job.source?.rows === undefined
        ? sentence(l10n.t('{0} completed', what), countsText(job) || plainText(job.status?.message ?? ''))
        : [sentence(l10n.t('{0} completed', what), plainText(job.status?.message ?? '')), rowsText(job)].join(' ');
    case 'finished':
    case 'running':
      return sentence(
        l10n.t('{0} ended with status “{1}”', what, plainText(job.status?.status ?? '', 60)),
        plainText(job.status?.message ?? '') || countsText(job),
      );
  }
}

/** For an upload, the rows that were sent and the counts of the steps, to be compared. '' for a sync. */
function rowsText(job: Job): string {
  const rows = job.source?.rows;
  if (rows === undefined) {
    return '';
  }
  const sent = numberText(rows);
  const counts = countsText(job);
  return counts === '' ? l10n.t('Rows sent: {0}.', sent) : l10n.t('Rows sent: {0}; reported: {1}.', sent, counts);
}

function subject(job: Job): string {
  const target = plainText(job.entityName, 80) || plainText(job.entityId, 80);
  if (job.kind === 'sync') {
    return l10n.t('Sync of {0}', target);
  }
  return job.source
    ? l10n.t('Upload of {0} to {1}', plainText(job.source.name, 80), target)
    : l10n.t('Upload to {0}', target);
}

function sentence(what: string, more: string): string {
  if (more.toLowerCase().startsWith(what.toLowerCase())) {
    // The service's message begins with the same words.
    return more;
  }
  return more === '' ? `${what}.` : `${what}: ${more}`;
}
