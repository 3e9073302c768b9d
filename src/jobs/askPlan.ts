import { asSteady, latest, later } from '../base/steadyTime.ts';
import type { SteadyMs } from '../base/steadyTime.ts';
import type { Job } from '../model/job.ts';
import { nextSlotAt } from './accountPace.ts';
import type { AccountPace } from './accountPace.ts';
import { dueAt, heldUntil, jobAgeMs } from './asking.ts';
import { nextListDelayMs, questionsNextMinute, SHORTEST_GAP_MS } from './schedule.ts';

/** Everything that decides what is asked next, and when. */
interface Facts {
  readonly accountId: string;
  /** Those that run. */
  readonly jobs: readonly Job[];
  readonly pace: AccountPace;
  readonly isFocused: boolean;
  /** Jobs that somebody looks at closely. */
  readonly onScreen: ReadonlySet<string>;
  /** Since when somebody wants to know about a job, all connections included, as soon as is decent. */
  readonly wanted: ReadonlyMap<string, SteadyMs>;
  readonly listWantedAt: SteadyMs | undefined;
  /** Whether connections can be asked for at all. */
  readonly canList: boolean;
  /** Whether this window has a question about the job or, without an id, about all connections under way. */
  readonly isAsking: (syncId?: string) => boolean;
}

interface Question {
  readonly syncId: string;
  readonly at: SteadyMs;
}

export interface AskPlan {
  /** When all connections should be asked for; undefined where no job is followed that way, or somebody is doing so. */
  readonly listAt: SteadyMs | undefined;
  /** Which jobs should be asked about by themselves and when, the most urgent first. */
  readonly questions: readonly Question[];
  /** When the next slot for any question is free. */
  readonly slotAt: SteadyMs;
  readonly followedByList: ReadonlySet<string>;
}

/** Up to so many questions a minute go to jobs one by one; beyond it one question about all connections costs less. */
const MANY_PER_MINUTE = 60;
/** Jobs followed through their connections are asked about in turn, for their steps: one of them in so long. */
const TURN_MS = 2500;
const SLOW_TURN_MS = 10_000;
const NOBODY: ReadonlySet<string> = new Set();

export function planAsking(facts: Facts, now: SteadyMs): AskPlan {
  const { jobs, pace, isFocused, wanted, onScreen } = facts;
  const byList = facts.canList ? followedByList(facts, now) : NOBODY;
  const turn = nextTurn(facts, byList, now);
  const questions = jobs.flatMap((job): readonly Question[] => {
    const { syncId } = job;
    const plannedAt = byList.has(syncId) ? undefined : dueAt(job, isFocused, now);
    const times = [plannedAt, turn?.syncId === syncId ? turn.at : undefined, decentAt(job, wanted.get(syncId), now)];
    const soonest = Math.min(...times.map((at) => at ?? Infinity));
    const at = asSteady(Math.max(soonest, heldUntil(job.askingUntil, now) ?? soonest));
    return at === Infinity || facts.isAsking(syncId) ? [] : [{ syncId, at }];
  });
  const urgency = ({ syncId, at }: Question): number =>
    (wanted.has(syncId) ? 0 : 1e15) + (onScreen.has(syncId) ? 0 : 1e14) + at;
  return {
    listAt: byList.size === 0 || facts.isAsking() ? undefined : listDueAt(facts, byList, now),
    questions: questions.sort((a, b) => urgency(a) - urgency(b)),
    slotAt: nextSlotAt(pace, now),
    followedByList: byList,
  };
}

/** The syncs that are followed by asking for all connections: all of them, where one by one they would cost too much. */
function followedByList({ jobs, onScreen }: Facts, now: SteadyMs): ReadonlySet<string> {
  const syncs = jobs.filter(({ kind, syncId }) => kind === 'sync' && !onScreen.has(syncId));
  const total = syncs.reduce((sum, job) => sum + questionsNextMinute(jobAgeMs(job, now)), 0);
  return total <= MANY_PER_MINUTE ? NOBODY : new Set(syncs.map(({ syncId }) => syncId));
}

/** Whose turn it is: the user's own that was never asked about, else the one that was asked about longest ago. */
function nextTurn(facts: Facts, byList: ReadonlySet<string>, now: SteadyMs): Question | undefined {
  const { jobs, pace, isFocused, isAsking } = facts;
  const askedAt = ({ asking }: Job): number => asking?.askedAt ?? -Infinity;
  const isLess = (a: Job, b: Job): boolean =>
    askedAt(a) < askedAt(b) || (askedAt(a) === askedAt(b) && a.origin === 'started' && b.origin !== 'started');
  const open = jobs.filter(
    ({ syncId, askingUntil }) => byList.has(syncId) && !isAsking(syncId) && heldUntil(askingUntil, now) === undefined,
  );
  const [first, ...others] = open;
  const next = first && others.reduce((least, job) => (isLess(job, least) ? job : least), first);
  const takenAt = pastOrNone(pace.turnTakenAt, now);
  // Where the question about all connections gets no answer, these seldom get one.
  const isBrisk = isFocused && pace.listFailuresInARow === 0;
  const at = takenAt === undefined ? now : later(takenAt, isBrisk ? TURN_MS : SLOW_TURN_MS);
  return next && { syncId: next.syncId, at };
}

function listDueAt(facts: Facts, byList: ReadonlySet<string>, now: SteadyMs): SteadyMs {
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
  return later(settledAt, isWanted ? Math.min(delayMs, SHORTEST_GAP_MS) : delayMs);
}

/** When a wish to know about the job can be granted; undefined where there is none, or it was granted meanwhile. */
function decentAt({ asking }: Job, wantedAt: SteadyMs | undefined, now: SteadyMs): SteadyMs | undefined {
  if (wantedAt === undefined || isSince(asking?.askedAt, wantedAt, now)) {
    return undefined;
  }
  const settledAt = asking && asking.attempts > 0 ? pastOrNone(asking.settledAt, now) : undefined;
  return settledAt === undefined ? wantedAt : latest(wantedAt, later(settledAt, SHORTEST_GAP_MS));
}

/** Whether a question went out after that, whichever window asked it. */
function isSince(askedAt: SteadyMs | undefined, wantedAt: SteadyMs, now: SteadyMs): boolean {
  return (pastOrNone(askedAt, now) ?? -Infinity) >= wantedAt;
}

/** One that lies ahead is from before the machine was started anew. */
function pastOrNone(at: SteadyMs | undefined, now: SteadyMs): SteadyMs | undefined {
  return at !== undefined && at <= now ? at : undefined;
}
