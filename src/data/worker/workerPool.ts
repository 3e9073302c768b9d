import { Worker } from 'node:worker_threads';
import type { Disposable } from '../../base/disposable.ts';

const IDLE_MS = 30_000;

/** Worker threads that run one program. One idle worker is kept for a while; overlapping tasks get workers of their own. */
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

  /** A worker for one task. Give it back after the task, or end it if the task has not finished. */
  take(): Worker {
    const worker = this.#idle ?? this.#start();
    this.#idle = undefined;
    clearTimeout(this.#idleTimer);
    this.#busy.add(worker);
    worker.ref();
    return worker;
  }

  /** Keeps a worker that has finished its task for the next one, unless it has died since. */
  giveBack(worker: Worker): void {
    const isAlive = this.#busy.delete(worker);
    worker.unref();
    if (!isAlive || this.#isDisposed || this.#idle !== undefined) {
      void worker.terminate();
      return;
    }
    this.#idle = worker;
    this.#idleTimer = setTimeout(() => this.#endIdle(), IDLE_MS).unref();
  }

  /** Terminates a worker whose task has failed or was cancelled. */
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
    // A worker that has died must not be used again.
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
    this.#busy.delete(worker);
    if (this.#idle === worker) {
      this.#endIdle();
    }
  }
}
