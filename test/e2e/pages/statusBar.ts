import type { Locator, Page } from 'playwright-core';

/** The status bar item of the extension. */
export class StatusBar {
  readonly item: Locator;

  constructor(page: Page) {
    this.item = page.locator('.statusbar-item[id^="data-connections.data-connections"]');
  }
}
