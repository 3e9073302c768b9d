import { l10n } from 'vscode';
import type { UploadPlan } from '../../app/upload/uploadPlan.ts';
import { plainText } from '../../base/displayText.ts';
import { isUnchanged } from '../../data/convert/conversionOffers.ts';
import { previewConversion } from '../../data/convert/conversion.ts';
import type { Account } from '../../model/account.ts';
import { textTable } from '../format/textTable.ts';
import { accountFacts, planFacts, problemLines, warnings } from './planText.ts';

const SHOWN_PROBLEMS = 50;
const LINE_LENGTH = 200;

/** The review as a document: facts, problems, the first rows, and what a conversion changes. */
export async function reviewDocument(plans: readonly UploadPlan[], account: Account): Promise<string> {
  const lines = [...accountFacts(account), ''];
  for (const plan of plans) {
    // One after another: a file that is not on a disk is held in memory as a whole.
    lines.push(...(await planSection(plan)));
  }
  return lines.join('\n');
}

async function planSection(plan: UploadPlan): Promise<readonly string[]> {
  const { input, check, sent = check, target, conversion } = plan;
  const warningLines = warnings(plan);
  const problems = problemLines(plan, SHOWN_PROBLEMS);
  return [
    l10n.t('{0} → {1}', plainText(input.file.name), plainText(target.name)),
    '',
    ...planFacts(plan),
    '',
    ...(warningLines.length === 0 ? [] : [...warningLines, '']),
    ...(problems.length === 0 ? [] : [...problems, '']),
    ...(sent.rows === 0 ? [] : [l10n.t('First rows:'), '', ...textTable([sent.columns, ...sent.firstRows]), '']),
    ...(isUnchanged(conversion) ? [] : await changeText(plan)),
  ];
}

async function changeText({ input, conversion }: UploadPlan): Promise<readonly string[]> {
  const { before, after } = await previewConversion(input.file, conversion);
  // After a final line break, there is no further line.
  const lines = (text: readonly string[]) =>
    text.filter((line, at) => line !== '' || at < text.length - 1).map((line) => `  ${plainText(line, LINE_LENGTH)}`);
  return [l10n.t('First lines, unchanged:'), ...lines(before), '', l10n.t('As sent:'), ...lines(after), ''];
}
