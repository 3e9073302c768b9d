import { ApiError } from '../../api/apiError.ts';
import { filterJobs } from '../../jobs/history/jobFilter.ts';
import { jobState } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { JobTracker } from '../tracking/jobTracker.ts';
import { connectionRow } from './toolConnection.ts';
import { accountRow, findConnection, requireSignedIn } from './readConnections.ts';
import type { ConnectionSource } from './readConnections.ts';
import { ToolError } from './toolError.ts';
import type { ToolInputs } from './toolInput.ts';
import { jobDetails, jobRow } from './toolJob.ts';
import { pageOf } from './toolResult.ts';
import type { ToolResult } from './toolResult.ts';

export interface JobSource extends ConnectionSource {
  readonly tracker: ConnectionSource['tracker'] & Pick<JobTracker, 'jobs'>;
  /** Requests a job that is not tracked, once; undefined if the service does not know it. Throws `ApiError`. */
  readonly lookUpJob: (syncId: string) => Promise<Job | undefined>;
}

const RECENT_JOBS = 5;

/** `listJobs`: the jobs that this extension knows, running ones first. */
export function listJobs(
  { entityId, state, ...paging }: ToolInputs['dataConnections_listJobs'],
  source: JobSource,
): ToolResult {
  const { account } = requireSignedIn(source.session);
  const now = Date.now();
  const known = filterJobs(source.tracker.jobs.sorted, { text: '', entityId });
  const found = state === undefined ? known : known.filter((job) => jobState(job) === state);
  const { rows, ...page } = pageOf(found, paging, (job) => jobRow(job, now));
  return { account: accountRow(account), jobs: rows, ...page };
}

/** `getJob`. Throws `ToolError` if neither this extension nor the service knows it, and `ApiError` if the service can't be asked. */
export async function getJob({ syncId }: ToolInputs['dataConnections_getJob'], source: JobSource): Promise<ToolResult> {
  requireSignedIn(source.session);
  const job = source.tracker.jobs.find(syncId) ?? (await source.lookUpJob(syncId));
  if (job === undefined) {
    throw new ToolError('jobNotFound', 'There is no job with this syncId. Use dataConnections_listJobs to find it.');
  }
  return { job: jobDetails(job, Date.now()) };
}

/** `getConnection`: all that is known of one connection, and why its last sync failed. */
export async function getConnection(
  { entityId }: ToolInputs['dataConnections_getConnection'],
  source: JobSource,
): Promise<ToolResult> {
  const connection = await findConnection(entityId, source);
  const now = Date.now();
  const { lastSyncId, hasError } = connection;
  const recent = source.tracker.jobs.ofConnection(entityId);
  const isKnown = recent.some(({ syncId }) => syncId === lastSyncId);
  // The list of connections does not say why.
  const failed = hasError && lastSyncId !== undefined && !isKnown ? await lookUpQuietly(lastSyncId, source) : undefined;
  return {
    connection: connectionRow(connection),
    lastFailedJob: failed && jobDetails(failed, now),
    recentJobs: recent.slice(0, RECENT_JOBS).map((job) => jobDetails(job, now)),
    moreJobs: recent.length > RECENT_JOBS ? recent.length - RECENT_JOBS : undefined,
  };
}

/** What is known of the connection is worth returning without the job. */
async function lookUpQuietly(syncId: string, { lookUpJob }: JobSource): Promise<Job | undefined> {
  try {
    return await lookUpJob(syncId);
  } catch {
    return undefined;
  }
}

/** The job if it is tracked or was looked up; otherwise its status is requested once. Throws `ApiError`. */
export async function lookUpJob(syncId: string, tracker: Pick<JobTracker, 'lookUp'>): Promise<Job | undefined> {
  const found = await tracker.lookUp(syncId, { isRetry: true });
  if (found?.kind === 'failure' && found.failure.kind !== 'notFound') {
    throw new ApiError(found.failure);
  }
  return found?.kind === 'job' ? found.job : undefined;
}
