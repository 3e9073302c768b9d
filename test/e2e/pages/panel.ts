import type { Locator, Page } from 'playwright-core';

/** The panel at the bottom of the window, with its terminals and problems. */
export class Panel {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The lines in sight of the visible terminal. */
  get terminal(): Locator {
    return this.#page.locator('.terminal-wrapper.active .xterm-rows');
  }

  /** What takes the keys that are pressed in the visible terminal. */
  get terminalInput(): Locator {
    return this.#page.locator('.terminal-wrapper.active .xterm-helper-textarea');
  }

  /** A row of the Problems view, which must be open. Not a pattern, because its parts are close together in the text. */
  problem(words: string): Locator {
    return this.#page.locator('.markers-panel').getByRole('treeitem').filter({ hasText: words });
  }
}
