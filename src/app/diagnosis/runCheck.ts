import { Deadline, orAborted } from '../../api/deadline.ts';

/** What a check has found, or why it has found nothing. */
export type CheckOutcome<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'timedOut'; readonly afterMs: number };

/** How long a check may take. Checks run at the same time. */
const CHECK_DEADLINE_MS = 15_000;

/** Runs a check until its deadline. Rejects with the reason of `signal` once it is aborted, and for nothing else. */
export async function runCheck<T>(
  check: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
  deadlineMs = CHECK_DEADLINE_MS,
): Promise<CheckOutcome<T>> {
  const deadline = new Deadline(deadlineMs, signal);
  try {
    return { kind: 'found', value: await orAborted(check(deadline.signal), deadline.signal) };
  } catch (error) {
    signal.throwIfAborted();
    return deadline.hasTimedOut ? { kind: 'timedOut', afterMs: deadline.afterMs } : { kind: 'failed', error };
  } finally {
    deadline.end();
  }
}
