import type { FrameLocator, Locator, Page } from 'playwright-core';
import type { Workbench } from './workbench.ts';

/** VS Code's page of an installed extension. */
export class ExtensionPage {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async open(workbench: Workbench, displayName: string): Promise<ExtensionPage> {
    const { page } = workbench;
    await workbench.runCommand('Extensions: Show Installed Extensions');
    await page.locator('.extension-list-item', { hasText: displayName }).first().click();
    await page.locator('.extension-editor .name', { hasText: displayName }).waitFor();
    return new ExtensionPage(page);
  }

  async choose(tab: 'Features' | 'Changelog'): Promise<void> {
    await this.#page.locator('.extension-editor .navbar').getByText(tab, { exact: true }).click();
  }

  /** The README or the changelog, inside the two frames of a webview. */
  get text(): FrameLocator {
    const outer = this.#page.locator('iframe.webview.ready').filter({ visible: true });
    return outer.contentFrame().frameLocator('#active-frame');
  }

  /** An entry of the list of features. */
  feature(name: string): Locator {
    return this.#page.locator('.extension-editor .features-list-container').getByText(name, { exact: true });
  }
}
