import { l10n } from 'vscode';
import { notificationText } from '../../base/sinkText.ts';
import { showError } from '../window/notifications.ts';

/** Says that the code of the extension could not be loaded, as during an update: once, however much needs it, until that is closed. */
export class LoadFailure {
  #isShown = false;

  show(error: unknown): void {
    // eslint-disable-next-line no-console -- The log of the extension is not there yet; this writes to that of its host.
    console.error(error);
    if (!this.#isShown) {
      this.#isShown = true;
      const message = notificationText(l10n.t('Data Connections could not be loaded. Reload the window.'));
      void showError(message).then(() => (this.#isShown = false));
    }
  }
}
