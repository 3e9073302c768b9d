import { l10n } from 'vscode';
import { plainText } from '../../../base/displayText.ts';
import { isUnchanged } from '../../../data/convert/conversionOffers.ts';
import type { Account } from '../../../model/account.ts';
import { blockingProblems, isBlocked } from '../uploadPlan.ts';
import type { UploadPlan } from '../uploadPlan.ts';
import { problemLine } from '../../format/problemText.ts';
import { numberText } from '../../format/valueText.ts';
import { listFiles } from './fileList.ts';
import type { FileEntry } from './fileList.ts';
import {
  accountFacts,
  countRemaining,
  linkText,
  otherWarnings,
  parcelFacts,
  problemLines,
  warnings,
} from './uploadFactsText.ts';

const SHOWN_PROBLEMS = 5;
const SHOWN_LINES = 12;

/** All that a user should know before data leaves the machine. */
export interface Review {
  readonly parcels: readonly UploadPlan[];
  /** Files that are left out, a sentence each. */
  readonly leftOut: readonly string[];
  readonly account: Account;
}

/** What is asked, or that nothing can be sent as it is, in one sentence. */
export function titleOf(parcels: readonly UploadPlan[]): string {
  const blocked = parcels.filter(isBlocked).length;
  const targets = new Set(parcels.map(({ target }) => target.name));
  const target = targets.size === 1 ? plainText([...targets][0] ?? '', 80) : undefined;
  if (parcels.length === 1) {
    return blocked > 0
      ? l10n.t('“{0}” can’t be uploaded to “{1}” as it is.', subjectOf(parcels), target ?? '')
      : l10n.t('Upload “{0}” to “{1}”?', subjectOf(parcels), target ?? '');
  }
  if (blocked > 0) {
    return l10n.t('{0} of {1} files can’t be uploaded.', blocked, parcels.length);
  }
  return target === undefined
    ? l10n.t('Upload {0} files to {1} connections?', parcels.length, targets.size)
    : l10n.t('Upload {0} files to “{1}”?', parcels.length, target);
}

/** What there is to know before answering, a line each; what keeps it from being sent comes first. */
export function detailOf({ parcels, leftOut, account }: Review): readonly string[] {
  const [first] = parcels;
  const isSingle = parcels.length === 1 && first !== undefined;
  const problems = isSingle ? problemLines(first, SHOWN_PROBLEMS) : firstOf(parcels.flatMap(blockingLine));
  const isFirst = parcels.some(isBlocked);
  const facts = isSingle
    ? [...parcelFacts(first), ...withGap(warnings(first)), ...(isFirst ? [] : withGap(problems))]
    : withGap(fileLines(parcels));
  return [...(isFirst ? [...problems, ''] : []), ...accountFacts(account), ...facts, ...withGap(firstOf(leftOut))];
}

/** The first problem that keeps one of several from being sent. */
function blockingLine({ input, check, conversion }: UploadPlan): readonly string[] {
  const [problem] = blockingProblems(check, conversion);
  return problem === undefined ? [] : [l10n.t('{0}: {1}', plainText(input.file.name, 60), problemLine(problem))];
}

function parcelLine(parcel: UploadPlan): string {
  const { input, target, check } = parcel;
  const problems = countRemaining(parcel);
  return [
    l10n.t('{0} → {1}', plainText(input.file.name, 60), plainText(target.name, 60)),
    check.rows === 1 ? l10n.t('1 row') : l10n.t('{0} rows', numberText(check.rows)),
    ...(problems === 0 ? [] : [problems === 1 ? l10n.t('1 problem') : l10n.t('{0} problems', numberText(problems))]),
    ...(isUnchanged(parcel.conversion) ? [] : [l10n.t('converted')]),
    ...(input.hasUnsavedChanges ? [l10n.t('with unsaved changes')] : []),
    ...otherWarnings(parcel),
  ].join(' · ');
}

/** Those that the user must not overlook come first: a long list is cut. Files from outside of the folder are all named. */
function fileLines(parcels: readonly UploadPlan[]): readonly string[] {
  const { lines, omitted } = listFiles(parcels.map(entryOf), SHOWN_LINES);
  return [...lines, ...moreLine(omitted)];
}

function entryOf(parcel: UploadPlan): FileEntry {
  const { link } = parcel.input;
  return {
    // A line of its own: no other text may push a path out of the line that the dialog cuts.
    lines: [parcelLine(parcel), ...(link === undefined ? [] : [linkText(link)])],
    isRequired: link?.leavesFolder === true,
    weight: parcel.unanswered === undefined ? Math.sign(warnings(parcel).length) : 2,
  };
}

/** As many lines as a dialog can show, and how many more there are. */
function firstOf(lines: readonly string[]): readonly string[] {
  return [...lines.slice(0, SHOWN_LINES), ...moreLine(lines.length - SHOWN_LINES)];
}

function moreLine(count: number): readonly string[] {
  return count > 0 ? [l10n.t('And {0} more.', numberText(count))] : [];
}

function withGap(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', ...lines];
}

/** What is reviewed. */
export function subjectOf(parcels: readonly UploadPlan[]): string {
  const [first] = parcels;
  return parcels.length === 1
    ? plainText(first?.input.file.name ?? '', 80)
    : l10n.t('{0} files', numberText(parcels.length));
}
