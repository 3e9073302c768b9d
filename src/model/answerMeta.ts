/** `meta` of every answer (contract, Response envelope). Each member is undefined where the service left it out. */
export interface AnswerMeta {
  readonly apiVersion: string | undefined;
  readonly requestId: string | undefined;
  readonly correlationId: string | undefined;
  readonly workspaceIdentifier: string | undefined;
  readonly timestamp: string | undefined;
}

/** Whether this extension was written for the version that answered: major part 1. An absent version is not doubted. */
export function isSupportedApiVersion(apiVersion: string | undefined): boolean {
  const major = /^\s*v?(\d+)/i.exec(apiVersion ?? '')?.[1];
  return apiVersion === undefined || apiVersion.trim() === '' || major === '1';
}

/** A service may ask for a longer wait, or name it in a wrong unit: none is kept for longer than an hour. */
export const LONGEST_RETRY_AFTER_MS = 60 * 60 * 1000;

/** What the headers of an answer say about how many requests the service still takes (`X-RateLimit-*`). */
export interface RateLimitNote {
  readonly limit: number | undefined;
  readonly remaining: number;
  readonly resetInMs: number | undefined;
}
