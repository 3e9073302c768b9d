import type { Locator, Page } from 'playwright-core';

/** The page of VS Code that shows the walkthrough. */
export class Walkthrough {
  readonly root: Locator;

  constructor(page: Page) {
    this.root = page.locator('.gettingStartedContainer');
  }

  /** The mark of a step that is done. */
  done(id: string): Locator {
    return this.root.locator(`[data-done-step-id$="#${id}"][aria-checked="true"]`);
  }

  /** Opens a step, and clicks a button or a link in its description. */
  async follow(id: string, label: string): Promise<void> {
    await this.open(id);
    await this.#step(id)
      .locator('a', { hasText: new RegExp(`^${label}$`) })
      .click();
  }

  async open(id: string): Promise<void> {
    if ((await this.#step(id).getAttribute('aria-expanded')) !== 'true') {
      await this.#step(id).locator('.step-title').click();
    }
  }

  /** The picture of the open step. */
  get picture(): Locator {
    return this.root.page().frameLocator('iframe.webview.ready').frameLocator('#active-frame').locator('svg');
  }

  #step(id: string): Locator {
    return this.root.locator(`[data-step-id$="#${id}"]`);
  }
}
