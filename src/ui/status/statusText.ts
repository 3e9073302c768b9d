import { l10n } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import { durationText } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';
import type { JobSummary, OneJob } from '../../jobs/history/jobSummary.ts';
import { jobDurationMs } from '../../jobs/history/stepState.ts';
import { clockText } from '../format/valueText.ts';
import { jobName, jobStateText, stepText, usualText } from '../format/jobText.ts';

/** What the status bar says. `text` is also what a screen reader says; the icon stands before it. */
export interface StatusText {
  readonly icon: string;
  readonly text: string;
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
        text: l10n.t('Offline since {0}', clockText(summary.since, now)),
        isError: false,
      };
    case 'one':
      return { icon: 'sync~spin', text: oneText(summary, now), isError: false };
    case 'many':
      return { icon: 'sync~spin', text: l10n.t('{0} jobs running', summary.runningCount), isError: false };
    case 'idle':
      return { icon: 'plug', text: plainText(workspaceName, 40), isError: false };
  }
}

function failedText({ failed }: Extract<JobSummary, { kind: 'failed' }>): string {
  return failed.length === 1
    ? l10n.t('{0} failed', plainText(jobName(failed[0]), 50))
    : l10n.t('{0} jobs failed', failed.length);
}

function withRunning(text: string, runningCount: number): string {
  return runningCount === 0 ? text : l10n.t('{0} · {1} running', text, runningCount);
}

/** "Customers: Load 1,204 · 12 s, usually 40 s". */
function oneText({ job, step, othersCount, usualMs }: OneJob, now: EpochMs): string {
  const name = plainText(jobName(job), 50);
  const where = plainText(step ? stepText(step) : jobStateText(job), 40);
  const passed = durationText(jobDurationMs(job, now) ?? 0);
  const time = [passed, usualText(usualMs)].filter(Boolean).join(', ');
  const text = l10n.t('{0}: {1} · {2}', name, where, time);
  return othersCount === 0 ? text : l10n.t('{0} (+{1} more)', text, othersCount);
}
