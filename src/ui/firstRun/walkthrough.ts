import { commands, Range, Uri, ViewColumn, window, workspace, WorkspaceEdit } from 'vscode';
import type { TextDocument } from 'vscode';
import { homedir } from 'node:os';
import { setContextKey } from '../contextKeys.ts';
import { EXTENSION_ID } from '../manifestIds.ts';

/** The extension's own: `publisher.name#walkthrough`. */
const WALKTHROUGH = `${EXTENSION_ID}#gettingStarted`;
const SAMPLE_NAME = 'store-targets.csv';

export async function openWalkthrough(): Promise<void> {
  const open = () => commands.executeCommand('workbench.action.openWalkthrough', WALKTHROUGH, false);
  await open();
  // VS Code 1.110 reads the walkthroughs of extensions only when one is first opened, and then shows its own instead to a new user.
  await open();
  setContextKey('walkthroughOpened', true);
}

/** Opens an unsaved copy of the sample, or the copy that the user has saved in the folder. */
export async function openSample(extensionUri: Uri): Promise<void> {
  const uri = sampleUri();
  const saved = await exists(uri);
  const document = saved
    ? await workspace.openTextDocument(uri)
    : await openCopy(uri.with({ scheme: 'untitled' }), Uri.joinPath(extensionUri, 'media', 'sample', SAMPLE_NAME));
  // Beside the walkthrough, so that it stays visible.
  const isBeside = window.activeTextEditor === undefined && window.tabGroups.activeTabGroup.activeTab !== undefined;
  await window.showTextDocument(document, {
    preview: false,
    viewColumn: isBeside ? ViewColumn.Beside : ViewColumn.Active,
  });
}

async function openCopy(uri: Uri, sample: Uri): Promise<TextDocument> {
  const document = await workspace.openTextDocument(uri);
  if (document.getText() === '') {
    const text = new TextDecoder().decode(await workspace.fs.readFile(sample));
    const edit = new WorkspaceEdit();
    edit.replace(document.uri, new Range(0, 0, 0, 0), text);
    await workspace.applyEdit(edit);
  }
  return document;
}

/** Where VS Code would save the copy. */
function sampleUri(): Uri {
  const folder = workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri ?? Uri.file(homedir());
  return Uri.joinPath(folder, SAMPLE_NAME);
}

async function exists(uri: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
