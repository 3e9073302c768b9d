import type { Locator, Page } from 'playwright-core';
import { withRetries } from './withRetries.ts';

/** How long to wait for the input before its key is pressed again. */
const OPENING_MS = 5000;
/** How long to wait for an item before the list is requested again. */
const LISTING_MS = 5000;

/** The quick input at the top of the window. */
export class QuickInput {
  readonly root: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.root = page.locator('.quick-input-widget');
  }

  /**
   * Opens the quick input with its key. One that is just closing also closes the new one, so the key may have to be pressed
   * again; if the input only opened late, this has no effect.
   */
  async openBy(key: string): Promise<void> {
    await this.root.waitFor({ state: 'hidden' });
    await withRetries(async () => {
      await this.#page.keyboard.press(key);
      await this.input.fill('', { timeout: OPENING_MS });
    });
  }

  /**
   * Opens the quick input with its key, types the text, and accepts the item with this label once it has the focus. Begins again if
   * an editor that opens takes the focus, which closes the quick input, or if the list was made before the item was there.
   */
  async accept(key: string, text: string, label: string): Promise<void> {
    await this.openBy(key);
    await withRetries(
      async () => {
        await this.input.fill(text, { timeout: OPENING_MS });
        await this.option(label).and(this.focusedOption).waitFor({ timeout: LISTING_MS });
      },
      async () => {
        await this.#page.keyboard.press('Escape');
        await this.openBy(key);
      },
    );
    await this.input.press('Enter');
  }

  /** The focused item. */
  get focusedOption(): Locator {
    return this.root.locator('.monaco-list-row.focused');
  }

  /** The input with this placeholder or prompt, so that text is never typed into the previous one. */
  async typeInto(hint: RegExp, text: string): Promise<void> {
    await this.awaitStep(hint);
    await this.input.fill(text);
    await this.input.press('Enter');
  }

  /**
   * Opens a list that has its focus on the item with this label, and accepts it. Opens it again if an editor or a page that was opened
   * before takes the focus only now, which closes the list.
   */
  async acceptFocused(open: () => Promise<void>, hint: RegExp, label: string): Promise<void> {
    await withRetries(async () => {
      await open();
      await this.awaitStep(hint, { timeout: LISTING_MS });
      await this.focusedOption.filter({ hasText: label }).waitFor({ timeout: LISTING_MS });
    });
    await this.#page.keyboard.press('Enter');
  }

  /** Selects by typing the label, because only visible rows of a long list exist. */
  async choose(hint: RegExp, label: string): Promise<void> {
    await this.awaitStep(hint);
    await this.input.fill(label);
    await this.option(label).click();
  }

  /** Selects a file in the simple file dialog, which VS Code uses in a browser. By typing, as `choose` does. */
  async openFile(title: string, name: string): Promise<void> {
    await this.root.locator('.quick-input-title', { hasText: title }).waitFor();
    // Until the folder is listed, its path is not in the box either.
    await this.option('..').waitFor();
    await this.input.fill((await this.input.inputValue()) + name);
    await this.option(name).click();
  }

  option(label: string): Locator {
    return this.root
      .locator('.monaco-list-row')
      .filter({ has: this.#page.locator('.label-name', { hasText: label }) })
      .first();
  }

  /** The item with this label, if it is selected in a list of several. */
  checked(label: string): Locator {
    return this.option(label).and(this.root.locator('.monaco-list-row:has(input:checked, .checked)'));
  }

  get input(): Locator {
    return this.root.locator('.quick-input-box input');
  }

  title(words: string): Locator {
    return this.root.locator('.quick-input-title', { hasText: words });
  }

  /** A heading between the items. */
  separator(words: string): Locator {
    return this.root.locator('.quick-input-list-separator', { hasText: words });
  }

  /** The prompt or the validation message below the input. */
  get message(): Locator {
    return this.root.locator('.quick-input-message');
  }

  /** @param options `timeout`: in ms, by default that of the page. */
  async awaitStep(hint: RegExp, options: { readonly timeout?: number } = {}): Promise<void> {
    const said = this.message.filter({ hasText: hint });
    const placeholder = this.root.getByPlaceholder(hint);
    await said.or(placeholder).first().waitFor(options);
  }
}
