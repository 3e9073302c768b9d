import type { Locator, Page } from 'playwright-core';

/** The editor that has the focus. */
export class Editor {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  tab(name: string): Locator {
    return this.#page.locator('.tab', { hasText: name });
  }

  /** Types at the end of the text, as a person does. */
  async append(text: string): Promise<void> {
    await this.#page.locator('.editor-instance .monaco-editor').first().click();
    await this.#page.keyboard.press('ControlOrMeta+End');
    await this.#page.keyboard.insertText(text);
  }
}
