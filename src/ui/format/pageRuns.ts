import { env } from 'vscode';
import type { EpochMs } from '../../base/time.ts';
import { jobDurationMs } from '../../jobs/history/jobSteps.ts';
import type { Run } from '../../jobs/history/runHistory.ts';
import { isRunning, jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { PageRun } from '../page/schemas.ts';
import { jobStateText } from './jobText.ts';
import { dateTimeText, timeText } from './valueText.ts';

/** Runs for the charts and the table of a page. `shown`: the job that the page is about. */
export function pageRuns(runs: readonly Run[], now: EpochMs, shown?: Job): PageRun[] {
  const date = new Intl.DateTimeFormat(env.language, { month: 'short', day: 'numeric' });
  return runs.map(({ job, startedAt, durationMs, count }) => ({
    syncId: job.syncId,
    state: jobState(job),
    stateText: jobStateText(job),
    started: dateTimeText(startedAt),
    date: date.format(startedAt),
    time: timeText(startedAt),
    durationMs: durationMs ?? null,
    elapsedMs: isRunning(job) ? (jobDurationMs(job, now) ?? null) : null,
    count: count ?? null,
    isThis: job.syncId === shown?.syncId,
  }));
}
