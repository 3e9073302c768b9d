import { l10n } from 'vscode';
import { checkOfSentData, sentName } from '../../app/upload/uploadPlan.ts';
import type { UploadPlan } from '../../app/upload/uploadPlan.ts';
import { plainText, plainValue } from '../../base/displayText.ts';
import { rowsInMember } from '../../data/check/checkResult.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import { isNoOp } from '../../data/convert/conversionEffects.ts';
import { listProblems } from '../../data/check/listedProblems.ts';
import { problemsOfConversion, remainingProblems } from '../../data/convert/remainingProblems.ts';
import { delimiterName, editorEncodingName, formatName, kindName } from '../format/dataText.ts';
import { namesText } from '../format/headerText.ts';
import { describeProblem, problemLine } from '../format/problemText.ts';
import { totalsLines } from '../format/totalsText.ts';
import { bytesText, dateTimeText, numberText } from '../format/valueText.ts';
import { changeText } from './changeText.ts';
import { conversionNames, titleLinesText, totalRowText } from './conversionText.ts';
import { linkText, otherWarnings } from './planWarnings.ts';

/** The facts about one plan, one per line. */
export function planFacts(plan: UploadPlan): readonly string[] {
  const { check, format, input, conversion } = plan;
  const sent = checkOfSentData(plan);
  const name = sentName(input.file, conversion);
  const changes = conversionNames(conversion);
  return [
    ...(plan.target.hasDuplicateName === true ? [l10n.t('Entity ID: {0}', plainText(plan.target.entityId))] : []),
    l10n.t('Type: {0}, sent {1}', kindName(check.kind), formatName(format)),
    l10n.t('Rows: {0}', numberText(sent.rows)),
    ...(plan.fingerprint?.change === undefined
      ? []
      : [changeText(plan.fingerprint.change, plan.fingerprint.hasLastFailed)]),
    l10n.t('Columns: {0}', columnNamesText(sent.columns)),
    ...totalsLines(sent.totals ?? [], sent.rows),
    ...(check.delimiter === undefined ? [] : [l10n.t('Delimiter: {0}', delimiterName(check.delimiter))]),
    sizeText(check),
    ...(changes.length === 0 ? [] : [l10n.t('Will be converted: {0}', changes.join(', '))]),
    ...notSentTexts(plan),
    ...(name === input.file.name ? [] : [l10n.t('File name sent: {0}', plainText(name))]),
    ...(input.earlier === undefined
      ? []
      : [l10n.t('This version was uploaded on {0}.', dateTimeText(input.earlier.at))]),
    ...(input.link === undefined || input.link.leavesFolder ? [] : [linkText(input.link)]),
    ...(input.hasUnsavedChanges ? [l10n.t('Unsaved changes are included.')] : []),
    ...(input.editorEncoding === undefined
      ? []
      : [
          l10n.t(
            'The editor uses the encoding {0}. The text is sent as UTF-8.',
            editorEncodingName(input.editorEncoding),
          ),
        ]),
  ];
}

function sizeText({ byteLength, unpackedBytes }: CheckResult): string {
  return unpackedBytes === undefined
    ? l10n.t('Size: {0}', bytesText(byteLength))
    : l10n.t('Size: {0}, {1} decompressed', bytesText(byteLength), bytesText(unpackedBytes));
}

/** What is left out: lines below the table, and members of the objects of which only one is sent. */
function notSentTexts(plan: UploadPlan): readonly string[] {
  return [...linesNotSentTexts(plan), ...membersNotSentTexts(plan)];
}

function linesNotSentTexts({ check, conversion }: UploadPlan): readonly string[] {
  const footer = check.problems.find((problem) => problem.code === 'footerLines');
  if (footer === undefined || conversion.withoutTrailingLines === undefined) {
    return [];
  }
  return [l10n.t('Not sent: {0}', namesText(footer.texts, footer.rows))];
}

function membersNotSentTexts({ check, conversion }: UploadPlan): readonly string[] {
  const { fromMember, fromArrays } = conversion;
  const member = fromMember ?? fromArrays?.member;
  if (member === undefined) {
    return [];
  }
  const names = check.columns.filter((name) => name !== member && name !== fromArrays?.namesIn);
  const rows = fromArrays ?? rowsInMember(check);
  return [
    ...(names.length === 0 ? [] : [l10n.t('Not sent: {0}', namesText(names))]),
    ...(rows?.isInInnerObject === true
      ? [l10n.t('Not sent: everything in “{0}” except the rows', plainValue(member, 40))]
      : []),
  ];
}

/** The first problem of one of several files, and how many more it has; empty without problems. */
export function problemParts(plan: UploadPlan): readonly string[] {
  const lines = problemLines(plan, 1);
  return lines.length === 0 ? [] : [lines.join(' ')];
}

/**
 * The notes about one of several files that follow its number of rows. Not those that are shown for all files, nor one about a symbolic link,
 * which has a separate line.
 */
export function noteParts(plan: UploadPlan, shared: readonly string[] = []): readonly string[] {
  return [
    ...(isNoOp(plan.conversion) ? [] : [l10n.t('converted')]),
    ...titleLinesText(plan.conversion),
    ...totalRowText(plan.conversion),
    ...notSentTexts(plan),
    ...(plan.input.hasUnsavedChanges ? [l10n.t('with unsaved changes')] : []),
    ...otherWarnings(plan).filter((warning) => !shared.includes(warning)),
  ];
}

/** Up to `maxProblems` problems that remain after the conversion, blocking ones first, and the number of further problems. */
export function problemLines(plan: UploadPlan, maxProblems: number): readonly string[] {
  const remaining = remainingProblems(plan);
  const ofConversion = problemsOfConversion(plan);
  // Those that were omitted may be resolved by a conversion that changes values, and are counted again after it.
  const { listed, problemsOmitted } = listProblems(checkOfSentData(plan), [...remaining, ...ofConversion]);
  const codesOfConversion = new Set(ofConversion.map(({ code }) => code));
  const lines = listed.map((problem) => ({
    problem,
    text: codesOfConversion.has(problem.code)
      ? l10n.t('After the conversion: {0}', describeProblem(problem))
      : problemLine(problem),
  }));
  const rank = ({ problem }: (typeof lines)[number]): number => (problem.severity === 'blocking' ? 0 : 1);
  const shown = lines.toSorted((a, b) => rank(a) - rank(b)).slice(0, maxProblems);
  const more = listed.length + problemsOmitted.warning - shown.length;
  return [
    ...shown.map(({ text }) => text),
    ...(more > 0
      ? [more === 1 ? l10n.t('And 1 more problem.') : l10n.t('And {0} more problems.', numberText(more))]
      : []),
  ];
}

function columnNamesText(columns: CheckResult['columns']): string {
  return columns.length === 0 ? numberText(0) : `${numberText(columns.length)} (${namesText(columns)})`;
}
