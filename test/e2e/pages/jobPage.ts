import axe from 'axe-core';
import type { AxeResults } from 'axe-core';
import type { Frame, FrameLocator, Locator, Page } from 'playwright-core';
import { eventually } from '../../eventually.ts';
import type { DomElement } from './domElement.ts';

/** More presses of the Tab key than a page has places. */
const MAX_PRESSES = 40;

/** The visible job page, inside the two frames of a webview. */
export class JobPage {
  readonly #page: Page;
  readonly frame: FrameLocator;

  constructor(page: Page) {
    this.#page = page;
    // VS Code keeps the frames of hidden tabs for a moment.
    const outer = page.locator('iframe.webview.ready').filter({ visible: true });
    this.frame = outer.contentFrame().frameLocator('#active-frame');
  }

  /** The tabs of all editors. */
  get tabs(): Locator {
    return this.#page.locator('.tabs-container .tab');
  }

  /** The page once it has the colors of a theme, whose ID begins with “Default” or not. */
  themed(theme: string): Locator {
    return this.frame.locator(`body[data-vscode-theme-id$="${theme.replace(/^Default /, '')}"]`);
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

  /** The cells of a table as they are at one time, by row, without the header. */
  async rowsOf(name: string): Promise<readonly (readonly string[])[]> {
    return await this.table(name)
      .locator('tbody tr')
      .evaluateAll((rows: readonly DomElement[]) =>
        rows.map((row) => [...row.querySelectorAll('th, td')].map(({ innerText }) => innerText.trim())),
      );
  }

  button(name: string | RegExp): Locator {
    return this.frame.getByRole('button', { name });
  }

  async scrollToEnd(): Promise<void> {
    await (await this.#innerFrame()).evaluate('window.scrollTo(0, document.body.scrollHeight)');
  }

  async scrollPosition(): Promise<number> {
    return (await this.#innerFrame()).evaluate<number>('document.scrollingElement.scrollTop');
  }

  /** Waits until the page has the size of a window that has become narrower. */
  async awaitWidthBelow(width: number): Promise<void> {
    const frame = await this.#innerFrame();
    await eventually(async () => (await frame.evaluate<number>('window.innerWidth')) < width, 'The page is narrower');
  }

  /** By how many pixels the page is wider than its frame. */
  async overflow(): Promise<number> {
    const frame = await this.#innerFrame();
    return frame.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  }

  /** How many animations and transitions run. */
  async animations(): Promise<number> {
    return (await this.#innerFrame()).evaluate<number>('document.getAnimations().length');
  }

  /** The color of the border of the first quiet button, and the one that the theme has for secondary buttons. */
  async quietBorder(): Promise<{ readonly shown: string; readonly ofTheme: string }> {
    return await (
      await this.#innerFrame()
    ).evaluate<{ readonly shown: string; readonly ofTheme: string }>(`(() => {
      const sample = document.body.appendChild(document.createElement('i'));
      // Without one in the theme, it is transparent.
      sample.style.color = 'var(--vscode-button-secondaryBorder, transparent)';
      const ofTheme = getComputedStyle(sample).color;
      sample.remove();
      return { shown: getComputedStyle(document.querySelector('button.quiet')).borderTopColor, ofTheme };
    })()`);
  }

  /** What the Tab key reaches on the page, one after another, until all of these words are among it. */
  async reachedByTab(words: readonly string[]): Promise<readonly string[]> {
    const frame = await this.#innerFrame();
    const focused = (): Promise<string> =>
      frame.evaluate<string>(
        "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()",
      );
    const reached: string[] = [];
    await frame.evaluate('document.body.focus()');
    const areReached = (): boolean => words.every((word) => reached.some((text) => text.includes(word)));
    for (let presses = 0; presses < MAX_PRESSES && !areReached(); presses += 1) {
      await this.#page.keyboard.press('Tab');
      reached.push(await focused());
    }
    return reached;
  }

  /** The accessibility violations that axe finds on the page. */
  async problems(): Promise<readonly string[]> {
    return await violationsIn(await this.#innerFrame());
  }

  /**
   * The same for a page that allows no scripts, not even the timers of axe: those of a copy with the same markup, styles and size.
   */
  async problemsOfCopy(): Promise<readonly string[]> {
    const frame = await this.#innerFrame();
    const html = await frame.evaluate<string>('document.documentElement.outerHTML');
    const [width, height] = await frame.evaluate<[number, number]>('[window.innerWidth, window.innerHeight]');
    const copy = await this.#page.context().newPage();
    try {
      await copy.setViewportSize({ width, height });
      // Its policy would forbid the colors of the theme in the markup, which VS Code adds later.
      await copy.setContent(html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''));
      return await violationsIn(copy.mainFrame());
    } finally {
      await copy.close();
    }
  }

  async #innerFrame(): Promise<Frame> {
    const document = await this.frame.locator('html').elementHandle();
    const frame = await document.ownerFrame();
    if (!frame) {
      throw new Error('The page is not open.');
    }
    return frame;
  }
}

async function violationsIn(frame: Frame): Promise<readonly string[]> {
  // Evaluated from outside the page, because its content security policy blocks scripts.
  await frame.evaluate(axe.source);
  const results = await frame.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })");
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
}
