import { l10n } from 'vscode';
import { announceOutcome } from '../../app/tracking/announceOutcome.ts';
import type {
  AnnounceOptions,
  Announcement,
  OutcomeChoice,
  OutcomePrompts,
} from '../../app/tracking/announceOutcome.ts';
import type { ClaimedJobs } from '../../app/tracking/outcomeClaims.ts';
import { buttonText, notificationText } from '../../base/sinkText.ts';
import { batchOutcomeText, outcomeText } from '../format/jobOutcomeText.ts';
import { showError, showInformation, showWarning } from '../window/notifications.ts';

interface NotificationOptions
  extends Omit<AnnounceOptions, 'prompts'>, Pick<OutcomePrompts, 'show' | 'retry' | 'showInFile'> {
  /** For each job, whether the problems that the service reported are shown in its file. */
  readonly hasProblems: readonly Promise<boolean>[];
}

/** Announces the outcome of jobs that this window has claimed in a notification, if the user wants that. */
export function notifyOutcome(jobs: ClaimedJobs, options: NotificationOptions): Promise<void> {
  const { tracker, level, hasProblems, show, retry, showInFile } = options;
  const announce = async (announcement: Announcement): Promise<OutcomeChoice | undefined> =>
    showOutcome(announcement, jobs.length === 1 && (await hasProblems[0]) === true);
  return announceOutcome(jobs, { tracker, level, prompts: { announce, show, retry, showNothingToRetry, showInFile } });
}

/**
 * Shows how a job or the jobs of a batch ended, with buttons to retry what failed and to show the jobs.
 *
 * @param hasProblems whether the problems that the service reported are shown in the file of the only job.
 */
async function showOutcome(
  { jobs, severity, offersRetry }: Announcement,
  hasProblems: boolean,
): Promise<OutcomeChoice | undefined> {
  const [job, ...others] = jobs;
  const isOne = others.length === 0;
  const retry = { title: buttonText(retryTitle(jobs)), does: 'retry' } as const;
  const show = { title: buttonText(isOne ? l10n.t('Open Job') : l10n.t('Show Jobs')), does: 'show' } as const;
  const showInFile = { title: buttonText(l10n.t('Show in File')), does: 'showInFile' } as const;
  const items = [...(hasProblems && isOne ? [showInFile] : []), ...(offersRetry ? [retry] : []), show];
  const notify = { error: showError, warning: showWarning, information: showInformation }[severity];
  const text = notificationText(isOne ? outcomeText(job) : batchOutcomeText(jobs), 400);
  return (await notify<(typeof items)[number]>(text, ...items))?.does;
}

function retryTitle([job, ...others]: ClaimedJobs): string {
  if (others.length > 0) {
    return l10n.t('Retry Failed');
  }
  // An upload is reviewed first.
  return job.kind === 'upload' ? l10n.t('Retry Upload…') : l10n.t('Retry Sync');
}

/** Says why a retry that was chosen in an older notification of these jobs does nothing. */
function showNothingToRetry({ length }: ClaimedJobs): void {
  const message =
    length === 1
      ? l10n.t('Nothing was retried: the job was already retried, or is no longer in the list of jobs.')
      : l10n.t('Nothing was retried: the failed jobs were already retried, or are no longer in the list of jobs.');
  void showInformation(notificationText(message));
}
