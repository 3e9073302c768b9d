import type { Failure, ProblemDetails } from '../model/failure.ts';

interface ApiErrorOptions {
  readonly mayHaveArrived?: boolean;
  readonly isPartlySent?: boolean;
  readonly cause?: unknown;
}

/** A failed request. A cancelled one rejects with the reason of the caller's signal instead. */
export class ApiError extends Error {
  readonly failure: Failure;
  /**
   * True if a POST's body was sent and its outcome is unknown, because the response is missing, unreadable or
   * ambiguous. The service may have started the job: check before sending the request again.
   */
  readonly mayHaveArrived: boolean;
  /** True if only a part of a POST's body was sent, so the service can't have acted on it. */
  readonly isPartlySent: boolean;

  constructor(failure: Failure, options: ApiErrorOptions = {}) {
    super(describe(failure), options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'ApiError';
    this.failure = failure;
    this.mayHaveArrived = options.mayHaveArrived ?? false;
    this.isPartlySent = options.isPartlySent ?? false;
  }

  /** The service's problem details, if it sent any. */
  get problem(): ProblemDetails | undefined {
    return 'problem' in this.failure ? this.failure.problem : undefined;
  }
}

/** A message for the log, without text from the service. Messages for users come from `ui/format`. */
function describe(failure: Failure): string {
  switch (failure.kind) {
    case 'rejected':
      return `rejected (${failure.reason}${failure.reason === 'byService' ? `, ${failure.status}` : ''})`;
    case 'unavailable':
      return `unavailable (${failure.status})`;
    case 'unreachable':
      return `unreachable (${failure.reason}: ${failure.detail})`;
    case 'timedOut':
      return `timedOut (after ${failure.afterMs} ms)`;
    case 'tooLarge':
      return `tooLarge (more than ${failure.limitBytes} bytes)`;
    case 'unexpectedResponse':
      return `unexpectedResponse (${failure.detail}, ${failure.status})`;
    case 'signedOut':
    case 'unauthorized':
    case 'notFound':
    case 'rateLimited':
    case 'redirected':
      return failure.kind;
  }
}
