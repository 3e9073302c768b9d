const SMALLEST_BYTES = 64 * 1024;
const LARGEST_BYTES = 1024 * 1024;
/** So much of a body goes in small pieces: what the system takes at first only fills its own buffers. */
const PIECES_BEFORE_LARGER = 16;
const QUICK_MS = 100;
const SLOW_MS = 500;

/**
 * How much of a body the network is handed at once. Each piece costs a turn of many promises, so a fast line gets large
 * ones; on a slow line small ones are the progress that is seen, and what keeps the deadline away.
 */
export class PiecePace {
  #bytes = SMALLEST_BYTES;
  #takenBytes = 0;

  /** The size of the next piece, between 64 KiB and 1 MiB. */
  get bytes(): number {
    return this.#bytes;
  }

  /** To be told of each piece how long it took until the network asked for the next. */
  took(bytes: number, elapsedMs: number): void {
    this.#takenBytes += bytes;
    if (elapsedMs > SLOW_MS) {
      this.#bytes = Math.max(SMALLEST_BYTES, this.#bytes / 2);
    } else if (elapsedMs < QUICK_MS && this.#takenBytes >= this.#bytes * PIECES_BEFORE_LARGER) {
      this.#bytes = Math.min(LARGEST_BYTES, this.#bytes * 2);
    }
  }
}
