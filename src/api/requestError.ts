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

/** Whether `fetch` failed because of a programming error. If the network fails, it throws a `TypeError`, too, but one with a cause. */
export function isDefect(error: unknown): boolean {
  if (error instanceof TypeError) {
    const failure = networkFailure(error, 0, '');
    return error.cause === undefined && failure.kind === 'unreachable' && failure.reason === 'other';
  }
  return error instanceof RangeError || error instanceof ReferenceError || error instanceof SyntaxError;
}

/** What a request rejects with: the reason of the caller's signal, the error of the body's source, an ApiError, or a defect. */
export function requestError(error: unknown, inFlight: InFlightRequest, elapsedMs: number, hostname: string): unknown {
  const { signal, timeout, body, isAccepted } = inFlight;
  if (signal?.aborted) {
    return signal.reason;
  }
  if (!timeout.hasTimedOut && body?.failure && isAccepted !== true) {
    return body.failure.error;
  }
  const failed = failedRequest(error, inFlight, elapsedMs, hostname);
  // The service can have acted on the request only if it has all of the body, or has accepted the request. Read at the end, because the
  // body is still sent while an error response is read.
  const canHaveArrived = body !== undefined && (body.isSent || isAccepted === true);
  if (failed === undefined || (failed instanceof ApiError && (canHaveArrived || !failed.mayHaveArrived))) {
    return failed ?? error;
  }
  const delivery = canHaveArrived ? { mayHaveArrived: true } : { isPartlySent: body?.hasStarted ?? false };
  return new ApiError(failed.failure, { ...delivery, cause: failed.cause });
}

/** Why the request failed; an ApiError if there was a response. Undefined for a defect. */
function failedRequest(
  error: unknown,
  { timeout, statusError }: InFlightRequest,
  elapsedMs: number,
  hostname: string,
): Pick<ApiError, 'failure' | 'cause'> | undefined {
  if (timeout.hasTimedOut) {
    return statusError ?? { failure: { kind: 'timedOut', afterMs: timeout.afterMs }, cause: error };
  }
  if (error instanceof ApiError) {
    return error;
  }
  if (error instanceof ResponseTooLargeError) {
    return { failure: { kind: 'tooLarge', limitBytes: error.limitBytes }, cause: error };
  }
  if (error instanceof NetworkError) {
    const { cause } = error;
    // A redirected POST may have been processed (303); fetch doesn't expose the status.
    return { failure: networkFailure(cause, elapsedMs, hostname), cause };
  }
  return undefined;
}
