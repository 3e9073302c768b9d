import type { Browser, Locator, Page } from 'playwright-core';
import type { VsCodeServer } from '../vscode/server.ts';
import { LocalService } from '../service/localService.ts';
import { animatedWebp } from './animatedWebp.ts';
import type { Picture } from './animatedWebp.ts';
import { LEDGER, LEDGER_TARGET, loadEarlierLedger, REJECTED_CELL } from './ledgerLoads.ts';
import { signIn } from './pages/signIn.ts';
import { Workbench } from './pages/workbench.ts';

/** Small, so that its texts can be read where the animation is shown in a narrow column. */
const VIEWPORT = { width: 920, height: 540 };
const SCALE = 1.25;
/** Where the pointer is at first. */
const START = { x: 550, y: 330 };
/** Not endless, because what moves beside a text distracts from it. */
const LOOPS = 3;
/** Of 1: texts stay sharp. */
const QUALITY = 0.75;
/** In pixels from the left edge of the window. */
const SIDE_BAR_WIDTH = 380;
const GLIDE_STEPS = 5;
const GLIDE_STEP_MS = 50;
/** Of the upload that fails: long enough to see its steps. */
const LOAD_MS = 6000;

interface RecordingOptions {
  readonly folder: string;
  readonly patienceMs: number;
  readonly widenSideBar: (workbench: Workbench, width: number) => Promise<void>;
}

/**
 * An upload as an animated WebP file: its review with the totals and what changed since the last load, its job in the status bar, and
 * the cell that the service rejects.
 */
export async function recordDemo(browser: Browser, server: VsCodeServer, options: RecordingOptions): Promise<Buffer> {
  const service = await LocalService.start();
  const context = await browser.newContext({ viewport: VIEWPORT, deviceScaleFactor: SCALE });
  context.setDefaultTimeout(options.patienceMs);
  try {
    const page = await context.newPage();
    const workbench = await Workbench.open(page, server, { folder: options.folder });
    const { editor, jobs, notifications, quickInput, statusBar } = workbench;
    await signIn(workbench, service);
    await options.widenSideBar(workbench, SIDE_BAR_WIDTH);
    await loadEarlierLedger(workbench, service, options.folder);
    await service.nextJob({ outcome: 'fail', message: REJECTED_CELL.message, durationMs: LOAD_MS });

    await page.locator('.statusbar-item', { hasText: 'was accepted' }).waitFor({ state: 'hidden' });

    const recorder = new Recorder(page);
    await recorder.show(2000);
    await recorder.point(editor.titleAction('Upload to Connection…'));
    await recorder.show(1000);
    await recorder.click();
    await quickInput.awaitStep(/connection to upload to/);
    await recorder.point(quickInput.option(LEDGER_TARGET));
    await recorder.show(1200);
    await recorder.click();
    await workbench.review.awaitWords(/Since the load of/);
    await recorder.show(5000);
    await recorder.point(notifications.dialog.getByRole('button', { name: 'Upload', exact: true }));
    await recorder.show(800);
    await recorder.click();
    const job = `${LEDGER}, ${LEDGER_TARGET}`;
    await statusBar.item.filter({ hasText: /Extract/ }).waitFor();
    await recorder.show(1200);
    await statusBar.item.filter({ hasText: /Load/ }).waitFor();
    await recorder.show(1200);
    const failure = await notifications.awaitMessage(REJECTED_CELL.message);
    await jobs.rowSaying(new RegExp(`^${job}, failed`)).waitFor();
    await recorder.show(2000);
    await recorder.point(failure.getByRole('button', { name: 'Show in File' }));
    await recorder.show(800);
    await recorder.click();
    await editor.position(REJECTED_CELL.position).waitFor();
    await recorder.show(1500);
    await recorder.point(page.locator('.squiggly-error').first());
    await page.locator('.monaco-hover', { hasText: REJECTED_CELL.message }).waitFor();
    await recorder.show(5000);

    return await animatedWebp(await context.newPage(), recorder.pictures, {
      scale: SCALE,
      quality: QUALITY,
      loops: LOOPS,
    });
  } finally {
    await context.close();
    await service.stop();
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
