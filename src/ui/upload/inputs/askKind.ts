import { l10n, window } from 'vscode';
import { plainText } from '../../../base/displayText.ts';
import type { UploadKind } from '../../../model/upload.ts';
import { kindName } from '../uploadWords.ts';

/** Asks what a text is where nothing tells; undefined where the user doesn't say. */
export async function askKind(name: string): Promise<UploadKind | undefined> {
  const kinds = ['csv', 'tsv', 'json'] as const;
  const chosen = await window.showQuickPick(
    kinds.map((uploadKind) => ({ uploadKind, label: kindName(uploadKind) })),
    { title: l10n.t('Upload'), placeHolder: l10n.t('What “{0}” holds', plainText(name)) },
  );
  return chosen?.uploadKind;
}
