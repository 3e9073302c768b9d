import { window } from 'vscode';
import type { Uri } from 'vscode';
import type { ButtonText, TitleText } from '../../base/sinkText.ts';

interface FileFilter {
  readonly label: TitleText;
  /** Without dots. `*` stands for all extensions. */
  readonly extensions: readonly string[];
}

interface FileDialog {
  readonly title: TitleText;
  readonly openLabel: ButtonText;
  readonly filters: readonly FileFilter[];
}

/** Lets the user select folders. Resolves to an empty list if the dialog is cancelled. */
export async function chooseFolders(dialog: Omit<FileDialog, 'filters'>): Promise<readonly Uri[]> {
  const folders = { canSelectFiles: false, canSelectFolders: true, canSelectMany: true };
  return (await window.showOpenDialog({ ...dialog, ...folders })) ?? [];
}

/** Lets the user select files. Resolves to an empty list if the dialog is cancelled. */
export async function chooseFiles({ filters, ...dialog }: FileDialog): Promise<readonly Uri[]> {
  const extensions = Object.fromEntries(filters.map((filter) => [filter.label, [...filter.extensions]]));
  return (await window.showOpenDialog({ ...dialog, filters: extensions, canSelectMany: true })) ?? [];
}
