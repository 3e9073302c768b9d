import { Worker } from 'node:worker_threads';
import type { Disposable } from '../base/disposable.ts';
import type { UploadKind } from '../model/upload.ts';
import { CheckConversation } from './checkConversation.ts';
import type { CheckResult } from './checkResult.ts';
import { sendBytes } from './sendBytes.ts';
import { sendText } from './sendText.ts';
import type { TextEncodingName } from './textEncoding.ts';

const IDLE_MS = 30_000;

export interface FileCheckOptions {
  /** How to read the bytes, where the user has chosen. */
  readonly encoding?: TextEncodingName | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told now and then how many bytes have been read. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

/**
 * Checks texts and files in a worker thread. One worker is kept for a while after its check; checks that overlap get workers of their
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

  /** Checks an editor's text. Rejects with the signal's reason once it is aborted, and with the worker's error where that dies. */
  check(text: string, kind: UploadKind, signal?: AbortSignal): Promise<CheckResult> {
    return this.#run((conversation) => sendText(conversation, text, kind), { signal });
  }

  /** Checks a file where it lies; the worker reads it. Rejects as `check` does, and with what the file system says. */
  checkFile(path: string, kind: UploadKind, options: FileCheckOptions = {}): Promise<CheckResult> {
    return this.#run(({ send }) => {
      send({ type: 'file', path, kind, encoding: options.encoding });
      return Promise.resolve();
    }, options);
  }

  /** Checks bytes that are at hand. Rejects as `check` does. */
  checkBytes(bytes: Uint8Array, kind: UploadKind, options: FileCheckOptions = {}): Promise<CheckResult> {
    return this.#run((conversation) => sendBytes(conversation, bytes, kind, options.encoding), options);
  }

  async #run(
    begin: (conversation: CheckConversation) => Promise<void>,
    { signal, onProgress }: Pick<FileCheckOptions, 'signal' | 'onProgress'>,
  ): Promise<CheckResult> {
    signal?.throwIfAborted();
    const worker = this.#take();
    const conversation = new CheckConversation(worker, signal, onProgress);
    try {
      await Promise.race([conversation.result, begin(conversation)]);
      const result = await conversation.result;
      this.#giveBack(worker);
      return result;
    } catch (error) {
      this.#busy.delete(worker);
      await worker.terminate();
      throw error;
    } finally {
      conversation.dispose();
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
