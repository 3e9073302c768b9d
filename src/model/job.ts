import type { MonotonicMs } from '../base/monotonicClock.ts';
import type { EpochMs } from '../base/time.ts';
import type { KeptTotals } from './columnTotals.ts';
import { isSecretRefused } from './failure.ts';
import type { Failure } from './failure.ts';
import { jobPhase } from './jobStatus.ts';
import type { JobPhase, JobStatus } from './jobStatus.ts';
import type { HeaderChange } from './upload.ts';

export type JobKind = 'sync' | 'upload';

/** `started` by the user in this extension; `adopted` if found running (started by a schedule, another user or tool). */
export type JobOrigin = 'started' | 'adopted';

/** The data that an upload job sent. */
export interface UploadedSource {
  readonly name: string;
  readonly rows: number | undefined;
  readonly byteLength: number;
  /** The control totals of what was sent. */
  readonly totals?: readonly KeptTotals[] | undefined;
  /** The URI it was read from. */
  readonly uri?: string | undefined;
  /** How its header differed from that of the upload before it. */
  readonly headerChange?: HeaderChange | undefined;
}

/** How often the service has refused a job's status, or responded without one, since its last status. */
export interface Refusals {
  readonly count: number;
  readonly since: MonotonicMs;
}

/**
 * Why a job is no longer polled although the service knows it: the service keeps refusing its status (4xx) or responding
 * without one, or the job has been running for days.
 */
export type LostReason = 'refused' | 'noStatus' | 'tooOld';

/** What is known from the polls of a job so far, for the window that polls it next. */
export interface PollState {
  readonly attempts: number;
  readonly failuresInARow: number;
  readonly notFoundCount: number;
  readonly notFoundSince: MonotonicMs | undefined;
  readonly refusals?: Refusals | undefined;
  /** When the last poll that settled was sent. */
  readonly sentAt: MonotonicMs | undefined;
  /** When that poll settled, or when the first one was scheduled; undefined if the next one is due at `nextPollAt`, focused or not. */
  readonly settledAt: MonotonicMs | undefined;
  /** When a poll was requested earlier than planned; undefined once a later poll has settled. */
  readonly earlyPollRequestedAt?: MonotonicMs | undefined;
  /** When the job started, as far as known. */
  readonly runningSince: MonotonicMs | undefined;
}

/** A change of a job's status or current step, as it was learned from the service. */
export interface StatusChange {
  /** When it was learned, by this machine's clock. */
  readonly at: EpochMs;
  /** The service's status; '' for the response that started the job. */
  readonly status: string;
  /** The name of the current step. */
  readonly step: string | undefined;
  readonly requestId: string | undefined;
}

/**
 * For a job whose end is known only from the list of connections. `pending`: its final status, with steps and counts, is
 * still to be requested. `only`: the service has no such status. `refuted`: according to it, the job is still running.
 */
export type ListedEnd = 'pending' | 'only' | 'refuted';

/** What identifies a job on this machine. */
export type JobKey = Pick<Job, 'accountId' | 'syncId'>;

/** A sync or an upload, tracked from the moment the service returned its ID. */
export interface Job {
  readonly accountId: string;
  readonly syncId: string;
  readonly entityId: string;
  /** The name of its connection, or its ID while the name is not known; see `isUnnamed`. */
  readonly entityName: string;
  readonly kind: JobKind;
  readonly origin: JobOrigin;
  /** When it became known, by this machine's clock. */
  readonly knownSince: EpochMs;
  /** The service's message when it started the job; '' for an adopted one. */
  readonly startMessage: string;
  readonly source: UploadedSource | undefined;
  /** The latest status. Has no steps and message if `listedEnd` is `pending` or `only`. */
  readonly status: JobStatus | undefined;
  /** When that status was received, by this machine's clock. */
  readonly receivedAt: EpochMs | undefined;
  readonly listedEnd?: ListedEnd | undefined;
  /** When to poll next. Undefined for an ended job; for a running one, it means at once. */
  readonly nextPollAt: MonotonicMs | undefined;
  /** Why the last poll failed; undefined after a successful one. */
  readonly failure: Failure | undefined;
  /** Whether the service no longer knows the job (three 404s over at least half a minute); otherwise see `lostReason`. Not a failure. */
  readonly isLost: boolean;
  readonly lostReason?: LostReason | undefined;
  /** Whether the user has been shown a failed outcome. */
  readonly isSeen: boolean;
  /** The service's IDs of the request that returned the latest status. */
  readonly requestId?: string | undefined;
  readonly correlationId?: string | undefined;
  /** The ID of the window that started it. */
  readonly startedIn?: string | undefined;
  /** The ID of the command that started it together with others, whose outcomes are announced as one. */
  readonly batch?: string | undefined;
  /** When a window claimed the announcement of the outcome. */
  readonly announcedAt?: EpochMs | undefined;
  /** Whether another job was started in its place. */
  readonly isRetried?: boolean | undefined;
  readonly pollState?: PollState | undefined;
}

/** What is known of a job when it is started or found; the rest may be left out. */
type NewJob = Pick<Job, 'accountId' | 'syncId' | 'entityId' | 'entityName' | 'kind' | 'origin' | 'knownSince'> &
  Partial<Job>;

/** A job without a response so far, due to be polled at once. */
export function newJob(job: NewJob): Job {
  return {
    startMessage: '',
    source: undefined,
    status: undefined,
    receivedAt: undefined,
    nextPollAt: undefined,
    failure: undefined,
    isLost: false,
    isSeen: false,
    ...job,
  };
}

/** Makes a known job the one that the user started: a window may have adopted it before the request to start it got a response. */
export function asStarted(known: Job, started: Job): Job {
  if (known.startedIn !== undefined) {
    return known;
  }
  return { ...known, ...startDetails(started), isSeen: started.isSeen };
}

/** What is known of a job since it was started. */
export function startDetails(job: Job): Partial<Job> {
  const { entityId, entityName, kind, origin, startMessage, source, startedIn, batch } = job;
  return {
    entityId,
    entityName,
    kind,
    origin,
    startMessage,
    source,
    startedIn,
    ...(batch !== undefined && { batch }),
  };
}

/** A job's state as shown in rows, notifications and the status bar. */
export type JobState = JobPhase | 'lost';

export function jobState(job: Job): JobState {
  if (job.isLost) {
    return 'lost';
  }
  return job.status === undefined ? 'running' : jobPhase(job.status);
}

export function isRunning(job: Job): boolean {
  return jobState(job) === 'running';
}

/** Whether it is not polled, because the service does not accept the account's secret: whether it still runs is not known. */
export function awaitsSignIn(job: Job): boolean {
  return isRunning(job) && isSecretRefused(job.failure);
}

/** Whether the job still needs to be polled: while it runs, and until its final status is known. */
export function needsPolling(job: Job): boolean {
  return isRunning(job) || isFinalStatusPending(job);
}

/** Whether the job has ended according to the list of connections, and its final status is still to be requested. */
export function isFinalStatusPending({ listedEnd }: Job): boolean {
  return listedEnd === 'pending';
}

/** When the job started: as the service reported, else when it became known. */
export function jobStartedAt(job: Job): EpochMs {
  return job.status?.startedAt ?? job.knownSince;
}

/** When an ended job ended: as the service reported, else when this machine learned of it. */
export function jobEndedAt(job: Job): EpochMs {
  return job.status?.completedAt ?? job.receivedAt ?? job.knownSince;
}

/**
 * Whether another job can be started in its place: once, for a sync that failed or whose outcome is unknown, and for an upload that
 * failed. An upload whose outcome is unknown may have been loaded. The connection of a job that was opened from a link may be unknown.
 */
export function canRetry(job: Job): boolean {
  const state = jobState(job);
  return (
    job.entityId !== '' && job.isRetried !== true && (state === 'failed' || (state === 'lost' && job.kind === 'sync'))
  );
}

/** Whether it is an upload that failed, of a file that is known. */
export function isFailedUpload(job: Job): boolean {
  return job.kind === 'upload' && job.source?.uri !== undefined && jobState(job) === 'failed';
}

/** Whether a job started here has failed and has not been seen. */
export function isUnseenFailure(job: Job): boolean {
  return job.origin === 'started' && !job.isSeen && jobState(job) === 'failed';
}

/** Whether a job started here has ended and no window has announced the outcome. Adopted jobs are never announced. */
export function isUnannounced(job: Job): boolean {
  return job.origin === 'started' && job.announcedAt === undefined && !isRunning(job);
}

/** Whether it has only the ID of its connection, as when it was started by that ID before the connections were listed. */
export function isUnnamed({ entityId, entityName }: Job): boolean {
  return entityName === '' || entityName === entityId;
}

/** Whether nothing more is to be learned or announced about the job. */
export function isSettled(job: Job): boolean {
  return !needsPolling(job) && !isUnannounced(job);
}
