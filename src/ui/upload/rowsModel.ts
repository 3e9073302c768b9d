import { l10n } from 'vscode';
import { rowTable } from '../../app/upload/rowTable.ts';
import type { SkippedFile } from '../../app/upload/uploadInput.ts';
import { checkOfSentData } from '../../app/upload/uploadPlan.ts';
import type { UploadPlan } from '../../app/upload/uploadPlan.ts';
import type { UploadReview } from '../../app/upload/uploadPrompts.ts';
import { plainText } from '../../base/displayText.ts';
import { isNoOp } from '../../data/convert/conversionEffects.ts';
import { accountFacts } from '../format/accountText.ts';
import { bytesText, numberText } from '../format/valueText.ts';
import type { FileRows, RowsModel } from '../rowsPage/messages.ts';
import { fileLabels, fileOf, filesOf } from './fileLabels.ts';
import type { FileLabel } from './fileLabels.ts';
import { noteParts, planFacts, problemLines, problemParts } from './planText.ts';
import { linkText, planWarnings } from './planWarnings.ts';
import { previewPlan } from './previewPlan.ts';
import { skippedText } from './uploadErrorText.ts';

const SHOWN_PROBLEMS = 50;
const SHOWN_FILES = 20;

/** The model of the page that shows an upload's first rows, warnings, problems, converted lines and facts. */
export async function rowsModel({
  plans,
  skipped,
  account,
}: Pick<UploadReview, 'plans' | 'skipped' | 'account'>): Promise<RowsModel> {
  const files: FileRows[] = [];
  for (const plan of plans.slice(0, SHOWN_FILES)) {
    // One after another, because a file that is not on a local disk is read into memory as a whole.
    files.push(await fileRows(plan));
  }
  const omitted = plans.length - files.length;
  const label = fileLabels(filesOf(plans, skipped));
  return {
    labels: {
      row: l10n.t('Row'),
      rows: l10n.t('First rows of “{0}”'),
      problems: l10n.t('Problems'),
      facts: l10n.t('Details'),
      files: l10n.t('Files'),
      file: l10n.t('File'),
      connection: l10n.t('Connection'),
      rowCount: l10n.t('Rows'),
      size: l10n.t('Size'),
      notes: l10n.t('Notes'),
    },
    account: [...accountFacts(account)],
    list:
      plans.length + skipped.length === 1
        ? []
        : [...plans.map((plan) => lineOf(plan, label)), ...skipped.map((file) => skippedLine(file, label))],
    files,
    omitted: omittedText(omitted),
  };
}

function omittedText(count: number): string {
  if (count === 0) {
    return '';
  }
  return count === 1
    ? l10n.t('1 more file is not shown here.')
    : l10n.t('{0} more files are not shown here.', numberText(count));
}

function lineOf(plan: UploadPlan, label: FileLabel): RowsModel['list'][number] {
  const { input, check, target } = plan;
  const { link } = input;
  return {
    file: label(fileOf(plan)),
    target: plainText(target.name),
    rows: numberText(checkOfSentData(plan).rows),
    size: bytesText(check.byteLength),
    notes: [...problemParts(plan), ...noteParts(plan), ...(link === undefined ? [] : [linkText(link)])].join(' · '),
  };
}

function skippedLine(file: SkippedFile, label: FileLabel): RowsModel['list'][number] {
  const notes = l10n.t('skipped: {0}', skippedText(file));
  return { file: label(file), target: '', rows: '', size: '', notes };
}

async function fileRows(plan: UploadPlan): Promise<FileRows> {
  const { input, target, conversion } = plan;
  const check = checkOfSentData(plan);
  const { columns, rows } = rowTable(check);
  const namedCount = columns.filter(({ name }) => name !== undefined).length;
  return {
    title: l10n.t('{0} → {1}', plainText(input.file.name), plainText(target.name)),
    extent: extentText(rows.length, check.rows, namedCount, check.columns.length),
    columns: columns.map(({ name, isNumber }) => ({
      name: name ?? l10n.t('Extra cell'),
      isNumber,
      isExtra: name === undefined,
    })),
    rows: rows.map((cells) => [...cells]),
    warnings: [...planWarnings(plan)],
    problems: [...problemLines(plan, SHOWN_PROBLEMS)],
    facts: [...planFacts(plan)],
    changes: isNoOp(conversion) ? [] : await changesOf(plan),
  };
}

function extentText(shownRows: number, rows: number, shownColumns: number, columns: number): string {
  return shownColumns < columns
    ? l10n.t(
        'Rows shown: {0} of {1}. Columns shown: {2} of {3}.',
        numberText(shownRows),
        numberText(rows),
        numberText(shownColumns),
        numberText(columns),
      )
    : l10n.t('Rows shown: {0} of {1}.', numberText(shownRows), numberText(rows));
}

async function changesOf(plan: UploadPlan): Promise<FileRows['changes']> {
  const { before, after } = await previewPlan(plan, plan.conversion);
  // A final line break results in an empty last element, which is not a line.
  const shown = (text: readonly string[]): string[] => text.filter((line, at) => line !== '' || at < text.length - 1);
  return [
    { title: l10n.t('First lines of the file'), lines: shown(before) },
    { title: l10n.t('First lines as sent'), lines: shown(after) },
  ];
}
