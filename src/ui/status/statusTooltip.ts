import { l10n } from 'vscode';
import type { EpochMs } from '../../base/time.ts';
import { isUnseenFailure } from '../../jobs/jobSummary.ts';
import { usualDurations } from '../../jobs/usualDuration.ts';
import type { UsualDurations } from '../../jobs/usualDuration.ts';
import { isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { paragraphsTooltip } from '../window/tooltip.ts';
import type { Paragraph, Tooltip } from '../window/tooltip.ts';
import { jobInWords, jobName, stepInWords, stepName } from '../jobs/jobWords.ts';

const MAX_JOBS = 10;
const MAX_STEPS = 6;

/** Whose window this is and what is notable about it; the failed jobs nobody has looked at, the running ones with their steps. */
export function statusTooltip(title: string, notes: readonly string[], jobs: readonly Job[], now: EpochMs): Tooltip {
  const told = jobs.filter((job) => isRunning(job) || isUnseenFailure(job));
  const usual = usualDurations(jobs);
  return paragraphsTooltip(title, [
    ...notes.map((text) => ({ text })),
    ...told.slice(0, MAX_JOBS).map((job) => jobParagraph(job, now, usual)),
    ...(told.length > MAX_JOBS ? [{ text: l10n.t('{0} more', told.length - MAX_JOBS) }] : []),
    { text: told.length === 0 ? l10n.t('Nothing is running.') : l10n.t('Click to show the jobs.') },
  ]);
}

function jobParagraph(job: Job, now: EpochMs, usual: UsualDurations): Paragraph {
  const steps = (job.status?.steps ?? []).slice(0, MAX_STEPS);
  return {
    text: `${jobName(job)}: ${jobInWords(job, now, usual(job))}`,
    items: steps.map((step) => `${stepName(step)}: ${stepInWords(job, step, now)}`),
  };
}
