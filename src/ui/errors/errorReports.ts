import { ApiError } from '../../api/apiError.ts';
import type { Failure } from '../../model/failure.ts';

/** Shows an error. `report` is for errors of the actions that the notification offers. */
type ShowError = (error: unknown, report: (error: unknown) => void) => void;

/**
 * Reports all errors. A rejected secret causes both an event of the account and an error of each command that used it. It is reported
 * once, and again only for a command that began after that report.
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
