/** What is kept of a token: no key or number that means anything is longer. */
const LONGEST_TOKEN = 65_536;

/** Holds the beginning of a token that goes on in the next piece. */
export class TokenCarry {
  #bytes: Uint8Array = new Uint8Array(0);

  /** Keeps the bytes from `from` on, together with what is kept of this token already. */
  keep(bytes: Uint8Array, from: number): void {
    if (this.#bytes.length < LONGEST_TOKEN) {
      this.#bytes = Buffer.concat([this.#bytes, bytes.subarray(from, from + LONGEST_TOKEN - this.#bytes.length)]);
    }
  }

  /** The token that ends before `to`, whole, and where in which bytes it is. Forgets it. */
  take(bytes: Uint8Array, start: number, to: number): Uint8Array {
    const kept = this.#bytes;
    if (kept.length === 0) {
      return bytes.subarray(start, to);
    }
    this.#bytes = new Uint8Array(0);
    return Buffer.concat([kept, bytes.subarray(0, to)]);
  }
}
