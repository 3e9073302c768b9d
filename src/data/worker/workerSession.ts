import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { packText } from '../text/textSlices.ts';
import type { TextSlices } from '../text/textSlices.ts';
import type { TaskResults, WorkerRequest, WorkerResponse, WorkerTask } from './workerMessage.ts';

const PIECE_BYTES = 1_048_576;
/** In flight: enough to keep the worker busy, without copying all of the data to it. */
const MAX_BYTES_IN_FLIGHT = 4 * PIECE_BYTES;

export interface TaskOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called now and then with the number of bytes read. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

/** One task's messages to and from its worker. */
export class WorkerSession<T extends WorkerTask['type']> implements Disposable {
  /** Rejects with the signal's reason once it is aborted, with what the task throws, and with the worker's error if it dies. */
  readonly result: Promise<TaskResults[T]>;
  readonly #worker: Worker;
  readonly #onProgress: TaskOptions['onProgress'];
  readonly #settled = Promise.withResolvers<TaskResults[T]>();
  readonly #listeners = new DisposableStore();
  readonly #output: Uint8Array[] = [];
  /** The lengths of the pieces that the worker has not taken yet, in order. */
  readonly #inFlight: number[] = [];
  #bytesInFlight = 0;
  #isSettled = false;
  #wake: (() => void) | undefined;

  constructor(worker: Worker, task: WorkerTask & { readonly type: T }, { signal, onProgress }: TaskOptions = {}) {
    this.#worker = worker;
    this.#onProgress = onProgress;
    this.result = this.#settled.promise;
    // It may reject while its data is still being sent, before the result is awaited.
    this.result.catch(() => undefined);
    const onResponse = (response: WorkerResponse): void => this.#onResponse(response);
    const onError = (error: Error): void => this.#reject(error);
    const onExit = (): void => this.#reject(new Error('The worker ended.'));
    const onAbort = (): void => this.#reject(signal?.reason as Error);
    worker.on('message', onResponse).on('error', onError).on('exit', onExit);
    signal?.addEventListener('abort', onAbort);
    this.#listeners.add({
      dispose: () => {
        worker.off('message', onResponse).off('error', onError).off('exit', onExit);
        signal?.removeEventListener('abort', onAbort);
      },
    });
    this.#post({ type: 'start', task });
  }

  /**
   * Sends a text and yields to other work between its slices. Returns early once the task has ended: then the other slices are
   * not read. Rejects with what reading a slice throws.
   */
  async sendText(slices: TextSlices): Promise<void> {
    for (const slice of slices) {
      await this.#send(packText(slice));
      if (this.#isSettled) {
        return;
      }
    }
  }

  /** Sends a copy of the bytes in pieces and yields to other work in between. Returns early once the task has ended. */
  async sendBytes(bytes: Uint8Array): Promise<void> {
    for (let start = 0; start < bytes.byteLength && !this.#isSettled; start += PIECE_BYTES) {
      await this.#send(new Uint8Array(bytes.subarray(start, start + PIECE_BYTES)));
    }
  }

  /** Ends the data, and waits for the result. */
  async end(): Promise<TaskResults[T]> {
    if (!this.#isSettled) {
      this.#post({ type: 'end' });
    }
    return this.result;
  }

  /** Whether the task has ended, with a result or without. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** What a conversion has output since the last call. */
  takeOutput(): readonly Uint8Array[] {
    return this.#output.splice(0);
  }

  dispose(): void {
    this.#isSettled = true;
    this.#listeners.dispose();
    this.#wake?.();
  }

  #onResponse(response: WorkerResponse): void {
    switch (response.type) {
      case 'taken':
        this.#bytesInFlight -= this.#inFlight.shift() ?? 0;
        if (response.output !== undefined) {
          this.#output.push(response.output);
        }
        this.#wake?.();
        break;
      case 'progress':
        this.#onProgress?.(response.bytes);
        break;
      case 'done':
        this.#isSettled = true;
        // A worker runs one task at a time, so this is the result of this task.
        this.#settled.resolve(response.result as TaskResults[T]);
        this.#wake?.();
        break;
      case 'failed':
        this.#reject(Object.assign(new Error(response.message), { code: response.code }));
        break;
    }
  }

  #reject(error: Error): void {
    this.#isSettled = true;
    this.#settled.reject(error);
    this.#wake?.();
  }

  async #send(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#inFlight.push(bytes.byteLength);
    this.#bytesInFlight += bytes.byteLength;
    this.#post({ type: 'piece', bytes }, [bytes.buffer]);
    await nextTurn();
    while (this.#bytesInFlight >= MAX_BYTES_IN_FLIGHT && !this.#isSettled) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  #post(request: WorkerRequest, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(request, transfer);
  }
}
