import { l10n } from 'vscode';
import {
  checkOfSentData,
  headerChangeOf,
  sentName,
  sentTotalRowOf,
  totalRowColumnsOf,
} from '../../app/upload/uploadPlan.ts';
import type { UploadPlan } from '../../app/upload/uploadPlan.ts';
import { plainText, plainValue } from '../../base/displayText.ts';
import { MINUTE_MS } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';
import { rowsInMember } from '../../data/check/checkResult.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import { isNoOp } from '../../data/convert/conversionEffects.ts';
import { listProblems } from '../../data/check/listedProblems.ts';
import { problemsOfConversion, remainingProblems } from '../../data/convert/remainingProblems.ts';
import type { LinkTarget } from '../../data/file/linkTarget.ts';
import { delimiterName, editorEncodingName, formatName, kindName } from '../format/dataText.ts';
import { headerChangeText, namesText } from '../format/headerText.ts';
import { describeProblem, problemLine } from '../format/problemText.ts';
import { totalsLines } from '../format/totalsText.ts';
import { bytesText, dateTimeText, numberText, relativeTimes } from '../format/valueText.ts';
import { changeText } from './changeText.ts';
import { conversionNames, titleLinesText, totalRowText } from './conversionText.ts';
import { loadAnomalyTexts } from './loadAnomalyText.ts';

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
    ...(input.sentAt === undefined ? [] : [l10n.t('This is the version of {0}.', dateTimeText(input.sentAt))]),
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

/** What the user should consider before sending the file, including differences from earlier uploads. */
export function warnings(plan: UploadPlan): readonly string[] {
  const { link } = plan.input;
  return [...(link?.leavesFolder === true ? [linkText(link)] : []), ...otherWarnings(plan)];
}

/** The first problem of one of several files, and how many more it has; empty without problems. */
export function problemParts(plan: UploadPlan): readonly string[] {
  const lines = problemLines(plan, 1);
  return lines.length === 0 ? [] : [lines.join(' ')];
}

/** The warnings that apply to each of several files, so that they need not be repeated for each. */
export function sharedWarnings([first, ...others]: readonly UploadPlan[]): readonly string[] {
  const texts = others.map(otherWarnings);
  return first === undefined || others.length === 0
    ? []
    : otherWarnings(first).filter((warning) => texts.every((text) => text.includes(warning)));
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

/** All warnings except the one about a symbolic link. */
function otherWarnings(plan: UploadPlan): readonly string[] {
  const { input, target, sameContent, duplicateOf, unanswered, fingerprint } = plan;
  const headerChange = headerChangeOf(plan);
  // A warning about the same content makes the one about the same rows redundant.
  const isKnownContent = sameContent !== undefined;
  const anomalies = fingerprint?.anomalies.filter(({ kind }) => !(isKnownContent && kind === 'sameRows')) ?? [];
  return [
    ...(unanswered === undefined ? [] : [unansweredText(unanswered, { input, target })]),
    ...(target.isProposed === true ? [proposalText(target)] : []),
    ...(target.isUnlisted === true ? [unlistedText(target.entityId)] : []),
    ...(target.isInactive === true ? [l10n.t('This connection is inactive.')] : []),
    ...(sameContent === undefined ? [] : [sameContentText(sameContent)]),
    ...(duplicateOf === undefined
      ? []
      : [l10n.t('Same content as “{0}” in this upload.', plainText(duplicateOf.file.name, 80))]),
    ...(headerChange === undefined
      ? []
      : [l10n.t('Header changed since the last upload: {0}', headerChangeText(headerChange))]),
    ...totalRowTexts(plan),
    ...loadAnomalyTexts(anomalies),
  ];
}

function totalRowTexts(plan: UploadPlan): readonly string[] {
  const names = totalRowColumnsOf(plan);
  if (names.length === 0) {
    return [];
  }
  const totalRow = sentTotalRowOf(plan);
  if (totalRow === undefined) {
    return [
      l10n.t('One number is the sum of all others in {0}. The file may contain a row of totals.', namesText(names)),
    ];
  }
  // The CSV that is made of a drawn table has other lines.
  return [plan.conversion.fromDrawnTable === true ? totalsAtEndText(totalRow) : totalsInFileText(totalRow)];
}

type TotalRow = NonNullable<CheckResult['totalRow']>;

function totalsAtEndText({ rows, columns }: TotalRow): string {
  const names = namesText(columns);
  return rows === 1
    ? l10n.t('The last row may be a row of totals: it has the sum of all other rows in {0}.', names)
    : l10n.t(
        'The last {0} rows may be rows of totals: each has the sum of all rows above them in {1}.',
        numberText(rows),
        names,
      );
}

function totalsInFileText({ line, rows, columns }: TotalRow): string {
  const names = namesText(columns);
  return rows === 1
    ? l10n.t('Line {0} may be a row of totals: it has the sum of all other rows in {1}.', numberText(line), names)
    : l10n.t(
        'The {0} rows from line {1} on may be rows of totals: each has the sum of all rows above them in {2}.',
        numberText(rows),
        numberText(line),
        names,
      );
}

/** Says that no connection has the ID to which data is to be sent, or which is to be synced. */
export function unlistedText(entityId: string): string {
  return l10n.t('The account has no connection with the entity ID “{0}”.', plainText(entityId, 80));
}

function proposalText({ isByTask }: UploadPlan['target']): string {
  return isByTask === true
    ? l10n.t('A task of the workspace specifies this connection.')
    : l10n.t('The workspace settings specify this connection.');
}

/** The target of a symbolic link, in one line. */
export function linkText({ path, leavesFolder }: LinkTarget): string {
  if (path === undefined) {
    return l10n.t('The file is a symbolic link to an unknown location.');
  }
  const realPath = plainText(path, 500);
  return leavesFolder
    ? l10n.t('A symbolic link points outside the folder. The real path is “{0}”.', realPath)
    : l10n.t('Real path: {0}', realPath);
}

function unansweredText(
  { intent, newSyncId }: NonNullable<UploadPlan['unanswered']>,
  { input, target }: Pick<UploadPlan, 'input' | 'target'>,
): string {
  const ago = agoText(intent.at);
  const name = plainText(target.name, 80);
  return [
    intent.uri === input.uri
      ? l10n.t(
          'An upload of this file to “{0}” was started {1}, and it is not known whether it was accepted.',
          name,
          ago,
        )
      : l10n.t(
          'An upload of the same content to “{0}” as “{1}” was started {2}, and it is not known whether it was accepted.',
          name,
          plainText(intent.name, 80),
          ago,
        ),
    newSyncId === undefined
      ? l10n.t('The service may already have the data.')
      : l10n.t(
          'The connection shows a new job, “{0}”: the service probably has the data already.',
          plainText(newSyncId, 80),
        ),
  ].join(' ');
}

function sameContentText({ at, hasFailed }: NonNullable<UploadPlan['sameContent']>): string {
  const when = [agoText(at), dateTimeText(at)] as const;
  return hasFailed
    ? l10n.t('The same content was sent to this connection {0} ({1}), but its job failed.', ...when)
    : l10n.t('The same content was sent to this connection {0} ({1}).', ...when);
}

function agoText(at: EpochMs): string {
  const now = Date.now();
  return now - at < MINUTE_MS ? l10n.t('less than a minute ago') : relativeTimes.short(at, now);
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
