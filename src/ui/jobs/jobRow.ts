import { TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { EpochMs } from '../../base/time.ts';
import { stepState } from '../../jobs/stepState.ts';
import { isRunning, jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { JobStep } from '../../model/jobStatus.ts';
import { jobDescription, jobInWords, jobName, stateIcon, stepDescription, stepInWords, stepName } from './jobWords.ts';

/** A job's row. The object stays the same as long as the job is shown; what it shows is replaced in it. */
export interface JobRow {
  readonly kind: 'job';
  readonly job: Job;
  /** Whether it opens by itself: decided when the row appears, so that no answer ever opens or closes it. */
  readonly isOpen: boolean;
}

export interface StepRow {
  readonly kind: 'step';
  readonly job: Job;
  readonly step: JobStep;
  readonly index: number;
}

export type JobsElement = JobRow | StepRow;

/** A hostile answer may have thousands. */
const MAX_STEPS = 100;

export function stepRows({ job }: JobRow): StepRow[] {
  return (job.status?.steps ?? []).slice(0, MAX_STEPS).map((step, index) => ({ kind: 'step', job, step, index }));
}

export function treeItemOf(element: JobsElement, now: EpochMs): TreeItem {
  return element.kind === 'job' ? jobItem(element, now) : stepItem(element, now);
}

/** Equal exactly where the rows of a job and its steps are; tooltips are made when they are asked for. */
export function lookOf(row: JobRow, now: EpochMs): string {
  const { job } = row;
  const steps = stepRows(row).map(({ step }) => [step.name, stepState(job, step), stepDescription(job, step, now)]);
  return JSON.stringify([jobName(job), jobState(job), jobDescription(job, now), steps]);
}

function jobItem({ job, isOpen }: JobRow, now: EpochMs): TreeItem {
  const item = new TreeItem(jobName(job), collapsible(job, isOpen));
  item.id = `job/${job.accountId}/${job.syncId}`;
  item.description = jobDescription(job, now);
  item.iconPath = stateIcon(jobState(job));
  item.contextValue = `job.${jobState(job)}`;
  item.accessibilityInformation = { label: `${jobName(job)}, ${jobInWords(job, now)}` };
  return item;
}

function stepItem({ job, step, index }: StepRow, now: EpochMs): TreeItem {
  const name = stepName(step);
  const item = new TreeItem(name, TreeItemCollapsibleState.None);
  item.id = `step/${index}/${job.accountId}/${job.syncId}`;
  item.description = stepDescription(job, step, now);
  item.iconPath = stateIcon(stepState(job, step));
  item.contextValue = 'step';
  item.accessibilityInformation = { label: `${name}, ${stepInWords(job, step, now)}` };
  return item;
}

/** A running job can be opened before it has steps: a row that could not be would not open by itself later. */
function collapsible(job: Job, isOpen: boolean): TreeItemCollapsibleState {
  if (!isRunning(job) && !job.status?.steps.length) {
    return TreeItemCollapsibleState.None;
  }
  return isOpen ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
}
