import { posix } from 'node:path';
import { l10n, Uri, workspace } from 'vscode';
import type { SkippedFile } from '../../app/upload/uploadInput.ts';
import type { UploadPlan } from '../../app/upload/uploadPlan.ts';
import { plainText } from '../../base/displayText.ts';
import { repeatedIn } from '../../base/lists.ts';

interface NamedFile {
  readonly uri: string;
  readonly name: string;
}

export type FileLabel = (file: NamedFile, maxLength?: number) => string;

/** The files of one upload, in the order of their results. */
export function filesOf(plans: readonly UploadPlan[], skipped: readonly SkippedFile[]): readonly NamedFile[] {
  return [...plans.map(fileOf), ...skipped];
}

export function fileOf({ input: { uri, file } }: UploadPlan): NamedFile {
  return { uri, name: file.name };
}

/** How each file of an upload is named: by its name, with its folder if another file of the upload has the same name. */
export function fileLabels(files: readonly NamedFile[]): FileLabel {
  const repeated = repeatedIn(files.map(({ name }) => name));
  return ({ uri, name }, maxLength) => {
    const label = plainText(name, maxLength);
    return repeated.has(name) ? l10n.t('{0} ({1})', label, plainText(folderOf(uri), 60)) : label;
  };
}

/** The path of the only file, if several folders are open: files in them often have the same name. */
export function pathFacts(
  files: readonly NamedFile[],
  openFolders = workspace.workspaceFolders?.length ?? 0,
): readonly string[] {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0 || openFolders < 2) {
    return [];
  }
  const uri = Uri.parse(file.uri, true);
  return workspace.getWorkspaceFolder(uri) ? [l10n.t('File: {0}', plainText(workspace.asRelativePath(uri), 300))] : [];
}

function folderOf(uri: string): string {
  return posix.dirname(workspace.asRelativePath(Uri.parse(uri, true)).replaceAll('\\', '/'));
}
