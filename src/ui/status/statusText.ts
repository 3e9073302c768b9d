import { l10n } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import { durationText } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';
import type { Jobs } from '../../jobs/history/jobCollection.ts';
import type { JobSummary, OneJob } from '../../jobs/history/jobSummary.ts';
import { jobDurationMs } from '../../jobs/history/jobSteps.ts';
import type { UsualDurations } from '../../jobs/history/usualDurations.ts';
import type { Job } from '../../model/job.ts';
import {
  lastingJobStatusText,
  lastingStepStatusText,
  sinceText,
  jobName,
  jobStateText,
  stepName,
  stepText,
  usualText,
} from '../format/jobText.ts';
import { clockText, numberText } from '../format/valueText.ts';
import { paragraphsTooltip } from '../window/tooltip.ts';
import type { Paragraph, Tooltip } from '../window/tooltip.ts';

/** The text of the status bar item and its icon. */
export interface StatusText {
  readonly icon: string;
  readonly text: string;
  /** The text for screen readers, if it differs. It doesn't change as time passes, because every change would be read out. */
  readonly accessibilityLabel?: string;
  readonly isError: boolean;
}

export function statusText(summary: JobSummary, workspaceName: string, now: EpochMs): StatusText {
  switch (summary.kind) {
    case 'failed':
      return { icon: 'error', text: withRunning(failedText(summary), summary.runningCount), isError: true };
    case 'noAccess':
      return { icon: 'key', text: l10n.t('Sign in again'), isError: false };
    case 'offline':
      return {
        icon: 'debug-disconnect',
        text: l10n.t('Unreachable since {0}', clockText(summary.since, now)),
        isError: false,
      };
    case 'one':
      return {
        icon: 'sync~spin',
        text: oneText(summary, durationText(jobDurationMs(summary.job, now) ?? 0)),
        accessibilityLabel: oneText(summary, sinceText(summary.job, now)),
        isError: false,
      };
    case 'many':
      return { icon: 'sync~spin', text: l10n.t('{0} jobs running', numberText(summary.runningCount)), isError: false };
    case 'idle':
      return { icon: 'plug', text: plainText(workspaceName, 40), isError: false };
  }
}

function failedText({ failed }: Extract<JobSummary, { kind: 'failed' }>): string {
  return failed.length === 1
    ? l10n.t('{0} failed', plainText(jobName(failed[0]), 50))
    : l10n.t('{0} jobs failed', numberText(failed.length));
}

function withRunning(text: string, runningCount: number): string {
  return runningCount === 0 ? text : l10n.t('{0} · {1} running', text, numberText(runningCount));
}

/** "Customers: Load 1,204 · 12 s, usually 40 s". */
function oneText({ job, step, othersCount, usualMs }: OneJob, elapsed: string): string {
  const name = plainText(jobName(job), 50);
  const where = plainText(step ? stepText(step) : jobStateText(job), 40);
  const time = [elapsed, usualText(usualMs)].filter(Boolean).join(', ');
  const text = l10n.t('{0}: {1} · {2}', name, where, time);
  return othersCount === 0 ? text : l10n.t('{0} (+{1} more)', text, numberText(othersCount));
}

const MAX_JOBS = 10;
const MAX_STEPS = 6;

/** The jobs in the tooltip: unseen failures and running jobs. */
interface TooltipJobs {
  readonly first: readonly Job[];
  readonly moreCount: number;
  readonly usual: UsualDurations;
}

export function tooltipJobs({ sorted, runningCount, unseenFailures, usual }: Jobs): TooltipJobs {
  // Running jobs are sorted first.
  const running = sorted.slice(0, Math.min(runningCount, MAX_JOBS));
  const first = [...running, ...unseenFailures.slice(0, MAX_JOBS - running.length)];
  const moreCount = runningCount + unseenFailures.length - first.length;
  return { first, moreCount, usual };
}

/**
 * The account as the title, notes about it, and the jobs with their steps. Doesn't change as time passes, because VS Code redraws a
 * changed tooltip.
 */
export function statusTooltip(
  title: string,
  warnings: readonly string[],
  jobs: TooltipJobs,
  { now, needsSignIn }: { readonly now: EpochMs; readonly needsSignIn: boolean },
): Tooltip {
  const { first, moreCount, usual } = jobs;
  return paragraphsTooltip(title, [
    ...warnings.map((text) => ({ text })),
    ...first.map((job) => jobParagraph(job, now, usual)),
    ...(moreCount > 0 ? [{ text: l10n.t('{0} more', numberText(moreCount)) }] : []),
    { text: needsSignIn ? l10n.t('Click to sign in again.') : jobsHint(first.length > 0) },
  ]);
}

function jobsHint(hasJobs: boolean): string {
  return hasJobs ? l10n.t('Click to show jobs.') : l10n.t('No jobs are running.');
}

function jobParagraph(job: Job, now: EpochMs, usual: UsualDurations): Paragraph {
  const steps = (job.status?.steps ?? []).slice(0, MAX_STEPS);
  return {
    text: `${jobName(job)} · ${lastingJobStatusText(job, now, usual(job))}`,
    items: steps.map((step) => `${stepName(step)}: ${lastingStepStatusText(job, step, now)}`),
  };
}
