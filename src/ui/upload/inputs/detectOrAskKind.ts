import { l10n } from 'vscode';
import { plainText } from '../../../base/displayText.ts';
import { quickPickText, titleText } from '../../../base/sinkText.ts';
import { detectKind } from '../../../data/file/detectKind.ts';
import type { KindClues } from '../../../data/file/detectKind.ts';
import { markupFormat } from '../../../data/check/fileFormat.ts';
import type { UploadKind } from '../../../model/upload.ts';
import { pickOne } from '../../window/quickInput.ts';
import { kindName } from '../../format/dataText.ts';

/** What a text is; where nothing tells, the user is asked by its name. Undefined where they don't say. */
export async function detectOrAskKind(name: string, clues: KindClues): Promise<UploadKind | undefined> {
  const { text } = clues;
  // The check says what is wrong with an empty text or a web page, in every kind.
  const isData = () => /\S/.test(text) && markupFormat(text) === undefined;
  return detectKind(clues) ?? (isData() ? await askKind(name) : 'csv');
}

async function askKind(name: string): Promise<UploadKind | undefined> {
  const kinds = ['csv', 'tsv', 'json'] as const;
  const chosen = await pickOne(
    kinds.map((uploadKind) => ({ uploadKind, label: quickPickText(kindName(uploadKind)) })),
    { title: titleText(l10n.t('Upload')), placeHolder: titleText(l10n.t('What “{0}” holds', plainText(name))) },
  );
  return chosen?.uploadKind;
}
