import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { StartOptions } from '../service/localService.ts';
import { LocalService } from '../service/localService.ts';
import { launchBrowser, stopEndlessAnimations } from '../vscode/browser.ts';
import { VsCodeServer } from '../vscode/server.ts';
import type { ServerOptions, WindowOptions } from '../vscode/server.ts';
import { ROOT } from '../vscode/versions.ts';
import { Workbench } from './pages/workbench.ts';
import { addPseudoLanguage, PSEUDO_LANGUAGE } from './pseudoLanguage.ts';

/** Tall enough for all rows of the tree, because VS Code renders only visible rows. */
const VIEWPORT = { width: 1400, height: 1600 };
/** Long enough for a busy machine. */
const PATIENCE_MS = 60_000;

export interface StageOptions extends Pick<ServerOptions, 'settings' | 'asksForTrust' | 'takesPayload' | 'language'> {
  readonly seed?: StartOptions['seed'];
}

/** The packaged extension in a real VS Code, the demo files, and a service that validates all traffic against the contract. */
export class Stage {
  readonly server: VsCodeServer;
  /** The open folder: a copy of the demo files. */
  readonly folder: string;
  #service: LocalService;
  readonly #browser: Browser;
  /** The windows of the current test. */
  #pages: Page[] = [];
  /** The first of them, for the next test. */
  #window: Workbench | undefined;

  private constructor(service: LocalService, server: VsCodeServer, folder: string, browser: Browser) {
    this.#service = service;
    this.server = server;
    this.folder = folder;
    this.#browser = browser;
  }

  static async open({ seed = 'standard', ...options }: StageOptions = {}): Promise<Stage> {
    const folder = await mkdtemp(join(tmpdir(), 'workspace-'));
    await cp(join(ROOT, 'test', 'fixtures', 'demo'), folder, { recursive: true });
    const [service, server, browser] = await Promise.all([
      LocalService.start({ validate: true, seed }),
      VsCodeServer.start({ ...options, vsix: join(ROOT, 'out', 'data-connections.vsix') }),
      launchBrowser(),
    ]);
    if (options.language === PSEUDO_LANGUAGE) {
      await addPseudoLanguage(server.dataDir);
    }
    const stage = new Stage(service, server, folder, browser);
    await stage.#resetService();
    return stage;
  }

  get service(): LocalService {
    return this.#service;
  }

  /** Stops the service during `action`, and restarts it at the same address with the same secrets. */
  async withoutService(action: () => Promise<void>): Promise<void> {
    const { settings } = await this.#service.state();
    await this.checkTraffic();
    await this.#service.stop();
    await action();
    this.#service = await LocalService.start({ validate: true, port: Number(new URL(this.#service.baseUrl).port) });
    await this.#service.setSettings(settings);
  }

  /** Asserts that all requests and answers conform to the contract. */
  async checkTraffic(): Promise<void> {
    assert.deepEqual(await this.#service.violations(), []);
  }

  /**
   * A window without an account, editors and notifications: that of the earlier tests, else a new one with separate storage and
   * secrets, as on another machine.
   */
  async openWindow(options: Pick<WindowOptions, 'payload'> = {}): Promise<Workbench> {
    if (this.#window && this.#pages.length === 0) {
      this.#pages.push(this.#window.page);
      return this.#window;
    }
    const context = await this.#browser.newContext({ viewport: VIEWPORT });
    context.setDefaultTimeout(PATIENCE_MS);
    await stopEndlessAnimations(context);
    const page = await context.newPage();
    this.#pages.push(page);
    const workbench = await Workbench.open(page, this.server, { folder: this.folder, ...options });
    this.#window ??= workbench;
    return workbench;
  }

  /** Another window with the same storage and secrets. */
  async openWindowBeside({ page: other }: Workbench): Promise<Workbench> {
    const page = await other.context().newPage();
    this.#pages.push(page);
    return await Workbench.open(page, this.server, { folder: this.folder });
  }

  /** Saves screenshots of the windows in `out/e2e/`. */
  async takePictures(name: string): Promise<void> {
    const folder = join(ROOT, 'out', 'e2e');
    await mkdir(folder, { recursive: true });
    const open = this.#pages.filter((page) => !page.isClosed());
    for (const [index, page] of open.entries()) {
      await page.screenshot({ path: join(folder, `${name}-${index + 1}.png`) });
    }
  }

  /** Prepares the next test, which gets a service in its initial state and a window in the state of a new one. */
  async reset(): Promise<void> {
    const window = this.#window;
    const pages = this.#pages;
    this.#pages = [];
    for (const page of pages.filter((page) => page !== window?.page)) {
      await page.close();
    }
    if (pages.length > 0 && (window === undefined || window.page.isClosed() || !(await hasBeenReset(window)))) {
      await this.closeWindows();
    }
    await this.checkTraffic();
    await this.#resetService();
  }

  async closeWindows(): Promise<void> {
    this.#pages = [];
    this.#window = undefined;
    await Promise.all(this.#browser.contexts().map((context) => context.close()));
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.server.stop();
    await this.#service.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Its own workspace for each test, about which no window knows anything. */
  async #resetService(): Promise<void> {
    await this.#service.reset();
    await this.#service.setWorkspace(randomUUID());
  }
}

/** A window that can't be reset is replaced by a new one. */
async function hasBeenReset(window: Workbench): Promise<boolean> {
  try {
    await window.reset();
    return true;
  } catch (error) {
    console.log(`      The next test gets a new window: ${String(error)}`);
    return false;
  }
}
