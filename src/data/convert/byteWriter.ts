/** A growing byte buffer to append to. */
export class ByteWriter {
  #bytes: Uint8Array;
  #length = 0;

  /** @param expectedLength the likely number of bytes; the buffer grows beyond it. */
  constructor(expectedLength: number) {
    this.#bytes = Buffer.allocUnsafeSlow(expectedLength);
  }

  write(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  copy(source: Uint8Array, start: number, end: number): void {
    this.#reserve(end - start);
    const bytes = this.#bytes;
    let length = this.#length;
    // Cells are short: calling `set` for each would be slower.
    for (let at = start; at < end; at++) {
      bytes[length++] = source[at] ?? 0;
    }
    this.#length = length;
  }

  /** Everything written so far. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(byteLength: number): void {
    const needed = this.#length + byteLength;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
      larger.set(this.written);
      this.#bytes = larger;
    }
  }
}
