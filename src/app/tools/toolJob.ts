import { plainText } from '../../base/displayText.ts';
import { isoTime } from '../../base/time.ts';
import type { EpochMs } from '../../base/time.ts';
import { jobDurationMs, stepState } from '../../jobs/history/jobSteps.ts';
import { isRunning, jobEndedAt, jobStartedAt, jobState } from '../../model/job.ts';
import type { Job, JobState } from '../../model/job.ts';
import type { JobStep } from '../../model/jobStatus.ts';
import type { ToolResult } from './toolResult.ts';

/** The states of jobs. `finished`: ended with an unknown outcome; `lost`: no longer tracked. */
export const TOOL_JOB_STATES = [
  'running',
  'succeeded',
  'failed',
  'finished',
  'lost',
] as const satisfies readonly JobState[];

const MAX_STEPS = 20;

/** A job as data, in one row of a list. */
export function jobRow(job: Job, now: EpochMs): ToolResult {
  const { syncId, entityId, entityName, kind, origin, status, source, startMessage } = job;
  const durationMs = jobDurationMs(job, now);
  return {
    syncId,
    entityId,
    connection: plainText(entityName) || undefined,
    kind,
    startedBy: origin === 'started' ? 'thisExtension' : 'elsewhere',
    state: jobState(job),
    status: status === undefined ? undefined : plainText(status.status, 60),
    message: plainText(status?.message ?? startMessage, 300) || undefined,
    startedAt: isoTime(jobStartedAt(job)),
    endedAt: isRunning(job) ? undefined : isoTime(jobEndedAt(job)),
    durationSeconds: durationMs === undefined ? undefined : Math.round(durationMs / 100) / 10,
    file:
      source === undefined ? undefined : { name: plainText(source.name), rows: source.rows, bytes: source.byteLength },
  };
}

/** A job with its steps. */
export function jobDetails(job: Job, now: EpochMs): ToolResult {
  const steps = job.status?.steps ?? [];
  return {
    ...jobRow(job, now),
    steps: steps.slice(0, MAX_STEPS).map((step) => stepRow(job, step)),
    moreSteps: steps.length > MAX_STEPS ? steps.length - MAX_STEPS : undefined,
    lastResponseAt: isoTime(job.receivedAt),
  };
}

function stepRow(job: Job, step: JobStep): ToolResult {
  return {
    name: plainText(step.name, 60),
    state: stepState(job, step),
    status: plainText(step.status, 60),
    message: plainText(step.message) || undefined,
    count: step.count,
    startedAt: isoTime(step.startedAt),
    completedAt: isoTime(step.completedAt),
  };
}
