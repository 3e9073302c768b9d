import type { Locator } from 'playwright-core';
import type { Notifications } from './notifications.ts';

/** The modal dialog that reviews an upload. */
export class UploadReview {
  readonly #notifications: Notifications;

  constructor(notifications: Notifications) {
    this.#notifications = notifications;
  }

  /** The review once it shows this text. */
  async awaitWords(words: RegExp): Promise<Locator> {
    const saying = this.#notifications.dialog.filter({ hasText: words });
    await saying.waitFor();
    return saying;
  }

  /** Answers the review, which must show the expected text. */
  async answer(words: RegExp, button: string): Promise<void> {
    const dialog = await this.awaitWords(words);
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await this.#notifications.dialog.waitFor({ state: 'hidden' });
  }
}
