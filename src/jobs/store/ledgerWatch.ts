import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import type { Disposable } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';

interface LedgerWatchOptions {
  readonly folder: string;
  readonly log: Logger;
  /** Somebody, maybe we ourselves, has written. */
  readonly onDidWrite: () => void;
}

/** Several writes at a time are one to whoever reads. */
const GATHER_MS = 50;

/**
 * Notices when another window has written the database, at no cost while nobody does. Where the file system can't tell,
 * a window reads what others wrote when it next asks about a job or draws one.
 */
export class LedgerWatch implements Disposable {
  readonly #options: LedgerWatchOptions;
  #watcher: FSWatcher | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LedgerWatchOptions) {
    this.#options = options;
  }

  start(): void {
    const { folder, log } = this.#options;
    this.dispose();
    const cannot = (error: unknown): void =>
      log.info(`What other windows learn about jobs shows here a little later: ${String(error)}`);
    try {
      this.#watcher = watch(folder, { persistent: false }, () => {
        this.#timer ??= setTimeout(() => this.#tell(), GATHER_MS);
      });
      this.#watcher.on('error', cannot);
    } catch (error) {
      cannot(error);
    }
  }

  dispose(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #tell(): void {
    this.#timer = undefined;
    this.#options.onDidWrite();
  }
}
