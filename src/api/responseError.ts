import * as z from 'zod/mini';
import { tryParseJson } from '../base/json.ts';
import type { Failure, ProblemDetails } from '../model/failure.ts';
import { ApiError } from './apiError.ts';
import type { FetchResponse } from './fetchLike.ts';
import { rateLimitWaitMs, retryAfterMs } from './retryAfter.ts';

const REQUEST_TIMEOUT = 408;
/** Sent by gateways whose client disconnected before the service responded. */
const CLIENT_CLOSED_REQUEST = 499;
const NOT_IMPLEMENTED = 501;

/** Turns a response with an error status into an `ApiError` (contract, Errors). `body` is undefined if it could not be read. */
export function responseError(response: FetchResponse, body: string | undefined, method: 'GET' | 'POST'): ApiError {
  const failure = responseFailure(response, body);
  // The service can fail, or a gateway in front of it time out, after the job was started. A redirect is also a common
  // response to a processed form. The body proves nothing either way.
  const isUnknown =
    failure.kind === 'redirected' || (failure.kind === 'unavailable' && failure.status !== NOT_IMPLEMENTED);
  return new ApiError(failure, { mayHaveArrived: method === 'POST' && isUnknown });
}

function responseFailure(response: FetchResponse, body = ''): Failure {
  const { status, headers } = response;
  const problem = decodeProblem(body);
  if (status < 400) {
    return { kind: 'redirected' };
  }
  if (status >= 500 || status === REQUEST_TIMEOUT || status === CLIENT_CLOSED_REQUEST) {
    // A reset of the rate limit, which any response may have, says nothing about an error of the service.
    return { kind: 'unavailable', status, retryAfterMs: retryAfterMs(headers), problem };
  }
  switch (status) {
    case 401:
      return { kind: 'unauthorized', problem };
    case 404:
      return { kind: 'notFound', problem };
    case 429:
      return { kind: 'rateLimited', retryAfterMs: rateLimitWaitMs(headers) };
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

const MAX_FIELDS = 50;

const text = z.catch(z.optional(z.string().check(z.regex(/\S/))), undefined);
const shape = z.object({
  type: text,
  title: text,
  detail: text,
  // Not in RFC 9457, but gateways send it instead of `detail`.
  message: text,
  requestId: text,
  correlationId: text,
  errors: z.catch(z.record(z.string(), z.unknown()), {}),
});

/**
 * Decodes problem details (RFC 9457; contract, Errors) from the body of an error response, regardless of its content type.
 * Returns undefined for anything else, for example HTML.
 */
export function decodeProblem(body: string): ProblemDetails | undefined {
  const { data: members } = z.safeParse(shape, tryParseJson(body));
  if (!members) {
    return undefined;
  }
  const problem = {
    type: members.type,
    title: members.title,
    detail: members.detail ?? members.message,
    requestId: members.requestId,
    correlationId: members.correlationId,
    fieldErrors: fieldErrors(members.errors),
  };
  const hasContent = problem.fieldErrors.size > 0 || [problem.type, problem.title, problem.detail].some(Boolean);
  return hasContent ? problem : undefined;
}

function fieldErrors(errors: Readonly<Record<string, unknown>>): ReadonlyMap<string, readonly string[]> {
  const found = Object.entries(errors)
    .map(([field, value]) => [field, messages(value)] as const)
    .filter(([, texts]) => texts.length > 0);
  return new Map(found.slice(0, MAX_FIELDS));
}

function messages(value: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((item) => typeof item === 'string');
}
