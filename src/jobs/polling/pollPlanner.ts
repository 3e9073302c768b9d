import { asMonotonic, latestOf, plusMs } from '../../base/monotonicClock.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import { isFinalStatusPending, isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { dueAt, jobAgeMs, requestedFrom } from './pollState.ts';
import { INTERVAL_MS } from './rateLimiter.ts';
import { listCostMs, nextListDelayMs, pollsNextMinute, SHORTEST_GAP_MS } from './schedule.ts';
import type { ListCost } from './schedule.ts';

/** The requests of this window for the list of all connections so far. */
export interface ListState extends ListCost {
  readonly isInFlight: boolean;
  readonly settledAt: MonotonicMs | undefined;
  readonly failuresInARow: number;
  /** Whether one is requested earlier than planned. */
  readonly isRequested: boolean;
}

/** Everything that decides what is polled next, and when. */
interface PlanInput {
  readonly accountId: string;
  /** Running jobs, and those whose final status is still to be polled. */
  readonly jobs: readonly Job[];
  readonly isFocused: boolean;
  /** Jobs whose page is visible. */
  readonly onScreen: ReadonlySet<string>;
  /** Jobs whose poll is in flight. */
  readonly inFlight: { readonly has: (syncId: string) => boolean };
  /** Undefined where connections can't be listed. */
  readonly list: ListState | undefined;
  /** When a job was last polled in round-robin. */
  readonly lastRoundRobinAt: MonotonicMs | undefined;
}

interface Poll {
  readonly syncId: string;
  readonly at: MonotonicMs;
}

export interface PollPlan {
  /** When to list all connections; undefined where no job is followed that way, or a list is in flight. */
  readonly listAt: MonotonicMs | undefined;
  /** Which jobs to poll and when, the most urgent first. */
  readonly polls: readonly Poll[];
  /** The job among them that is polled in round-robin. */
  readonly roundRobinJob: string | undefined;
}

/** Above so many polls a minute, one request for all connections costs less. */
const MANY_PER_MINUTE = 60;
/** Jobs that are followed through the list of connections are also polled in round-robin at this interval, for their steps. */
const ROUND_ROBIN_MS = 2500;
const SLOW_ROUND_ROBIN_MS = 10_000;
/** A list that is requested early, as when a window gets the focus, waits only for this share of `listCostMs`. */
const SHARE_IF_REQUESTED = 0.25;
/** The interval of polls for the final status of jobs that others started. They have priority over the steps of running jobs. */
const FINAL_ROUND_ROBIN_MS = 1500;
const NONE: ReadonlySet<string> = new Set();

export function planPolls(input: PlanInput, now: MonotonicMs): PollPlan {
  const { jobs, isFocused, onScreen, inFlight, list } = input;
  const byList = syncsToList(jobs, onScreen, list, now);
  const roundRobin = nextRoundRobinPoll(input, byList, now);
  const requests = new Map(jobs.map((job) => [job.syncId, requestedFrom(job, now)]));
  const polls = jobs.flatMap((job): readonly Poll[] => {
    const { syncId } = job;
    const isInRoundRobin = byList.has(syncId) || isFinalInRoundRobin(job, onScreen);
    const plannedAt = isInRoundRobin ? undefined : dueAt(job, isFocused, now);
    const times = [plannedAt, roundRobin?.syncId === syncId ? roundRobin.at : undefined, requests.get(syncId)];
    const at = asMonotonic(Math.min(...times.map((time) => time ?? Infinity)));
    return at === Infinity || inFlight.has(syncId) ? [] : [{ syncId, at }];
  });
  const pending = new Set(jobs.filter(isFinalStatusPending).map(({ syncId }) => syncId));
  // Requested polls first, then jobs on screen. Final statuses come last, because their jobs are already shown as ended.
  const rank = ({ syncId }: Poll): number =>
    (requests.get(syncId) === undefined ? 4 : 0) + (onScreen.has(syncId) ? 0 : 2) + (pending.has(syncId) ? 1 : 0);
  return {
    listAt: byList.size === 0 || !list || list.isInFlight ? undefined : listDueAt(input, list, byList, now),
    polls: polls.sort((a, b) => rank(a) - rank(b) || a.at - b.at),
    roundRobinJob: roundRobin?.syncId,
  };
}

/** The syncs to follow by listing all connections: all that are not on screen if polling each would cost too much, or none. */
export function syncsWorthListing(
  jobs: readonly Job[],
  onScreen: ReadonlySet<string>,
  now: MonotonicMs,
): ReadonlySet<string> {
  const syncs = jobs.filter((job) => isRunning(job) && job.kind === 'sync' && !onScreen.has(job.syncId));
  const total = syncs.reduce((sum, job) => sum + pollsNextMinute(jobAgeMs(job, now)), 0);
  return total <= MANY_PER_MINUTE ? NONE : new Set(syncs.map(({ syncId }) => syncId));
}

/** The syncs to follow by listing all connections: those that are worth it, if the list itself costs less. */
export function syncsToList(
  jobs: readonly Job[],
  onScreen: ReadonlySet<string>,
  list: ListState | undefined,
  now: MonotonicMs,
): ReadonlySet<string> {
  const syncs = list ? syncsWorthListing(jobs, onScreen, now) : NONE;
  return list && isListCheaper(syncs.size, list) ? syncs : NONE;
}

/**
 * Whether a list is worth its bytes. If the list is so long that it can be requested only rarely, polling each sync in round-robin, as
 * often as the limits allow, finds an end as soon, and costs a fraction of the bytes.
 */
function isListCheaper(syncCount: number, cost: ListCost): boolean {
  return syncCount * INTERVAL_MS > listCostMs(cost);
}

/** Whether the job's final status is polled in round-robin: unless the user started it, or it is on screen. */
export function isFinalInRoundRobin(job: Job, onScreen: ReadonlySet<string>): boolean {
  return isFinalStatusPending(job) && job.origin !== 'started' && !onScreen.has(job.syncId);
}

/** The job to poll in round-robin: the one whose final status has been due for longest; else a running job, for its steps. */
function nextRoundRobinPoll(input: PlanInput, byList: ReadonlySet<string>, now: MonotonicMs): Poll | undefined {
  const { jobs, isFocused, onScreen, inFlight, list, lastRoundRobinAt: turnTakenAt } = input;
  const open = jobs.filter(({ syncId }) => !inFlight.has(syncId));
  const finals = open.filter((job) => isFinalInRoundRobin(job, onScreen));
  const final = leastOf(finals, (a, b) => dueAt(a, isFocused, now) < dueAt(b, isFocused, now));
  // While listing the connections fails, these polls would mostly fail, too.
  const isBrisk = isFocused && (list?.failuresInARow ?? 0) === 0;
  const after = (ms: number): MonotonicMs =>
    turnTakenAt === undefined ? now : plusMs(turnTakenAt, isBrisk ? ms : SLOW_ROUND_ROBIN_MS);
  const finalAt = final && latestOf(after(FINAL_ROUND_ROBIN_MS), dueAt(final, isFocused, now));
  const next = nextForSteps(open.filter(({ syncId }) => byList.has(syncId)));
  const nextAt = after(ROUND_ROBIN_MS);
  return final && finalAt !== undefined && (next === undefined || finalAt <= nextAt)
    ? { syncId: final.syncId, at: finalAt }
    : next && { syncId: next.syncId, at: nextAt };
}

/** The job that was polled longest ago, or never. Among those never polled, one that the user started comes first. */
function nextForSteps(jobs: readonly Job[]): Job | undefined {
  const askedAt = ({ pollState }: Job): number => pollState?.askedAt ?? -Infinity;
  return leastOf(
    jobs,
    (a, b) =>
      askedAt(a) < askedAt(b) || (askedAt(a) === askedAt(b) && a.origin === 'started' && b.origin !== 'started'),
  );
}

function leastOf(jobs: readonly Job[], isLess: (a: Job, b: Job) => boolean): Job | undefined {
  return jobs.reduce<Job | undefined>(
    (least, job) => (least === undefined || isLess(job, least) ? job : least),
    undefined,
  );
}

function listDueAt(input: PlanInput, list: ListState, byList: ReadonlySet<string>, now: MonotonicMs): MonotonicMs {
  const { accountId, jobs, isFocused } = input;
  const { settledAt, failuresInARow, isRequested } = list;
  if (settledAt === undefined) {
    return now;
  }
  const ages = jobs.filter(({ syncId }) => byList.has(syncId)).map((job) => jobAgeMs(job, settledAt));
  const ageMs = ages.reduce((least, age) => Math.min(least, age), Infinity);
  const attempt = Math.floor(settledAt);
  const delayMs = nextListDelayMs({ id: accountId, attempt, ageMs, failuresInARow, isFocused }, list);
  const requestedMs = Math.max(SHORTEST_GAP_MS, listCostMs(list) * SHARE_IF_REQUESTED);
  return plusMs(settledAt, isRequested ? Math.min(delayMs, requestedMs) : delayMs);
}
