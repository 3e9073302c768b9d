import type { Locator, Page } from 'playwright-core';
import { Menu } from './menu.ts';

/** The Explorer view. */
export class Explorer {
  readonly root: Locator;
  readonly #page: Page;
  readonly #menu: Menu;

  constructor(page: Page) {
    this.#page = page;
    this.#menu = new Menu(page);
    this.root = page.locator('.explorer-folders-view');
  }

  async show(): Promise<void> {
    await this.#page.keyboard.press('ControlOrMeta+Shift+E');
    await this.root.waitFor();
  }

  row(name: string): Locator {
    return this.root.getByRole('treeitem', { name, exact: true });
  }

  /** Selects an item in the context menu of a file. */
  async act(name: string, item: string): Promise<void> {
    await this.#menu.choose(this.row(name), item, 'right');
  }

  /** Selects an item in the context menu of all files from the first to the last. */
  async actOnAll(first: string, last: string, item: string): Promise<void> {
    await this.row(first).click();
    await this.row(last).click({ modifiers: ['Shift'] });
    await this.#menu.choose(this.row(last), item, 'right');
  }
}
