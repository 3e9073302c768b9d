/**
 * The byte that must follow the bytes to scan: it ends every run of plain bytes, so that the scanner's inner loops need no bounds
 * check. Among the bytes themselves it is a NUL character.
 */
export const GUARD = 0;
/** How many bytes must follow them: the guard, and as many as can be read together with it. */
export const GUARD_BYTES = 4;

/** A copy of the bytes with the guard after them. */
export function guarded(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes, Buffer.alloc(GUARD_BYTES, GUARD)]);
}

/** The bytes from the start of the current record, with the guard after them. */
export class RecordWindow {
  #bytes = Buffer.alloc(GUARD_BYTES);
  #length = 0;

  /** The buffer. Adding bytes may replace it. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** How many of the bytes are in use. */
  get length(): number {
    return this.#length;
  }

  add(chunk: Uint8Array): void {
    const length = this.#length + chunk.length;
    if (length + GUARD_BYTES > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length + GUARD_BYTES, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#length);
    this.#setLength(length);
  }

  /** Removes the bytes before `by`. */
  drop(by: number): void {
    if (by === 0) {
      // Otherwise a record of many chunks would be copied onto itself for each of them.
      return;
    }
    this.#bytes.copyWithin(0, by, this.#length);
    this.#setLength(this.#length - by);
  }

  #setLength(length: number): void {
    this.#length = length;
    this.#bytes[length] = GUARD;
  }
}
