import type { EpochMs } from '../base/time.ts';
import type { Failure } from '../model/failure.ts';
import type { Job } from '../model/job.ts';
import { isGone, jobAgeMs, LONGEST_DELAY_MS, nextDelayMs, SHORTEST_GAP_MS } from './schedule.ts';

/** What the asking about one job left behind in this window, and what follows from it for the next question. */
export class JobTrail {
  #attempt = 0;
  #failuresInARow = 0;
  #notFoundCount = 0;
  #notFoundSince: EpochMs = 0;
  #askedAt: EpochMs | undefined;
  #wantedAt: EpochMs | undefined;

  /** Somebody wants to know as soon as is decent. */
  want(now: EpochMs): void {
    this.#wantedAt = Math.max(now, (this.#askedAt ?? now - SHORTEST_GAP_MS) + SHORTEST_GAP_MS);
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
  failed(failure: Failure | undefined, now: EpochMs): boolean {
    this.#failuresInARow += 1;
    if (failure?.kind !== 'notFound') {
      return false;
    }
    this.#notFoundSince = this.#notFoundCount === 0 ? now : this.#notFoundSince;
    this.#notFoundCount += 1;
    return isGone(this.#notFoundCount, now - this.#notFoundSince);
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
