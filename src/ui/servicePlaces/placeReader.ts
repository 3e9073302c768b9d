import { Range, Uri, workspace } from 'vscode';
import type { TextDocument } from 'vscode';
import { failureMessages } from '../../app/upload/uploadFailure.ts';
import { MAX_REMOTE_BYTES } from '../../app/upload/uploadInput.ts';
import { kindByName } from '../../data/file/kindByName.ts';
import type { ServiceProblem } from '../../data/references/referenceResolver.ts';
import { slicesOf, TextChangedError } from '../../data/text/textSlices.ts';
import type { DataWorkers } from '../../data/worker/dataWorkers.ts';
import type { SearchResult } from '../../data/worker/workerMessage.ts';
import type { RangeWithText } from '../../data/references/cellMatch.ts';
import type { Job } from '../../model/job.ts';
import type { AcceptedUpload } from '../../model/upload.ts';
import { baseName, hasHiddenChanges, isAsStored, openDocument } from '../editor/openEditors.ts';
import { liveText } from '../editor/liveText.ts';

/** The result of searching the file of a failed upload. */
export type PlacesOfUpload =
  | { readonly kind: 'found'; readonly uri: Uri; readonly places: readonly [ServiceProblem, ...ServiceProblem[]] }
  /** No message names a place that can be identified in the data with certainty. */
  | { readonly kind: 'none'; readonly uri: Uri }
  /** Neither the file nor its editor has the content that was sent. */
  | { readonly kind: 'changed'; readonly uri: Uri };

/**
 * Finds the places in the uploaded file to which the messages of a failed upload refer. Searches the file on disk or the text of its
 * editor, whichever has the content that was sent. Rejects with the signal's reason once it is aborted, and with errors of the file system.
 */
export async function findUploadPlaces(
  job: Job,
  upload: AcceptedUpload,
  workers: DataWorkers,
  signal: AbortSignal,
): Promise<PlacesOfUpload> {
  const uri = Uri.parse(upload.source, true);
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
  const [first, ...others] = document === undefined ? found : found.filter((place) => isShown(document, place));
  return first === undefined ? { kind: 'none', uri } : { kind: 'found', uri, places: [first, ...others] };
}

/** Whether the document has the expected text at this place. It differs if the editor has read the file in another encoding. */
export function isShown(document: TextDocument, { before, written, ...place }: RangeWithText): boolean {
  const range = rangeOf(place);
  const start = range.start.translate(0, -Math.min(before.length, range.start.character));
  const shown = document.getText(new Range(start, range.end));
  return shown === `${before}${written}` && document.validateRange(range).isEqual(range);
}

export function rangeOf(place: Pick<RangeWithText, 'line' | 'column' | 'endLine' | 'endColumn'>): Range {
  return new Range(place.line - 1, place.column - 1, place.endLine - 1, place.endColumn - 1);
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
        await session.sendText(slicesOf(liveText(document)));
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
