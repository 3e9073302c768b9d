import type { Worker } from 'node:worker_threads';
import type { Disposable } from '../../base/disposable.ts';
import type { CheckAnswer, CheckRequest } from './checkMessage.ts';
import type { CheckResult } from '../check/checkResult.ts';

/** One check's messages to and from its worker. */
export class CheckConversation implements Disposable {
  /** The worker's last word, or why there will be none. */
  readonly result: Promise<CheckResult>;
  readonly #worker: Worker;
  readonly #over = new AbortController();
  #waiting = 0;
  #onTaken: (() => void) | undefined;

  constructor(worker: Worker, signal: AbortSignal | undefined, onProgress: ((bytes: number) => void) | undefined) {
    this.#worker = worker;
    const over = this.#over.signal;
    this.result = new Promise((resolve, reject) => {
      const onAnswer = (answer: CheckAnswer) => {
        switch (answer.type) {
          case 'taken':
            this.#waiting--;
            this.#onTaken?.();
            break;
          case 'read':
            onProgress?.(answer.bytes);
            break;
          case 'checked':
            resolve(answer.result);
            break;
          case 'failed':
            reject(Object.assign(new Error(answer.message), { code: answer.code }));
            break;
        }
      };
      const onExit = () => reject(new Error('The check was ended.'));
      const onAbort = () => reject(signal?.reason as Error);
      worker.on('message', onAnswer).once('error', reject).once('exit', onExit);
      signal?.addEventListener('abort', onAbort);
      over.addEventListener('abort', () => {
        worker.off('message', onAnswer).off('error', reject).off('exit', onExit);
        signal?.removeEventListener('abort', onAbort);
      });
    });
  }

  readonly send = (request: CheckRequest, transfer: ArrayBuffer[] = []): void => {
    this.#waiting += request.type === 'text' || request.type === 'bytes' ? 1 : 0;
    this.#worker.postMessage(request, transfer);
  };

  /** Whether nobody waits for the result any more. */
  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  /** Waits until the worker has fewer texts before it, or nobody waits for it. */
  async untilFewerWait(texts: number): Promise<void> {
    while (this.#waiting >= texts && !this.isOver) {
      await new Promise<void>((resolve) => (this.#onTaken = resolve));
    }
  }

  dispose(): void {
    this.#over.abort();
    this.#onTaken?.();
  }
}
