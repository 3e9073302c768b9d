import type { Locator, Page } from 'playwright-core';
import { withRetries } from './withRetries.ts';

const LOOK_MS = 3_000;
const LOOKS = 20;
/** How long a notification may take to be clicked before it is looked for again. */
const CLICK_MS = 5_000;

/** Notifications and modal dialogs. */
export class Notifications {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /**
   * Waits for a notification and returns it. Toasts disappear after some seconds,
   * which on a busy machine may be before the test checks; from then on it is in the notification center.
   */
  async awaitMessage(text: string | RegExp): Promise<Locator> {
    const message = this.visible.filter({ hasText: text }).first();
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

  /** Selects a button of a notification, which may move from the toasts to the notification center in the meantime. */
  async act(text: string | RegExp, button: string): Promise<void> {
    let message = await this.awaitMessage(text);
    await withRetries(
      () => message.getByRole('button', { name: button }).click({ timeout: CLICK_MS }),
      async () => {
        message = await this.awaitMessage(text);
      },
    );
  }

  /** The closed notification center keeps what it showed last, but invisibly. */
  get visible(): Locator {
    return this.#page.locator('.notification-list-item').filter({ visible: true });
  }

  /** The number of notifications with this text, including those in the notification center. */
  async count(text: string | RegExp): Promise<number> {
    await this.#openList();
    const listed = this.#page.locator('.notifications-center .notification-list-item').filter({ visible: true });
    return await listed.filter({ hasText: text }).count();
  }

  /** The links in the text of a notification. Its buttons are HTML links, too. */
  linksIn(message: Locator): Locator {
    return message.locator('.notification-list-item-message a');
  }

  async #openList(): Promise<void> {
    // It closes automatically when it is empty.
    if (!(await this.#page.locator('.notifications-center.visible').isVisible())) {
      // Before, because the tooltip of another item may cover this one; after, because its own would cover the buttons of the last
      // notification.
      await this.#page.mouse.move(0, 0);
      await this.#page.locator('.statusbar-item[id="status.notifications"]').click();
      await this.#page.mouse.move(0, 0);
    }
  }

  get dialog(): Locator {
    return this.#page.locator('.monaco-dialog-box');
  }

  async answerDialog(button: string): Promise<void> {
    await this.dialog.getByRole('button', { name: button, exact: true }).click();
  }
}
