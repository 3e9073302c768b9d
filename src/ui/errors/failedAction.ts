import type { ApiError } from '../../api/apiError.ts';
import { isTemporary } from '../../model/failure.ts';
import type { ActionButton } from '../window/notifications.ts';

/** A failed request, with a sentence that says what it was for. Both are shown. */
export class FailedAction extends Error {
  override readonly name = 'FailedAction';
  override readonly cause: ApiError;
  /** Repeats the action, if the failure may be temporary. */
  readonly retry: ActionButton | undefined;

  constructor(sentence: string, cause: ApiError, retry?: ActionButton) {
    super(sentence);
    this.cause = cause;
    this.retry = isTemporary(cause.failure) ? retry : undefined;
  }
}
