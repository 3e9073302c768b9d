import { ApiError } from '../../api/apiError.ts';
import type { Failure } from '../../model/failure.ts';

/** Shows an error. `report` is for the errors of actions that the user starts from there, not for showing itself. */
type ShowError = (error: unknown, report: (error: unknown) => void) => void;

/**
 * Reports all errors. A rejected secret arrives both as an event of the account and as the error of each command that used it,
 * so it is reported once, and again only for a command that began after that.
 */
export class ErrorReports {
  readonly #show: ShowError;
  readonly #shown = new WeakSet<Failure>();
  #refusalShownAt = -Infinity;

  constructor(show: ShowError) {
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
    this.#show(error, (failure) => this.report(failure));
  };
}
