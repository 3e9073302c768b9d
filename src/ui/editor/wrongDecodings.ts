import { workspace } from 'vscode';
import type { TextDocument } from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { blockLostCharacters, guessedEncoding, hasLostCharacters } from '../../data/check/checkResult.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import type { GuessedEncoding } from '../../data/check/dataProblem.ts';
import type { DataWorkers } from '../../data/worker/dataWorkers.ts';
import { isUtf8 } from './openEditors.ts';

/** Encodings that can contain U+FFFD as a character. In all others, it replaces bytes that could not be decoded. */
const UNICODE = /^(utf|gb18030)/;

/**
 * Tracks documents that were read in the wrong encoding: their text has U+FFFD in place of characters in their files, and saving it
 * loses these characters. A document is tracked until it is read in the right encoding or closed. Saving doesn't end this, because the
 * saved file is valid UTF-8 but has lost the characters; a change of the file by another program does.
 */
export class WrongDecodings implements Disposable {
  readonly #workers: DataWorkers;
  /** The likely encodings of the files of documents that could not be read as UTF-8. */
  readonly #fileEncodings = new WeakMap<TextDocument, GuessedEncoding>();
  /** Tracked documents that the editor has saved since. */
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

  /** Adjusts the check of a document's file to what applies to the document. */
  adjustForFile(document: TextDocument, check: CheckResult): CheckResult {
    if (check.encoding !== 'utf-8') {
      if (isUtf8(document.encoding)) {
        this.#remember(document, check);
      }
      return check;
    }
    if (hasLostCharacters(check) && this.#isKnown(document) && this.#saved.has(document)) {
      return blockLostCharacters(check, undefined);
    }
    this.#fileEncodings.delete(document);
    return check;
  }

  /** Adjusts the check of a document's text to what applies to the document. Rejects with the signal's reason once it is aborted. */
  async adjustForText(document: TextDocument, check: CheckResult, signal: AbortSignal): Promise<CheckResult> {
    return hasLostCharacters(check) && (await this.isWrong(document, signal))
      ? blockLostCharacters(check, this.#fileEncodings.get(document))
      : check;
  }

  /** Whether U+FFFD in a document is the result of decoding it. Rejects with the signal's reason once it is aborted. */
  async isWrong(document: TextDocument, signal: AbortSignal): Promise<boolean> {
    const { encoding, isUntitled } = document;
    if (isUntitled || !isUtf8(encoding)) {
      this.#fileEncodings.delete(document);
      return !isUntitled && !UNICODE.test(encoding);
    }
    if (!this.#isKnown(document)) {
      const check = await this.#checkFile(document, signal);
      if (check !== undefined && check.encoding !== 'utf-8') {
        this.#remember(document, check);
      }
    }
    return this.#isKnown(document);
  }

  #remember(document: TextDocument, check: CheckResult): void {
    this.#fileEncodings.set(document, guessedEncoding(check) ?? check.encoding);
    this.#saved.delete(document);
  }

  #isKnown(document: TextDocument): boolean {
    return isUtf8(document.encoding) && this.#fileEncodings.has(document);
  }

  async #checkFile({ uri }: TextDocument, signal: AbortSignal): Promise<CheckResult | undefined> {
    try {
      return uri.scheme === 'file'
        ? await this.#workers.checkFile(uri.fsPath, 'csv', { signal })
        : await this.#workers.checkBytes([await workspace.fs.readFile(uri)], 'csv', { signal });
    } catch {
      signal.throwIfAborted();
      // The file is gone, so there is nothing to read again.
      return undefined;
    }
  }
}
