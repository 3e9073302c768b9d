import type { Locator, Page } from 'playwright-core';

/** How long a menu may take to close before its item is clicked again. */
const CLOSING_MS = 2000;

/** A menu that a click opens. */
export class Menu {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /**
   * Opens the menu of a place and takes one of its items. For a tenth of a second a menu takes no click, so that the one
   * that opened it can't choose as well; an item that is clicked so soon stays there, and is clicked again.
   */
  async choose(place: Locator, item: string, button: 'left' | 'right'): Promise<void> {
    await place.click({ button });
    const entry = this.#page.getByRole('menuitem', { name: item, exact: true });
    await entry.waitFor();
    for (let triesLeft = 10; ; triesLeft -= 1) {
      try {
        await entry.click({ timeout: CLOSING_MS });
        await entry.waitFor({ state: 'hidden', timeout: CLOSING_MS });
        return;
      } catch (error) {
        if (!(await entry.isVisible())) {
          return;
        }
        if (triesLeft === 0) {
          throw error;
        }
      }
    }
  }
}
