import { window } from 'vscode';
import type { OpenDialogOptions, Uri } from 'vscode';
import type { ButtonText, TitleText } from '../../base/sinkText.ts';

interface FileDialog extends Pick<OpenDialogOptions, 'filters'> {
  readonly title: TitleText;
  readonly openLabel: ButtonText;
}

/** Lets the user choose files; none where they close the dialog. */
export async function chooseFiles(dialog: FileDialog): Promise<readonly Uri[]> {
  return (await window.showOpenDialog({ ...dialog, canSelectMany: true })) ?? [];
}
