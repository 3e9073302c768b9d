import { setImmediate as nextTurn } from 'node:timers/promises';

/** Spreads many small tasks over turns of the event loop, so that other work runs in between. */
export class WorkSlices {
  readonly #perTurn: number;
  readonly #waiting: (() => void)[] = [];
  #doneInTurn = 0;
  #isScheduled = false;

  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  /** Runs the work at once and returns its result or, if this turn is used up, a promise of it. */
  run<T>(work: () => T): T | Promise<T> {
    if (this.#doneInTurn < this.#perTurn && this.#waiting.length === 0) {
      this.#doneInTurn += 1;
      this.#schedule();
      return work();
    }
    return new Promise<void>((resolve) => this.#waiting.push(resolve)).then(work);
  }

  #schedule(): void {
    if (this.#isScheduled) {
      return;
    }
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const slice = this.#waiting.splice(0, this.#perTurn);
      this.#doneInTurn = slice.length;
      if (slice.length > 0) {
        this.#schedule();
      }
      for (const start of slice) {
        start();
      }
    });
  }
}

interface SortOptions {
  /** How many elements are sorted or merged without a pause. */
  readonly perTurn: number;
  readonly signal: AbortSignal;
}

/** Sorts a long list, letting other work run in between. Stable. Rejects with the reason of the signal if it is aborted meanwhile. */
export async function sortInSlices<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  { perTurn, signal }: SortOptions,
): Promise<readonly T[]> {
  let runs = Array.from({ length: Math.ceil(items.length / perTurn) }, (_, at) =>
    items.slice(at * perTurn, (at + 1) * perTurn),
  );
  for (const run of runs) {
    run.sort(compare);
    await nextTurn();
    signal.throwIfAborted();
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const target: T[] = [];
      const merging = mergedInto(target, runs[at] ?? [], runs[at + 1] ?? [], compare, perTurn);
      while (merging.next().done !== true) {
        await nextTurn();
        signal.throwIfAborted();
      }
      merged.push(target);
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Merges two sorted lists into `target`, and yields after every `perTurn` elements. */
function* mergedInto<T>(
  target: T[],
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
  perTurn: number,
): Generator<void> {
  let leftAt = 0;
  let rightAt = 0;
  while (leftAt < left.length || rightAt < right.length) {
    const a = left[leftAt] as T;
    const b = right[rightAt] as T;
    if (rightAt >= right.length || (leftAt < left.length && compare(a, b) <= 0)) {
      target.push(a);
      leftAt += 1;
    } else {
      target.push(b);
      rightAt += 1;
    }
    if (target.length % perTurn === 0) {
      yield;
    }
  }
}
