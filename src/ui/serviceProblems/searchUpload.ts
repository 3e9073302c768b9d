import { Range, Uri, workspace } from 'vscode';
import type { TextDocument } from 'vscode';
import { failureMessages } from '../../app/tracking/failureMessages.ts';
import { MAX_REMOTE_BYTES } from '../../app/upload/uploadInput.ts';
import { kindByName } from '../../data/file/kindByName.ts';
import type { RangeWithText } from '../../data/references/cellMatch.ts';
import type { ServiceProblem } from '../../data/references/referenceResolver.ts';
import type { TextRange } from '../../data/text/textPosition.ts';
import { slicesOf, TextChangedError } from '../../data/text/textSlices.ts';
import type { DataWorkers } from '../../data/worker/dataWorkers.ts';
import type { SearchResult } from '../../data/worker/workerMessage.ts';
import type { Job } from '../../model/job.ts';
import type { AcceptedUpload } from '../../model/upload.ts';
import { baseName, hasHiddenChanges, isAsStored, openDocument } from '../editor/openEditors.ts';
import { documentText } from '../editor/documentText.ts';

/** The result of searching the file of a failed upload. */
export type UploadSearchResult =
  | { readonly kind: 'found'; readonly uri: Uri; readonly problems: readonly [ServiceProblem, ...ServiceProblem[]] }
  /** No message refers to a cell that can be identified in the data with certainty. */
  | { readonly kind: 'none'; readonly uri: Uri }
  /** Neither the file nor its editor has the content that was sent. */
  | { readonly kind: 'changed'; readonly uri: Uri };

/**
 * Finds the cells of the uploaded file to which the messages of a failed upload refer. Searches the file on disk or the text of its
 * editor, whichever has the content that was sent. Rejects with the signal's reason once it is aborted, and with errors of the file system.
 */
export async function searchUpload(
  job: Job,
  upload: AcceptedUpload,
  workers: DataWorkers,
  signal: AbortSignal,
): Promise<UploadSearchResult> {
  const uri = Uri.parse(upload.uri, true);
  const search = new ContentSearch(job, upload, workers, signal);
  const document = openDocument(uri);
  const version = document?.version;
  const isStored = document === undefined || isAsStored(document);
  const inFile = isStored && uri.scheme !== 'untitled' && !hasHiddenChanges(uri) ? await search.inFile(uri) : undefined;
  // The file comes first, because a document's text lacks the byte order mark of its file.
  const found = inFile ?? (document && (await search.inText(document)));
  const currentDocument = openDocument(uri);
  if (found === undefined || currentDocument !== document || currentDocument?.version !== version) {
    return { kind: 'changed', uri };
  }
  const [first, ...others] = document === undefined ? found : found.filter((problem) => isShown(document, problem));
  return first === undefined ? { kind: 'none', uri } : { kind: 'found', uri, problems: [first, ...others] };
}

/** Whether the document has the expected text in this range. It differs if the editor has read the file in another encoding. */
export function isShown(document: TextDocument, { before, written, ...expected }: RangeWithText): boolean {
  const range = rangeOf(expected);
  const start = range.start.translate(0, -Math.min(before.length, range.start.character));
  const shown = document.getText(new Range(start, range.end));
  return shown === `${before}${written}` && document.validateRange(range).isEqual(range);
}

export function rangeOf({ line, column, endLine, endColumn }: TextRange): Range {
  return new Range(line - 1, column - 1, endLine - 1, endColumn - 1);
}

/** Searches a file or a document. The result is undefined if its content is not what was sent. */
class ContentSearch {
  readonly #job: Job;
  readonly #upload: AcceptedUpload;
  readonly #workers: DataWorkers;
  readonly #signal: AbortSignal;

  constructor(job: Job, upload: AcceptedUpload, workers: DataWorkers, signal: AbortSignal) {
    this.#job = job;
    this.#upload = upload;
    this.#workers = workers;
    this.#signal = signal;
  }

  async inFile(uri: Uri): Promise<SearchResult> {
    const task = this.#task(uri, '');
    if (uri.scheme === 'file') {
      const { fsPath } = uri;
      return this.#workers.run({ type: 'searchFile', path: fsPath, ...task }, this.#options, ({ result }) => result);
    }
    const { size } = await workspace.fs.stat(uri);
    if (size > MAX_REMOTE_BYTES) {
      return undefined;
    }
    const bytes = await workspace.fs.readFile(uri);
    return this.#workers.run({ type: 'searchBytes', ...task }, this.#options, async (session) => {
      await session.sendBytes(bytes);
      return session.end();
    });
  }

  async inText(document: TextDocument): Promise<SearchResult> {
    const task = this.#task(document.uri, document.languageId);
    try {
      return await this.#workers.run({ type: 'searchText', ...task }, this.#options, async (session) => {
        await session.sendText(slicesOf(documentText(document)));
        return session.end();
      });
    } catch (error) {
      if (error instanceof TextChangedError) {
        return undefined;
      }
      throw error;
    }
  }

  get #options(): { readonly signal: AbortSignal } {
    return { signal: this.#signal };
  }

  #task(uri: Uri, languageId: string) {
    const { conversion, digest } = this.#upload;
    const fileName = this.#job.source?.name ?? baseName(uri);
    const kind = kindByName({ languageId: openDocument(uri)?.languageId ?? languageId, fileName });
    return { digest, request: { kind, conversion, messages: failureMessages(this.#job) } };
  }
}
