import { ApiError } from '../../api/apiError.ts';
import type { Failure } from '../../model/failure.ts';

/**
 * Reports all errors. A rejected secret arrives both as an event of the account and as the error of each command that used it,
 * so it is reported once, and again only for a command that began after that.
 */
export class ErrorReports {
  readonly #show: (error: unknown) => unknown;
  readonly #shown = new WeakSet<Failure>();
  #refusalShownAt = -Infinity;

  /** `show` shows an error. If it returns a promise that rejects, because an action of the user failed, that is reported too. */
  constructor(show: (error: unknown) => unknown) {
    this.#show = show;
  }

  /** `begunAt`: when the failed operation began, in ms of `performance.now()`. */
  readonly report = (error: unknown, begunAt = performance.now()): void => {
    if (error instanceof ApiError && error.failure.kind === 'unauthorized') {
      if (this.#shown.has(error.failure) || this.#refusalShownAt >= begunAt) {
        return;
      }
      this.#shown.add(error.failure);
      this.#refusalShownAt = performance.now();
    }
    Promise.resolve(this.#show(error)).catch((failure: unknown) => this.report(failure));
  };
}
