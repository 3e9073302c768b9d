import { l10n, window } from 'vscode';
import { notificationText, plainText } from '../../../base/displayText.ts';
import { isUnchanged } from '../../../data/conversionOffers.ts';
import type { Account } from '../../../model/account.ts';
import { canConvert, chooseConversions } from './chooseConversions.ts';
import { goToProblem } from '../problems/goToProblem.ts';
import { blockingProblems } from '../parcel.ts';
import type { Parcel } from '../parcel.ts';
import type { ReadOnlyDocuments } from '../readOnlyDocuments.ts';
import { reviewText } from './reviewText.ts';
import { accountFacts, parcelFacts, problemLines, warnings } from './reviewWords.ts';
import { numberText } from '../uploadWords.ts';

const SHOWN_PROBLEMS = 5;
const SHOWN_FILES = 12;

/** All that a user should know before data leaves the machine. */
export interface Review {
  readonly parcels: readonly Parcel[];
  /** Files that are left out, a sentence each. */
  readonly leftOut: readonly string[];
  readonly account: Account;
}

/**
 * Shows what would be sent where, lets the user look at it and choose conversions, and resolves to what they agreed to
 * send; undefined: nothing. While they look at the rows, the question waits at the window's top instead of its middle.
 */
export async function reviewUpload(
  { parcels: proposed, leftOut, account }: Review,
  documents: ReadOnlyDocuments,
): Promise<readonly Parcel[] | undefined> {
  let parcels = proposed;
  let isShown = false;
  for (;;) {
    const choice = isShown ? await askBesideRows(parcels) : await ask({ parcels, leftOut, account });
    switch (choice) {
      case 'send':
        return parcels;
      case 'convert':
        parcels = await chooseConversions(parcels);
        isShown = false;
        break;
      case 'show': {
        const text = await reviewText(parcels, account);
        await documents.show(l10n.t('Review of {0}', nameOf(parcels)), text, { isBeside: false });
        isShown = true;
        break;
      }
      case 'go':
        await goToFirstProblem(parcels);
        return undefined;
      case undefined:
        return undefined;
    }
  }
}

type Choice = 'send' | 'convert' | 'show' | 'go';

async function ask(review: Review): Promise<Choice | undefined> {
  const { parcels } = review;
  const buttons = buttonsFor(parcels).map(({ id, title }) => ({ id, title }));
  const title = notificationText(titleOf(parcels));
  const isWarning = parcels.some((parcel) => parcel.check.problems.length > 0 || warnings(parcel).length > 0);
  const show = isWarning ? window.showWarningMessage : window.showInformationMessage;
  return (await show(title, { modal: true, detail: detailOf(review) }, ...buttons))?.id;
}

/** Stays where it is until it is answered, and leaves the editors free to be scrolled and compared. */
async function askBesideRows(parcels: readonly Parcel[]): Promise<Choice | undefined> {
  const items = buttonsFor(parcels).map(({ id, title }) => ({ id, label: title }));
  const cancel = { id: undefined, label: l10n.t('Cancel') };
  const chosen = await window.showQuickPick([...items.filter(({ id }) => id !== 'show'), cancel], {
    title: plainText(titleOf(parcels)),
    placeHolder: l10n.t('Look at the rows, then choose'),
    ignoreFocusOut: true,
  });
  return chosen?.id;
}

function buttonsFor(parcels: readonly Parcel[]): readonly { readonly id: Choice; readonly title: string }[] {
  const canSend = parcels.every(({ check, conversion }) => blockingProblems(check, conversion).length === 0);
  const isConverted = parcels.some(({ conversion }) => !isUnchanged(conversion));
  const hasProblem = parcels.some(({ check }) => check.problems.length > 0);
  return [
    ...(canSend ? [{ id: 'send', title: isConverted ? l10n.t('Convert and Upload') : l10n.t('Upload') } as const] : []),
    { id: 'show', title: l10n.t('Show First Rows') },
    ...(canConvert(parcels) ? [{ id: 'convert', title: l10n.t('Convert…') } as const] : []),
    ...(hasProblem && parcels.length === 1 ? [{ id: 'go', title: l10n.t('Go to Problem') } as const] : []),
  ];
}

function titleOf(parcels: readonly Parcel[]): string {
  const targets = new Set(parcels.map(({ target }) => target.name));
  const target = targets.size === 1 ? plainText([...targets][0] ?? '', 80) : undefined;
  if (parcels.length === 1) {
    return l10n.t('Upload “{0}” to “{1}”?', nameOf(parcels), target ?? '');
  }
  return target === undefined
    ? l10n.t('Upload {0} files to {1} connections?', parcels.length, targets.size)
    : l10n.t('Upload {0} files to “{1}”?', parcels.length, target);
}

function detailOf({ parcels, leftOut, account }: Review): string {
  const [first] = parcels;
  const facts =
    parcels.length === 1 && first !== undefined
      ? [...parcelFacts(first), ...withGap(warnings(first)), ...withGap(problemLines(first, SHOWN_PROBLEMS))]
      : ['', ...parcels.slice(0, SHOWN_FILES).map(parcelLine), ...moreFiles(parcels.length - SHOWN_FILES)];
  return [...accountFacts(account), ...facts, ...withGap(leftOut.slice(0, SHOWN_FILES))].join('\n');
}

function parcelLine(parcel: Parcel): string {
  const { input, target, check } = parcel;
  const problems = check.problems.length + check.problemsOmitted.warning;
  return [
    l10n.t('{0} → {1}', plainText(input.file.name, 60), plainText(target.name, 60)),
    l10n.t('{0} rows', numberText(check.rows)),
    ...(problems === 0 ? [] : [l10n.t('{0} problems', numberText(problems))]),
    ...(isUnchanged(parcel.conversion) ? [] : [l10n.t('converted')]),
    ...(input.hasUnsavedChanges ? [l10n.t('with unsaved changes')] : []),
    ...warnings(parcel),
  ].join(' · ');
}

function moreFiles(count: number): readonly string[] {
  return count > 0 ? [l10n.t('And {0} more.', numberText(count))] : [];
}

function withGap(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', ...lines];
}

function nameOf([first]: readonly Parcel[]): string {
  return plainText(first?.input.file.name ?? '', 80);
}

async function goToFirstProblem([first]: readonly Parcel[]): Promise<void> {
  const [problem] = first?.check.problems ?? [];
  if (first !== undefined && problem !== undefined) {
    await goToProblem(first.input.uri, problem);
  }
}
