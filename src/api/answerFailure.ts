import type { Failure } from '../model/failure.ts';
import { ApiError } from './apiError.ts';
import type { FetchAnswer } from './fetchLike.ts';
import { decodeProblem } from './problemDetails.ts';
import { retryAfterMs } from './retryAfter.ts';

/** What an answer with an error status says (contract, Errors). `body` is undefined where it could not be read. */
export function answerError(response: FetchAnswer, body: string | undefined, method: 'GET' | 'POST'): ApiError {
  const failure = answerFailure(response, body);
  // A gateway that gave up waiting answers a 502, 503 or 504 of its own, whatever the service behind it has done since.
  const isGatewaysWord = failure.kind === 'unavailable' && failure.problem === undefined && failure.status !== 501;
  return new ApiError(failure, { mayHaveArrived: method === 'POST' && isGatewaysWord });
}

function answerFailure(response: FetchAnswer, body = ''): Failure {
  const { status, headers } = response;
  const problem = decodeProblem(body);
  if (status < 400) {
    return { kind: 'redirected' };
  }
  if (status >= 500) {
    return { kind: 'unavailable', status, retryAfterMs: retryAfterMs(headers), problem };
  }
  switch (status) {
    case 401:
      return { kind: 'unauthorized', problem };
    case 404:
      return { kind: 'notFound', problem };
    case 429:
      return { kind: 'rateLimited', retryAfterMs: retryAfterMs(headers) };
    default:
      return {
        kind: 'rejected',
        reason: 'byService',
        status,
        message: problem?.detail ?? problem?.title ?? '',
        problem,
      };
  }
}
