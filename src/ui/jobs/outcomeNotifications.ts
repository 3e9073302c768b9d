import { l10n } from 'vscode';
import type { Announcement } from '../../app/tracking/announceOutcomes.ts';
import { buttonText, notificationText } from '../../base/sinkText.ts';
import { batchOutcomeText, outcomeText } from '../format/jobOutcomeText.ts';
import { showError, showInformation, showWarning } from '../window/notifications.ts';

/** Shows how a job or the jobs of a batch ended, with buttons to retry what failed and to show the jobs. */
export async function showOutcome({
  jobs,
  severity,
  offersRetry,
}: Announcement): Promise<'show' | 'retry' | undefined> {
  const [job, ...others] = jobs;
  const isOne = others.length === 0;
  const retry = { title: buttonText(isOne ? l10n.t('Retry') : l10n.t('Retry Failed')), does: 'retry' } as const;
  const show = { title: buttonText(isOne ? l10n.t('Show Job') : l10n.t('Show Jobs')), does: 'show' } as const;
  const notify = { error: showError, warning: showWarning, information: showInformation }[severity];
  const text = notificationText(isOne ? outcomeText(job) : batchOutcomeText(jobs), 400);
  return (await notify(text, ...(offersRetry ? [retry, show] : [show])))?.does;
}
