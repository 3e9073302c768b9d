const FINAL_ROUNDS = 3;

/**
 * SipHash-1-3 (Aumasson, Bernstein): a hash of 64 bits with a key of 128. Without the key, it can't be computed, and guesses of what
 * was hashed can't be verified. In 32-bit halves, because JavaScript has no fast integers of 64 bits.
 */
export class SipHash {
  /** The halves of the last hash, as unsigned numbers. */
  low = 0;
  high = 0;
  readonly #k0l: number;
  readonly #k0h: number;
  readonly #k1l: number;
  readonly #k1h: number;

  /** @param key 16 bytes. */
  constructor(key: Uint8Array) {
    const view = new DataView(key.buffer, key.byteOffset, 16);
    this.#k0l = view.getInt32(0, true);
    this.#k0h = view.getInt32(4, true);
    this.#k1l = view.getInt32(8, true);
    this.#k1h = view.getInt32(12, true);
  }

  /**
   * Hashes the first `length` bytes of the memory of `words`, which must have room for 8 more: they are overwritten.
   *
   * @param bytes the same memory.
   */
  hash(words: Int32Array, bytes: Uint8Array, length: number): void {
    // The initial state spells "somepseudorandomlygeneratedbytes".
    let v0l = this.#k0l ^ 0x70736575;
    let v0h = this.#k0h ^ 0x736f6d65;
    let v1l = this.#k1l ^ 0x6e646f6d;
    let v1h = this.#k1h ^ 0x646f7261;
    let v2l = this.#k0l ^ 0x6e657261;
    let v2h = this.#k0h ^ 0x6c796765;
    let v3l = this.#k1l ^ 0x79746573;
    let v3h = this.#k1h ^ 0x74656462;
    // The last block ends with the length.
    const last = length & ~7;
    bytes.fill(0, length, last + 7);
    bytes[last + 7] = length;
    const end = (last >> 2) + 2;
    for (let at = 0, final = 0; final < FINAL_ROUNDS; at += 2) {
      let low = 0;
      let high = 0;
      if (at < end) {
        low = words[at] ?? 0;
        high = words[at + 1] ?? 0;
        v3l ^= low;
        v3h ^= high;
      } else if (final++ === 0) {
        v2l ^= 0xff;
      }
      // One round: additions with carry, rotations and exclusive ors of the four numbers.
      let sum = (v0l + v1l) | 0;
      v0h = (v0h + v1h + (sum >>> 0 < v0l >>> 0 ? 1 : 0)) | 0;
      v0l = sum;
      let turned = (v1l << 13) | (v1h >>> 19);
      v1h = ((v1h << 13) | (v1l >>> 19)) ^ v0h;
      v1l = turned ^ v0l;
      turned = v0l;
      v0l = v0h;
      v0h = turned;
      sum = (v2l + v3l) | 0;
      v2h = (v2h + v3h + (sum >>> 0 < v2l >>> 0 ? 1 : 0)) | 0;
      v2l = sum;
      turned = (v3l << 16) | (v3h >>> 16);
      v3h = ((v3h << 16) | (v3l >>> 16)) ^ v2h;
      v3l = turned ^ v2l;
      sum = (v0l + v3l) | 0;
      v0h = (v0h + v3h + (sum >>> 0 < v0l >>> 0 ? 1 : 0)) | 0;
      v0l = sum;
      turned = (v3l << 21) | (v3h >>> 11);
      v3h = ((v3h << 21) | (v3l >>> 11)) ^ v0h;
      v3l = turned ^ v0l;
      sum = (v2l + v1l) | 0;
      v2h = (v2h + v1h + (sum >>> 0 < v2l >>> 0 ? 1 : 0)) | 0;
      v2l = sum;
      turned = (v1l << 17) | (v1h >>> 15);
      v1h = ((v1h << 17) | (v1l >>> 15)) ^ v2h;
      v1l = turned ^ v2l;
      turned = v2l;
      v2l = v2h;
      v2h = turned;
      v0l ^= low;
      v0h ^= high;
    }
    this.low = (v0l ^ v1l ^ v2l ^ v3l) >>> 0;
    this.high = (v0h ^ v1h ^ v2h ^ v3h) >>> 0;
  }
}
