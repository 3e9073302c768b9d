import { l10n, Uri } from 'vscode';
import type { SkippedFile } from '../../app/upload/uploadInput.ts';
import type { UploadPlan } from '../../app/upload/uploadPlan.ts';
import { plainText } from '../../base/displayText.ts';
import { repeatedIn } from '../../base/lists.ts';
import { baseName } from '../editor/openEditors.ts';
import { shownFolder, shownPath } from '../format/pathText.ts';

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
    return repeated.has(name) ? l10n.t('{0} ({1})', label, shownFolder(Uri.parse(uri, true))) : label;
  };
}

/** The path of the only file of an upload, unless its name says as much: files in several folders often have the same name. */
export function pathFacts(files: readonly NamedFile[]): readonly string[] {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) {
    return [];
  }
  const uri = Uri.parse(file.uri, true);
  const path = shownPath(uri);
  return uri.scheme === 'untitled' || path === baseName(uri) ? [] : [l10n.t('File: {0}', plainText(path, 300))];
}
