import { deflateRawSync, inflateRawSync, constants } from 'node:zlib';
import { HashSum } from './hashSum.ts';

const FIRST_CAPACITY = 1024;
/** The longest varint of a difference of 64 bits: seven bits a byte. */
const MAX_VARINT_BYTES = 10;

/** Sorted hashes of 64 bits as stored. */
export interface PackedHashes {
  readonly count: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** How two lists differ. An equal hash counts as often as it is in both. */
export interface HashDifference {
  readonly added: number;
  readonly removed: number;
  readonly same: number;
}

/** Hashes of 64 bits, of which any may occur several times. */
export class HashList {
  #hashes = new BigUint64Array(FIRST_CAPACITY);
  /** A view of the memory of `#hashes`: the lower half of each hash, then the upper. */
  #halves = new Uint32Array(this.#hashes.buffer);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(low: number, high: number): void {
    if (this.#count === this.#hashes.length) {
      const larger = new BigUint64Array(2 * this.#count);
      larger.set(this.#hashes);
      this.#hashes = larger;
      this.#halves = new Uint32Array(larger.buffer);
    }
    this.#halves[2 * this.#count] = low;
    this.#halves[2 * this.#count + 1] = high;
    this.#count++;
  }

  /** Call this once all hashes are added, before any method below. */
  sort(): void {
    this.#hashes.subarray(0, this.#count).sort();
  }

  /** How many hashes are equal to another one before them. */
  repeats(): number {
    const halves = this.#halves;
    let repeats = 0;
    for (let at = 2; at < 2 * this.#count; at += 2) {
      repeats += halves[at] === halves[at - 2] && halves[at + 1] === halves[at - 1] ? 1 : 0;
    }
    return repeats;
  }

  /** Merges both lists. */
  differenceFrom(before: HashList): HashDifference {
    const [now, old] = [this.#halves, before.#halves];
    const [nowEnd, oldEnd] = [2 * this.#count, 2 * before.#count];
    let same = 0;
    for (let at = 0, oldAt = 0; at < nowEnd && oldAt < oldEnd;) {
      const high = (now[at + 1] ?? 0) - (old[oldAt + 1] ?? 0);
      const order = high === 0 ? (now[at] ?? 0) - (old[oldAt] ?? 0) : high;
      same += order === 0 ? 1 : 0;
      at += order <= 0 ? 2 : 0;
      oldAt += order >= 0 ? 2 : 0;
    }
    return { added: this.#count - same, removed: before.#count - same, same };
  }

  /** Writes the differences of neighbors as varints and compresses them. No sequence recurs, so Huffman coding alone is enough. */
  pack(): PackedHashes {
    const bytes = new Uint8Array(MAX_VARINT_BYTES * this.#count);
    const halves = this.#halves;
    let length = 0;
    let lowBefore = 0;
    let highBefore = 0;
    for (let at = 0; at < 2 * this.#count; at += 2) {
      const [nextLow, nextHigh] = [halves[at] ?? 0, halves[at + 1] ?? 0];
      let low = (nextLow - lowBefore) >>> 0;
      let high = (nextHigh - highBefore - (nextLow < lowBefore ? 1 : 0)) >>> 0;
      while (high !== 0 || low > 0x7f) {
        bytes[length++] = (low & 0x7f) | 0x80;
        low = ((low >>> 7) | (high << 25)) >>> 0;
        high >>>= 7;
      }
      bytes[length++] = low;
      lowBefore = nextLow;
      highBefore = nextHigh;
    }
    const packed = deflateRawSync(bytes.subarray(0, length), { strategy: constants.Z_HUFFMAN_ONLY });
    return { count: this.#count, bytes: new Uint8Array(packed) };
  }

  /** Throws if it is not what `pack` made. */
  static unpack({ count, bytes }: PackedHashes): HashList {
    const differences = inflateRawSync(bytes, { maxOutputLength: MAX_VARINT_BYTES * count + 1 });
    const list = new HashList();
    const hash = new HashSum();
    for (let at = 0; at < differences.length;) {
      let byte = 0x80;
      let lowPart = 0;
      let highPart = 0;
      for (let shift = 0; byte > 0x7f && shift < 7 * MAX_VARINT_BYTES; shift += 7) {
        byte = differences[at++] ?? 0;
        const part = byte & 0x7f;
        if (shift < 32) {
          lowPart |= part << shift;
        }
        if (shift > 31) {
          highPart |= part << (shift - 32);
        } else if (shift > 25) {
          highPart |= part >>> (32 - shift);
        }
      }
      hash.add(lowPart >>> 0, highPart >>> 0);
      list.add(hash.low, hash.high);
    }
    if (list.count !== count) {
      throw new RangeError('The number of hashes differs from the stored one.');
    }
    return list;
  }
}
