import { CancellationError, workspace } from 'vscode';
import type { TextDocument, Uri } from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import { hasLostCharacters, isReadWrongly } from '../../data/check/checkResult.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import { slicesOf, TextChangedError } from '../../data/text/textSlices.ts';
import type { DataWorkers } from '../../data/worker/dataWorkers.ts';
import type { TotalsRequest } from '../../model/columnTotals.ts';
import type { UploadKind } from '../../model/upload.ts';
import { documentText } from '../editor/documentText.ts';
import { isAsOnDisk, openDocument } from '../editor/openEditors.ts';
import type { WrongDecodings } from '../editor/wrongDecodings.ts';

/** The state of a text that is checked or was checked. */
export interface CheckedText {
  readonly uri: Uri;
  readonly kind: UploadKind;
  readonly isChecking: boolean;
  /** The result of the last check; undefined until the first one has finished. */
  readonly result: CheckResult | undefined;
  /** Whether the check was stopped because it took too long. */
  readonly isTooComplex: boolean;
  /** Whether it was only checked automatically, neither on request nor for an upload. */
  readonly isAutomatic: boolean;
}

interface CheckOptions {
  readonly signal?: AbortSignal;
  /** Called from time to time with the number of bytes that have been read from a file. */
  readonly onProgress?: (bytes: number) => void;
  /** After how many ms an automatic check is stopped; undefined for a check that the user requested. */
  readonly limitMs?: number;
}

interface ProfileOptions {
  readonly signal: AbortSignal;
  readonly onProgress: ((bytes: number) => void) | undefined;
}

interface RunOptions extends ProfileOptions {
  readonly totals: TotalsRequest;
}

interface Entry extends CheckedText {
  readonly running: AbortController | undefined;
  /** Whether the user requested the check. Then it has no time limit. */
  readonly isRequested: boolean;
  /** The version of the editor's text that the result is for; undefined if it is for a file. */
  readonly textVersion: number | undefined;
}

const FINISHED = { isChecking: false, isTooComplex: false, isRequested: false, running: undefined } as const;

/** The texts that were checked in this window, until their editors close. */
export class DocumentChecks implements Disposable {
  readonly #workers: DataWorkers;
  readonly #decodings: WrongDecodings;
  readonly #entries = new Map<string, Entry>();
  readonly #didChange = new Emitter<Uri>();
  readonly onDidChange = this.#didChange.event;

  constructor(workers: DataWorkers, decodings: WrongDecodings) {
    this.#workers = workers;
    this.#decodings = decodings;
  }

  find(uri: Uri): CheckedText | undefined {
    return this.#entries.get(uri.toString());
  }

  /**
   * Whether the last result is for the document's current text, so that saving it requires no new check. Lost characters are judged
   * again once they are saved, and a byte order mark can be seen only in the file.
   */
  isCurrent(document: TextDocument): boolean {
    const entry = this.#entries.get(document.uri.toString());
    return (
      entry?.result !== undefined &&
      !entry.isChecking &&
      entry.textVersion === document.version &&
      !hasLostCharacters(entry.result) &&
      !isReadWrongly(entry.result) &&
      (document.encoding === 'utf8' || !isAsOnDisk(document))
    );
  }

  /**
   * Checks the editor's text if it has unsaved changes, otherwise the file, because only the file shows its encoding. A check that
   * the user requested also computes the control totals. If a later check of the same text replaces this one, resolves to the result of
   * that one. Rejects with the signal's reason, with a cancellation if the text is closed meanwhile, with a timeout, and with errors of
   * the file system.
   */
  async check(uri: Uri, kind: UploadKind, { signal, onProgress, limitMs }: CheckOptions = {}): Promise<CheckResult> {
    const key = uri.toString();
    const running = new AbortController();
    const before = this.#entries.get(key);
    before?.running?.abort(new CancellationError());
    const isRequested = limitMs === undefined || before?.isRequested === true;
    const limit = isRequested ? undefined : AbortSignal.timeout(limitMs);
    const isAutomatic = limitMs !== undefined && before?.isAutomatic !== false;
    const lastResult = { result: before?.result, textVersion: before?.textVersion };
    this.#set({ uri, kind, isChecking: true, ...lastResult, isTooComplex: false, isAutomatic, isRequested, running });
    try {
      const anySignal = AbortSignal.any([running.signal, signal, limit].filter((given) => given !== undefined));
      const checked = await this.#run(uri, kind, { signal: anySignal, onProgress, totals: isRequested });
      if (this.#entries.get(key)?.running === running) {
        this.#set({ ...FINISHED, uri, kind, isAutomatic, ...checked });
      }
      return checked.result;
    } catch (error) {
      if (this.#entries.get(key)?.running === running && limit?.aborted === true) {
        const noResult = { result: undefined, textVersion: undefined, isTooComplex: true };
        this.#set({ ...FINISHED, uri, kind, isAutomatic, ...noResult });
      } else if (this.#entries.get(key)?.running === running) {
        // The result of an older check may be wrong by now.
        this.forget(uri);
      } else if (signal?.aborted !== true && running.signal.aborted) {
        return await this.#nextResult(uri, signal);
      }
      throw error;
    }
  }

  /**
   * Computes the column profile of a text. Doesn't affect the result that is shown, and starts over when the text changes. Rejects
   * with the signal's reason, with a cancellation if the text is closed meanwhile, and with errors of the file system.
   */
  async profile(uri: Uri, kind: UploadKind, { signal, onProgress }: ProfileOptions): Promise<CheckResult> {
    for (;;) {
      try {
        return (await this.#run(uri, kind, { signal, onProgress, totals: 'profile' })).result;
      } catch (error) {
        if (!(error instanceof TextChangedError)) {
          throw error;
        }
        if (openDocument(uri) === undefined) {
          throw new CancellationError();
        }
      }
    }
  }

  /** Stops a running check whose text has changed. The caller starts the next one. */
  interrupt(uri: Uri): void {
    const entry = this.#entries.get(uri.toString());
    if (entry?.running !== undefined) {
      this.#entries.set(uri.toString(), { ...entry, running: undefined });
      entry.running.abort(new CancellationError());
    }
  }

  /** Takes over the result of an upload's check. */
  showResult(uri: Uri, result: CheckResult): void {
    this.interrupt(uri);
    this.#set({ ...FINISHED, uri, kind: result.kind, isAutomatic: false, result, textVersion: undefined });
  }

  forget(uri: Uri): void {
    const entry = this.#entries.get(uri.toString());
    if (entry !== undefined) {
      this.#entries.delete(uri.toString());
      entry.running?.abort(new CancellationError());
      this.#didChange.fire(uri);
    }
  }

  dispose(): void {
    // Ends the checks that wait for the next result, too.
    [...this.#entries.values()].forEach(({ uri }) => this.forget(uri));
    this.#didChange.dispose();
  }

  #nextResult(uri: Uri, signal: AbortSignal | undefined): Promise<CheckResult> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const entry = this.#entries.get(uri.toString());
        if (entry === undefined) {
          end();
          reject(new CancellationError());
        } else if (!entry.isChecking) {
          end();
          if (entry.result === undefined) {
            reject(new CancellationError());
          } else {
            resolve(entry.result);
          }
        }
      };
      const onAbort = () => {
        end();
        reject(signal?.reason as Error);
      };
      const subscription = this.#didChange.event(look);
      const end = () => {
        subscription.dispose();
        signal?.removeEventListener('abort', onAbort);
      };
      signal?.addEventListener('abort', onAbort);
      look();
    });
  }

  #set(entry: Entry): void {
    this.#entries.set(entry.uri.toString(), entry);
    this.#didChange.fire(entry.uri);
  }

  async #run(
    uri: Uri,
    kind: UploadKind,
    { signal, onProgress, totals }: RunOptions,
  ): Promise<Pick<Entry, 'textVersion'> & { readonly result: CheckResult }> {
    const document = openDocument(uri) ?? (uri.scheme === 'file' ? undefined : await workspace.openTextDocument(uri));
    if (document !== undefined && !isAsOnDisk(document)) {
      const { version } = document;
      const result = await this.#workers.check(slicesOf(documentText(document)), kind, { signal, totals });
      return { result: await this.#decodings.adjustForText(document, result, signal), textVersion: version };
    }
    const result = await this.#workers.checkFile(uri.fsPath, kind, { signal, onProgress, totals });
    return {
      result: document === undefined ? result : this.#decodings.adjustForFile(document, result),
      textVersion: undefined,
    };
  }
}
