import type { Locator, Page } from 'playwright-core';

/** The messages in the window's corner, and the dialogs in its middle. */
export class Notifications {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  message(text: string | RegExp): Locator {
    return this.#page.locator('.notifications-toasts .notification-list-item').filter({ hasText: text });
  }

  get dialog(): Locator {
    return this.#page.locator('.monaco-dialog-box');
  }

  async answerDialog(button: string): Promise<void> {
    await this.dialog.getByRole('button', { name: button }).click();
  }
}
