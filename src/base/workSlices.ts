/** Spreads many small pieces of work over turns of the event loop, so that other work runs in between. */
export class WorkSlices {
  readonly #perTurn: number;
  readonly #waiting: (() => void)[] = [];
  #doneInTurn = 0;
  #isScheduled = false;

  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  /** Runs the work at once, or after as many turns as it takes; then returns a promise of its result. */
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
