import { HOUR_MS } from '../base/time.ts';

/** The longest pause that is accepted, in case a service sends a wrong unit. */
export const MAX_RETRY_AFTER_MS = HOUR_MS;

/** The rate limit in the headers of a response (`X-RateLimit-*`). */
export interface RateLimit {
  readonly limit: number | undefined;
  readonly remaining: number;
  readonly resetInMs: number | undefined;
}
