import type { Locator, Page } from 'playwright-core';
import { Menu } from './menu.ts';

/** A row as a person, or a screen reader, gets it. */
export interface TreeRow {
  readonly name: string;
  readonly description: string;
  readonly spoken: string;
  readonly level: number;
}

/** One of the views in the side bar. Only rows in sight exist; windows here are tall enough to hold them all. */
export class TreeView {
  readonly root: Locator;
  readonly #menu: Menu;

  constructor(page: Page, title: string) {
    this.#menu = new Menu(page);
    this.root = page.locator('.pane', { has: page.locator(`.pane-header[aria-label^="${title}"]`) });
  }

  /** The row with exactly this name. */
  row(name: string): Locator {
    return this.root.getByRole('treeitem').filter({
      has: this.root.page().locator('.label-name', { hasText: new RegExp(`^${escapeForRegExp(name)}$`) }),
    });
  }

  /**
   * The first row of which a screen reader says this: its name, its state and the rest. A row that moves can be there twice for
   * a moment.
   */
  rowSaying(words: RegExp): Locator {
    return this.root.getByRole('treeitem', { name: words }).first();
  }

  async rows(): Promise<readonly TreeRow[]> {
    const rows = await this.root.getByRole('treeitem').all();
    return await Promise.all(
      rows.map(async (row) => ({
        name: await row.locator('.label-name').innerText(),
        description: (await row.locator('.label-description').allInnerTexts()).join(' '),
        spoken: (await row.getAttribute('aria-label')) ?? '',
        level: Number(await row.getAttribute('aria-level')),
      })),
    );
  }

  /** Clicks a button that shows on a row while the mouse is over it. A row may move away from under the mouse meanwhile. */
  async act(name: string, button: string): Promise<void> {
    const row = this.row(name);
    const target = row.getByRole('button', { name: button });
    for (let triesLeft = 10; ; triesLeft -= 1) {
      await row.hover();
      try {
        await target.click({ timeout: 5000 });
        return;
      } catch (error) {
        if (triesLeft === 0) {
          throw error;
        }
      }
    }
  }

  /** Opens or closes a row by its arrow. */
  async toggle(name: string): Promise<void> {
    await this.row(name).locator('.monaco-tl-twistie').click();
  }

  /** Chooses from the menu that a right click on the row opens. */
  async choose(row: Locator, entry: string): Promise<void> {
    await this.#menu.choose(row, entry, 'right');
  }

  /** What stands beside the view's title. */
  get description(): Locator {
    return this.root.locator('.pane-header .description');
  }

  /** Takes an item of the menu behind the three dots in the view's title, which show while the mouse is over it. */
  async chooseFromTitle(item: string): Promise<void> {
    const title = this.root.locator('.pane-header');
    await title.hover();
    await this.#menu.choose(title.getByRole('button', { name: 'More Actions...' }), item, 'left');
  }

  /** The line above the rows. */
  get message(): Locator {
    return this.root.locator('.message');
  }

  /** What stands there instead of rows. */
  get welcome(): Locator {
    return this.root.locator('.welcome-view-content');
  }
}

function escapeForRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
