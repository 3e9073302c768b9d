import { l10n } from 'vscode';
import type { EpochMs } from '../../base/time.ts';
import { isUnseenFailure } from '../../jobs/history/jobSummary.ts';
import { usualDurations } from '../../jobs/history/usualDuration.ts';
import type { UsualDurations } from '../../jobs/history/usualDuration.ts';
import { isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { paragraphsTooltip } from '../window/tooltip.ts';
import type { Paragraph, Tooltip } from '../window/tooltip.ts';
import { jobInWords, jobName, stepInWords, stepName } from '../format/jobText.ts';

const MAX_JOBS = 10;
const MAX_STEPS = 6;

/** What the tooltip tells of the jobs: failed ones that were not looked at, and running ones. */
export interface ToldJobs {
  readonly first: readonly Job[];
  readonly moreCount: number;
  readonly isAnyRunning: boolean;
  readonly usual: UsualDurations;
}

export function toldJobs(jobs: readonly Job[]): ToldJobs {
  const told = jobs.filter((job) => isRunning(job) || isUnseenFailure(job));
  const first = told.slice(0, MAX_JOBS);
  const isAnyRunning = told.some(isRunning);
  return { first, moreCount: told.length - first.length, isAnyRunning, usual: usualDurations(jobs) };
}

/** Whose window this is, what is notable about it, and the jobs with their steps. */
export function statusTooltip(title: string, notes: readonly string[], jobs: ToldJobs, now: EpochMs): Tooltip {
  const { first, moreCount, usual } = jobs;
  return paragraphsTooltip(title, [
    ...notes.map((text) => ({ text })),
    ...first.map((job) => jobParagraph(job, now, usual)),
    ...(moreCount > 0 ? [{ text: l10n.t('{0} more', moreCount) }] : []),
    { text: first.length === 0 ? l10n.t('Nothing is running.') : l10n.t('Click to show the jobs.') },
  ]);
}

function jobParagraph(job: Job, now: EpochMs, usual: UsualDurations): Paragraph {
  const steps = (job.status?.steps ?? []).slice(0, MAX_STEPS);
  return {
    text: `${jobName(job)}: ${jobInWords(job, now, usual(job))}`,
    items: steps.map((step) => `${stepName(step)}: ${stepInWords(job, step, now)}`),
  };
}
