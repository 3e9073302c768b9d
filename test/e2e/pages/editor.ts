import type { Locator, Page } from 'playwright-core';

/** The editors in the middle of the window. */
export class Editor {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  tab(name: string): Locator {
    return this.#page.locator('.tab', { hasText: name });
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
