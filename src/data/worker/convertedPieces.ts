import type { Worker } from 'node:worker_threads';
import type { Disposable } from '../../base/disposable.ts';
import type { ConversionAnswer } from './checkMessage.ts';

/** What a worker answers to the pieces it was given, one for each, in their order. */
export class ConvertedPieces implements Disposable {
  readonly #worker: Worker;
  readonly #arrived: Uint8Array[] = [];
  #failure: Error | undefined;
  #onChange: (() => void) | undefined;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', this.#onAnswer).on('error', this.#onError).on('exit', this.#onExit);
  }

  /** The next one. Rejects with the worker's error where there will be none. */
  async next(): Promise<Uint8Array> {
    for (;;) {
      const piece = this.#arrived.shift();
      if (piece !== undefined) {
        return piece;
      }
      if (this.#failure !== undefined) {
        throw this.#failure;
      }
      await new Promise<void>((resolve) => (this.#onChange = resolve));
    }
  }

  dispose(): void {
    this.#worker.off('message', this.#onAnswer).off('error', this.#onError).off('exit', this.#onExit);
  }

  readonly #onAnswer = ({ bytes }: ConversionAnswer): void => {
    this.#arrived.push(bytes);
    this.#onChange?.();
  };

  readonly #onError = (error: Error): void => {
    this.#failure ??= error;
    this.#onChange?.();
  };

  readonly #onExit = (): void => this.#onError(new Error('The conversion was ended.'));
}
