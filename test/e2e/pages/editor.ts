import type { Locator, Page } from 'playwright-core';
import { Menu } from './menu.ts';

/** The editors in the middle of the window. */
export class Editor {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  tab(name: string): Locator {
    return this.#page.locator('.tab', { hasText: name });
  }

  /** Takes an item of a tab's menu. */
  async actOnTab(name: string, item: string): Promise<void> {
    await new Menu(this.#page).choose(this.tab(name), item, 'right');
  }

  /** What stands beside the language of the active editor, once the mouse rests there. */
  async languageStatus(): Promise<Locator> {
    await this.#page.locator('.statusbar-item[id="status.languageStatus"]').hover();
    return this.#page.locator('.hover-language-status');
  }

  /** The editors that stand in one place, from 1 at the left. */
  group(number: number): Locator {
    return this.#page.locator('.editor-group-container').nth(number - 1);
  }

  /** A line that says this, in the text that a group shows. No pattern: the spaces of an editor are none to it. */
  line(group: number, words: string): Locator {
    return this.group(group).locator('.view-line').filter({ hasText: words });
  }

  /** Types at the end of the text, as a person does. */
  async append(text: string): Promise<void> {
    await this.#page.locator('.editor-instance .monaco-editor').first().click();
    await this.#page.keyboard.press('ControlOrMeta+End');
    await this.#page.keyboard.insertText(text);
  }
}
