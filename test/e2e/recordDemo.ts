import type { Browser, Locator, Page } from 'playwright-core';
import type { VsCodeServer } from '../vscode/server.ts';
import { animatedWebp } from './animatedWebp.ts';
import type { Picture } from './animatedWebp.ts';
import { Workbench } from './pages/workbench.ts';

/** Small, so that its texts can be read where the animation is shown in a narrow column. */
const VIEWPORT = { width: 920, height: 540 };
const SCALE = 1.5;
/** Where the pointer is at first. */
const START = { x: 550, y: 330 };
/** Not endless, because what moves beside a text distracts from it. */
const LOOPS = 3;
/** Of 1: texts stay sharp. */
const QUALITY = 0.8;
/** In pixels from the left edge of the window. */
const SIDE_BAR_WIDTH = 380;
const GLIDE_STEPS = 5;
const GLIDE_STEP_MS = 50;
const FILE = 'price-list.tsv';
const TARGET = 'Budget Upload';
const CONNECTION = 'Vendor Ledger Entries';

interface RecordingOptions {
  readonly folder: string;
  readonly patienceMs: number;
  readonly widenSideBar: (workbench: Workbench, width: number) => Promise<void>;
}

/** The demo as an animated WebP file: a sync from its row, an upload from the editor, and both jobs in the status bar. */
export async function recordDemo(browser: Browser, server: VsCodeServer, options: RecordingOptions): Promise<Buffer> {
  const context = await browser.newContext({ viewport: VIEWPORT, deviceScaleFactor: SCALE });
  context.setDefaultTimeout(options.patienceMs);
  try {
    const page = await context.newPage();
    const workbench = await Workbench.open(page, server, { folder: options.folder });
    const { connections, editor, jobs, notifications, quickInput, statusBar } = workbench;
    await workbench.showViews();
    await workbench.runCommand('Data Connections: Try It Without an Account');
    await connections.row(CONNECTION).waitFor();
    await options.widenSideBar(workbench, SIDE_BAR_WIDTH);
    await workbench.openFile(FILE);
    await page.locator('.editor-instance .view-line', { hasText: 'SK-2040' }).first().waitFor();
    await statusBar.item.filter({ hasText: 'Demo' }).waitFor();

    const recorder = new Recorder(page);
    await recorder.show(2000);
    // Its actions appear then.
    await connections.row(CONNECTION).hover();
    await recorder.point(connections.row(CONNECTION).getByRole('button', { name: 'Start Sync' }));
    await recorder.show(1000);
    await recorder.click();
    await statusBar.item.filter({ hasText: `${CONNECTION}: Extract` }).waitFor();
    await recorder.show(1500);
    await recorder.point(editor.titleAction('Upload to Connection…'));
    await statusBar.item.filter({ hasText: `${CONNECTION}: Load` }).waitFor();
    await recorder.show(1500);
    await jobs.rowSaying(new RegExp(`^${CONNECTION}, completed`)).waitFor();
    await recorder.show(1500);

    await recorder.click();
    await quickInput.awaitStep(/connection to upload to/);
    await recorder.point(quickInput.option(TARGET));
    await recorder.show(1500);
    await recorder.click();
    await notifications.dialog.waitFor();
    await recorder.show(2500);
    await recorder.point(notifications.dialog.getByRole('button', { name: 'Upload', exact: true }));
    await recorder.show(1000);
    await recorder.click();
    await statusBar.item.filter({ hasText: /price-list.tsv.*Extract/ }).waitFor();
    await recorder.show(1500);
    await statusBar.item.filter({ hasText: /price-list.tsv.*Load/ }).waitFor();
    await recorder.show(1500);
    await jobs.rowSaying(new RegExp(`^${FILE}.*completed`)).waitFor();
    await recorder.show(4000);

    return await animatedWebp(await context.newPage(), recorder.pictures, {
      scale: SCALE,
      quality: QUALITY,
      loops: LOOPS,
    });
  } finally {
    await context.close();
  }
}

/** Takes the pictures and moves the mouse. */
class Recorder {
  readonly pictures: Picture[] = [];
  readonly #page: Page;
  #pointer = START;

  constructor(page: Page) {
    this.#page = page;
  }

  async show(durationMs: number): Promise<void> {
    const png = await this.#page.screenshot({ animations: 'disabled' });
    this.pictures.push({ png, durationMs, pointer: this.#pointer });
  }

  /** Moves the pointer to the center of an element, over the last picture. */
  async point(target: Locator): Promise<void> {
    const box = await target.boundingBox();
    const png = this.pictures.at(-1)?.png;
    if (!box || !png) {
      throw new Error('There is nothing to point at.');
    }
    const from = this.#pointer;
    const to = { x: box.x + Math.min(box.width / 2, 60), y: box.y + box.height / 2 };
    for (let step = 1; step <= GLIDE_STEPS; step += 1) {
      // Slow at both ends.
      const part = (1 - Math.cos((Math.PI * step) / GLIDE_STEPS)) / 2;
      const pointer = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
      this.pictures.push({ png, durationMs: GLIDE_STEP_MS, pointer });
    }
    this.#pointer = to;
    await this.#page.mouse.move(to.x, to.y, { steps: 3 });
  }

  async click(): Promise<void> {
    await this.#page.mouse.click(this.#pointer.x, this.#pointer.y);
  }
}
