import { setTimeout as wait } from 'node:timers/promises';
import { CancellationError } from 'vscode';
import { progressText } from '../base/sinkText.ts';
import { withNotificationProgress } from './window/progress.ts';

/** What is through by then needs no progress, which would only flash. */
const QUICK_MS = 400;

interface Work {
  readonly signal: AbortSignal;
  /** Says how far the work is, where anybody is to see it. */
  readonly report: (message: string) => void;
}

/** Does the work, with progress and a way out where it takes long. Where the user takes that, the signal's reason is a cancellation. */
export async function progressIfSlow<T>(title: string, start: (work: Work) => Promise<T>): Promise<T> {
  const cancel = new AbortController();
  let show: Work['report'] = () => undefined;
  const work = start({ signal: cancel.signal, report: (message) => show(message) });
  if (await Promise.race([work.then(() => true), wait(QUICK_MS, false, { ref: false })])) {
    return work;
  }
  return withNotificationProgress(progressText(title), (progress, token) => {
    show = (message) => progress.report({ message: progressText(message) });
    token.onCancellationRequested(() => cancel.abort(new CancellationError()));
    return work;
  });
}
