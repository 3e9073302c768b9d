import { ApiError } from '../../api/apiError.ts';
import type { Disposable } from '../../base/disposable.ts';
import { isSecretRefused } from '../../model/failure.ts';
import type { Failure } from '../../model/failure.ts';
import { FailedAction } from './failedAction.ts';

/** How long a command has to report that it failed because of a rejected secret. The event of the account comes first. */
const COMMAND_DELAY_MS = 500;

interface ShowOptions {
  /** For errors of the actions that the notification offers. */
  readonly report: (error: unknown) => void;
  /** Whether another notification already says why the action failed, so that this one should only say what failed. */
  readonly isReasonShown: boolean;
}

type ShowError = (error: unknown, options: ShowOptions) => void;

/**
 * Reports all errors. A rejected secret causes both an event of the account and an error of each command that used it. It is reported
 * once, and again only for a command that began after that report. What failed because of it is always reported, in the same notification
 * if possible.
 */
export class ErrorReports implements Disposable {
  readonly #show: ShowError;
  readonly #shown = new WeakSet<Failure>();
  #refusalShownAt = -Infinity;
  #eventTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(show: ShowError) {
    this.#show = show;
  }

  /** `begunAt`: when the failed operation began, in ms of `performance.now()`. */
  readonly report = (error: unknown, begunAt = performance.now()): void => {
    const refusal = refusalIn(error);
    if (refusal !== undefined) {
      clearTimeout(this.#eventTimer);
    }
    const isReasonShown = refusal !== undefined && (this.#shown.has(refusal) || this.#refusalShownAt >= begunAt);
    if (isReasonShown && error instanceof ApiError) {
      return;
    }
    if (refusal !== undefined && !isReasonShown) {
      this.#shown.add(refusal);
      this.#refusalShownAt = performance.now();
    }
    this.#show(error, { report: this.report, isReasonShown });
  };

  /** Reports that the service no longer accepts the secret of the account, unless a command reports it first. */
  reportRefusedSecret(failure: Failure): void {
    const begunAt = performance.now();
    clearTimeout(this.#eventTimer);
    this.#eventTimer = setTimeout(() => this.report(new ApiError(failure), begunAt), COMMAND_DELAY_MS);
  }

  dispose(): void {
    clearTimeout(this.#eventTimer);
  }
}

/** The refusal of the secret that the error is, or that caused it. */
function refusalIn(error: unknown): Failure | undefined {
  const failed = error instanceof FailedAction ? error.cause : error;
  return failed instanceof ApiError && isSecretRefused(failed.failure) ? failed.failure : undefined;
}
