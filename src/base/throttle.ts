import type { Disposable } from './disposable.ts';

/** Returns a function that calls `run` once, in the next microtask, however often it is called before that. */
export function oncePerMicrotask(run: () => void): () => void {
  let isDue = false;
  return () => {
    if (!isDue) {
      isDue = true;
      void Promise.resolve().then(() => {
        isDue = false;
        run();
      });
    }
  };
}

/** Calls `run` at once and, if it is called again within the interval, once more at its end. */
export class Throttle implements Disposable {
  readonly #run: () => void;
  readonly #intervalMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDue = false;

  constructor(run: () => void, intervalMs: number) {
    this.#run = run;
    this.#intervalMs = intervalMs;
  }

  call(): void {
    this.#isDue = true;
    if (this.#timer === undefined) {
      this.#next();
    }
  }

  dispose(): void {
    this.#isDue = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #next(): void {
    this.#timer = undefined;
    if (this.#isDue) {
      this.#isDue = false;
      this.#timer = setTimeout(() => this.#next(), this.#intervalMs);
      this.#run();
    }
  }
}
