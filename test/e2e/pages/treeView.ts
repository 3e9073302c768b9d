import type { Locator, Page } from 'playwright-core';
import { Menu } from './menu.ts';

/** A row as it is shown and read by screen readers. */
export interface TreeRow {
  readonly name: string;
  readonly description: string;
  readonly spoken: string;
  readonly level: number;
}

/** A tree view. Only visible rows exist; the test windows are tall enough for all rows. */
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
   * The first row with this accessible name. A row that moves may exist twice for a moment.
   */
  rowSaying(words: RegExp): Locator {
    return this.root.getByRole('treeitem', { name: words }).first();
  }

  /** The rows while the keyboard moves between them. */
  get focusedList(): Locator {
    return this.root.locator('.monaco-list:focus, .monaco-list:focus-within').first();
  }

  /** The row that keys act on. */
  get focusedRow(): Locator {
    return this.root.locator('.monaco-list-row.focused');
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

  /** Clicks an inline action of a row. The row may move while the mouse hovers over it. */
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

  /** Expands or collapses a row. */
  async toggle(name: string): Promise<void> {
    await this.row(name).locator('.monaco-tl-twistie').click();
  }

  /** Selects an item in the context menu of a row. */
  async choose(row: Locator, entry: string): Promise<void> {
    await this.#menu.choose(row, entry, 'right');
  }

  /** The description beside the title of the view. */
  get description(): Locator {
    return this.root.locator('.pane-header .description');
  }

  /** Selects an item in the overflow menu of the view's title bar. */
  async chooseFromTitle(item: string): Promise<void> {
    const title = this.root.locator('.pane-header');
    await title.hover();
    await this.#menu.choose(title.getByRole('button', { name: 'More Actions...' }), item, 'left');
  }

  /** The message above the rows. */
  get message(): Locator {
    return this.root.locator('.message');
  }

  /** The welcome content. */
  get welcome(): Locator {
    return this.root.locator('.welcome-view-content');
  }
}

function escapeForRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
