import { l10n, TabInputCustom, TabInputText, window, workspace } from 'vscode';
import type { TextDocument, Uri } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import type { CheckInWorker } from '../../data/checkInWorker.ts';
import { detectKind } from '../../data/detectKind.ts';
import { textFile } from '../../data/textFile.ts';
import type { UploadKind } from '../../model/upload.ts';
import { UserError } from '../errors/userError.ts';
import { kindName } from './uploadWords.ts';
import type { UploadInput } from './uploadInput.ts';

/**
 * The text of the active editor as it stands now; edits from here on don't touch it. Asks what the text is where nothing
 * tells, and resolves to undefined where the user doesn't say. Throws `UserError` where no editor hands its text over.
 */
export async function readActiveEditor(checker: CheckInWorker): Promise<UploadInput | undefined> {
  const document = await activeDocument();
  const text = document.getText();
  const { languageId, fileName, uri } = document;
  // Nothing is nothing in every kind: the check says so.
  const kind = detectKind({ languageId, fileName, text }) ?? (/\S/.test(text) ? await askKind(document) : 'csv');
  if (kind === undefined) {
    return undefined;
  }
  return {
    uri,
    file: textFile(fileNameOf(document, kind), kind, text),
    // An untitled document without text is not dirty, and one with text was never saved.
    hasUnsavedChanges: document.isDirty,
    check: (signal) => checker.check(text, kind, signal),
  };
}

async function activeDocument(): Promise<TextDocument> {
  const document = window.activeTextEditor?.document;
  // An output channel that has the focus is a text editor as well.
  if (document !== undefined && document.uri.scheme !== 'output') {
    return document;
  }
  const input: unknown = window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof TabInputText) {
    return openLarge(input.uri);
  }
  if (input instanceof TabInputCustom) {
    throw new UserError(
      l10n.t('This editor does not hand over its text. Choose Reopen Editor With… and Text Editor, then upload again.'),
    );
  }
  throw new UserError(l10n.t('Open a CSV or JSON file in the editor, then upload again.'));
}

/** A text tab without an active editor: its file is still being opened, or is too large to be handed over at all. */
async function openLarge(uri: Uri): Promise<TextDocument> {
  try {
    return await workspace.openTextDocument(uri);
  } catch {
    throw new UserError(
      l10n.t('VS Code does not hand over the text of a file of more than 50 MB. Upload it in smaller parts.'),
    );
  }
}

async function askKind(document: TextDocument): Promise<UploadKind | undefined> {
  const kinds = ['csv', 'tsv', 'json'] as const;
  const chosen = await window.showQuickPick(
    kinds.map((uploadKind) => ({ uploadKind, label: kindName(uploadKind) })),
    {
      title: l10n.t('Upload Active Editor'),
      placeHolder: l10n.t('What “{0}” holds', plainText(baseName(document))),
    },
  );
  return chosen?.uploadKind;
}

/** The name under which the service sees the upload. An untitled document has none of its own to be known by. */
function fileNameOf(document: TextDocument, kind: UploadKind): string {
  const name = baseName(document);
  return document.isUntitled && !name.includes('.') ? `${name}.${kind}` : name;
}

function baseName({ uri }: TextDocument): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}
