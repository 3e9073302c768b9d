import { Worker } from 'node:worker_threads';
import type { Disposable } from '../../base/disposable.ts';

const IDLE_MS = 30_000;

/** Worker threads that run one program. One is kept for a while after its work; what overlaps gets workers of its own. */
export class WorkerPool implements Disposable {
  readonly #program: string | URL;
  readonly #busy = new Set<Worker>();
  #idle: Worker | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #isDisposed = false;

  /** @param program the file that the workers run. */
  constructor(program: string | URL) {
    this.#program = program;
  }

  /** A worker for one piece of work. It is to be given back once it is through, else to be ended. */
  take(): Worker {
    const worker = this.#idle ?? this.#start();
    this.#idle = undefined;
    clearTimeout(this.#idleTimer);
    this.#busy.add(worker);
    worker.ref();
    return worker;
  }

  /** The worker has nothing left to do. */
  giveBack(worker: Worker): void {
    this.#busy.delete(worker);
    worker.unref();
    if (this.#isDisposed || this.#idle !== undefined) {
      void worker.terminate();
      return;
    }
    this.#idle = worker;
    this.#idleTimer = setTimeout(() => this.#endIdle(), IDLE_MS).unref();
  }

  /** Nobody waits for the worker any more. */
  async end(worker: Worker): Promise<void> {
    this.#busy.delete(worker);
    await worker.terminate();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#endIdle();
    for (const worker of this.#busy) {
      void worker.terminate();
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#program);
    // A worker that dies while nothing is asked of it is simply not used again.
    worker.on('error', () => this.#forget(worker));
    worker.on('exit', () => this.#forget(worker));
    return worker;
  }

  #endIdle(): void {
    clearTimeout(this.#idleTimer);
    void this.#idle?.terminate();
    this.#idle = undefined;
  }

  #forget(worker: Worker): void {
    if (this.#idle === worker) {
      this.#endIdle();
    }
  }
}
