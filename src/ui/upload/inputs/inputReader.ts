import { l10n } from 'vscode';
import type { TextDocument, Uri } from 'vscode';
import { plainText } from '../../../base/displayText.ts';
import type { DataWorkers } from '../../../data/worker/dataWorkers.ts';
import {
  activeSource,
  baseName,
  hasHiddenChanges,
  isAsOnDisk,
  isAsStored,
  openDocument,
} from '../../editor/openEditors.ts';
import type { WrongDecodings } from '../../editor/wrongDecodings.ts';
import { UserError } from '../../errors/userError.ts';
import { readDocument } from './documentInput.ts';
import { readFileInput } from './fileInput.ts';
import { RemoteFiles } from './remoteFiles.ts';
import type { UploadInput } from './uploadInput.ts';

/** Finds what one upload is made of. What it gives is undefined where the user was asked what a text is and didn't say. */
export class InputReader {
  readonly #checker: DataWorkers;
  readonly #decodings: WrongDecodings;
  readonly #remoteFiles = new RemoteFiles();

  constructor(checker: DataWorkers, decodings: WrongDecodings) {
    this.#checker = checker;
    this.#decodings = decodings;
  }

  /** What the active editor shows. Throws `UserError` where there is nothing to upload. */
  async readActiveEditor(): Promise<UploadInput | undefined> {
    const source = activeSource();
    if (source === undefined) {
      throw new UserError(l10n.t('Open a CSV or JSON file in the editor, then upload again.'));
    }
    const { uri, document } = source;
    return document === undefined || isAsOnDisk(document) ? this.readUri(uri) : this.#readText(document);
  }

  /**
   * A file as it is stored, or the text of its editor where that has changes or reads the file in an encoding that the
   * user has chosen. Throws what the file system says.
   */
  async readUri(uri: Uri): Promise<UploadInput | undefined> {
    const document = openDocument(uri);
    if (document !== undefined && !isAsStored(document)) {
      return this.#readText(document);
    }
    const name = plainText(baseName(uri));
    if (uri.scheme === 'untitled') {
      throw new UserError(l10n.t('“{0}” is not open any more.', name));
    }
    if (hasHiddenChanges(uri)) {
      throw new UserError(
        l10n.t('“{0}” has changes that its editor does not hand over. Save it, then upload again.', name),
      );
    }
    const input = await readFileInput(uri, {
      checker: this.#checker,
      remoteFiles: this.#remoteFiles,
      languageId: document?.languageId ?? '',
    });
    return input === undefined || document === undefined
      ? input
      : {
          ...input,
          check: async (options) => {
            const result = await input.check(options);
            // Where the user has chosen how to read the bytes, the document has no part in it.
            return options.encoding === undefined ? this.#decodings.judgeFile(document, result) : result;
          },
        };
  }

  async #readText(document: TextDocument): Promise<UploadInput | undefined> {
    const input = await readDocument(document, this.#checker);
    return (
      input && {
        ...input,
        check: async (options) => this.#decodings.judgeText(document, await input.check(options), options.signal),
      }
    );
  }
}
