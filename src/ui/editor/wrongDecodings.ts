import { workspace } from 'vscode';
import type { TextDocument } from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { blockLostCharacters, hasLostCharacters } from '../../data/check/checkResult.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import type { DataWorkers } from '../../data/worker/dataWorkers.ts';
import type { TextEncodingName } from '../../model/upload.ts';
import { isUtf8 } from './openEditors.ts';

/** Encodings of VS Code that have U+FFFD as a character of their own. In all others, it stands for what could not be read. */
const UNICODE = /^(utf|gb18030)/;

/**
 * Knows which documents were read in the wrong encoding: their text has U+FFFD in the place of characters that their files
 * hold, and saving it loses these. A document is remembered until it is read rightly or closed, also over a save: the file that the
 * editor wrote is UTF-8, but has lost these characters. A file that something else has written since is taken for what it is.
 */
export class WrongDecodings implements Disposable {
  readonly #workers: DataWorkers;
  /** Of documents that were read as UTF-8 and are not, what their files look like. */
  readonly #fileEncodings = new WeakMap<TextDocument, TextEncodingName>();
  /** Those of them that the editor has saved since. */
  readonly #saved = new WeakSet<TextDocument>();
  readonly #subscription: Disposable;

  constructor(workers: DataWorkers) {
    this.#workers = workers;
    this.#subscription = workspace.onDidSaveTextDocument((document) => {
      if (this.#isKnown(document)) {
        this.#saved.add(document);
      }
    });
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** Takes what the check of a document's file has found, and returns what is true of the document. */
  judgeFile(document: TextDocument, check: CheckResult): CheckResult {
    if (check.encoding !== 'utf-8') {
      if (isUtf8(document.encoding)) {
        this.#remember(document, check.encoding);
      }
      return check;
    }
    if (hasLostCharacters(check) && this.#isKnown(document) && this.#saved.has(document)) {
      return blockLostCharacters(check, undefined);
    }
    this.#fileEncodings.delete(document);
    return check;
  }

  /** The same for what the check of a document's text has found. Rejects with the signal's reason once it is aborted. */
  async judgeText(document: TextDocument, check: CheckResult, signal: AbortSignal): Promise<CheckResult> {
    return hasLostCharacters(check) && (await this.#isWrong(document, signal))
      ? blockLostCharacters(check, this.#fileEncodings.get(document))
      : check;
  }

  /** Whether an edit of this text of the document would make it look as if it had been read rightly. */
  async wouldLose(document: TextDocument, text: string, signal: AbortSignal): Promise<boolean> {
    return text.includes('\uFFFD') && this.#isWrong(document, signal);
  }

  /** Whether a document's U+FFFD come from reading it. */
  async #isWrong(document: TextDocument, signal: AbortSignal): Promise<boolean> {
    const { encoding, isUntitled } = document;
    if (isUntitled || !isUtf8(encoding)) {
      this.#fileEncodings.delete(document);
      return !isUntitled && !UNICODE.test(encoding);
    }
    if (!this.#isKnown(document)) {
      const fileEncoding = await this.#encodingOfFile(document, signal);
      if (fileEncoding !== undefined && fileEncoding !== 'utf-8') {
        this.#remember(document, fileEncoding);
      }
    }
    return this.#isKnown(document);
  }

  #remember(document: TextDocument, fileEncoding: TextEncodingName): void {
    this.#fileEncodings.set(document, fileEncoding);
    this.#saved.delete(document);
  }

  #isKnown(document: TextDocument): boolean {
    return isUtf8(document.encoding) && this.#fileEncodings.has(document);
  }

  async #encodingOfFile({ uri }: TextDocument, signal: AbortSignal): Promise<TextEncodingName | undefined> {
    try {
      const { encoding } =
        uri.scheme === 'file'
          ? await this.#workers.checkFile(uri.fsPath, 'csv', { signal })
          : await this.#workers.checkBytes(await workspace.fs.readFile(uri), 'csv', { signal });
      return encoding;
    } catch {
      signal.throwIfAborted();
      // The file is gone: there is nothing left to read rightly.
      return undefined;
    }
  }
}
