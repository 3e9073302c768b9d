import { ThemeIcon, TreeItemCollapsibleState, env, l10n } from 'vscode';
import { treeText } from '../../base/sinkText.ts';
import type { EpochMs } from '../../base/time.ts';
import type { JobDay } from '../../jobs/history/jobsByDay.ts';
import { jobDurationMs, stepState } from '../../jobs/history/jobSteps.ts';
import type { UsualDurations } from '../../jobs/history/usualDurations.ts';
import { isRunning, needsPolling } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { JobStep } from '../../model/jobStatus.ts';
import { createRow } from '../window/trees.ts';
import type { TreeRow } from '../window/trees.ts';
import { jobIcon, stepIcon } from '../format/jobIcons.ts';
import { screenReaderText } from '../format/screenReaderText.ts';
import {
  jobContextValue,
  jobDescription,
  lastingJobStatusText,
  lastingStepStatusText,
  jobName,
  stepDescription,
  stepName,
} from '../format/jobText.ts';
import { numberText } from '../format/valueText.ts';

/** A job's row. VS Code identifies rows by object, so the object is kept while the job is shown, and its job is replaced. */
export interface JobElement {
  readonly kind: 'job';
  readonly job: Job;
  /** Whether it is expanded. Decided when the row appears and when the job ends, so that no other update expands or collapses it. */
  readonly isOpen: boolean;
  /** The folder of the uploaded file if a file of another folder in the list has the same name; '' otherwise. */
  readonly folder: string;
}

export interface StepElement {
  readonly kind: 'step';
  readonly job: Job;
  readonly step: JobStep;
  readonly index: number;
}

/** The jobs that ended on one day. */
export interface DayElement {
  readonly kind: 'day';
  readonly day: JobDay;
  readonly isOpen: boolean;
}

/** Below a job that has ended without steps. */
export interface NoStepsElement {
  readonly kind: 'noSteps';
  readonly job: Job;
}

export type JobsElement = DayElement | JobElement | StepElement | NoStepsElement;

/** Durations advance every second at first, after ten seconds every five, and after two minutes every ten. */
const FIVE_SECONDS_FROM_MS = 10_000;
const TEN_SECONDS_FROM_MS = 120_000;

export function stepRows({ job }: JobElement): StepElement[] {
  return (job.status?.steps ?? []).map((step, index) => ({ kind: 'step', job, step, index }));
}

export function rowsBelow(row: JobElement): (StepElement | NoStepsElement)[] {
  const steps = stepRows(row);
  return steps.length > 0 || needsPolling(row.job) ? steps : [{ kind: 'noSteps', job: row.job }];
}

export function jobTreeItem(element: JobsElement, now: EpochMs, usual: UsualDurations): TreeRow {
  switch (element.kind) {
    case 'day':
      return dayItem(element);
    case 'job':
      return jobItem(element, shownUntil(element.job, now), usual);
    case 'step':
      return stepItem(element, shownUntil(element.job, now));
    case 'noSteps':
      return noStepsItem(element);
  }
}

/**
 * The time up to which the durations of a job and its steps are computed. It changes every few seconds only: a row that is redrawn
 * within half a second after the pointer came to rest on it gets no tooltip. VS Code also reads the steps with their job, and keeps
 * some memory for each row that it has ever read, until the window is closed.
 */
function shownUntil(job: Job, now: EpochMs): EpochMs {
  const elapsedMs = jobDurationMs(job, now) ?? 0;
  if (!isRunning(job) || elapsedMs <= FIVE_SECONDS_FROM_MS) {
    return now;
  }
  return now - (elapsedMs % (elapsedMs > TEN_SECONDS_FROM_MS ? 10_000 : 5000));
}

/** Equal if and only if the rows and their steps look the same and have the same commands. Ignores tooltips, which are created on demand. */
export function renderKey(row: DayElement | JobElement, now: EpochMs, usual: UsualDurations): string {
  if (row.kind === 'day') {
    return `${dayName(row.day)} ${row.day.jobs.length}`;
  }
  const { job, folder } = row;
  const until = shownUntil(job, now);
  const steps = stepRows(row).map(({ step }) => [step.name, stepState(job, step), stepDescription(job, step, until)]);
  return JSON.stringify([jobName(job, folder), jobContextValue(job), jobDescription(job, until, usual(job)), steps]);
}

/** Like `renderKey`, without the counts of the steps. */
export function renderKeyWithoutCounts({ job, ...row }: JobElement, now: EpochMs, usual: UsualDurations): string {
  const steps = job.status?.steps.map((step) => ({ ...step, count: undefined }));
  const uncounted = job.status && steps ? { ...job, status: { ...job.status, steps } } : job;
  return renderKey({ ...row, job: uncounted }, now, usual);
}

function jobItem({ job, isOpen, folder }: JobElement, now: EpochMs, usual: UsualDurations): TreeRow {
  const name = jobName(job, folder);
  const item = createRow(treeText(name), collapsible(isOpen));
  // VS Code keeps a row with the same ID expanded, so a job that has ended gets another ID and is collapsed.
  item.id = `${isRunning(job) ? 'job' : 'ended'}/${job.accountId}/${job.syncId}`;
  item.description = treeText(jobDescription(job, now, usual(job)));
  item.iconPath = jobIcon(job);
  item.contextValue = jobContextValue(job);
  // Without elapsed seconds, because screen readers read the selected row again whenever its label changes.
  const status = lastingJobStatusText(job, now, usual(job));
  item.accessibilityInformation = { label: treeText(screenReaderText(`${name}, ${status}`)) };
  return item;
}

function dayItem({ day, isOpen }: DayElement): TreeRow {
  const count = day.jobs.length;
  const item = createRow(treeText(dayName(day)), collapsible(isOpen));
  item.id = `day/${day.date}`;
  item.description = treeText(numberText(count));
  item.contextValue = 'day';
  item.accessibilityInformation = {
    label: treeText(
      count === 1 ? l10n.t('{0}, 1 job', dayName(day)) : l10n.t('{0}, {1} jobs', dayName(day), numberText(count)),
    ),
  };
  return item;
}

function dayName({ daysAgo, moment }: JobDay): string {
  switch (daysAgo) {
    case 0:
      return l10n.t('Today');
    case 1:
      return l10n.t('Yesterday');
    default:
      return new Intl.DateTimeFormat(env.language, { dateStyle: 'medium' }).format(moment);
  }
}

function stepItem({ job, step, index }: StepElement, now: EpochMs): TreeRow {
  const name = stepName(step);
  const item = createRow(treeText(name), TreeItemCollapsibleState.None);
  item.id = `step/${index}/${job.accountId}/${job.syncId}`;
  item.description = treeText(stepDescription(job, step, now));
  item.iconPath = stepIcon(job, step);
  item.contextValue = 'step';
  item.accessibilityInformation = {
    label: treeText(screenReaderText(`${name}, ${lastingStepStatusText(job, step, now)}`)),
  };
  return item;
}

function noStepsItem({ job }: NoStepsElement): TreeRow {
  const item = createRow(treeText(l10n.t('No steps')), TreeItemCollapsibleState.None);
  item.id = `noSteps/${job.accountId}/${job.syncId}`;
  item.iconPath = new ThemeIcon('info');
  return item;
}

/**
 * Jobs without steps are collapsible, too: a double click is recognized by what it expands and collapses, and VS Code does not expand a
 * row that becomes collapsible later.
 */
function collapsible(isOpen: boolean): TreeItemCollapsibleState {
  return isOpen ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
}
