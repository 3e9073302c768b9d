import type { Locator, Page } from 'playwright-core';

/** The extension's entry in the line at the bottom of the window. */
export class StatusBar {
  readonly item: Locator;

  constructor(page: Page) {
    this.item = page.locator('.statusbar-item[id^="data-connections.data-connections"]');
  }
}
