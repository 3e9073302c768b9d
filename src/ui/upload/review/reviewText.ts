import { l10n } from 'vscode';
import { plainText, textTable } from '../../../base/displayText.ts';
import { isUnchanged } from '../../../data/convert/conversionOffers.ts';
import { previewConversion } from '../../../data/convert/previewConversion.ts';
import type { Account } from '../../../model/account.ts';
import type { UploadPlan } from '../uploadPlan.ts';
import { accountFacts, parcelFacts, problemLines, warnings } from './uploadFactsText.ts';

const SHOWN_PROBLEMS = 50;
const LINE_LENGTH = 200;

/** All there is to review, as a text to read: facts, problems, the first rows, and what a conversion changes. */
export async function reviewText(parcels: readonly UploadPlan[], account: Account): Promise<string> {
  const lines = [...accountFacts(account), ''];
  for (const parcel of parcels) {
    // One after another: a file that is not on a disk comes in one piece.
    lines.push(...(await parcelText(parcel)));
  }
  return lines.join('\n');
}

async function parcelText(parcel: UploadPlan): Promise<readonly string[]> {
  const { input, check, target, conversion } = parcel;
  const toHeed = warnings(parcel);
  const problems = problemLines(parcel, SHOWN_PROBLEMS);
  return [
    l10n.t('{0} → {1}', plainText(input.file.name), plainText(target.name)),
    '',
    ...parcelFacts(parcel),
    '',
    ...(toHeed.length === 0 ? [] : [...toHeed, '']),
    ...(problems.length === 0 ? [] : [...problems, '']),
    ...(check.rows === 0 ? [] : [l10n.t('First rows:'), '', ...textTable([check.columns, ...check.firstRows]), '']),
    ...(isUnchanged(conversion) ? [] : await changeText(parcel)),
  ];
}

async function changeText({ input, conversion }: UploadPlan): Promise<readonly string[]> {
  const { before, after } = await previewConversion(input.file, conversion);
  // Behind a line break at the end comes no line.
  const lines = (text: readonly string[]) =>
    text.filter((line, at) => line !== '' || at < text.length - 1).map((line) => `  ${plainText(line, LINE_LENGTH)}`);
  return [l10n.t('First lines as they are:'), ...lines(before), '', l10n.t('As they are sent:'), ...lines(after), ''];
}
