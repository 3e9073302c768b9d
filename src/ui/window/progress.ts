import { setTimeout as wait } from 'node:timers/promises';
import { CancellationError, ProgressLocation, window } from 'vscode';
import type { CancellationToken } from 'vscode';
import type { ProgressText } from '../../base/sinkText.ts';

/** Updates the message, and advances the progress bar by `increment` percent. */
export interface ProgressReport {
  report(step: { readonly message?: ProgressText; readonly increment?: number }): void;
}

/** Shows a notification with a progress bar and a Cancel button until the work has finished. Cancel aborts the signal. */
export function withNotificationProgress<T>(
  title: ProgressText,
  work: (progress: ProgressReport, signal: AbortSignal) => Thenable<T>,
): Thenable<T> {
  const options = { location: ProgressLocation.Notification, title, cancellable: true };
  return window.withProgress(options, (progress, token) => work(progress, signalOf(token)));
}

/** Shows a progress bar at the top of a view until the work has finished. */
export function withViewProgress<T>(viewId: string, work: () => Thenable<T>): Thenable<T> {
  return window.withProgress({ location: { viewId } }, work);
}

/** Progress is shown only for work that takes longer than this, because it would otherwise just flash. */
const QUICK_MS = 400;

interface CancellableWork {
  readonly signal: AbortSignal;
  /** Updates the message if the progress is already shown. */
  readonly showMessage: (message: ProgressText) => void;
}

/** Runs the work, with cancellable progress if it takes long. Cancelling aborts the signal with a `CancellationError`. */
export async function withProgressIfSlow<T>(
  title: ProgressText,
  start: (work: CancellableWork) => Promise<T>,
): Promise<T> {
  const cancel = new AbortController();
  let showMessage: CancellableWork['showMessage'] = () => undefined;
  const work = start({ signal: cancel.signal, showMessage: (message) => showMessage(message) });
  if (await Promise.race([work.then(() => true), wait(QUICK_MS, false, { ref: false })])) {
    return work;
  }
  return withNotificationProgress(title, (progress, signal) => {
    showMessage = (message) => progress.report({ message });
    signal.addEventListener('abort', () => cancel.abort(signal.reason));
    return work;
  });
}

/** A signal that is aborted with a `CancellationError` when the token is cancelled. */
export function signalOf(token: CancellationToken): AbortSignal {
  const cancel = new AbortController();
  if (token.isCancellationRequested) {
    cancel.abort(new CancellationError());
  }
  token.onCancellationRequested(() => cancel.abort(new CancellationError()));
  return cancel.signal;
}
