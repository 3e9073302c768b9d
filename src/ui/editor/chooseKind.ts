import { l10n } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import { quickPickText, titleText } from '../../base/sinkText.ts';
import type { TitleText } from '../../base/sinkText.ts';
import type { UploadKind } from '../../model/upload.ts';
import { kindName } from '../format/dataText.ts';
import { pickOne } from '../window/quickInput.ts';

const KINDS = ['csv', 'tsv', 'json'] as const;

/** Asks for the format of a file whose name and content leave it open. Undefined if the user cancels. */
export async function chooseKind(fileName: string, title: TitleText): Promise<UploadKind | undefined> {
  const chosen = await pickOne(
    KINDS.map((uploadKind) => ({ uploadKind, label: quickPickText(kindName(uploadKind)) })),
    {
      title,
      placeHolder: titleText(l10n.t('Select the format of “{0}”', plainText(fileName))),
    },
  );
  return chosen?.uploadKind;
}
