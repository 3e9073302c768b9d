import { ApiError } from '../../api/apiError.ts';
import type { Failure } from '../../model/failure.ts';

/**
 * Reports all errors. A rejected secret arrives both as an event of the account and as the error of each command that used it,
 * so it is reported once, and again only for a command that began after that.
 */
export class ErrorReports {
  readonly #show: (error: unknown) => void;
  readonly #shown = new WeakSet<Failure>();
  #refusalShownAt = -Infinity;

  constructor(show: (error: unknown) => void) {
    this.#show = show;
  }

  /** `begunAt`: when the failed operation began, in ms of `performance.now()`. */
  report(error: unknown, begunAt = performance.now()): void {
    if (error instanceof ApiError && error.failure.kind === 'unauthorized') {
      if (this.#shown.has(error.failure) || this.#refusalShownAt >= begunAt) {
        return;
      }
      this.#shown.add(error.failure);
      this.#refusalShownAt = performance.now();
    }
    this.#show(error);
  }
}
