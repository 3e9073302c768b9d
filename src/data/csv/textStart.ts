import { DIALECT_BYTES } from './dialect.ts';

/** Copies the start of a text, until there is enough of it to detect the dialect. */
export class TextStart {
  #parts: Uint8Array[] = [];
  #length = 0;

  get bytes(): Uint8Array {
    return Buffer.concat(this.#parts);
  }

  /** Returns whether there is enough. */
  add(bytes: Uint8Array): boolean {
    this.#parts.push(Buffer.from(bytes));
    this.#length += bytes.length;
    return this.#length >= DIALECT_BYTES;
  }

  /** Returns the bytes, and keeps them no longer. */
  take(): Uint8Array {
    const { bytes } = this;
    this.#parts = [];
    return bytes;
  }
}
