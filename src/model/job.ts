import type { MonotonicMs } from '../base/monotonicClock.ts';
import type { EpochMs } from '../base/time.ts';
import type { Failure } from './failure.ts';
import { jobPhase } from './jobStatus.ts';
import type { JobPhase, JobStatus } from './jobStatus.ts';

export type JobKind = 'sync' | 'upload';

/** `started` by the user in this extension; `adopted` when found running (another user, the schedule, another tool). */
export type JobOrigin = 'started' | 'adopted';

/** What an upload job was made from. */
export interface UploadSource {
  readonly name: string;
  readonly rows: number | undefined;
  readonly byteLength: number;
  /** Where it was read, as a URI. */
  readonly uri?: string | undefined;
}

/** How often the service has refused a job's status, or answered without one, since it last gave one. */
export interface Refusals {
  readonly count: number;
  readonly since: MonotonicMs;
}

/**
 * Why a job is no longer followed though the service knows it: it refuses the status for good (a lasting 4xx), it answers
 * without one, or the job still runs after days.
 */
export type LostReason = 'refused' | 'noStatus' | 'tooOld';

/** The polls of a job so far, for the window that polls next. */
export interface PollState {
  readonly attempts: number;
  readonly failuresInARow: number;
  readonly notFoundCount: number;
  readonly notFoundSince: MonotonicMs | undefined;
  readonly refusals?: Refusals | undefined;
  /** When the last poll that settled was sent. */
  readonly askedAt: MonotonicMs | undefined;
  /** When it settled, or when the first one was planned; undefined where the next one is due regardless. */
  readonly settledAt: MonotonicMs | undefined;
  /** When a poll was requested earlier than planned; undefined once a later poll has settled. */
  readonly requestedAt?: MonotonicMs | undefined;
  /** Since when the job runs, as far as is known. */
  readonly runningSince: MonotonicMs | undefined;
}

/** A state that a job was seen in, and since when. */
export interface SeenState {
  /** By this machine's clock. */
  readonly at: EpochMs;
  /** The service's word; '' for the answer that started the job. */
  readonly status: string;
  /** The step the job was at. */
  readonly step: string | undefined;
  readonly requestId: string | undefined;
}

/**
 * What became of an end that only the list of connections has told. `pending`: the job's own final status, with its
 * steps and counts, is still to be asked for. `only`: it can't be had. `refuted`: it said that the job still runs.
 */
export type ListedEnd = 'pending' | 'only' | 'refuted';

/** A sync or an upload that we follow, from the moment the service answered with its id. */
export interface Job {
  readonly accountId: string;
  readonly syncId: string;
  readonly entityId: string;
  readonly entityName: string;
  readonly kind: JobKind;
  readonly origin: JobOrigin;
  /** When we learned of it, by this machine's clock. */
  readonly knownSince: EpochMs;
  /** What the service said when it started the job; '' for an adopted one. */
  readonly startMessage: string;
  readonly source: UploadSource | undefined;
  /** The service's last answer about it. Without steps and message where `listedEnd` is `pending` or `only`. */
  readonly status: JobStatus | undefined;
  readonly listedEnd?: ListedEnd | undefined;
  /** When that answer came, by this machine's clock. */
  readonly answeredAt: EpochMs | undefined;
  /** When it is asked about next; undefined for a running job: at once. */
  readonly nextCheckAt: MonotonicMs | undefined;
  /** Why the last question got no answer; undefined once one came. */
  readonly failure: Failure | undefined;
  /** `lost`: the service no longer knows the job (three 404s over half a minute or more), or `lostReason`. Not a failure. */
  readonly isLost: boolean;
  readonly lostReason?: LostReason | undefined;
  /** Whether the user has been shown a failed outcome. */
  readonly isSeen: boolean;
  /** The service's id of the request whose answer was the last about this job. */
  readonly requestId?: string | undefined;
  /** The window that started it. */
  readonly startedIn?: string | undefined;
  /** When a window took it upon itself to tell the user how the job ended. */
  readonly announcedAt?: EpochMs | undefined;
  readonly pollState?: PollState | undefined;
}

/** What is known of a job when it is started or found; the rest may be left out. */
type NewJob = Pick<Job, 'accountId' | 'syncId' | 'entityId' | 'entityName' | 'kind' | 'origin' | 'knownSince'> &
  Partial<Job>;

/** A job without an answer so far, due to be polled at once. */
export function newJob(job: NewJob): Job {
  return {
    startMessage: '',
    source: undefined,
    status: undefined,
    answeredAt: undefined,
    nextCheckAt: undefined,
    failure: undefined,
    isLost: false,
    isSeen: false,
    ...job,
  };
}

/** A job's state as rows, notifications and the status bar show it. */
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

/** Whether the service is still to be asked about the job: while it runs, and until its final status is known. */
export function needsStatus(job: Job): boolean {
  return isRunning(job) || isEndPending(job);
}

/** Whether the job has ended according to the list of connections, and its own final status is still to be asked for. */
export function isEndPending({ listedEnd }: Job): boolean {
  return listedEnd === 'pending';
}

/** When the job began: the service's word where it gave one, else when we learned of it. */
export function jobStartedAt(job: Job): EpochMs {
  return job.status?.startedAt ?? job.knownSince;
}

/** When an ended job ended: as the service reported, else when this machine learned of it. */
export function jobEndedAt(job: Job): EpochMs {
  return job.status?.completedAt ?? job.answeredAt ?? job.knownSince;
}

/** Whether a job started here has ended and no window has announced the outcome. Adopted jobs are never announced. */
export function isUnannounced(job: Job): boolean {
  return job.origin === 'started' && job.announcedAt === undefined && !isRunning(job);
}
