import { MAX_RETRY_AFTER_MS } from '../model/rateLimit.ts';
import type { RateLimit } from '../model/rateLimit.ts';

/** Smaller numbers are seconds from now; as epoch seconds they would be before 2001. */
const FIRST_EPOCH_SECONDS = 1e9;
/** Larger numbers are epoch milliseconds; as epoch seconds they would be after the year 5000. */
const LAST_EPOCH_SECONDS = 1e11;

/**
 * The wait that the headers of a 429 request, in milliseconds, from 0 to one hour: `Retry-After`, else the time until
 * `X-RateLimit-Reset`. Returns undefined if neither is valid.
 */
export function rateLimitWaitMs(headers: Headers): number | undefined {
  return retryAfterMs(headers) ?? resetInMs(headers);
}

/** The wait that `Retry-After` requests, in seconds or as a date: in milliseconds, from 0 to one hour. Undefined if it isn't valid. */
export function retryAfterMs(headers: Headers): number | undefined {
  const after = headers.get('retry-after')?.trim() ?? '';
  const seconds = decimal(after);
  if (seconds !== undefined) {
    return bounded(seconds * 1000);
  }
  const date = /[a-z]/i.test(after) ? Date.parse(after) : NaN;
  return Number.isNaN(date) ? undefined : bounded(date - now(headers));
}

/** The remaining requests and when they are reset; undefined if `X-RateLimit-Remaining` is missing or invalid. */
export function rateLimitOf(headers: Headers): RateLimit | undefined {
  const number = (name: string): number | undefined => {
    const text = headers.get(name)?.trim() ?? '';
    return /^\d+$/.test(text) ? Number(text) : undefined;
  };
  const remaining = number('x-ratelimit-remaining');
  return remaining === undefined
    ? undefined
    : { limit: number('x-ratelimit-limit'), remaining, resetInMs: resetInMs(headers) };
}

/** The unit of `X-RateLimit-Reset` is not documented: epoch seconds, epoch milliseconds, or seconds from now. */
function resetInMs(headers: Headers): number | undefined {
  const reset = decimal(headers.get('x-ratelimit-reset')?.trim() ?? '');
  if (reset === undefined) {
    return undefined;
  }
  if (reset < FIRST_EPOCH_SECONDS) {
    return bounded(reset * 1000);
  }
  return bounded((reset > LAST_EPOCH_SECONDS ? reset : reset * 1000) - now(headers));
}

function decimal(text: string): number | undefined {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** The time by the service's clock if the response has a `Date`, because its other times use that clock. */
function now(headers: Headers): number {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? Date.now() : date;
}

function bounded(ms: number): number {
  return Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS);
}
