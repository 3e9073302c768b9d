import type { Failure, Problem } from '../model/failure.ts';

/** Every way in which a request brings nothing usable, but one: a cancelled request rejects with its signal's reason. */
export class ApiError extends Error {
  readonly failure: Failure;
  /**
   * True where a POST's body went out, wholly or in part, and no answer told what came of it (none came, it can't be read,
   * or its status doesn't say): the service may have started the job. Look before such a request is made again.
   */
  readonly mayHaveArrived: boolean;

  constructor(failure: Failure, options: { readonly mayHaveArrived?: boolean; readonly cause?: unknown } = {}) {
    super(describe(failure), options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'ApiError';
    this.failure = failure;
    this.mayHaveArrived = options.mayHaveArrived ?? false;
  }

  /** The service's problem details, where the failure came with some. */
  get problem(): Problem | undefined {
    return 'problem' in this.failure ? this.failure.problem : undefined;
  }
}

/** For logs and developers; `ui/errors` has the words for people. Nothing that the service sent is in it. */
function describe(failure: Failure): string {
  switch (failure.kind) {
    case 'rejected':
      return `rejected (${failure.reason}${failure.status === undefined ? '' : `, ${failure.status}`})`;
    case 'unavailable':
      return `unavailable (${failure.status})`;
    case 'unreachable':
      return `unreachable (${failure.reason}: ${failure.detail})`;
    case 'timedOut':
      return `timedOut (after ${failure.afterMs} ms)`;
    case 'tooLarge':
      return `tooLarge (more than ${failure.limitBytes} bytes)`;
    case 'unexpectedAnswer':
      return `unexpectedAnswer (${failure.detail}, ${failure.status})`;
    case 'signedOut':
    case 'unauthorized':
    case 'notFound':
    case 'rateLimited':
    case 'redirected':
      return failure.kind;
  }
}
