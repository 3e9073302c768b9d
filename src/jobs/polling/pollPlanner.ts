import { asMonotonic, latestOf, plusMs } from '../../base/monotonicClock.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import { isEndPending, isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { dueAt, jobAgeMs, requestedFrom } from './pollState.ts';
import { INTERVAL_MS } from './rateLimiter.ts';
import { listCostMs, nextListDelayMs, pollsNextMinute, SHORTEST_GAP_MS } from './schedule.ts';
import type { ListCost } from './schedule.ts';

/** The requests for all connections so far, by this window. */
export interface ListState extends ListCost {
  readonly isInFlight: boolean;
  readonly settledAt: MonotonicMs | undefined;
  readonly failuresInARow: number;
  /** Whether one is requested earlier than planned. */
  readonly isRequested: boolean;
}

/** Everything that decides what is polled next, and when. */
interface Facts {
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
  /** When one of the jobs that are followed through their connections was last polled. */
  readonly turnTakenAt: MonotonicMs | undefined;
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
  /** The job among them that takes a turn when it is polled. */
  readonly turnOf: string | undefined;
}

/** Above so many polls a minute, one request for all connections costs less. */
const MANY_PER_MINUTE = 60;
/** Jobs followed through their connections are polled in turn, for their steps: one of them in so long. */
const TURN_MS = 2500;
const SLOW_TURN_MS = 10_000;
/** A list that is requested, as when a window gets the focus, need not wait longer than for this share of its cost. */
const SHARE_IF_REQUESTED = 0.25;
/** The final status of a job that others started is polled in such a turn, before any steps of running jobs. */
const FINAL_TURN_MS = 1500;
const NONE: ReadonlySet<string> = new Set();

export function planPolls(facts: Facts, now: MonotonicMs): PollPlan {
  const { jobs, isFocused, onScreen, inFlight, list } = facts;
  const many = list ? manySyncs(jobs, onScreen, now) : NONE;
  const byList = list && isListCheaper(many.size, list) ? many : NONE;
  const turn = nextTurn(facts, byList, now);
  const requests = new Map(jobs.map((job) => [job.syncId, requestedFrom(job, now)]));
  const polls = jobs.flatMap((job): readonly Poll[] => {
    const { syncId } = job;
    const waitsForTurn = byList.has(syncId) || isFinalInTurn(job, onScreen);
    const plannedAt = waitsForTurn ? undefined : dueAt(job, isFocused, now);
    const times = [plannedAt, turn?.syncId === syncId ? turn.at : undefined, requests.get(syncId)];
    const at = asMonotonic(Math.min(...times.map((time) => time ?? Infinity)));
    return at === Infinity || inFlight.has(syncId) ? [] : [{ syncId, at }];
  });
  const pending = new Set(jobs.filter(isEndPending).map(({ syncId }) => syncId));
  // A final status can wait: its job is shown as ended. What is on screen can't, running or not.
  const urgency = ({ syncId, at }: Poll): number =>
    (requests.get(syncId) === undefined ? 1e15 : 0) +
    (onScreen.has(syncId) ? 0 : 1e14) +
    (pending.has(syncId) ? 1e13 : 0) +
    at;
  return {
    listAt: byList.size === 0 || !list || list.isInFlight ? undefined : listDueAt(facts, list, byList, now),
    polls: polls.sort((a, b) => urgency(a) - urgency(b)),
    turnOf: turn?.syncId,
  };
}

/** The syncs that may be followed by listing all connections: all of them, where polling each would cost too much. */
export function manySyncs(jobs: readonly Job[], onScreen: ReadonlySet<string>, now: MonotonicMs): ReadonlySet<string> {
  const syncs = jobs.filter((job) => isRunning(job) && job.kind === 'sync' && !onScreen.has(job.syncId));
  const total = syncs.reduce((sum, job) => sum + pollsNextMinute(jobAgeMs(job, now)), 0);
  return total <= MANY_PER_MINUTE ? NONE : new Set(syncs.map(({ syncId }) => syncId));
}

/**
 * Whether a list is worth its bytes. If the list is so long that it can be requested only rarely, polling each sync in turn, as
 * often as the limits allow, finds an end as soon, and costs a fraction of the bytes.
 */
export function isListCheaper(syncCount: number, cost: ListCost): boolean {
  return syncCount * INTERVAL_MS > listCostMs(cost);
}

/** Whether the job's final status waits for a turn. The user's own, and what is on screen, only wait for a slot. */
export function isFinalInTurn(job: Job, onScreen: ReadonlySet<string>): boolean {
  return isEndPending(job) && job.origin !== 'started' && !onScreen.has(job.syncId);
}

/** Whose turn it is: the final status that was due first; else a running job, for its steps. */
function nextTurn(facts: Facts, byList: ReadonlySet<string>, now: MonotonicMs): Poll | undefined {
  const { jobs, isFocused, onScreen, inFlight, list, turnTakenAt } = facts;
  const open = jobs.filter(({ syncId }) => !inFlight.has(syncId));
  const finals = open.filter((job) => isFinalInTurn(job, onScreen));
  const final = leastOf(finals, (a, b) => dueAt(a, isFocused, now) < dueAt(b, isFocused, now));
  // Where listing the connections fails, these polls seldom succeed.
  const isBrisk = isFocused && (list?.failuresInARow ?? 0) === 0;
  const after = (ms: number): MonotonicMs =>
    turnTakenAt === undefined ? now : plusMs(turnTakenAt, isBrisk ? ms : SLOW_TURN_MS);
  const finalAt = final && latestOf(after(FINAL_TURN_MS), dueAt(final, isFocused, now));
  const next = nextForSteps(open.filter(({ syncId }) => byList.has(syncId)));
  const nextAt = after(TURN_MS);
  return final && finalAt !== undefined && (next === undefined || finalAt <= nextAt)
    ? { syncId: final.syncId, at: finalAt }
    : next && { syncId: next.syncId, at: nextAt };
}

/** The user's own that was never polled, else the one that was polled longest ago. */
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

function listDueAt(facts: Facts, list: ListState, byList: ReadonlySet<string>, now: MonotonicMs): MonotonicMs {
  const { accountId, jobs, isFocused } = facts;
  const { settledAt, failuresInARow, isRequested } = list;
  if (settledAt === undefined) {
    return now;
  }
  const ages = jobs.filter(({ syncId }) => byList.has(syncId)).map((job) => jobAgeMs(job, settledAt));
  const ageMs = ages.reduce((least, age) => Math.min(least, age), Infinity);
  const attempt = Math.floor(settledAt);
  const delayMs = nextListDelayMs({ syncId: accountId, attempt, ageMs, failuresInARow, isFocused }, list);
  const requestedMs = Math.max(SHORTEST_GAP_MS, listCostMs(list) * SHARE_IF_REQUESTED);
  return plusMs(settledAt, isRequested ? Math.min(delayMs, requestedMs) : delayMs);
}
