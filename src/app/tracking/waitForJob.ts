import { DisposableStore } from '../../base/disposable.ts';
import { needsPolling } from '../../model/job.ts';
import type { Job } from '../../model/job.ts';
import type { JobTracker } from './jobTracker.ts';

/** Node's timers can't wait longer: about 24 days. */
const MAX_TIMEOUT_MS = 2_147_483_647;

/** How waiting for a job ended. */
export type WaitResult =
  | { readonly kind: 'ended'; readonly job: Job }
  /** This window no longer tracks the job: the user stopped watching it, or the account changed. */
  | { readonly kind: 'notTracked' }
  /** The service no longer accepts the account's secret: the job is not polled until the user signs in again, which may be never. */
  | { readonly kind: 'noAccess' }
  | { readonly kind: 'timedOut' }
  /** The signal was aborted. */
  | { readonly kind: 'stopped' };

interface WaitOptions {
  /** Called with the job as it is, and again after each change, the last one included. */
  readonly onChange: (job: Job) => void;
  readonly signal: AbortSignal;
  /** How long to wait; undefined: without a limit. */
  readonly timeoutMs: number | undefined;
}

/** Waits until a tracked job has ended and its final status is known. The job itself goes on, however the wait ends. */
export function waitForJob(
  tracker: Pick<JobTracker, 'jobs' | 'hasAccess' | 'onDidChange'>,
  syncId: string,
  { onChange, signal, timeoutMs }: WaitOptions,
): Promise<WaitResult> {
  return new Promise((resolve) => {
    const owned = new DisposableStore();
    let shown: Job | undefined;
    const end = (result: WaitResult): void => {
      owned.dispose();
      resolve(result);
    };
    const stop = (): void => end({ kind: 'stopped' });
    const check = (): void => {
      const job = tracker.jobs.find(syncId);
      if (job === undefined) {
        end({ kind: 'notTracked' });
        return;
      }
      if (job !== shown) {
        shown = job;
        onChange(job);
      }
      if (!needsPolling(job)) {
        end({ kind: 'ended', job });
      } else if (!tracker.hasAccess) {
        end({ kind: 'noAccess' });
      }
    };
    if (signal.aborted) {
      stop();
      return;
    }
    signal.addEventListener('abort', stop);
    owned.add({ dispose: () => signal.removeEventListener('abort', stop) });
    if (timeoutMs !== undefined) {
      const timer = setTimeout(() => end({ kind: 'timedOut' }), Math.min(timeoutMs, MAX_TIMEOUT_MS));
      owned.add({ dispose: () => clearTimeout(timer) });
    }
    owned.add(tracker.onDidChange(check));
    check();
  });
}
