/** Bytes that are written one after another. */
export class ByteWriter {
  #bytes: Uint8Array;
  #length = 0;

  /** @param expected how many bytes it will be, more or less. */
  constructor(expected: number) {
    this.#bytes = Buffer.allocUnsafeSlow(expected);
  }

  write(byte: number): void {
    this.#makeRoom(1);
    this.#bytes[this.#length++] = byte;
  }

  copy(source: Uint8Array, start: number, end: number): void {
    this.#makeRoom(end - start);
    const bytes = this.#bytes;
    let length = this.#length;
    // Cells are short: a call for each would take longer.
    for (let at = start; at < end; at++) {
      bytes[length++] = source[at] ?? 0;
    }
    this.#length = length;
  }

  /** All that was written. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #makeRoom(byteLength: number): void {
    const needed = this.#length + byteLength;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
      larger.set(this.written);
      this.#bytes = larger;
    }
  }
}
