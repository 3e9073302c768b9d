import type { Locator, Page } from 'playwright-core';

/** The messages in the window's corner, and the dialogs in its middle. */
export class Notifications {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /**
   * Waits until the window has told something, and gives the message. Looked up where messages are kept: the corner lets
   * go of them after some seconds, which on a busy machine may be before anybody looks.
   */
  async awaitMessage(text: string | RegExp): Promise<Locator> {
    const center = this.#page.locator('.notifications-center.visible');
    if (!(await center.isVisible())) {
      await this.#page.locator('.statusbar-item[id="status.notifications"]').click();
      await center.waitFor();
    }
    const message = center.locator('.notification-list-item').filter({ hasText: text });
    await message.waitFor();
    return message;
  }

  get dialog(): Locator {
    return this.#page.locator('.monaco-dialog-box');
  }

  async answerDialog(button: string): Promise<void> {
    await this.dialog.getByRole('button', { name: button }).click();
  }
}
