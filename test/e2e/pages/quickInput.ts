import type { Locator, Page } from 'playwright-core';

/** How long a box may take to show before its key is pressed again. */
const OPENING_MS = 5000;

/** The box at the top of the window in which commands ask for text or a choice. */
export class QuickInput {
  readonly root: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.root = page.locator('.quick-input-widget');
  }

  /**
   * Opens the box by its key. A box that is just closing takes the new one with it, so the key may have to be pressed again;
   * in a box that opened late on a busy machine, that changes nothing.
   */
  async openBy(key: string): Promise<void> {
    await this.root.waitFor({ state: 'hidden' });
    for (let triesLeft = 10; ; triesLeft -= 1) {
      await this.#page.keyboard.press(key);
      try {
        await this.input.fill('', { timeout: OPENING_MS });
        return;
      } catch (error) {
        if (triesLeft === 0) {
          throw error;
        }
      }
    }
  }

  /** Types the text, and takes the option of this label once it is the one that Enter takes. */
  async accept(text: string, label: string): Promise<void> {
    await this.input.fill(text);
    await this.option(label).and(this.focusedOption).waitFor();
    await this.input.press('Enter');
  }

  /** The option that Enter takes. */
  get focusedOption(): Locator {
    return this.root.locator('.monaco-list-row.focused');
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

  /** Takes a file of the folder where VS Code asks for one in the box instead of in a dialog of the system, as in a browser. */
  async openFile(title: string, name: string): Promise<void> {
    await this.root.locator('.quick-input-title', { hasText: title }).waitFor();
    await this.option(name).click();
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
