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
   * Waits until the window has told something, and gives the message. Messages in the corner do not stay, and VS Code shows
   * none there while it is driven by a test; they are all in the list behind the bell. Of a long list only those rows exist
   * that are in sight, so both of its ends are looked at.
   */
  async awaitMessage(text: string | RegExp): Promise<Locator> {
    const message = this.#page.locator('.notification-list-item').filter({ hasText: text }).first();
    for (let look = 1; ; look += 1) {
      await this.#showList();
      try {
        await message.waitFor({ timeout: LOOK_MS });
        return message;
      } catch (error) {
        if (look === LOOKS) {
          throw error;
        }
        await this.#scrollList(look % 2 === 1 ? 'end' : 'beginning');
      }
    }
  }

  /** The list closes by itself when it is empty. */
  async #showList(): Promise<void> {
    if (!(await this.#list.isVisible())) {
      await this.#page.locator('.statusbar-item[id="status.notifications"]').click();
    }
  }

  async #scrollList(to: 'beginning' | 'end'): Promise<void> {
    const place = await this.#list.boundingBox();
    if (place) {
      await this.#page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
      await this.#page.mouse.wheel(0, to === 'end' ? 100_000 : -100_000);
    }
  }

  get #list(): Locator {
    return this.#page.locator('.notifications-center.visible');
  }

  get dialog(): Locator {
    return this.#page.locator('.monaco-dialog-box');
  }

  async answerDialog(button: string): Promise<void> {
    await this.dialog.getByRole('button', { name: button }).click();
  }
}
