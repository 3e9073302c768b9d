import type { Locator, Page } from 'playwright-core';

/** The box at the top of the window in which commands ask for text or a choice. */
export class QuickInput {
  readonly root: Locator;

  constructor(page: Page) {
    this.root = page.locator('.quick-input-widget');
  }

  /** The box whose placeholder or prompt says this, so that typing never lands in the box before it. */
  async typeInto(hint: RegExp, text: string): Promise<void> {
    await this.awaitStep(hint);
    await this.input.fill(text);
    await this.input.press('Enter');
  }

  async choose(hint: RegExp, label: string | RegExp): Promise<void> {
    await this.awaitStep(hint);
    await this.option(label).click();
  }

  option(label: string | RegExp): Locator {
    return this.root.locator('.monaco-list-row').filter({ hasText: label }).first();
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
