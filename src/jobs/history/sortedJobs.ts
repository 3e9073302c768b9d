import { compareValues, lowerBound } from '../../base/lists.ts';
import type { EpochMs } from '../../base/time.ts';
import { isRunning, jobEndedAt } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';

/** Orders running jobs first, each group newest first. A poll never moves a running job. 0 only for the same ID. */
export function compareJobs(a: Job, b: Job): number {
  return Number(isRunning(b)) - Number(isRunning(a)) || sortTime(b) - sortTime(a) || compareValues(a.syncId, b.syncId);
}

function sortTime(job: Job): EpochMs {
  return isRunning(job) ? job.knownSince : jobEndedAt(job);
}

/** Jobs in the order of `compareJobs`. Sorted lazily, so that many changes between two reads cost one pass. */
export class SortedJobs {
  readonly #byId = new Map<string, Job>();
  /** The jobs that were added, replaced or deleted since `#list` was sorted, each as `#list` still has it. */
  readonly #changed = new Map<string, Job | undefined>();
  #list: readonly Job[] = [];

  get size(): number {
    return this.#byId.size;
  }

  /** The jobs in order. Returns the same array until a job changes. */
  get list(): readonly Job[] {
    if (this.#changed.size > 0) {
      this.#list = this.#updated();
      this.#changed.clear();
    }
    return this.#list;
  }

  put(job: Job): void {
    this.#markChanged(job.syncId);
    this.#byId.set(job.syncId, job);
  }

  delete(syncId: string): void {
    this.#markChanged(syncId);
    this.#byId.delete(syncId);
  }

  #updated(): readonly Job[] {
    const [first] = this.#changed;
    if (first && this.#changed.size === 1) {
      const [syncId, before] = first;
      return replaced(this.#list, before, this.#byId.get(syncId));
    }
    return merged(
      this.#list.filter((job) => !this.#changed.has(job.syncId)),
      [...this.#changed.keys()].flatMap((syncId) => this.#byId.get(syncId) ?? []).sort(compareJobs),
    );
  }

  #markChanged(syncId: string): void {
    if (!this.#changed.has(syncId)) {
      this.#changed.set(syncId, this.#byId.get(syncId));
    }
  }
}

/** The sorted jobs with one added, replaced or removed, whose position is found by binary search. */
function replaced(sorted: readonly Job[], before: Job | undefined, after: Job | undefined): readonly Job[] {
  const from = before && positionOf(sorted, before);
  if (from === undefined) {
    return after ? sorted.toSpliced(positionOf(sorted, after), 0, after) : sorted;
  }
  if (before && after && compareJobs(before, after) === 0) {
    return sorted.with(from, after);
  }
  const others = sorted.toSpliced(from, 1);
  return after ? others.toSpliced(positionOf(others, after), 0, after) : others;
}

function merged(sorted: readonly Job[], added: readonly Job[]): readonly Job[] {
  const all: Job[] = [];
  let next = 0;
  for (const job of sorted) {
    for (let other = added[next]; other && compareJobs(other, job) < 0; other = added[next]) {
      all.push(other);
      next += 1;
    }
    all.push(job);
  }
  return [...all, ...added.slice(next)];
}

function positionOf(sorted: readonly Job[], job: Job): number {
  return lowerBound(sorted, (other) => compareJobs(other, job) < 0);
}
