import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { orAborted } from '../../src/base/abort.ts';
import { LocalService } from '../service/localService.ts';
import { SERVER_VERSION_VARIABLE } from '../vscode/launcherEnvironment.ts';
import { launchBrowser, stopAnimations } from '../vscode/browser.ts';
import { STILL_SETTINGS, VsCodeServer } from '../vscode/server.ts';
import type { ServerOptions, WindowOptions } from '../vscode/server.ts';
import { NEWEST, ROOT } from '../vscode/versions.ts';
import { Workbench } from './pages/workbench.ts';
import { addPseudoLanguage, PSEUDO_LANGUAGE } from './pseudoLanguage.ts';
import { THEMES } from './themes.ts';
import { watchWindows } from './windowActions.ts';

/** Tall enough for all rows of the tree, because VS Code renders only visible rows. */
const VIEWPORT = { width: 1400, height: 1600 };
/** Long enough for a busy machine. */
const PATIENCE_MS = 120_000;
/** How long a window may take to be reset before it is replaced. Several waits of the reset together could take longer than a hook may. */
const RESET_MS = 90_000;
/** How long a window may take to tell its text, and how much of it is shown, if a test fails. */
const [ANSWER_MS, TEXT_LENGTH] = [10_000, 4000];

export type StageOptions = Pick<ServerOptions, 'settings' | 'asksForTrust' | 'takesPayload' | 'logLevel' | 'language'>;

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
  /** What the windows of the current test did that no text may cause. */
  #actions: string[] = [];

  private constructor(service: LocalService, server: VsCodeServer, folder: string, browser: Browser) {
    this.#service = service;
    this.server = server;
    this.folder = folder;
    this.#browser = browser;
  }

  static async open(options: StageOptions = {}): Promise<Stage> {
    const folder = await mkdtemp(join(tmpdir(), 'workspace-'));
    await cp(join(ROOT, 'test', 'fixtures', 'demo'), folder, { recursive: true });
    const starts = [
      LocalService.start({ validate: true, seed: 'standard' }),
      VsCodeServer.start({
        ...options,
        settings: { ...STILL_SETTINGS, ...options.settings },
        version: process.env[SERVER_VERSION_VARIABLE] ?? NEWEST,
        vsix: join(ROOT, 'out', 'data-connections.vsix'),
      }),
      launchBrowser(),
    ] as const;
    const [service, server, browser] = await Promise.all(starts).catch(async (error: unknown) => {
      // What has started would keep the process of the tests running.
      const [startedService, startedServer, startedBrowser] = starts;
      await Promise.allSettled([
        startedService.then((started) => started.stop()),
        startedServer.then((started) => started.stop()),
        startedBrowser.then((started) => started.close()),
        rm(folder, { recursive: true, force: true }),
      ]);
      throw error;
    });
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

  /** Writes a file of the folder, by its path in it. */
  async writeFile(path: string, content: string | Uint8Array): Promise<void> {
    await writeFile(join(this.folder, path), content);
  }

  /** Stops the service during `action`, and restarts it at the same address with the same secrets. */
  async withoutService(action: () => Promise<void>): Promise<void> {
    const { settings } = await this.#service.state();
    await this.checkTraffic();
    await this.#service.stop();
    try {
      await action();
    } finally {
      this.#service = await LocalService.start({ validate: true, port: Number(new URL(this.#service.baseUrl).port) });
      await this.#service.setSettings(settings);
    }
  }

  /** Gives the open windows settings until the end of the test. Those of the folder, which VS Code watches. */
  async changeSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
    await mkdir(this.#settingsFolder, { recursive: true });
    await writeFile(join(this.#settingsFolder, 'settings.json'), JSON.stringify(settings));
  }

  /** Asserts that all requests and responses conform to the contract. */
  async checkTraffic(): Promise<void> {
    assert.deepEqual(await this.#service.violations(), []);
  }

  /** Asserts that since the last test no window has opened a dialog of the browser or another window, or asked another server. */
  checkActions(place: string): void {
    assert.deepEqual(this.#actions, [], place);
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
    await stopAnimations(context);
    watchWindows(context, this.server.origin, (action) => this.#actions.push(action));
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

  /** The texts of the windows, for the log of continuous integration, which keeps no pictures. */
  async texts(): Promise<string> {
    const open = this.#pages.filter((page) => !page.isClosed());
    const texts = await Promise.all(open.map((page) => page.innerText('body', { timeout: ANSWER_MS }).catch(String)));
    return texts.map((text, index) => `Window ${index + 1}:\n${text.slice(0, TEXT_LENGTH)}`).join('\n');
  }

  /** The same to compare with what was seen before. Not in continuous integration, where the pictures would only take time. */
  async takeSamples(name: string): Promise<void> {
    if (process.env['CI'] !== 'true') {
      await this.takePictures(name);
    }
  }

  /** The same in each theme, of one window. */
  async takeThemedSamples(workbench: Workbench, name: string): Promise<void> {
    if (process.env['CI'] === 'true') {
      return;
    }
    for (const theme of THEMES) {
      await this.changeSettings({ 'workbench.colorTheme': theme });
      await workbench.themed(theme).waitFor();
      await this.takePictures(`${name}-${theme}`.replaceAll(' ', '-'));
    }
  }

  /** Prepares the next test, which gets a service in its initial state and a window in the state of a new one. */
  async reset(): Promise<void> {
    const window = this.#window;
    const pages = this.#pages;
    this.#pages = [];
    await rm(this.#settingsFolder, { recursive: true, force: true });
    for (const page of pages.filter((page) => page !== window?.page)) {
      await page.close();
    }
    if (pages.length > 0 && (window === undefined || window.page.isClosed() || !(await hasBeenReset(window)))) {
      await this.closeWindows();
    }
    this.#actions = [];
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

  /** What VS Code reads of the folder: settings and tasks. */
  get #settingsFolder(): string {
    return join(this.folder, '.vscode');
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
    await orAborted(window.reset(), AbortSignal.timeout(RESET_MS));
    return true;
  } catch (error) {
    console.log(`      The next test gets a new window: ${String(error)}`);
    return false;
  }
}
