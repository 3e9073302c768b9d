import type { EpochMs } from '../base/time.ts';
import type { Failure } from '../model/failure.ts';
import type { Job } from '../model/job.ts';
import { isGone, jobAgeMs, LONGEST_DELAY_MS, nextDelayMs, SHORTEST_GAP_MS } from './schedule.ts';

/** What the asking about one job left behind in this window, and what follows from it for the next question. */
export class JobTrail {
  #attempt = 0;
  #failuresInARow = 0;
  #notFoundCount = 0;
  // By the clock that nobody sets.
  #notFoundSinceMs = 0;
  #askedAt: EpochMs | undefined;
  #wantedAt: EpochMs | undefined;

  /** Somebody wants to know as soon as is decent. */
  want(now: EpochMs): void {
    const decentAt = this.#askedAt === undefined ? now : this.#askedAt + SHORTEST_GAP_MS;
    // Never further away than the gap, even where the clock was set back since.
    this.#wantedAt = Math.min(Math.max(now, decentAt), now + SHORTEST_GAP_MS);
  }

  asked(now: EpochMs): void {
    this.#attempt += 1;
    this.#askedAt = now;
    this.#wantedAt = undefined;
  }

  answered(): void {
    this.#failuresInARow = 0;
    this.#notFoundCount = 0;
  }

  /** Returns whether the job is gone: asked for often and long enough without being found. */
  failed(failure: Failure | undefined): boolean {
    this.#failuresInARow += 1;
    if (failure?.kind !== 'notFound') {
      return false;
    }
    this.#notFoundSinceMs = this.#notFoundCount === 0 ? performance.now() : this.#notFoundSinceMs;
    this.#notFoundCount += 1;
    return isGone(this.#notFoundCount, performance.now() - this.#notFoundSinceMs);
  }

  /** When the job is due, given when the store plans it. */
  dueAt(job: Job, now: EpochMs): EpochMs {
    const dueAt = Math.min(job.nextCheckAt ?? now, this.#wantedAt ?? Infinity);
    // No schedule reaches that far ahead, so the clock was set back since.
    return dueAt - now > LONGEST_DELAY_MS ? now : dueAt;
  }

  /** When the job should be asked about after the question that has just settled. */
  nextCheckAt(job: Job, isFocused: boolean, now: EpochMs): EpochMs {
    const situation = { syncId: job.syncId, ageMs: jobAgeMs(job, now), isFocused };
    return now + nextDelayMs({ ...situation, attempt: this.#attempt, failuresInARow: this.#failuresInARow });
  }
}
