import type { Locator, Page } from 'playwright-core';

/** The status bar item of the extension. */
export class StatusBar {
  readonly item: Locator;
  /** A text that is shown for a few seconds and read out by screen readers. */
  readonly #announcement: Locator;

  constructor(page: Page) {
    this.item = page.locator('.statusbar-item[id^="data-connections.data-connections"]:not(:has([role="alert"]))');
    this.#announcement = page.locator('.statusbar-item [role="alert"]');
  }

  announcement(words: string | RegExp): Locator {
    return this.#announcement.filter({ hasText: words }).first();
  }
}
