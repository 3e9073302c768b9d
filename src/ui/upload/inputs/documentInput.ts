import { workspace } from 'vscode';
import type { TextDocument, Uri } from 'vscode';
import type { DataWorkers } from '../../../data/worker/dataWorkers.ts';
import { convertFile } from '../../../data/worker/convertFile.ts';
import { resolveLinks } from '../../../data/file/linkTarget.ts';
import type { LinkTarget } from '../../../data/file/linkTarget.ts';
import { textFile } from '../../../data/file/memoryFile.ts';
import { baseName, folderOf, isUtf8 } from '../../editor/openEditors.ts';
import { detectOrAskKind } from './detectOrAskKind.ts';
import { storedLink } from './storedLink.ts';
import type { UploadInput } from './uploadInput.ts';

/** The text of a document as it stands now; edits from here on don't touch it. Undefined where the user doesn't say what it is. */
export async function readDocument(document: TextDocument, checker: DataWorkers): Promise<UploadInput | undefined> {
  const text = document.getText();
  const { languageId, fileName, uri, encoding } = document;
  const name = baseName(uri);
  const kind = await detectOrAskKind(name, { languageId, fileName, text });
  if (kind === undefined) {
    return undefined;
  }
  // An untitled document has no name of its own that says what it is.
  const fullName = document.isUntitled && !name.includes('.') ? `${name}.${kind}` : name;
  const file = textFile(fullName, kind, text);
  return {
    uri,
    file,
    link: await linkOf(uri),
    // An untitled document without text is not dirty, and one with text was never saved.
    hasUnsavedChanges: document.isDirty,
    editorEncoding: isUtf8(encoding) ? undefined : encoding,
    check: ({ signal }) => checker.check(text, kind, signal),
    convert: (checked, conversion, signal) => convertFile(checked, conversion, checker, signal),
  };
}

/** Where the document's file really is. There may be none, or no longer: its text is there all the same. */
async function linkOf(uri: Uri): Promise<LinkTarget | undefined> {
  try {
    return uri.scheme === 'file'
      ? (await resolveLinks(uri.fsPath, folderOf(uri))).target
      : storedLink((await workspace.fs.stat(uri)).type);
  } catch {
    return undefined;
  }
}
