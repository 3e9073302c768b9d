import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { StartOptions } from '../service/localService.ts';
import { LocalService } from '../service/localService.ts';
import { launchBrowser } from '../vscode/browser.ts';
import { VsCodeServer } from '../vscode/server.ts';
import type { ServerOptions, WindowOptions } from '../vscode/server.ts';
import { ROOT } from '../vscode/versions.ts';
import { Workbench } from './pages/workbench.ts';

/** Tall enough for all rows of the tree, because VS Code renders only visible rows. */
const VIEWPORT = { width: 1400, height: 1600 };
/** Long enough for a busy machine. */
const PATIENCE_MS = 60_000;

interface StageOptions extends Pick<ServerOptions, 'settings' | 'asksForTrust' | 'takesPayload'> {
  readonly seed?: StartOptions['seed'];
}

/** The packaged extension in a real VS Code, the demo files, and a service that validates all traffic against the contract. */
export class Stage {
  readonly server: VsCodeServer;
  /** The open folder: a copy of the demo files. */
  readonly folder: string;
  #service: LocalService;
  readonly #browser: Browser;
  readonly #pages: Page[] = [];

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
    return new Stage(service, server, folder, browser);
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

  /** A window with separate storage and secrets, as on another machine. */
  async openWindow(options: Pick<WindowOptions, 'payload'> = {}): Promise<Workbench> {
    const context = await this.#browser.newContext({ viewport: VIEWPORT });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    this.#pages.push(page);
    return await Workbench.open(page, this.server, { folder: this.folder, ...options });
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
    for (const [index, page] of this.#pages.entries()) {
      await page.screenshot({ path: join(folder, `${name}-${index + 1}.png`) });
    }
  }

  async closeWindows(): Promise<void> {
    for (const page of this.#pages.splice(0)) {
      await page.context().close();
    }
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.server.stop();
    await this.#service.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A stage for all tests of a suite, with new windows for each test. Saves screenshots if a test fails. */
export function useStage(options: StageOptions = {}): () => Stage {
  let stage: Stage | undefined;
  before(async () => {
    stage = await Stage.open(options);
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      await stage?.takePictures(this.currentTest.fullTitle().replaceAll(/\W+/g, '-'));
    }
    await stage?.closeWindows();
  });
  after(async () => {
    try {
      await stage?.checkTraffic();
    } finally {
      await stage?.close();
    }
  });
  return () => {
    assert.ok(stage, 'the stage is there once tests run');
    return stage;
  };
}
