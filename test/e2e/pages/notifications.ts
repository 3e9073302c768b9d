import type { Locator, Page } from 'playwright-core';

const LOOK_MS = 3_000;
const LOOKS = 20;

/** The messages in the window's corner, and the dialogs in its middle. */
export class Notifications {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /**
   * Waits until the window has told something, and gives the message. The corner lets go of a message after some seconds,
   * which on a busy machine may be before the test checks; from then on it is in the notification center.
   */
  async awaitMessage(text: string | RegExp): Promise<Locator> {
    const message = this.#page.locator('.notification-list-item').filter({ hasText: text }).first();
    for (let look = 1; ; look += 1) {
      try {
        await message.waitFor({ timeout: LOOK_MS });
        return message;
      } catch (error) {
        if (look === LOOKS) {
          throw error;
        }
        await this.#openList();
      }
    }
  }

  /** How many of the messages that are still there say this; the list behind the bell has them all. */
  async count(text: string | RegExp): Promise<number> {
    await this.#openList();
    return await this.#page.locator('.notifications-center .notification-list-item').filter({ hasText: text }).count();
  }

  /** The links in the text of a message; its buttons are links of HTML, too. */
  linksIn(message: Locator): Locator {
    return message.locator('.notification-list-item-message a');
  }

  async #openList(): Promise<void> {
    // It closes automatically when it is empty.
    if (!(await this.#page.locator('.notifications-center.visible').isVisible())) {
      await this.#page.locator('.statusbar-item[id="status.notifications"]').click();
    }
  }

  get dialog(): Locator {
    return this.#page.locator('.monaco-dialog-box');
  }

  async answerDialog(button: string): Promise<void> {
    await this.dialog.getByRole('button', { name: button }).click();
  }
}
