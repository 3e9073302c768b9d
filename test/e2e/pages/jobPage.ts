import axe from 'axe-core';
import type { AxeResults } from 'axe-core';
import type { FrameLocator, Locator, Page } from 'playwright-core';

/** The job page, inside the two frames of a webview. */
export class JobPage {
  readonly frame: FrameLocator;

  constructor(page: Page) {
    this.frame = page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  }

  /** The page once it has the colors of a theme. */
  themed(theme: string): Locator {
    return this.frame.locator(`body[data-vscode-theme-id="${theme}"]`);
  }

  get title(): Locator {
    return this.frame.getByRole('heading', { level: 1 });
  }

  /** A chart, by its accessible name. */
  picture(words: RegExp): Locator {
    return this.frame.getByRole('img', { name: words });
  }

  table(name: string): Locator {
    return this.frame.getByRole('table', { name });
  }

  /** The cells of a table, by row, without the header. */
  async rowsOf(name: string): Promise<readonly (readonly string[])[]> {
    const rows = await this.table(name).locator('tbody tr').all();
    return await Promise.all(
      rows.map(async (row) => (await row.locator('th, td').allInnerTexts()).map((text) => text.trim())),
    );
  }

  button(name: string | RegExp): Locator {
    return this.frame.getByRole('button', { name });
  }

  /** The accessibility violations that axe finds on the page. */
  async seriousProblems(): Promise<readonly string[]> {
    const document = await this.frame.locator('html').elementHandle();
    const frame = await document.ownerFrame();
    if (!frame) {
      throw new Error('The page is not open.');
    }
    // Evaluated from outside the page, because its content security policy blocks scripts.
    await frame.evaluate(axe.source);
    const results = await frame.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })");
    return results.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`));
  }
}
