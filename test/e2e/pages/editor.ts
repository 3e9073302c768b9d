import type { Locator, Page } from 'playwright-core';
import { Menu } from './menu.ts';
import { withRetries } from './withRetries.ts';

/** How long to wait for suggestions before they are requested again. */
const SUGGESTING_MS = 5000;

/** The editor area of a window. */
export class Editor {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  tab(name: string): Locator {
    return this.#page.locator('.tab', { hasText: name });
  }

  /** Selects an item in the context menu of a tab. */
  async actOnTab(name: string, item: string): Promise<void> {
    await new Menu(this.#page).choose(this.tab(name), item, 'right');
  }

  /** Selects an item in the context menu of the text. */
  async actOnText(item: string): Promise<void> {
    await new Menu(this.#page).choose(this.#page.locator('.editor-instance .view-lines').first(), item, 'right');
  }

  /** An icon in the title of the active editor group. */
  titleAction(name: string): Locator {
    return this.#page.locator('.editor-group-container.active .editor-actions').getByRole('button', { name });
  }

  /** The hover text of the language status. */
  async languageStatus(): Promise<Locator> {
    await this.#page.locator('.statusbar-item[id="status.languageStatus"]').hover();
    return this.#page.locator('.hover-language-status');
  }

  /** An editor group, counted from 1 on the left. */
  group(number: number): Locator {
    return this.#page.locator('.editor-group-container').nth(number - 1);
  }

  /**
   * A visible line with this text in an editor group. Not a pattern, because editors render other space characters. Long lines of
   * Markdown are wrapped, at a column that depends on the fonts of the machine: pass a few words.
   */
  line(group: number, words: string): Locator {
    return this.group(group).locator('.view-line').filter({ hasText: words });
  }

  /** The position in the status bar, once it is this: `Ln 3, Col 7 (3 selected)`. */
  position(words: string): Locator {
    return this.#page.locator('.statusbar-item[id="status.editor.selection"]').filter({ hasText: words });
  }

  /** The text of a file in the active editor group. The tab is there before it, while the text of another file is still shown. */
  text(name: string): Locator {
    return this.#page.locator(
      `.editor-group-container.active .monaco-editor[data-uri$="/${encodeURIComponent(name)}"]`,
    );
  }

  /** Types at the end of the text of a file. */
  async append(name: string, text: string): Promise<void> {
    await this.text(name).click();
    await this.#page.keyboard.press('ControlOrMeta+End');
    await this.#page.keyboard.insertText(text);
  }

  /**
   * Accepts a suggestion once it has the focus. Suggestions that appear while the user types are enough. They are requested again only
   * after they were closed, because the same key shows details if they are visible.
   */
  async acceptSuggestion(label: string): Promise<void> {
    const focused = this.#page.locator('.suggest-widget.visible .monaco-list-row.focused').filter({ hasText: label });
    await withRetries(
      () => focused.waitFor({ timeout: SUGGESTING_MS }),
      async () => {
        await this.#page.keyboard.press('Escape');
        await this.#page.keyboard.press('ControlOrMeta+Space');
      },
    );
    await this.#page.keyboard.press('Enter');
  }
}
