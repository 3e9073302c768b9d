import { l10n, MarkdownString } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import type { EpochMs } from '../../base/time.ts';
import { isUnseenFailure } from '../../jobs/jobSummary.ts';
import { isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { jobInWords, jobName, stepInWords } from '../jobs/jobWords.ts';
import { appendLiteral } from '../literalMarkdown.ts';

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
  const tooltip = appendLiteral(new MarkdownString().appendMarkdown('**'), title).appendMarkdown('**\n\n');
  for (const note of notes) {
    appendLiteral(tooltip, note).appendMarkdown('\n\n');
  }
  for (const job of told.slice(0, MAX_JOBS)) {
    appendJob(tooltip, job, now);
  }
  if (told.length > MAX_JOBS) {
    appendLiteral(tooltip, l10n.t('{0} more', told.length - MAX_JOBS)).appendMarkdown('\n\n');
  }
  return appendLiteral(tooltip, told.length === 0 ? l10n.t('Nothing is running.') : l10n.t('Click to show the jobs.'));
}

function appendJob(tooltip: MarkdownString, job: Job, now: EpochMs): void {
  appendLiteral(tooltip, `${jobName(job)}: ${jobInWords(job, now)}`).appendMarkdown('\n\n');
  const steps = job.status?.steps.slice(0, MAX_STEPS) ?? [];
  for (const step of steps) {
    const line = `${plainText(step.name, 60)}: ${stepInWords(job, step, now)}`;
    appendLiteral(tooltip.appendMarkdown('- '), line).appendMarkdown('\n');
  }
  tooltip.appendMarkdown(steps.length > 0 ? '\n' : '');
}
