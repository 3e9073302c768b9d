import { l10n, MarkdownString } from 'vscode';
import { literalMarkdown } from '../../base/literalMarkdown.ts';
import type { EpochMs } from '../../base/time.ts';
import { isUnseenFailure } from '../../jobs/jobSummary.ts';
import { usualDurations } from '../../jobs/usualDuration.ts';
import type { UsualDurations } from '../../jobs/usualDuration.ts';
import { isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { jobInWords, jobName, stepInWords, stepName } from '../jobs/jobWords.ts';

const MAX_JOBS = 10;
const MAX_STEPS = 6;

/** Whose window this is and what is notable about it; the failed jobs nobody has looked at, the running ones with their steps. */
export function statusTooltip(
  title: string,
  notes: readonly string[],
  jobs: readonly Job[],
  now: EpochMs,
): MarkdownString {
  const told = jobs.filter((job) => isRunning(job) || isUnseenFailure(job));
  const usual = usualDurations(jobs);
  const paragraphs = [
    `**${literalMarkdown(title)}**`,
    ...notes.map((note) => literalMarkdown(note)),
    ...told.slice(0, MAX_JOBS).map((job) => jobParagraph(job, now, usual)),
    ...(told.length > MAX_JOBS ? [literalMarkdown(l10n.t('{0} more', told.length - MAX_JOBS))] : []),
    literalMarkdown(told.length === 0 ? l10n.t('Nothing is running.') : l10n.t('Click to show the jobs.')),
  ];
  return new MarkdownString(paragraphs.join('\n\n'));
}

function jobParagraph(job: Job, now: EpochMs, usual: UsualDurations): string {
  const steps = (job.status?.steps ?? []).slice(0, MAX_STEPS);
  const lines = [
    literalMarkdown(`${jobName(job)}: ${jobInWords(job, now, usual(job))}`),
    ...steps.map((step) => `- ${literalMarkdown(`${stepName(step)}: ${stepInWords(job, step, now)}`)}`),
  ];
  return lines.join('\n');
}
