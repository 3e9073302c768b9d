import type { Locator, Page } from 'playwright-core';
import type { DomElement } from './domElement.ts';
import { Menu } from './menu.ts';
import { withRetries } from './withRetries.ts';

/** How long a row may take to react before the mouse is moved there again. */
const HOVERING_MS = 5000;

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

  /** All of them as they are at one time, because rows come and go. */
  async rows(): Promise<readonly TreeRow[]> {
    return await this.root.getByRole('treeitem').evaluateAll((rows: readonly DomElement[]) =>
      rows.map((row) => {
        const textOf = (selector: string): string =>
          [...row.querySelectorAll(selector)].map(({ innerText }) => innerText).join(' ');
        return {
          name: textOf('.label-name'),
          description: textOf('.label-description'),
          spoken: row.getAttribute('aria-label') ?? '',
          level: Number(row.getAttribute('aria-level')),
        };
      }),
    );
  }

  /** Clicks an inline action of a row, by its name or its locator. */
  async act(row: string | Locator, button: string): Promise<void> {
    await this.#hovering(row, (hovered) =>
      hovered.getByRole('button', { name: button }).click({ timeout: HOVERING_MS }),
    );
  }

  /** Waits until a row has an inline action. */
  async awaitAction(row: string | Locator, button: string): Promise<void> {
    await this.#hovering(row, (hovered) =>
      hovered.getByRole('button', { name: button }).waitFor({ timeout: HOVERING_MS }),
    );
  }

  /** Waits until the tooltip of a row has these words. */
  async awaitTooltip(name: string, words: RegExp): Promise<Locator> {
    const page = this.root.page();
    const tooltip = page.locator('.monaco-hover', { hasText: name }).filter({ hasText: words });
    await this.#hovering(name, async () => {
      try {
        await tooltip.waitFor({ timeout: HOVERING_MS });
      } catch (error) {
        // A tooltip that was hidden appears again once the mouse comes back.
        await page.mouse.move(0, 0);
        throw error;
      }
    });
    return tooltip;
  }

  /** Rows move under the mouse when others appear above them, so the mouse follows until `action` succeeds. */
  async #hovering(row: string | Locator, action: (row: Locator) => Promise<void>): Promise<void> {
    const hovered = typeof row === 'string' ? this.row(row) : row;
    await withRetries(async () => {
      await hovered.hover();
      await action(hovered);
    });
  }

  async expand(name: string): Promise<void> {
    await this.#toggle(name, 'true');
  }

  async collapse(name: string): Promise<void> {
    await this.#toggle(name, 'false');
  }

  /** A row may move when it is clicked, and a second click would take back the first. */
  async #toggle(name: string, expanded: 'true' | 'false'): Promise<void> {
    const row = this.row(name);
    const toggled = row.and(this.root.locator(`[aria-expanded="${expanded}"]`));
    await withRetries(async () => {
      if (!(await toggled.isVisible())) {
        await row.locator('.monaco-tl-twistie').click({ timeout: HOVERING_MS });
        await toggled.waitFor({ timeout: HOVERING_MS });
      }
    });
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
