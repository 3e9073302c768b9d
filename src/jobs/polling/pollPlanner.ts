import { asMonotonic, latestOf, plusMs } from '../../base/monotonicClock.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import { isFinalStatusPending, isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { dueAt, jobAgeMs, earlyPollFrom } from './pollState.ts';
import { INTERVAL_MS } from './rateLimiter.ts';
import { shortestListGapMs, nextListDelayMs, pollsNextMinute, MIN_GAP_MS } from './schedule.ts';
import type { ListCost } from './schedule.ts';

/** The requests of this window for the list of all connections so far. */
export interface ListState extends ListCost {
  readonly isInFlight: boolean;
  readonly settledAt: MonotonicMs | undefined;
  readonly failuresInARow: number;
  /** Whether one is requested earlier than planned. */
  readonly isDueEarly: boolean;
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
  /** When to list all connections; undefined where no job is polled that way, or a list is in flight. */
  readonly listAt: MonotonicMs | undefined;
  /** Which jobs to poll and when, the most urgent first. */
  readonly polls: readonly Poll[];
  /** The job among them that is polled in round-robin. */
  readonly roundRobinJob: string | undefined;
}

/** Above this many polls a minute, one request for all connections costs less. */
const MANY_PER_MINUTE = 60;
/** Jobs that are polled through the list of connections are also polled one by one in round-robin at this interval, for their steps. */
const ROUND_ROBIN_MS = 2500;
const SLOW_ROUND_ROBIN_MS = 10_000;
/** A list that is requested early, as when a window gets the focus, waits only for this share of `shortestListGapMs`. */
const SHARE_IF_EARLY = 0.25;
/** The interval of polls for the final status of jobs that others started. They have priority over the steps of running jobs. */
const FINAL_ROUND_ROBIN_MS = 1500;
/** The interval while no more than `FEW_ENDED` such jobs are left, which the burst of the rate limiter covers. */
const SHORT_FINAL_ROUND_ROBIN_MS = 250;
const FEW_ENDED = 20;
const NONE: ReadonlySet<string> = new Set();

export function planPolls(input: PlanInput, now: MonotonicMs): PollPlan {
  const { jobs, isFocused, onScreen, inFlight, list } = input;
  const polledByList = syncsPolledByList(jobs, onScreen, list, now);
  const roundRobin = nextRoundRobinPoll(input, polledByList, now);
  const earlyPolls = new Map(
    jobs.flatMap((job) => {
      const at = earlyPollFrom(job, now);
      return at === undefined ? [] : [[job.syncId, at] as const];
    }),
  );
  const ended = new Set(jobs.filter(isFinalStatusPending).map(({ syncId }) => syncId));
  const polls = jobs.flatMap((job): readonly Poll[] => {
    const { syncId } = job;
    const isInRoundRobin = polledByList.has(syncId) || isFinalInRoundRobin(job, onScreen);
    const at = Math.min(
      isInRoundRobin ? Infinity : dueAt(job, isFocused, now),
      roundRobin?.syncId === syncId ? roundRobin.at : Infinity,
      earlyPolls.get(syncId) ?? Infinity,
    );
    return at === Infinity || inFlight.has(syncId) ? [] : [{ syncId, at: asMonotonic(at) }];
  });
  // Early polls come first, then those of jobs on screen. Ended jobs come last, because they are already shown as ended.
  const compareUrgency = (a: Poll, b: Poll): number =>
    trueFirst(earlyPolls.has(a.syncId), earlyPolls.has(b.syncId)) ||
    trueFirst(onScreen.has(a.syncId), onScreen.has(b.syncId)) ||
    trueFirst(!ended.has(a.syncId), !ended.has(b.syncId)) ||
    a.at - b.at;
  return {
    listAt: polledByList.size === 0 || !list || list.isInFlight ? undefined : listDueAt(input, list, polledByList, now),
    polls: polls.sort(compareUrgency),
    roundRobinJob: roundRobin?.syncId,
  };
}

function trueFirst(a: boolean, b: boolean): number {
  return Number(b) - Number(a);
}

/** The syncs to poll by listing all connections: all that are not on screen if polling each would cost too much, or none. */
export function syncsWorthListing(
  jobs: readonly Job[],
  onScreen: ReadonlySet<string>,
  now: MonotonicMs,
): ReadonlySet<string> {
  const syncs = jobs.filter((job) => isRunning(job) && job.kind === 'sync' && !onScreen.has(job.syncId));
  const total = syncs.reduce((sum, job) => sum + pollsNextMinute(jobAgeMs(job, now)), 0);
  return total <= MANY_PER_MINUTE ? NONE : new Set(syncs.map(({ syncId }) => syncId));
}

/** The syncs to poll by listing all connections: those that are worth it, if the list itself costs less. */
export function syncsPolledByList(
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
  return syncCount * INTERVAL_MS > shortestListGapMs(cost);
}

/** Whether the job's final status is polled in round-robin: unless the user started it, or it is on screen. */
export function isFinalInRoundRobin(job: Job, onScreen: ReadonlySet<string>): boolean {
  return isFinalStatusPending(job) && job.origin !== 'started' && !onScreen.has(job.syncId);
}

/** The job to poll in round-robin: the one whose final status has been due for longest; else a running job, for its steps. */
function nextRoundRobinPoll(input: PlanInput, polledByList: ReadonlySet<string>, now: MonotonicMs): Poll | undefined {
  const { jobs, isFocused, onScreen, inFlight, list, lastRoundRobinAt } = input;
  // While listing the connections fails, these polls would mostly fail, too.
  const isSlow = !isFocused || (list?.failuresInARow ?? 0) > 0;
  const notBefore = (intervalMs: number): MonotonicMs =>
    lastRoundRobinAt === undefined ? now : plusMs(lastRoundRobinAt, isSlow ? SLOW_ROUND_ROBIN_MS : intervalMs);
  const candidates = jobs.filter(({ syncId }) => !inFlight.has(syncId));
  const allEnded = candidates.filter((job) => isFinalInRoundRobin(job, onScreen));
  const ended = firstBy(allEnded, (a, b) => dueAt(a, isFocused, now) < dueAt(b, isFocused, now));
  const finalMs = allEnded.length > FEW_ENDED ? FINAL_ROUND_ROBIN_MS : SHORT_FINAL_ROUND_ROBIN_MS;
  const endedAt = ended && latestOf(notBefore(finalMs), dueAt(ended, isFocused, now));
  const running = nextForSteps(candidates.filter(({ syncId }) => polledByList.has(syncId)));
  const runningAt = notBefore(ROUND_ROBIN_MS);
  if (ended && endedAt !== undefined && (running === undefined || endedAt <= runningAt)) {
    return { syncId: ended.syncId, at: endedAt };
  }
  return running && { syncId: running.syncId, at: runningAt };
}

/** The job that was polled longest ago, or never. Among those never polled, one that the user started comes first. */
function nextForSteps(jobs: readonly Job[]): Job | undefined {
  const sentAt = ({ pollState }: Job): number => pollState?.sentAt ?? -Infinity;
  return firstBy(
    jobs,
    (a, b) => sentAt(a) < sentAt(b) || (sentAt(a) === sentAt(b) && a.origin === 'started' && b.origin !== 'started'),
  );
}

function firstBy(jobs: readonly Job[], isBefore: (a: Job, b: Job) => boolean): Job | undefined {
  return jobs.reduce<Job | undefined>(
    (first, job) => (first === undefined || isBefore(job, first) ? job : first),
    undefined,
  );
}

function listDueAt(
  input: PlanInput,
  list: ListState,
  polledByList: ReadonlySet<string>,
  now: MonotonicMs,
): MonotonicMs {
  const { accountId, jobs, isFocused } = input;
  const { settledAt, failuresInARow, isDueEarly } = list;
  if (settledAt === undefined) {
    return now;
  }
  const ages = jobs.filter(({ syncId }) => polledByList.has(syncId)).map((job) => jobAgeMs(job, settledAt));
  const ageMs = ages.reduce((least, age) => Math.min(least, age), Infinity);
  // So that the jitter of each list is different.
  const attempt = Math.floor(settledAt);
  const delayMs = nextListDelayMs({ id: accountId, attempt, ageMs, failuresInARow, isFocused }, list);
  const earlyMs = Math.max(MIN_GAP_MS, shortestListGapMs(list) * SHARE_IF_EARLY);
  return plusMs(settledAt, isDueEarly ? Math.min(delayMs, earlyMs) : delayMs);
}
