import { asMonotonic, latestOf, plusMs } from '../../base/monotonicClock.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import { isEndPending, isRunning } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import { nextSlotAt } from './rateLimiter.ts';
import type { RateLimiterState } from './rateLimiter.ts';
import { dueAt, heldUntil, jobAgeMs } from './pollState.ts';
import { nextListDelayMs, questionsNextMinute, SHORTEST_GAP_MS } from './schedule.ts';

/** Everything that decides what is asked next, and when. */
interface Facts {
  readonly accountId: string;
  /** Those that run, and those whose final status is still to be asked for. */
  readonly jobs: readonly Job[];
  readonly pace: RateLimiterState;
  readonly isFocused: boolean;
  /** Jobs that somebody looks at closely. */
  readonly onScreen: ReadonlySet<string>;
  /** Since when somebody wants to know about a job, all connections included, as soon as is decent. */
  readonly wanted: ReadonlyMap<string, MonotonicMs>;
  readonly listWantedAt: MonotonicMs | undefined;
  /** Whether connections can be asked for at all. */
  readonly canList: boolean;
  /** Whether this window has a question about the job or, without an id, about all connections under way. */
  readonly isAsking: (syncId?: string) => boolean;
}

interface Poll {
  readonly syncId: string;
  readonly at: MonotonicMs;
}

export interface PollPlan {
  /** When all connections should be asked for; undefined where no job is followed that way, or somebody is doing so. */
  readonly listAt: MonotonicMs | undefined;
  /** Which jobs should be asked about by themselves and when, the most urgent first. */
  readonly questions: readonly Poll[];
  /** When the next slot for any question is free. */
  readonly slotAt: MonotonicMs;
  readonly followedByList: ReadonlySet<string>;
  /** The job among the questions that waits for a turn, and takes it when it is asked about. */
  readonly turnOf: string | undefined;
}

/** Up to so many questions a minute go to jobs one by one; beyond it one question about all connections costs less. */
const MANY_PER_MINUTE = 60;
/** Jobs followed through their connections are asked about in turn, for their steps: one of them in so long. */
const TURN_MS = 2500;
const SLOW_TURN_MS = 10_000;
/** The final status of a job that others started is asked for in such a turn, before any steps of running jobs. */
const FINAL_TURN_MS = 1500;
const NOBODY: ReadonlySet<string> = new Set();

export function planPolls(facts: Facts, now: MonotonicMs): PollPlan {
  const { jobs, pace, isFocused, wanted, onScreen } = facts;
  const byList = facts.canList ? followedByList(facts, now) : NOBODY;
  const turn = nextTurn(facts, byList, now);
  const questions = jobs.flatMap((job): readonly Poll[] => {
    const { syncId } = job;
    const waitsForTurn = byList.has(syncId) || isFinalInTurn(facts, job);
    const plannedAt = waitsForTurn ? undefined : dueAt(job, isFocused, now);
    const times = [plannedAt, turn?.syncId === syncId ? turn.at : undefined, decentAt(job, wanted.get(syncId), now)];
    const soonest = Math.min(...times.map((at) => at ?? Infinity));
    const at = asMonotonic(Math.max(soonest, heldUntil(job.askingUntil, now) ?? soonest));
    return at === Infinity || facts.isAsking(syncId) ? [] : [{ syncId, at }];
  });
  const pending = new Set(jobs.filter(isEndPending).map(({ syncId }) => syncId));
  // A final status can wait: its job has ended, and is shown so. What is on screen can not, running or not.
  const urgency = ({ syncId, at }: Poll): number =>
    (wanted.has(syncId) ? 0 : 1e15) + (onScreen.has(syncId) ? 0 : 1e14) + (pending.has(syncId) ? 1e13 : 0) + at;
  return {
    listAt: byList.size === 0 || facts.isAsking() ? undefined : listDueAt(facts, byList, now),
    questions: questions.sort((a, b) => urgency(a) - urgency(b)),
    slotAt: nextSlotAt(pace, now),
    followedByList: byList,
    turnOf: turn?.syncId,
  };
}

/** The syncs that are followed by asking for all connections: all of them, where one by one they would cost too much. */
function followedByList({ jobs, onScreen }: Facts, now: MonotonicMs): ReadonlySet<string> {
  const syncs = jobs.filter((job) => isRunning(job) && job.kind === 'sync' && !onScreen.has(job.syncId));
  const total = syncs.reduce((sum, job) => sum + questionsNextMinute(jobAgeMs(job, now)), 0);
  return total <= MANY_PER_MINUTE ? NOBODY : new Set(syncs.map(({ syncId }) => syncId));
}

/** Whether the job's final status waits for a turn. The user's own, and what is on screen, only wait for the account's pace. */
function isFinalInTurn({ onScreen }: Facts, job: Job): boolean {
  return isEndPending(job) && job.origin !== 'started' && !onScreen.has(job.syncId);
}

/** Whose turn it is: the final status that was due first; else a running job, for its steps. */
function nextTurn(facts: Facts, byList: ReadonlySet<string>, now: MonotonicMs): Poll | undefined {
  const { jobs, pace, isFocused, isAsking } = facts;
  const open = jobs.filter(({ syncId, askingUntil }) => !isAsking(syncId) && heldUntil(askingUntil, now) === undefined);
  const finals = open.filter((job) => isFinalInTurn(facts, job));
  const final = leastOf(finals, (a, b) => dueAt(a, isFocused, now) < dueAt(b, isFocused, now));
  const takenAt = pastOrNone(pace.turnTakenAt, now);
  // Where the question about all connections gets no answer, these seldom get one.
  const isBrisk = isFocused && pace.listFailuresInARow === 0;
  const after = (ms: number): MonotonicMs =>
    takenAt === undefined ? now : plusMs(takenAt, isBrisk ? ms : SLOW_TURN_MS);
  const finalAt = final && latestOf(after(FINAL_TURN_MS), dueAt(final, isFocused, now));
  const next = nextForSteps(open.filter(({ syncId }) => byList.has(syncId)));
  const nextAt = after(TURN_MS);
  return final && finalAt !== undefined && (next === undefined || finalAt <= nextAt)
    ? { syncId: final.syncId, at: finalAt }
    : next && { syncId: next.syncId, at: nextAt };
}

/** The user's own that was never asked about, else the one that was asked about longest ago. */
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

function listDueAt(facts: Facts, byList: ReadonlySet<string>, now: MonotonicMs): MonotonicMs {
  const { accountId, jobs, pace, isFocused, listWantedAt } = facts;
  const held = heldUntil(pace.listingUntil, now);
  const settledAt = pastOrNone(pace.listSettledAt, now);
  if (held !== undefined || settledAt === undefined) {
    return held ?? now;
  }
  const ages = jobs.filter(({ syncId }) => byList.has(syncId)).map((job) => jobAgeMs(job, settledAt));
  const situation = { syncId: accountId, attempt: Math.floor(settledAt), isFocused };
  const ageMs = ages.reduce((least, age) => Math.min(least, age), Infinity);
  const delayMs = nextListDelayMs({ ...situation, ageMs, failuresInARow: pace.listFailuresInARow });
  const isWanted = listWantedAt !== undefined && !isSince(pace.listAskedAt, listWantedAt, now);
  return plusMs(settledAt, isWanted ? Math.min(delayMs, SHORTEST_GAP_MS) : delayMs);
}

/** When a wish to know about the job can be granted; undefined where there is none, or it was granted meanwhile. */
function decentAt({ pollState }: Job, wantedAt: MonotonicMs | undefined, now: MonotonicMs): MonotonicMs | undefined {
  if (wantedAt === undefined || isSince(pollState?.askedAt, wantedAt, now)) {
    return undefined;
  }
  const settledAt = pollState && pollState.attempts > 0 ? pastOrNone(pollState.settledAt, now) : undefined;
  return settledAt === undefined ? wantedAt : latestOf(wantedAt, plusMs(settledAt, SHORTEST_GAP_MS));
}

/** Whether a question went out after that, whichever window asked it. */
function isSince(askedAt: MonotonicMs | undefined, wantedAt: MonotonicMs, now: MonotonicMs): boolean {
  return (pastOrNone(askedAt, now) ?? -Infinity) >= wantedAt;
}

/** One that lies ahead is from before the machine was started anew. */
function pastOrNone(at: MonotonicMs | undefined, now: MonotonicMs): MonotonicMs | undefined {
  return at !== undefined && at <= now ? at : undefined;
}
