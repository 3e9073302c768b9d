import { MINUTE_MS, SECOND_MS } from '../../base/time.ts';

const MIN_INTERVAL_MS = SECOND_MS;
const MAX_INTERVAL_MS = 30 * SECOND_MS;
const MIN_LIST_INTERVAL_MS = 6 * SECOND_MS;
const MAX_LIST_INTERVAL_MS = 10 * SECOND_MS;
/** The average bandwidth that lists may use. 1,000 connections are about 250 kB, 10,000 are 2.5 MB. */
const LIST_BYTES_PER_S = 32_000;
/** After a list, the next one waits at least this many times as long as the response took. */
const LIST_REST_FACTOR = 2;
/** The interval between polls, as a share of the job's age: the end of a job is noticed after at most about this share of its duration. */
const SHARE_OF_AGE = 0.1;
const JITTER = 0.15;
const UNFOCUSED_FACTOR = 3;
const MAX_BACKOFF_MS = MINUTE_MS;

/** The shortest time between two polls of a job, even if one is requested. */
export const MIN_GAP_MS = SECOND_MS;

/** No poll is scheduled further ahead: a later one means that the machine was restarted. */
export const MAX_DELAY_MS = MAX_INTERVAL_MS * UNFOCUSED_FACTOR * (1 + JITTER);

/** Everything that determines when a job is polled next. */
export interface PollConditions {
  /** The ID of the job, or of the account whose connections are listed. Determines the jitter. */
  readonly id: string;
  /** How long the job has run, in milliseconds. Negative where clocks disagree; counts as zero. */
  readonly ageMs: number;
  /** How many polls there were so far. */
  readonly attempt: number;
  /** How many polls in a row have failed since the last response. */
  readonly failuresInARow: number;
  readonly isFocused: boolean;
}

/**
 * How long to wait before the next poll, in ms: young jobs often, old ones rarely, three times slower in a window without the
 * focus. After failures, the wait doubles up to a minute.
 */
export function nextDelayMs({ id, ageMs, attempt, failuresInARow, isFocused }: PollConditions): number {
  const intervalMs = clamp(ageMs * SHARE_OF_AGE, MIN_INTERVAL_MS, MAX_INTERVAL_MS);
  const regularMs = isFocused ? intervalMs : intervalMs * UNFOCUSED_FACTOR;
  return Math.max(regularMs, backoffMs(failuresInARow)) * jitter(id, attempt);
}

/** About how many polls a job of that age takes in the next minute, if it is polled alone by a focused window. */
export function pollsNextMinute(ageMs: number): number {
  const from = Math.max(ageMs, 0);
  const to = from + MINUTE_MS;
  // Up to this age, the interval is the shortest one. From then on, it is a share of the age: the number of polls between two ages is
  // the integral of 1 / (share * age), a logarithm.
  const youngUntilMs = MIN_INTERVAL_MS / SHARE_OF_AGE;
  const pollsWhileYoung = Math.max(0, Math.min(youngUntilMs, to) - from) / MIN_INTERVAL_MS;
  const pollsAfterwards = Math.log(Math.max(to, youngUntilMs) / Math.max(from, youngUntilMs)) / SHARE_OF_AGE;
  return Math.max(pollsWhileYoung + pollsAfterwards, MINUTE_MS / MAX_INTERVAL_MS);
}

/** What a list of all connections costs. */
export interface ListCost {
  /** The size of the last responses, on average. */
  readonly byteLength: number;
  /** How long the last response took. */
  readonly tookMs: number;
}

/** How long to wait before the connections are listed again, in ms, to learn which of many syncs have ended. */
export function nextListDelayMs(
  { id, ageMs, attempt, failuresInARow, isFocused }: PollConditions,
  cost: ListCost,
): number {
  const intervalMs = clamp(ageMs * SHARE_OF_AGE, MIN_LIST_INTERVAL_MS, MAX_LIST_INTERVAL_MS);
  const regularMs = isFocused ? intervalMs : intervalMs * UNFOCUSED_FACTOR;
  return Math.max(regularMs, shortestListGapMs(cost), backoffMs(failuresInARow)) * jitter(id, attempt);
}

/** The shortest time between two lists, in ms, so that they use a limited share of the bandwidth and of the service's time. */
export function shortestListGapMs({ byteLength, tookMs }: ListCost): number {
  return Math.max((byteLength / LIST_BYTES_PER_S) * SECOND_MS, tookMs * LIST_REST_FACTOR);
}

function backoffMs(failuresInARow: number): number {
  return failuresInARow === 0 ? 0 : Math.min(SECOND_MS * 2 ** failuresInARow, MAX_BACKOFF_MS);
}

/** A factor from 1 - JITTER to 1 + JITTER, always the same for the same poll, so that many jobs are not polled in step. */
function jitter(id: string, attempt: number): number {
  // FNV-1a, with a final mix so that consecutive attempts have very different hashes.
  let hash = 0x811c9dc5;
  for (const character of `${attempt} ${id}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  const share = ((hash ^ (hash >>> 12)) >>> 0) / 2 ** 32;
  return 1 - JITTER + 2 * JITTER * share;
}

function clamp(value: number, lowest: number, highest: number): number {
  return Math.min(Math.max(value, lowest), highest);
}
