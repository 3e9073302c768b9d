import { l10n } from 'vscode';
import type { SkippedFile } from '../../app/upload/uploadInput.ts';
import { checkOfSentData } from '../../app/upload/uploadPlan.ts';
import type { UploadPlan } from '../../app/upload/uploadPlan.ts';
import type { UploadReview } from '../../app/upload/uploadPrompts.ts';
import { plainText } from '../../base/displayText.ts';
import { blockingProblems, isBlocked } from '../../data/convert/remainingProblems.ts';
import { accountFacts } from '../format/accountText.ts';
import { problemLineOf } from '../format/problemText.ts';
import { bytesText, numberText, rowsText } from '../format/valueText.ts';
import { fileLabels, fileOf, filesOf, pathFacts } from './fileLabels.ts';
import type { FileLabel } from './fileLabels.ts';
import { listFiles } from './fileList.ts';
import type { FileEntry } from './fileList.ts';
import { noteParts, planFacts, problemLines, problemParts } from './planText.ts';
import { linkText, planWarnings, sharedWarnings } from './planWarnings.ts';
import { skippedText } from './uploadErrorText.ts';

const SHOWN_PROBLEMS = 5;
const SHOWN_LINES = 12;

/** One sentence that asks whether to upload, or says what can't be uploaded. */
export function reviewTitle({ plans, skipped }: Pick<ReviewSubject, 'plans' | 'skipped'>): string {
  const blocked = plans.filter(isBlocked).length;
  // Two connections can have the same name.
  const targetIds = new Set(plans.map(({ target }) => target.entityId));
  const target = targetIds.size === 1 ? plainText(plans[0]?.target.name ?? '', 80) : undefined;
  if (plans.length === 1) {
    return blocked > 0
      ? l10n.t('“{0}” can’t be uploaded to “{1}” as it is.', fileNameOrCount(plans), target ?? '')
      : l10n.t('Upload “{0}” to “{1}”?', fileNameOrCount(plans), target ?? '');
  }
  if (blocked > 0) {
    return l10n.t('{0} of {1} files can’t be uploaded.', blocked, plans.length);
  }
  if (skipped.length > 0) {
    const counts = [plans.length, plans.length + skipped.length] as const;
    return target === undefined
      ? l10n.t('Upload {0} of {1} files?', ...counts)
      : l10n.t('Upload {0} of {1} files to “{2}”?', ...counts, target);
  }
  return target === undefined
    ? l10n.t('Upload {0} files to {1} connections?', plans.length, targetIds.size)
    : l10n.t('Upload {0} files to “{1}”?', plans.length, target);
}

/** What a review is about. */
export type ReviewSubject = Pick<UploadReview, 'plans' | 'skipped' | 'account' | 'isFirstOnSave'>;

/**
 * What a user should know before data leaves the machine, one fact per line. Blocking problems come first. Other problems and warnings are
 * right below the account, so that they can be seen in a small window.
 *
 * @param hasPath false if the path of the file is already shown.
 */
export function reviewLines(
  { plans, skipped, account, isFirstOnSave = false }: ReviewSubject,
  { hasPath = true } = {},
): readonly string[] {
  const [plan, ...otherPlans] = plans;
  const files = filesOf(plans, skipped);
  const label = fileLabels(files);
  const skippedLines = withGap(firstOf(skipped.map((file) => skippedLine(file, label))));
  const { problems, facts } =
    plan !== undefined && otherPlans.length === 0
      ? detailOfOne(plan, skippedLines)
      : detailOfSeveral(plans, skippedLines, label);
  return [
    ...(plans.some(isBlocked) ? [...problems, ''] : []),
    ...(hasPath ? pathFacts(files) : []),
    ...accountFacts(account),
    ...facts,
    ...(isFirstOnSave ? ['', l10n.t('From now on, the file will be uploaded each time you save it.')] : []),
  ];
}

interface ReviewDetail {
  /** Shown first if they prevent the upload. */
  readonly problems: readonly string[];
  /** Shown below the account. */
  readonly facts: readonly string[];
}

function detailOfOne(plan: UploadPlan, skippedLines: readonly string[]): ReviewDetail {
  const problems = problemLines(plan, SHOWN_PROBLEMS);
  const notes = [...withGap(planWarnings(plan)), ...(isBlocked(plan) ? [] : withGap(problems))];
  const gap = notes.length === 0 ? [] : [''];
  return { problems, facts: [...notes, ...gap, ...planFacts(plan), ...skippedLines] };
}

function detailOfSeveral(
  plans: readonly UploadPlan[],
  skippedLines: readonly string[],
  label: FileLabel,
): ReviewDetail {
  const shared = sharedWarnings(plans);
  return {
    problems: firstOf(plans.flatMap((plan) => blockingLine(plan, label))),
    facts: [totalText(plans), ...withGap(shared), ...skippedLines, ...withGap(fileLines(plans, label, shared))],
  };
}

function totalText(plans: readonly UploadPlan[]): string {
  const bytes = plans.reduce((sum, { check }) => sum + check.byteLength, 0);
  return l10n.t('Size: {0} in total', bytesText(bytes));
}

/** The first blocking problem of one of several files. */
function blockingLine(plan: UploadPlan, label: FileLabel): readonly string[] {
  const name = label(fileOf(plan));
  const [problem] = blockingProblems(plan);
  if (problem !== undefined) {
    return [problemLineOf(name, problem)];
  }
  return isBlocked(plan) ? [l10n.t('{0}: {1}', plainText(name, 60), problemLines(plan, 1)[0] ?? '')] : [];
}

function skippedLine(file: SkippedFile, label: FileLabel): string {
  return l10n.t('“{0}” is skipped. {1}', label(file, 60), skippedText(file));
}

function planLine(plan: UploadPlan, label: FileLabel, notes: readonly string[]): string {
  const { rows } = checkOfSentData(plan);
  return [l10n.t('{0} → {1}', label(fileOf(plan), 60), targetLabel(plan.target)), rowsText(rows), ...notes].join(' · ');
}

/** The name of a connection, with its ID if another one has the same name. */
function targetLabel({ name, entityId, hasDuplicateName }: UploadPlan['target']): string {
  const label = plainText(name, 60);
  return hasDuplicateName === true ? l10n.t('{0} ({1})', label, plainText(entityId, 60)) : label;
}

/**
 * The lines about the files. Those with problems or warnings of their own come first, because a long list is truncated. Files outside the
 * folder are always listed.
 */
function fileLines(plans: readonly UploadPlan[], label: FileLabel, shared: readonly string[]): readonly string[] {
  const entries = plans.map((plan) => entryOf(plan, label, shared));
  const { lines, omitted } = listFiles(entries, SHOWN_LINES);
  return [...lines, ...moreLine(omitted)];
}

function entryOf(plan: UploadPlan, label: FileLabel, shared: readonly string[]): FileEntry {
  const { link } = plan.input;
  // Problems that block an upload are listed before the files.
  const notes = [...(isBlocked(plan) ? [] : problemParts(plan)), ...noteParts(plan, shared)];
  const isRemarkable = link?.leavesFolder === true || isBlocked(plan) || notes.length > 0;
  return {
    // The path has a separate line, because dialogs truncate long lines.
    lines: [planLine(plan, label, notes), ...(link === undefined ? [] : [linkText(link)])],
    isRequired: link?.leavesFolder === true,
    weight: plan.unanswered === undefined ? Number(isRemarkable) : 2,
  };
}

/** As many lines as a dialog can show, and the number of further lines. */
function firstOf(lines: readonly string[]): readonly string[] {
  return [...lines.slice(0, SHOWN_LINES), ...moreLine(lines.length - SHOWN_LINES)];
}

function moreLine(count: number): readonly string[] {
  return count <= 0
    ? []
    : [count === 1 ? l10n.t('And 1 more file.') : l10n.t('And {0} more files.', numberText(count))];
}

/** The lines after an empty one. */
function withGap(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', ...lines];
}

/** The file name, or the number of files. */
export function fileNameOrCount(plans: readonly UploadPlan[]): string {
  const [first] = plans;
  return plans.length === 1
    ? plainText(first?.input.file.name ?? '', 80)
    : l10n.t('{0} files', numberText(plans.length));
}
