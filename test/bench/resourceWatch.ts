const LOOK_MS = 1;
/** Reading the memory usage takes longer than reading the clock. */
const MEMORY_MS = 5;

/** Samples the memory of the process and the longest time for which its thread was blocked, from its creation on. */
export class ResourceWatch {
  readonly #idleBytes = process.memoryUsage.rss();
  readonly #looks: NodeJS.Timeout;
  #peakBytes = this.#idleBytes;
  #longestPauseMs = 0;
  #last = performance.now();
  #lastMemory = this.#last;

  constructor() {
    this.#looks = setInterval(() => this.#look(), LOOK_MS);
  }

  end(): { readonly addedMb: number; readonly longestPauseMs: number } {
    clearInterval(this.#looks);
    return { addedMb: (this.#peakBytes - this.#idleBytes) / 1_048_576, longestPauseMs: this.#longestPauseMs };
  }

  #look(): void {
    const now = performance.now();
    this.#longestPauseMs = Math.max(this.#longestPauseMs, now - this.#last - LOOK_MS);
    if (now - this.#lastMemory >= MEMORY_MS) {
      this.#lastMemory = now;
      this.#peakBytes = Math.max(this.#peakBytes, process.memoryUsage.rss());
    }
    // The measurement itself doesn't count as a pause.
    this.#last = performance.now();
  }
}
