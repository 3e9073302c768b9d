import { l10n, Uri, window } from 'vscode';
import type { UploadHistory } from '../../app/upload/uploadHistory.ts';
import { plainText } from '../../base/displayText.ts';
import { titleText } from '../../base/sinkText.ts';
import type { Job } from '../../model/job.ts';
import { jobStateText, stepName, stepStateText } from '../format/jobText.ts';
import { textTable } from '../format/textTable.ts';
import { bytesText, numberText } from '../format/valueText.ts';
import type { ReadOnlyDocuments } from './readOnlyDocuments.ts';

const MESSAGE_LENGTH = 4_000;

/** Opens what the service reported about an upload, beside its file if that can be shown. */
export async function showOutcome(
  job: Job,
  { history, documents }: { readonly history: UploadHistory; readonly documents: ReadOnlyDocuments },
): Promise<void> {
  const source = history.bySyncId(job.accountId, job.syncId)?.source;
  if (source !== undefined) {
    // The file may be gone or too large; the message is shown all the same.
    await Promise.resolve(window.showTextDocument(Uri.parse(source, true), { preview: false })).catch(() => undefined);
  }
  const title = titleText(l10n.t('{0} – Upload', plainText(job.source?.name ?? job.entityName)));
  await documents.show(title, outcomeDocument(job));
}

/** The outcome of an upload's job: what was sent, the service's message, and the count and message of each step. */
function outcomeDocument(job: Job): string {
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
          l10n.t('Step details:'),
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
