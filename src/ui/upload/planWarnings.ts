import { l10n } from 'vscode';
import { headerChangeOf, sentTotalRowOf, totalRowColumnsOf } from '../../app/upload/uploadPlan.ts';
import type { UploadPlan } from '../../app/upload/uploadPlan.ts';
import { plainText } from '../../base/displayText.ts';
import { MINUTE_MS } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';
import type { CheckResult } from '../../data/check/checkResult.ts';
import type { LinkTarget } from '../../data/file/linkTarget.ts';
import { unlistedText } from '../format/connectionText.ts';
import { headerChangeText, namesText } from '../format/headerText.ts';
import { dateTimeText, numberText, relativeTimes } from '../format/valueText.ts';
import { loadAnomalyTexts } from './loadAnomalyText.ts';

/** What the user should consider before sending the file, including differences from earlier uploads. */
export function planWarnings(plan: UploadPlan): readonly string[] {
  const { link } = plan.input;
  return [...(link?.leavesFolder === true ? [linkText(link)] : []), ...otherWarnings(plan)];
}

/** The warnings that apply to each of several files to one connection, so that they need not be repeated for each. */
export function sharedWarnings([first, ...others]: readonly UploadPlan[]): readonly string[] {
  const texts = others.map(otherWarnings);
  // With several connections, it would be unclear which one “this connection” is.
  const isOneTarget = others.every(({ target }) => target.entityId === first?.target.entityId);
  return first === undefined || others.length === 0 || !isOneTarget
    ? []
    : otherWarnings(first).filter((warning) => texts.every((text) => text.includes(warning)));
}

/** All warnings except the one about a symbolic link. */
export function otherWarnings(plan: UploadPlan): readonly string[] {
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
      l10n.t('In {0}, one number is the sum of all the others. The file may contain a total row.', namesText(names)),
    ];
  }
  // The CSV that is made of a drawn table has other lines.
  return [plan.conversion.fromDrawnTable === true ? totalsAtEndText(totalRow) : totalsInFileText(totalRow)];
}

type TotalRow = NonNullable<CheckResult['totalRow']>;

function totalsAtEndText({ rows, columns }: TotalRow): string {
  const names = namesText(columns);
  return rows === 1
    ? l10n.t('The last row may be a total row: it has the sum of all other rows in {0}.', names)
    : l10n.t(
        'The last {0} rows may be total rows: each has the sum of all rows above them in {1}.',
        numberText(rows),
        names,
      );
}

function totalsInFileText({ line, rows, columns }: TotalRow): string {
  const names = namesText(columns);
  return rows === 1
    ? l10n.t('Line {0} may be a total row: it has the sum of all other rows in {1}.', numberText(line), names)
    : l10n.t(
        'The {0} rows from line {1} on may be total rows: each has the sum of all rows above them in {2}.',
        numberText(rows),
        numberText(line),
        names,
      );
}

function proposalText({ isByTask }: UploadPlan['target']): string {
  return isByTask === true
    ? l10n.t('A task specifies this connection.')
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
      ? l10n.t('An upload of this file to “{0}” was started {1} and may have been accepted.', name, ago)
      : l10n.t(
          'An upload of the same content to “{0}” as “{1}” was started {2} and may have been accepted.',
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
    ? l10n.t('A file with the same content was sent to this connection {0} ({1}), but its job failed.', ...when)
    : l10n.t('A file with the same content was sent to this connection {0} ({1}).', ...when);
}

function agoText(at: EpochMs): string {
  const now = Date.now();
  return now - at < MINUTE_MS ? l10n.t('less than a minute ago') : relativeTimes.short(at, now);
}
