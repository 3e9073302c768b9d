import type { Failure } from '../model/failure.ts';
import { ApiError } from './apiError.ts';
import type { FetchAnswer } from './fetchLike.ts';
import { decodeProblem } from './problemDetails.ts';
import { retryAfterMs } from './retryAfter.ts';

const REQUEST_TIMEOUT = 408;
/** Of gateways that lost the client while the service was at work. */
const CLIENT_CLOSED_REQUEST = 499;
const NOT_IMPLEMENTED = 501;

/** What an answer with an error status says (contract, Errors). `body` is undefined where it could not be read. */
export function answerError(response: FetchAnswer, body: string | undefined, method: 'GET' | 'POST'): ApiError {
  const failure = answerFailure(response, body);
  // Whatever its body says: the service may fail, or a gateway in front of it give up, after the job was started.
  // A redirect is also the usual answer to a form that was processed.
  const isUnknown =
    failure.kind === 'redirected' || (failure.kind === 'unavailable' && failure.status !== NOT_IMPLEMENTED);
  return new ApiError(failure, { mayHaveArrived: method === 'POST' && isUnknown });
}

function answerFailure(response: FetchAnswer, body = ''): Failure {
  const { status, headers } = response;
  const problem = decodeProblem(body);
  if (status < 400) {
    return { kind: 'redirected' };
  }
  if (status >= 500 || status === REQUEST_TIMEOUT || status === CLIENT_CLOSED_REQUEST) {
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
