import { QUOTE } from '../text/ascii.ts';

const FIRST_CAPACITY = 4096;
/** Room for the end of what is hashed. */
const SPARE_BYTES = 16;

/** Ends a value. No character contains this byte in UTF-8, so that different rows never give the same bytes. */
const END_OF_VALUE = 0xff;

/** The values of a row, one after another in UTF-8: what is hashed. */
export class RowBytes {
  #bytes = new Uint8Array(FIRST_CAPACITY);
  #words = new Int32Array(this.#bytes.buffer);
  length = 0;

  /** The memory. Adding bytes may replace it. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** A view of the memory of the bytes. */
  get words(): Int32Array {
    return this.#words;
  }

  add(source: Uint8Array, start: number, end: number): void {
    const bytes = this.#withRoom(end - start);
    let at = this.length;
    for (let from = start; from < end; from++) {
      bytes[at++] = source[from] ?? 0;
    }
    this.length = at;
  }

  /** Adds bytes in which a quote stands for each pair of quotes. */
  addUnescaped(source: Uint8Array, start: number, end: number): void {
    const bytes = this.#withRoom(end - start);
    let at = this.length;
    for (let from = start; from < end; from++) {
      const byte = source[from] ?? 0;
      bytes[at++] = byte;
      if (byte === QUOTE && source[from + 1] === QUOTE && from + 1 < end) {
        from++;
      }
    }
    this.length = at;
  }

  addText(text: string): void {
    const bytes = Buffer.from(text);
    this.add(bytes, 0, bytes.length);
  }

  addByte(byte: number): void {
    this.#withRoom(1)[this.length++] = byte;
  }

  endValue(): void {
    this.addByte(END_OF_VALUE);
  }

  #withRoom(more: number): Uint8Array {
    const length = this.length + more + SPARE_BYTES;
    if (length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max((length + 3) & ~3, 2 * this.#bytes.length));
      larger.set(this.#bytes.subarray(0, this.length));
      this.#bytes = larger;
      this.#words = new Int32Array(larger.buffer);
    }
    return this.#bytes;
  }
}
