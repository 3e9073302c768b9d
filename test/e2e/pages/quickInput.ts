import type { Locator, Page } from 'playwright-core';

/** The box at the top of the window in which commands ask for text or a choice. */
export class QuickInput {
  readonly root: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.root = page.locator('.quick-input-widget');
  }

  /** The box whose placeholder or prompt says this, so that typing never lands in the box before it. */
  async typeInto(hint: RegExp, text: string): Promise<void> {
    await this.awaitStep(hint);
    await this.input.fill(text);
    await this.input.press('Enter');
  }

  /** Chooses by typing the label, since a long list has only those of its rows that are in sight. */
  async choose(hint: RegExp, label: string): Promise<void> {
    await this.awaitStep(hint);
    await this.input.fill(label);
    await this.option(label).click();
  }

  option(label: string): Locator {
    return this.root
      .locator('.monaco-list-row')
      .filter({ has: this.#page.locator('.label-name', { hasText: label }) })
      .first();
  }

  get input(): Locator {
    return this.root.locator('.quick-input-box input');
  }

  /** The prompt under the box, or what is wrong with the text in it. */
  get message(): Locator {
    return this.root.locator('.quick-input-message');
  }

  async awaitStep(hint: RegExp): Promise<void> {
    const said = this.message.filter({ hasText: hint });
    const placeholder = this.root.getByPlaceholder(hint);
    await said.or(placeholder).first().waitFor();
  }
}
