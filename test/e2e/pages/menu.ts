import type { Locator, Page } from 'playwright-core';
import { withRetries } from './withRetries.ts';

/** How long to wait for a menu to open before it is opened again. */
const OPENING_MS = 10_000;
/** VS Code ignores clicks for the first tenth of a second after a menu opens. */
const IGNORING_MS = 150;
/** How long to wait for a menu to close before its item is clicked again. */
const CLOSING_MS = 2000;

/** A context menu or drop-down menu. */
export class Menu {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /**
   * Opens a menu and selects an item, which is clicked again if the menu stays open. A menu that closes before the click, as its place is
   * drawn again, is opened again.
   */
  async choose(place: Locator, item: string, button: 'left' | 'right'): Promise<void> {
    // Its name may end with a keyboard shortcut.
    const label = this.#page.locator('.action-label').and(this.#page.getByText(item, { exact: true }));
    const entry = this.#page.getByRole('menuitem').filter({ has: label });
    await this.#open(place, entry, button);
    let wasClicked = false;
    await withRetries(
      async () => {
        if (!wasClicked || (await entry.isVisible())) {
          await entry.click({ timeout: CLOSING_MS });
          wasClicked = true;
          await entry.waitFor({ state: 'hidden', timeout: CLOSING_MS });
        }
      },
      async () => {
        if (!wasClicked && !(await entry.isVisible())) {
          await this.#open(place, entry, button);
        }
      },
    );
  }

  /** Opens the menu again if its entry does not appear: on a busy machine, a click may come while the toolbar is drawn again. */
  async #open(place: Locator, entry: Locator, button: 'left' | 'right'): Promise<void> {
    await withRetries(
      async () => {
        await place.click({ button });
        await entry.waitFor({ timeout: OPENING_MS });
      },
      () => this.#page.keyboard.press('Escape'),
    );
    // By the clock, as VS Code does: a click that it ignores can't be told from one that it takes, if the menu then closes.
    await this.#page.waitForTimeout(IGNORING_MS);
  }
}
