import type { Disposable } from '../../base/disposable.ts';
import type { TextEncodingName, UploadKind } from '../../model/upload.ts';
import { CheckConversation } from './workerSession.ts';
import type { CheckResult } from '../check/checkResult.ts';
import { sendBytes } from './sendBytes.ts';
import { sendText } from './sendText.ts';
import { WorkerPool } from './workerPool.ts';

export interface FileCheckOptions {
  /** How to read the bytes, where the user has chosen. */
  readonly encoding?: TextEncodingName | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told now and then how many bytes have been read. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

/** Checks texts and files in worker threads. Checks may overlap; cancelling one ends its worker. */
export class CheckInWorker implements Disposable {
  /** Where the checks run. */
  readonly workers: WorkerPool;

  /** @param program the file that the workers run. */
  constructor(program: string | URL) {
    this.workers = new WorkerPool(program);
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
    const worker = this.workers.take();
    const conversation = new CheckConversation(worker, signal, onProgress);
    try {
      await Promise.race([conversation.result, begin(conversation)]);
      const result = await conversation.result;
      this.workers.giveBack(worker);
      return result;
    } catch (error) {
      await this.workers.end(worker);
      throw error;
    } finally {
      conversation.dispose();
    }
  }

  dispose(): void {
    this.workers.dispose();
  }
}
