import { CancellationError, l10n } from 'vscode';
import { notificationText } from '../../base/sinkText.ts';
import { showError } from '../window/notifications.ts';

/** Says that the extension's code could not be loaded, for example during an update. Shows at most one notification at a time. */
export class LoadFailure {
  #isShown = false;

  show(error: unknown): void {
    // Starting or leaving the demo cancels what is running.
    if (error instanceof CancellationError) {
      return;
    }
    // eslint-disable-next-line no-console -- The extension's log doesn't exist yet. This writes to the log of the extension host.
    console.error(error);
    if (!this.#isShown) {
      this.#isShown = true;
      const message = notificationText(l10n.t('Data Connections could not be loaded. Reload the window.'));
      void showError(message).then(() => (this.#isShown = false));
    }
  }
}
