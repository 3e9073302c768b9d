import { RequestTimeout } from '../../api/requestTimeout.ts';
import { orAborted } from '../../base/abort.ts';

/** What a check has found, or why it has found nothing. */
export type CheckOutcome<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'timedOut'; readonly afterMs: number };

/** How long a check may take. Checks run at the same time. */
const CHECK_TIMEOUT_MS = 15_000;

/** Runs a check until it times out. Rejects with the reason of `signal` once it is aborted, and for nothing else. */
export async function runCheck<T>(
  check: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
  timeoutMs = CHECK_TIMEOUT_MS,
): Promise<CheckOutcome<T>> {
  const timeout = new RequestTimeout(timeoutMs, signal);
  try {
    return { kind: 'found', value: await orAborted(check(timeout.signal), timeout.signal) };
  } catch (error) {
    signal.throwIfAborted();
    return timeout.hasTimedOut ? { kind: 'timedOut', afterMs: timeout.afterMs } : { kind: 'failed', error };
  } finally {
    timeout.end();
  }
}
