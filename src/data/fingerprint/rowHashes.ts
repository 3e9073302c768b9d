import { HashList } from './hashList.ts';
import { HashSum } from './hashSum.ts';
import type { RowBytes } from './rowBytes.ts';
import type { SipHash } from './sipHash.ts';

/** With more rows, only the number and the sum of the hashes are kept, and no keys. */
export const MAX_HASHED_ROWS = 2_000_000;

/** Hashes rows, whose order does not matter. */
export class RowHashes {
  readonly #hash: SipHash;
  #list: HashList | undefined = new HashList();
  #rows = 0;
  readonly #sum = new HashSum();

  constructor(hash: SipHash) {
    this.#hash = hash;
  }

  get rows(): number {
    return this.#rows;
  }

  add({ words, bytes, length }: RowBytes): void {
    const hash = this.#hash;
    hash.hash(words, bytes, length);
    const { low, high } = hash;
    this.#sum.add(low, high);
    this.#rows++;
    if (this.#rows > MAX_HASHED_ROWS) {
      this.#list = undefined;
    }
    this.#list?.add(low, high);
  }

  /** The sum of all hashes, in hex. Two loads with equal sums and numbers of rows have the same rows. */
  get sum(): string {
    const { low, high } = this.#sum;
    return [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');
  }

  /** Sorted; undefined if there are too many. */
  end(): HashList | undefined {
    this.#list?.sort();
    return this.#list;
  }
}
