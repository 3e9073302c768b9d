import { l10n } from 'vscode';
import { plainText, textTable } from '../../../base/displayText.ts';
import type { Job } from '../../../model/job.ts';
import { jobStateText, stepName, stepStateText } from '../../format/jobText.ts';
import { bytesText, numberText } from '../../format/valueText.ts';

const MESSAGE_LENGTH = 4_000;

/** How an upload's job ended, as a text to read: what was sent, the service's message, and what each step counted and said. */
export function outcomeDocument(job: Job): string {
  const { source, status } = job;
  const steps = status?.steps ?? [];
  return [
    l10n.t('{0} → {1}', plainText(source?.name ?? ''), plainText(job.entityName)),
    '',
    l10n.t('State: {0}', jobStateText(job)),
    l10n.t('Message: {0}', plainText(status?.message ?? job.startMessage, MESSAGE_LENGTH) || '–'),
    ...(source?.rows === undefined ? [] : [l10n.t('Rows sent: {0}', numberText(source.rows))]),
    ...(source === undefined ? [] : [l10n.t('Size: {0}', bytesText(source.byteLength))]),
    l10n.t('Sync ID: {0}', plainText(job.syncId)),
    '',
    ...(steps.length === 0
      ? []
      : [
          l10n.t('What the steps reported:'),
          ...textTable(
            steps.map((step) => [
              stepName(step),
              step.count === undefined ? '–' : numberText(step.count),
              stepStateText(job, step),
            ]),
          ),
          ...steps.flatMap((step) =>
            step.message === '' ? [] : ['', `${stepName(step)}: ${plainText(step.message, MESSAGE_LENGTH)}`],
          ),
        ]),
    '',
  ].join('\n');
}
