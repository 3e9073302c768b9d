import { GUARD } from './csvScanner.ts';

/** The bytes from the current record's start on, with the guard behind them. */
export class RecordWindow {
  #bytes = Buffer.alloc(1);
  #length = 0;

  /** The memory; it changes where bytes are added. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** How many of the bytes are in use. */
  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length + 1 > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length + 1, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#bytes.set(piece, this.#length);
    this.#setLength(length);
  }

  /** Lets go of the bytes before `by`. */
  drop(by: number): void {
    if (by === 0) {
      // A record that comes in many pieces would be moved onto itself at each of them.
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
