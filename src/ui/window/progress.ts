import { ProgressLocation, window } from 'vscode';
import type { CancellationToken } from 'vscode';
import type { ProgressText } from '../../base/sinkText.ts';

/** Takes the text as it is to be shown, and by how much the bar moves, in percent. */
export interface ProgressReport {
  report(step: { readonly message?: ProgressText; readonly increment?: number }): void;
}

/** Shows a notification with a bar and a Cancel button while the work lasts. */
export function withNotificationProgress<T>(
  title: ProgressText,
  work: (progress: ProgressReport, token: CancellationToken) => Thenable<T>,
): Thenable<T> {
  return window.withProgress({ location: ProgressLocation.Notification, title, cancellable: true }, work);
}

/** Shows a line of progress at the top of a view while the work lasts. */
export function withViewProgress<T>(viewId: string, work: () => Thenable<T>): Thenable<T> {
  return window.withProgress({ location: { viewId } }, work);
}
