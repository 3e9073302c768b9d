import { l10n } from 'vscode';
import { plainText } from '../../../base/displayText.ts';
import { isUnchanged } from '../../../data/conversionOffers.ts';
import type { Account } from '../../../model/account.ts';
import type { Parcel } from '../parcel.ts';
import { numberText } from '../uploadWords.ts';
import { accountFacts, countRemaining, parcelFacts, problemLines, warnings } from './reviewWords.ts';

const SHOWN_PROBLEMS = 5;
const SHOWN_FILES = 12;

/** All that a user should know before data leaves the machine. */
export interface Review {
  readonly parcels: readonly Parcel[];
  /** Files that are left out, a sentence each. */
  readonly leftOut: readonly string[];
  readonly account: Account;
}

/** What is asked, in one sentence. */
export function titleOf(parcels: readonly Parcel[]): string {
  const targets = new Set(parcels.map(({ target }) => target.name));
  const target = targets.size === 1 ? plainText([...targets][0] ?? '', 80) : undefined;
  if (parcels.length === 1) {
    return l10n.t('Upload “{0}” to “{1}”?', subjectOf(parcels), target ?? '');
  }
  return target === undefined
    ? l10n.t('Upload {0} files to {1} connections?', parcels.length, targets.size)
    : l10n.t('Upload {0} files to “{1}”?', parcels.length, target);
}

/** What there is to know before answering, a line each. */
export function detailOf({ parcels, leftOut, account }: Review): readonly string[] {
  const [first] = parcels;
  const facts =
    parcels.length === 1 && first !== undefined
      ? [...parcelFacts(first), ...withGap(warnings(first)), ...withGap(problemLines(first, SHOWN_PROBLEMS))]
      : withGap(firstOf(parcels.map(parcelLine)));
  return [...accountFacts(account), ...facts, ...withGap(firstOf(leftOut))];
}

function parcelLine(parcel: Parcel): string {
  const { input, target, check } = parcel;
  const problems = countRemaining(parcel);
  return [
    l10n.t('{0} → {1}', plainText(input.file.name, 60), plainText(target.name, 60)),
    check.rows === 1 ? l10n.t('1 row') : l10n.t('{0} rows', numberText(check.rows)),
    ...(problems === 0 ? [] : [problems === 1 ? l10n.t('1 problem') : l10n.t('{0} problems', numberText(problems))]),
    ...(isUnchanged(parcel.conversion) ? [] : [l10n.t('converted')]),
    ...(input.hasUnsavedChanges ? [l10n.t('with unsaved changes')] : []),
    ...warnings(parcel),
  ].join(' · ');
}

/** As many lines as a dialog has room for, and how many more there are. */
function firstOf(lines: readonly string[]): readonly string[] {
  const others = lines.length - SHOWN_FILES;
  return others > 0 ? [...lines.slice(0, SHOWN_FILES), l10n.t('And {0} more.', numberText(others))] : lines;
}

function withGap(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', ...lines];
}

/** What is reviewed. */
export function subjectOf(parcels: readonly Parcel[]): string {
  const [first] = parcels;
  return parcels.length === 1
    ? plainText(first?.input.file.name ?? '', 80)
    : l10n.t('{0} files', numberText(parcels.length));
}
