import type { EpochMs } from '../base/time.ts';
import type { Job } from '../model/job.ts';
import { nextSlotAt } from './accountPace.ts';
import type { AccountPace } from './accountPace.ts';
import { dueAt, heldUntil } from './asking.ts';
import { jobAgeMs, nextListDelayMs, questionsNextMinute, SHORTEST_GAP_MS } from './schedule.ts';

/** Everything that decides what is asked next, and when. */
interface Facts {
  readonly accountId: string;
  /** The running jobs that this window has no question about under way. */
  readonly jobs: readonly Job[];
  readonly pace: AccountPace;
  readonly isFocused: boolean;
  /** Jobs that somebody looks at closely. */
  readonly onScreen: ReadonlySet<string>;
  /** Since when somebody wants to know about a job, all connections included, as soon as is decent. */
  readonly wanted: ReadonlyMap<string, EpochMs>;
  readonly listWantedAt: EpochMs | undefined;
  /** Whether connections can be asked for at all. */
  readonly canList: boolean;
  /** This window is doing so. */
  readonly isListing: boolean;
}

export interface AskPlan {
  /** When all connections should be asked for; undefined where no job is followed that way. */
  readonly listAt: EpochMs | undefined;
  /** Each job and when it should be asked about, the most urgent first. */
  readonly questions: readonly { readonly job: Job; readonly at: EpochMs }[];
  /** When the next slot for any question is free. */
  readonly slotAt: EpochMs;
  readonly followedByList: ReadonlySet<string>;
}

/** Up to so many questions a minute go to jobs one by one; beyond it one question about all connections costs less. */
const MANY_PER_MINUTE = 60;
/** What is left for the most interesting jobs where the others are followed through their connections. */
const FEW_PER_MINUTE = 20;
/** Jobs followed through their connections are asked about now and then: one of them in so long. */
const NOW_AND_THEN_MS = 15_000;
const LONG_MS = 10 * 60_000;

export function planAsking(facts: Facts, now: EpochMs): AskPlan {
  const { jobs, pace, isFocused, wanted, onScreen } = facts;
  const byList = facts.canList ? followedByList(facts, now) : new Set<string>();
  const rarelyMs = Math.max(LONG_MS, byList.size * NOW_AND_THEN_MS);
  const questions = jobs.map((job) => {
    const held = heldUntil(job, now);
    const ownAt = byList.has(job.syncId) ? lastAskedAt(job, now) + rarelyMs : dueAt(job, isFocused, now);
    const wantedAt = wanted.get(job.syncId);
    return { job, at: held ?? (wantedAt === undefined ? ownAt : Math.min(ownAt, decentAt(job, wantedAt, now))) };
  });
  const urgency = ({ job, at }: { job: Job; at: EpochMs }): number =>
    (wanted.has(job.syncId) ? 0 : 1e15) + (onScreen.has(job.syncId) ? 0 : 1e14) + at;
  return {
    listAt: byList.size === 0 || facts.isListing ? undefined : listDueAt(facts, byList, now),
    questions: questions.sort((a, b) => urgency(a) - urgency(b)),
    slotAt: nextSlotAt(pace, now),
    followedByList: byList,
  };
}

/** The syncs that are followed by asking for all connections: those that cost too much to ask about one by one. */
function followedByList({ jobs, onScreen }: Facts, now: EpochMs): Set<string> {
  const cost = (job: Job): number => questionsNextMinute(jobAgeMs(job, now));
  const syncs = jobs.filter(({ kind, syncId }) => kind === 'sync' && !onScreen.has(syncId));
  const total = syncs.reduce((sum, job) => sum + cost(job), 0);
  if (total <= MANY_PER_MINUTE) {
    return new Set();
  }
  const interest = ({ origin, knownSince }: Job): number => (origin === 'started' ? 1e15 : 0) + knownSince;
  let left = FEW_PER_MINUTE;
  const others = syncs
    .sort((a, b) => interest(b) - interest(a) || (a.syncId < b.syncId ? -1 : 1))
    .filter((job) => (left -= cost(job)) < 0);
  return new Set(others.map(({ syncId }) => syncId));
}

function listDueAt(facts: Facts, byList: ReadonlySet<string>, now: EpochMs): EpochMs {
  const { accountId, jobs, pace, isFocused, listWantedAt = Infinity } = facts;
  const held = heldUntil({ askingUntil: pace.listingUntil }, now);
  if (held !== undefined) {
    return held;
  }
  // Set ahead of now: the clock was set back since.
  const settledAt = Math.min(pace.listSettledAt, now);
  const ages = jobs.filter(({ syncId }) => byList.has(syncId)).map((job) => jobAgeMs(job, settledAt));
  const situation = { syncId: accountId, attempt: Math.floor(settledAt), isFocused };
  const ageMs = ages.reduce((least, age) => Math.min(least, age), Infinity);
  const delayMs = nextListDelayMs({ ...situation, ageMs, failuresInARow: pace.listFailuresInARow });
  return Math.min(settledAt + delayMs, Math.max(listWantedAt, settledAt + SHORTEST_GAP_MS));
}

function decentAt(job: Job, wantedAt: EpochMs, now: EpochMs): EpochMs {
  const { settledAt = 0, attempts = 0 } = job.asking ?? {};
  const last = Math.max(attempts > 0 ? settledAt : 0, job.answeredAt ?? 0);
  return last > now ? wantedAt : Math.max(wantedAt, last + SHORTEST_GAP_MS);
}

function lastAskedAt(job: Job, now: EpochMs): EpochMs {
  return Math.min(job.answeredAt ?? job.knownSince, now);
}
