import { placeIn } from '../../base/lists.ts';
import type { Job } from '../../model/job.ts';
import { compareJobs } from './jobList.ts';

/** Jobs in the order of `compareJobs`. They are sorted when they are read: many changes at a time cost one pass, not one each. */
export class SortedJobs {
  readonly #byId = new Map<string, Job>();
  /** The jobs that were added, replaced or deleted since `#list` was sorted, as they are in it. */
  readonly #changed = new Map<string, Job | undefined>();
  #list: readonly Job[] = [];

  get size(): number {
    return this.#byId.size;
  }

  /** The same array until a job changes. */
  get list(): readonly Job[] {
    if (this.#changed.size > 0) {
      const [[syncId, before] = []] = this.#changed;
      this.#list =
        this.#changed.size === 1 && syncId !== undefined
          ? replaced(this.#list, before, this.#byId.get(syncId))
          : merged(
              this.#list.filter((job) => !this.#changed.has(job.syncId)),
              [...this.#changed.keys()].flatMap((id) => this.#byId.get(id) ?? []).sort(compareJobs),
            );
      this.#changed.clear();
    }
    return this.#list;
  }

  put(job: Job): void {
    this.#note(job.syncId);
    this.#byId.set(job.syncId, job);
  }

  delete(syncId: string): void {
    this.#note(syncId);
    this.#byId.delete(syncId);
  }

  #note(syncId: string): void {
    if (!this.#changed.has(syncId)) {
      this.#changed.set(syncId, this.#byId.get(syncId));
    }
  }
}

/** The sorted jobs with one added, replaced or removed. Compares only on the way to its place. */
function replaced(sorted: readonly Job[], before: Job | undefined, after: Job | undefined): readonly Job[] {
  const from = before && placeOf(sorted, before);
  if (from === undefined) {
    return after ? sorted.toSpliced(placeOf(sorted, after), 0, after) : sorted;
  }
  if (before && after && compareJobs(before, after) === 0) {
    return sorted.with(from, after);
  }
  const others = sorted.toSpliced(from, 1);
  return after ? others.toSpliced(placeOf(others, after), 0, after) : others;
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

function placeOf(sorted: readonly Job[], job: Job): number {
  return placeIn(sorted, (other) => compareJobs(other, job) < 0);
}
