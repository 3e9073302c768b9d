import { l10n, TabInputCustom, TabInputText, window, workspace } from 'vscode';
import type { TextDocument, Uri } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import type { CheckInWorker } from '../../data/checkInWorker.ts';
import { UserError } from '../errors/userError.ts';
import { baseName } from './baseName.ts';
import { readDocument } from './documentInput.ts';
import { readFileInput } from './fileInput.ts';
import type { UploadInput } from './uploadInput.ts';

/** Finds what is to be uploaded. What it gives is undefined where the user was asked what a text is and didn't say. */
export class InputReader {
  readonly #checker: CheckInWorker;

  constructor(checker: CheckInWorker) {
    this.#checker = checker;
  }

  /** What the active editor shows. Throws `UserError` where there is nothing to upload. */
  async readActiveEditor(): Promise<UploadInput | undefined> {
    const document = window.activeTextEditor?.document;
    // An output channel that has the focus is a text editor as well.
    if (document !== undefined && document.uri.scheme !== 'output') {
      return readDocument(document, this.#checker);
    }
    // Above 50 MB there is an editor but no document, and other editors have none at all: the file is there all the same.
    const tab = window.tabGroups.activeTabGroup.activeTab;
    const input: unknown = tab?.input;
    if (tab === undefined || !(input instanceof TabInputText || input instanceof TabInputCustom)) {
      throw new UserError(l10n.t('Open a CSV or JSON file in the editor, then upload again.'));
    }
    if (tab.isDirty && input instanceof TabInputCustom) {
      throw new UserError(
        l10n.t(
          '“{0}” has changes that this editor does not hand over. Save it, then upload again.',
          plainText(tab.label),
        ),
      );
    }
    return this.readUri(input.uri);
  }

  /** A file, or the text of its editor where that has changes that are not saved. Throws what the file system says. */
  async readUri(uri: Uri): Promise<UploadInput | undefined> {
    const document = this.#openDocument(uri);
    if (document !== undefined && (document.isDirty || document.isUntitled)) {
      return readDocument(document, this.#checker);
    }
    if (uri.scheme === 'untitled') {
      throw new UserError(l10n.t('“{0}” is not open any more.', plainText(baseName(uri))));
    }
    return readFileInput(uri, this.#checker);
  }

  #openDocument(uri: Uri): TextDocument | undefined {
    return workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  }
}
