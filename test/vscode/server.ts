import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SecretKeyProxy } from './secretKeyProxy.ts';
import { signalGroup } from './taskPool.ts';
import { NEWEST, serverFiles } from './versions.ts';

/** Settings of a desktop window, but quiet: no pop-ups, no access to the internet. */
export const QUIET_SETTINGS = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  // Auto save is on by default in a browser.
  'files.autoSave': 'off',
  'git.enabled': false,
  // VS Code's own providers of tasks search the whole folder whenever a task runs.
  'grunt.autoDetect': 'off',
  'gulp.autoDetect': 'off',
  'jake.autoDetect': 'off',
  'npm.autoDetect': 'off',
  'typescript.tsc.autoDetect': 'off',
  // Each window of a server looks for new ports every two seconds, in the open files of all processes.
  'remote.autoForwardPorts': false,
  'telemetry.telemetryLevel': 'off',
  // Older versions ask when a window opens, the newest not before something needs trust.
  'security.workspace.trust.startupPrompt': 'never',
  // Tests can't read text that a graphics card has drawn.
  'terminal.integrated.gpuAcceleration': 'off',
  'update.showReleaseNotes': false,
  'window.commandCenter': false,
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/**
 * Settings of windows that only tests use. A window without a graphics card is drawn by the processor: a cursor that blinks draws it
 * twice a second, and a notification, a menu or a list that moves or fades some twenty times.
 */
export const STILL_SETTINGS = {
  'editor.cursorBlinking': 'solid',
  // A file that opens late would change what is selected meanwhile.
  'explorer.autoReveal': false,
  'workbench.reduceMotion': 'on',
};

/** Closes editors, terminals, the quick input, the panel and notifications of a window. Asks about unsaved changes. */
export const TIDY_KEY = 'Control+Alt+Shift+F9';
const TIDY_BINDING = {
  key: 'ctrl+alt+shift+f9',
  command: 'runCommands',
  args: {
    commands: [
      'workbench.action.closeQuickOpen',
      'workbench.action.closePanel',
      'notifications.clearAll',
      'workbench.action.closeAllEditors',
      // The last, because it does not end for the terminal of a task that has ended.
      'workbench.action.terminal.killAll',
    ],
  },
};

/** The names that the server takes. */
type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

export interface ServerOptions {
  /** The version of VS Code. Default: the latest. */
  readonly version?: string;
  /** The data folder of the server. Default: a new temporary folder, which `stop` deletes. */
  readonly dataDir?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The packaged extensions to install. */
  readonly vsix?: string | readonly string[];
  /** Whether its windows accept a payload. Such windows show no toasts; notifications are only in the notification center. */
  readonly takesPayload?: boolean;
  /** Whether workspace trust is on. If not, every folder is trusted. */
  readonly asksForTrust?: boolean;
  /** How much VS Code and the extensions log. Default: `info`. */
  readonly logLevel?: LogLevel;
  /** The display language, as a language tag. VS Code's own texts stay English; those of extensions are translated. */
  readonly language?: string;
}

export interface WindowOptions {
  readonly folder: string;
  /** Key-value pairs for a development window, such as `extensionTestsPath`. */
  readonly payload?: readonly (readonly [string, string])[];
}

/** A VS Code server on this machine, on a free port, with its own data folder. */
export class VsCodeServer {
  readonly origin: string;
  readonly dataDir: string;
  readonly #process: ChildProcess;
  readonly #proxy: SecretKeyProxy;
  readonly #removeDataDir: boolean;
  readonly #stopAtExit: () => void;

  private constructor(process_: ChildProcess, proxy: SecretKeyProxy, dataDir: string, removeDataDir: boolean) {
    this.#process = process_;
    this.#proxy = proxy;
    this.origin = `http://localhost:${proxy.port}`;
    this.dataDir = dataDir;
    this.#removeDataDir = removeDataDir;
    this.#stopAtExit = () => signalGroup(process_, 'SIGKILL');
    process.once('exit', this.#stopAtExit);
  }

  static async start(options: ServerOptions = {}): Promise<VsCodeServer> {
    const version = options.version ?? NEWEST;
    const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'vscode-server-')));
    await writeSettings(dataDir, options.settings);
    await writeFile(join(userFolder(dataDir), 'keybindings.json'), JSON.stringify([TIDY_BINDING]));
    await mkdir(tempFolder(dataDir), { recursive: true });
    if (options.vsix !== undefined) {
      await installExtensions(version, dataDir, [options.vsix].flat());
    }
    if (options.language !== undefined) {
      await addLanguagePack(dataDir, options.language);
    }
    const child = runServer(version, dataDir, [
      '--host',
      '127.0.0.1',
      '--port',
      '0',
      '--accept-server-license-terms',
      '--without-connection-token',
      '--telemetry-level',
      'off',
      '--log',
      options.logLevel ?? 'info',
      ...(options.takesPayload === true ? ['--enable-smoke-test-driver'] : []),
      ...(options.asksForTrust === true ? [] : ['--disable-workspace-trust']),
      ...(options.language === undefined ? [] : ['--locale', options.language]),
    ]);
    const proxy = await SecretKeyProxy.start(await portOf(child));
    return new VsCodeServer(child, proxy, dataDir, options.dataDir === undefined);
  }

  /** The id of the server process, whose children are the extension hosts, one for each window. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** The address that opens a window on a folder. */
  address({ folder, payload }: WindowOptions): string {
    const url = new URL(this.origin);
    url.searchParams.set('folder', folder);
    if (payload) {
      url.searchParams.set('payload', JSON.stringify(payload));
    }
    return url.href;
  }

  /** The URI of a local file in a window of this server. */
  remoteUri(path: string): string {
    return `vscode-remote://${new URL(this.origin).host}${path}`;
  }

  /** Replaces the settings, for windows that are opened from then on. */
  async changeSettings(settings: ServerOptions['settings']): Promise<void> {
    await writeSettings(this.dataDir, settings);
  }

  async stop(): Promise<void> {
    process.removeListener('exit', this.#stopAtExit);
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const closed = once(this.#process, 'close');
      signalGroup(this.#process, 'SIGKILL');
      await closed;
    }
    await this.#proxy.stop();
    if (this.#removeDataDir) {
      await rm(this.dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    }
  }
}

async function writeSettings(dataDir: string, settings: ServerOptions['settings']): Promise<void> {
  const text = JSON.stringify({ ...QUIET_SETTINGS, ...settings }, undefined, 2);
  await mkdir(userFolder(dataDir), { recursive: true });
  await writeFile(join(userFolder(dataDir), 'settings.json'), text);
}

function userFolder(dataDir: string): string {
  return join(dataDir, 'data', 'User');
}

/** A language pack without texts. Without any, VS Code falls back to English for extensions, too. */
async function addLanguagePack(dataDir: string, language: string): Promise<void> {
  const texts = join(dataDir, 'data', 'noTexts.i18n.json');
  const pack = {
    hash: language,
    label: language,
    extensions: [{ extensionIdentifier: { id: 'test.language-pack' }, version: '1.0.0' }],
    translations: { vscode: texts },
  };
  await writeFile(texts, JSON.stringify({ contents: {} }));
  await writeFile(join(dataDir, 'data', 'languagepacks.json'), JSON.stringify({ [language]: pack }));
}

async function installExtensions(version: string, dataDir: string, files: readonly string[]): Promise<void> {
  const args = files.flatMap((file) => ['--install-extension', file]);
  const child = runServer(version, dataDir, args);
  const output = collect(child);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) {
    throw new Error(`VS Code ${version} does not install ${files.join(', ')}:\n${output()}`);
  }
}

/**
 * A separate process group, because a server starts extension hosts that would outlive it. Their temporary files, mostly
 * sockets, are deleted with the data.
 */
function runServer(version: string, dataDir: string, args: readonly string[]): ChildProcess {
  const { node, main } = serverFiles(version);
  const temp = tempFolder(dataDir);
  return spawn(node, [main, '--server-data-dir', dataDir, ...args], {
    detached: true,
    env: { ...process.env, TMPDIR: temp, XDG_RUNTIME_DIR: temp },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function tempFolder(dataDir: string): string {
  return join(dataDir, 'tmp');
}

function collect(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return () => output;
}

/** Waits for the line with the address, then discards the output. */
async function portOf(child: ChildProcess): Promise<number> {
  const output = collect(child);
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => reject(new Error(`The VS Code server ended before it was ready:\n${output()}`)));
    child.stdout?.on('data', () => {
      const port = /Web UI available at http:\/\/localhost:(\d+)/.exec(output())?.[1];
      if (port !== undefined) {
        resolve(Number(port));
      }
    });
  });
}
