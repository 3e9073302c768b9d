import { l10n } from 'vscode';
import { iconSafeText } from '../../base/displayText.ts';
import type { EpochMs } from '../../base/time.ts';
import type { JobSummary } from '../../jobs/jobSummary.ts';
import { clockText } from '../connections/connectionWords.ts';
import { jobName, jobStateText, stepText } from '../jobs/jobWords.ts';

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
      return { icon: 'sync~spin', text: oneText(summary), isError: false };
    case 'many':
      return { icon: 'sync~spin', text: l10n.t('{0} jobs running', summary.runningCount), isError: false };
    case 'idle':
      return { icon: 'plug', text: iconSafeText(workspaceName, 40), isError: false };
  }
}

function failedText({ failed }: Extract<JobSummary, { kind: 'failed' }>): string {
  return failed.length === 1
    ? l10n.t('{0} failed', iconSafeText(jobName(failed[0]), 50))
    : l10n.t('{0} jobs failed', failed.length);
}

function withRunning(text: string, runningCount: number): string {
  return runningCount === 0 ? text : l10n.t('{0} · {1} running', text, runningCount);
}

function oneText({ job, step, othersCount }: Extract<JobSummary, { kind: 'one' }>): string {
  const name = iconSafeText(jobName(job), 50);
  const where = iconSafeText(step ? stepText(step) : jobStateText(job), 40);
  const text = l10n.t('{0}: {1}', name, where);
  return othersCount === 0 ? text : l10n.t('{0} (+{1} more)', text, othersCount);
}
