import { l10n, Uri, window } from 'vscode';
import { plainText } from '../../../base/displayText.ts';
import { titleText } from '../../../base/sinkText.ts';
import type { Job } from '../../../model/job.ts';
import { outcomeDocument } from './outcomeText.ts';
import type { ReadOnlyDocuments } from '../readOnlyDocuments.ts';
import type { UploadHistory } from '../uploadHistory.ts';

/** Opens what the service said about an upload, beside the file it is about where that can be shown. */
export async function showOutcome(
  job: Job,
  { history, documents }: { readonly history: UploadHistory; readonly documents: ReadOnlyDocuments },
): Promise<void> {
  const source = history.bySyncId(job.accountId, job.syncId)?.source;
  if (source !== undefined) {
    // The file may be gone or too large; its message is to be read all the same.
    await Promise.resolve(window.showTextDocument(Uri.parse(source, true), { preview: false })).catch(() => undefined);
  }
  const title = titleText(l10n.t('{0} – Upload', plainText(job.source?.name ?? job.entityName)));
  await documents.show(title, outcomeDocument(job));
}
