import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Disposable } from '../base/disposable.ts';
import type { UploadKind } from '../model/upload.ts';
import type { CheckAnswer, CheckRequest } from './checkMessage.ts';
import type { CheckResult } from './checkResult.ts';
import { textSlices } from './textSlices.ts';

/** 1 MB a message: copying more at once would be felt in the editor. */
const SLICE_UNITS = 524_288;
const IDLE_MS = 30_000;

/**
 * Checks texts in a worker thread. One worker is kept for a while after its check; checks that overlap get workers of their
 * own, and cancelling one ends its worker.
 */
export class CheckInWorker implements Disposable {
  readonly #program: string | URL;
  readonly #busy = new Set<Worker>();
  #idle: Worker | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #isDisposed = false;

  /** @param program the file that the worker runs. */
  constructor(program: string | URL) {
    this.#program = program;
  }

  /** Rejects with the signal's reason once it is aborted, and with the worker's error where that dies. */
  async check(text: string, kind: UploadKind, signal?: AbortSignal): Promise<CheckResult> {
    signal?.throwIfAborted();
    const worker = this.#take();
    try {
      const result = await ask(worker, text, kind, signal);
      this.#giveBack(worker);
      return result;
    } catch (error) {
      this.#busy.delete(worker);
      await worker.terminate();
      throw error;
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#endIdle();
    for (const worker of this.#busy) {
      void worker.terminate();
    }
  }

  #take(): Worker {
    const worker = this.#idle ?? this.#start();
    this.#idle = undefined;
    clearTimeout(this.#idleTimer);
    this.#busy.add(worker);
    return worker;
  }

  #start(): Worker {
    const worker = new Worker(this.#program);
    // A worker that dies while nothing is asked of it is simply not used again.
    worker.on('error', () => this.#forget(worker));
    worker.on('exit', () => this.#forget(worker));
    worker.unref();
    return worker;
  }

  #giveBack(worker: Worker): void {
    this.#busy.delete(worker);
    if (this.#isDisposed || this.#idle !== undefined) {
      void worker.terminate();
      return;
    }
    this.#idle = worker;
    this.#idleTimer = setTimeout(() => this.#endIdle(), IDLE_MS).unref();
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

/** Hands the text over in slices, letting others run in between, and waits for the answer. */
async function ask(worker: Worker, text: string, kind: UploadKind, signal?: AbortSignal): Promise<CheckResult> {
  const stop = new AbortController();
  const outcome = outcomeOf(worker, signal, stop.signal);
  try {
    await Promise.race([outcome, post(worker, text, kind, stop.signal)]);
    return await outcome;
  } finally {
    stop.abort();
  }
}

async function post(worker: Worker, text: string, kind: UploadKind, stop: AbortSignal): Promise<void> {
  send(worker, { type: 'begin', kind });
  for (const slice of textSlices(text, SLICE_UNITS)) {
    const units = Buffer.allocUnsafeSlow(slice.length * 2);
    units.write(slice, 'utf16le');
    send(worker, { type: 'text', units }, [units.buffer]);
    await turn();
    if (stop.aborted) {
      return;
    }
  }
  send(worker, { type: 'end' });
}

function send(worker: Worker, request: CheckRequest, transfer: ArrayBuffer[] = []): void {
  worker.postMessage(request, transfer);
}

/** The worker's answer, or why there will be none. Stops listening once `stop` is aborted. */
function outcomeOf(worker: Worker, signal: AbortSignal | undefined, stop: AbortSignal): Promise<CheckResult> {
  return new Promise((resolve, reject) => {
    const onAnswer = (answer: CheckAnswer) => resolve(answer.result);
    const onExit = () => reject(new Error('The check was ended.'));
    const onAbort = () => reject(signal?.reason as Error);
    worker.once('message', onAnswer).once('error', reject).once('exit', onExit);
    signal?.addEventListener('abort', onAbort);
    worker.ref();
    stop.addEventListener('abort', () => {
      worker.off('message', onAnswer).off('error', reject).off('exit', onExit);
      signal?.removeEventListener('abort', onAbort);
      worker.unref();
    });
  });
}
