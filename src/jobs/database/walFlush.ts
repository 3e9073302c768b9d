import { open } from 'node:fs/promises';

/**
 * Flushes the write-ahead log to the disk on another thread. After that, committed data survives a power failure, as after a commit
 * with `synchronous = FULL`, which blocks the extension host until the disk is done.
 */
export class WalFlush {
  readonly #flush: () => Promise<void>;
  #isRunning = false;
  #isDue = false;
  #hasFailed = false;

  constructor(file: string, flush: (file: string) => Promise<void> = flushFile) {
    this.#flush = () => flush(file);
  }

  /** True once it has failed: the file system does not support it. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Starts at once or, if one is running, when that is done: it may have missed the latest commit. */
  request(): void {
    this.#isDue = true;
    if (!this.#isRunning) {
      void this.#run();
    }
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#isDue) {
      this.#isDue = false;
      try {
        await this.#flush();
      } catch {
        this.#hasFailed = true;
      }
    }
    this.#isRunning = false;
  }
}

async function flushFile(file: string): Promise<void> {
  // SQLite's locks are on other files, so that closing this one releases none of them.
  const handle = await open(file, 'r+');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
