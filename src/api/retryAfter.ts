import type { RateLimitNote } from '../model/answerMeta.ts';

const MAX_MS = 24 * 60 * 60 * 1000;

/**
 * How long the service asks us to wait: `Retry-After` in seconds or as a date, else the moment that `X-RateLimit-Reset`
 * (epoch seconds) names. Undefined where it says nothing readable. At most a day, and never negative.
 */
export function retryAfterMs(headers: Headers): number | undefined {
  const after = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(after)) {
    return bounded(Number(after) * 1000);
  }
  const date = /[a-z]/i.test(after) ? Date.parse(after) : NaN;
  const reset = Number(headers.get('x-ratelimit-reset') ?? NaN) * 1000;
  return bounded((Number.isNaN(date) ? reset : date) - now(headers));
}

/** How many requests the service says are left; undefined where it says nothing readable. */
export function rateLimitNote(headers: Headers): RateLimitNote | undefined {
  const number = (name: string): number | undefined => {
    const text = headers.get(name)?.trim() ?? '';
    return /^\d+$/.test(text) ? Number(text) : undefined;
  };
  const remaining = number('x-ratelimit-remaining');
  const reset = number('x-ratelimit-reset');
  const resetInMs = reset === undefined ? undefined : bounded(reset * 1000 - now(headers));
  return remaining === undefined ? undefined : { limit: number('x-ratelimit-limit'), remaining, resetInMs };
}

/** The service's clock where it tells it, because the moments it names are told by that one. */
function now(headers: Headers): number {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? Date.now() : date;
}

function bounded(ms: number): number | undefined {
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), MAX_MS);
}
