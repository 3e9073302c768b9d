import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import type { Disposable } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';

interface LedgerWatchOptions {
  readonly folder: string;
  readonly log: Logger;
  /** A window has written; it may be this one. */
  readonly onDidWrite: () => void;
}

/** Writes within this time are reported once. */
const DEBOUNCE_MS = 50;

/**
 * Reports when the database has been written, through a file watcher. If the file system has no events, a window reads what
 * others wrote when it next polls or draws a job.
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
    const logFailure = (error: unknown): void =>
      log.info(
        `Changes of other windows are shown with a delay, because the folder can't be watched: ${String(error)}`,
      );
    try {
      this.#watcher = watch(folder, { persistent: false }, () => {
        this.#timer ??= setTimeout(() => this.#report(), DEBOUNCE_MS);
      });
      this.#watcher.on('error', logFailure);
    } catch (error) {
      logFailure(error);
    }
  }

  dispose(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #report(): void {
    this.#timer = undefined;
    this.#options.onDidWrite();
  }
}
