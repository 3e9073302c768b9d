import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { Workbench } from '../e2e/pages/workbench.ts';
import { launchBrowser } from '../vscode/browser.ts';
import { VsCodeServer } from '../vscode/server.ts';
import { ROOT } from '../vscode/versions.ts';
import { ProbeListener } from './hostProbe.ts';
import type { HostProbe } from './hostProbe.ts';

/** Tall, so that the host has many visible rows to describe. */
const VIEWPORT = { width: 1400, height: 1600 };
const PATIENCE_MS = 60_000;

/** Extensions of VS Code that read the whole text after every keystroke, on the same thread. In 10 MB, this takes them 24 ms. */
const QUIET_EXTENSIONS = {
  'editor.links': false,
  'merge-conflict.codeLens.enabled': false,
  'merge-conflict.decorators.enabled': false,
  // They look for repositories, and every few seconds for ports.
  'git.enabled': false,
  'remote.autoForwardPorts': false,
};

export const EXTENSION = 'data-connections.data-connections';
/** Does nothing; in the same format as the extension. */
export const EMPTY_EXTENSION = 'data-connections-tests.host-empty';

interface ProbedWindow {
  readonly workbench: Workbench;
  readonly host: HostProbe;
  /** What was stored in the window, for another one. */
  readonly context: BrowserContext;
}

/** Windows of a real VS Code with the packaged extension, an empty extension, and a probe in their extension hosts. */
export class HostWindows {
  readonly #server: VsCodeServer;
  readonly #browser: Browser;
  readonly #probes: ProbeListener;
  /** What the windows open. */
  readonly folder: string;

  private constructor(server: VsCodeServer, browser: Browser, probes: ProbeListener, folder: string) {
    this.#server = server;
    this.#browser = browser;
    this.#probes = probes;
    this.folder = folder;
  }

  /** Packages the extension and starts VS Code. `folder`: what the windows open. */
  static async start(folder: string): Promise<HostWindows> {
    execFileSync('npm', ['run', '--silent', 'package']);
    const empty = join(folder, '..', 'empty.vsix');
    const vsce = ['--no-dependencies', '--allow-missing-repository', '--skip-license', '--out', empty];
    execFileSync('vsce', ['package', ...vsce], { cwd: join(ROOT, 'test', 'bench', 'hostEmpty'), stdio: 'ignore' });
    const [server, browser, probes] = await Promise.all([
      VsCodeServer.start({
        takesPayload: true,
        settings: QUIET_EXTENSIONS,
        vsix: [join(ROOT, 'out', 'data-connections.vsix'), empty],
      }),
      launchBrowser(),
      ProbeListener.start(),
    ]);
    return new HostWindows(server, browser, probes, folder);
  }

  /**
   * Runs `work` in a window whose host is quiet and has not yet activated the extensions that wait for the end of start-up.
   * The window has the storage and secrets of other windows of the context, without one separate ones.
   */
  async use<T>(work: (window: ProbedWindow) => Promise<T>, context?: BrowserContext): Promise<T> {
    const its = context ?? (await this.#browser.newContext({ viewport: VIEWPORT }));
    its.setDefaultTimeout(PATIENCE_MS);
    const page = await its.newPage();
    try {
      const probe = this.#probes.next();
      const payload = [
        ['extensionDevelopmentPath', this.#server.remoteUri(join(ROOT, 'test', 'bench', 'hostProbe'))],
        ['extensionEnvironment', JSON.stringify({ DATA_CONNECTIONS_BENCH_PORT: String(this.#probes.port) })],
      ] as const;
      const workbench = await Workbench.open(page, this.#server, { folder: this.folder, payload });
      const host = await probe;
      await host.quiet();
      return await work({ workbench, host, context: its });
    } finally {
      await (context === undefined ? its.close() : page.close());
    }
  }

  async stop(): Promise<void> {
    this.#probes.stop();
    await this.#browser.close();
    await this.#server.stop();
  }
}
