import type { Failure } from '../model/failure.ts';
import { ApiError } from './apiError.ts';
import { ResponseTooLargeError } from './fetchLike.ts';
import { networkFailure } from './networkFailure.ts';
import type { OutgoingBody } from './outgoingBody.ts';
import type { RequestTimeout } from './requestTimeout.ts';

/** What is known of a request that is in flight. It decides what the request rejects with. */
export interface InFlightRequest {
  /** The caller's. */
  readonly signal: AbortSignal | undefined;
  readonly timeout: RequestTimeout;
  /** What is passed to the network; undefined before that. */
  body?: OutgoingBody | undefined;
  /** Whether the response has a status that says that the request was accepted. */
  isAccepted?: boolean;
  /** What the status of an error response says, while its body is read. */
  statusError?: ApiError;
}

/** Marks what the network threw. All other errors are defects of the extension, which must not be taken for an outage. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('The network failed.', { cause });
  }
}

export function throwNetworkError(error: unknown): never {
  throw error instanceof ResponseTooLargeError ? error : new NetworkError(error);
}

/** Whether `fetch` threw an error of the language. If the network fails, it throws a `TypeError`, too, but one with a cause. */
export function isDefect(error: unknown): boolean {
  if (error instanceof TypeError) {
    const failure = networkFailure(error, 0, '');
    return error.cause === undefined && failure.kind === 'unreachable' && failure.reason === 'other';
  }
  return error instanceof RangeError || error instanceof ReferenceError || error instanceof SyntaxError;
}

/** What a request rejects with: the reason of the caller's signal, the error of the body's source, an ApiError, or a defect. */
export function requestError(error: unknown, inFlight: InFlightRequest, elapsedMs: number, hostname: string): unknown {
  const { signal, timeout, body, isAccepted, statusError } = inFlight;
  if (signal?.aborted) {
    return signal.reason;
  }
  if (timeout.hasTimedOut) {
    const { afterMs } = timeout;
    return withDelivery(statusError ?? unknownOutcome({ kind: 'timedOut', afterMs }, error), inFlight);
  }
  if (body?.failure && isAccepted !== true) {
    return body.failure.error;
  }
  if (error instanceof ApiError) {
    return withDelivery(error, inFlight);
  }
  if (error instanceof ResponseTooLargeError) {
    return withDelivery(unknownOutcome({ kind: 'tooLarge', limitBytes: error.limitBytes }, error), inFlight);
  }
  if (!(error instanceof NetworkError)) {
    return error;
  }
  const { cause } = error;
  // A redirected POST may have been processed (303); fetch doesn't expose the status.
  return withDelivery(unknownOutcome(networkFailure(cause, elapsedMs, hostname), cause), inFlight);
}

function unknownOutcome(failure: Failure, cause: unknown): ApiError {
  return new ApiError(failure, { mayHaveArrived: true, cause });
}

/**
 * The error, with what is known about the delivery of the request. Its outcome is unknown only if the service can have acted on it: it
 * has all of the body, or has accepted the request. Called at the end, because the body is still sent while an error response is read.
 */
function withDelivery(error: ApiError, { body, isAccepted }: InFlightRequest): ApiError {
  const canHaveArrived = body !== undefined && (body.isSent || isAccepted === true);
  return !error.mayHaveArrived || canHaveArrived
    ? error
    : new ApiError(error.failure, { isPartlySent: body?.hasStarted ?? false, cause: error.cause });
}
