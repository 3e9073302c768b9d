import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** CPU times and pauses of an extension host over some time, in milliseconds. */
export interface HostUsage {
  readonly wallMs: number;
  /** CPU time of the whole process, and of the thread that runs the extensions. */
  readonly processMs: number;
  readonly threadMs: number;
  /** The longest time in which the thread did nothing else, and the same without the time in which it waited for a core. */
  readonly pauseMs: number;
  readonly ownPauseMs: number;
}

/** The costs of an activation, in milliseconds. */
export interface ActivationUsage {
  /** Too late: VS Code had activated it. The other members are missing. */
  readonly wasActive: boolean;
  readonly wallMs: number;
  readonly processMs: number;
  readonly threadMs: number;
}

/** How long a thread ran an extension, and for how long without an interruption, in milliseconds. */
interface OwnTimes {
  readonly totalMs: number;
  readonly longestMs: number;
}

interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

/** Listens for the probes (`hostProbe/probe.cjs`) of new windows. */
export class ProbeListener {
  readonly #server: Server;
  readonly port: number;

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  static async start(): Promise<ProbeListener> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ProbeListener(server);
  }

  /** The probe of the window that is opened next. */
  async next(): Promise<HostProbe> {
    const [socket] = (await once(this.#server, 'connection')) as [Socket];
    return new HostProbe(socket);
  }

  stop(): void {
    this.#server.close();
  }
}

/** What the probe in an extension host does and measures. A request rejects when the host ends. */
export class HostProbe {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #lastId = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    // The host ends with its window.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      for (const [id, settle] of this.#waiting) {
        settle({ id, error: 'The extension host has ended.' });
      }
    });
    createInterface(socket).on('line', (line) => {
      const reply = JSON.parse(line) as Reply;
      this.#waiting.get(reply.id)?.(reply);
      this.#waiting.delete(reply.id);
    });
  }

  /** Waits until the host has nothing to do. False if that takes too long. */
  quiet(): Promise<boolean> {
    return this.#ask('quiet');
  }

  /** Lets VS Code activate the extensions that wait for the end of start-up. */
  release(): Promise<void> {
    return this.#ask('release');
  }

  /** Activates an extension, which nothing else has done before `release`. */
  activate(extension: string): Promise<ActivationUsage> {
    return this.#ask('measureActivation', { extension });
  }

  /** The scripts of an extension that have been loaded, also soon after its activation; their size in characters. */
  loadedScripts(extension: string): Promise<{ readonly files: number; readonly bytes: number }> {
    return this.#ask('loadedScripts', { extension });
  }

  /** Measures the host while `work` runs and `afterMs` longer. */
  async watch<T>(work: () => Promise<T>, afterMs = 0): Promise<HostUsage & { readonly result: T }> {
    await this.#ask('startWatch');
    const result = await work();
    await this.#ask('pause', { ms: afterMs });
    return { ...(await this.#ask<HostUsage>('endWatch')), result };
  }

  /** Executes a command of VS Code in the host and waits for its end. */
  run(command: string, ...args: readonly unknown[]): Promise<void> {
    return this.#ask('runOnly', { command, args });
  }

  pause(ms: number): Promise<void> {
    return this.#ask('pause', { ms });
  }

  /** Requests a URL. At its first request, VS Code reads the certificates of the system: 40 to 80 ms without a pause. */
  request(url: string): Promise<void> {
    return this.#ask('request', { url });
  }

  /** The responses that were received completely since the last call, from any server. `at`: milliseconds since the epoch. */
  answers(): Promise<readonly { readonly path: string; readonly at: number }[]> {
    return this.#ask('answers');
  }

  /** Writes a CPU profile of `work` to a file, if there is one. */
  async profiled<T>(file: string | undefined, work: () => Promise<T>): Promise<T> {
    if (file === undefined) {
      return work();
    }
    await this.#ask('startProfile');
    const result = await work();
    await this.#ask('endProfile', { file });
    return result;
  }

  /** Measures an extension alone by a CPU profile, in whatever else the host does while `work` runs. */
  async timesOf(extension: string, work: () => Promise<void>): Promise<OwnTimes> {
    await this.#ask('startProfile');
    await work();
    return this.#ask('endOwn', { extension });
  }

  #ask<T>(action: string, options: Readonly<Record<string, unknown>> = {}): Promise<T> {
    const id = (this.#lastId += 1);
    this.#socket.write(`${JSON.stringify({ ...options, id, action })}\n`);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => {
        if (error === undefined) {
          resolve(result as T);
        } else {
          reject(new Error(`${action}: ${error}`));
        }
      });
    });
  }
}
