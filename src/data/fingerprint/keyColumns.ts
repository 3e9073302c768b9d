import { HashList } from './hashList.ts';
import { RowBytes } from './rowBytes.ts';
import { MAX_HASHED_ROWS } from './rowHashes.ts';
import type { SipHash } from './sipHash.ts';
import { endOfSpaces } from '../text/ascii.ts';

/** After this many rows, only a few columns are still considered. */
const SAMPLED_ROWS = 1_000;
/** Columns further right are no keys. */
const MAX_COLUMNS = 200;

/** What the names of keys usually contain: one of these as a separate word, or as the last word in camel case. */
const KEY_NAME =
  /(?:^|[^\p{L}])(?:id|key|code|no|nr|num|number|nummer|schlüssel|numéro|clé|uuid|guid)\.?$|(?:番号|コード)$/iu;
const CAMEL_CASE_KEY = /\p{Ll}(?:Id|ID|Key|Code|No|Nr|Num|Number)$/u;

/** A column in which no value is blank and all are different. */
export interface KeyColumn {
  readonly name: string;
  /** Hashes of its values, sorted. */
  readonly hashes: HashList;
}

/** Finds key columns. Most columns are ruled out within a few rows. */
export class KeyColumns {
  readonly #hash: SipHash;
  readonly #nameBefore: string | undefined;
  readonly #value = new RowBytes();
  /** The columns that may be keys, by index. */
  readonly #candidates = new Map<number, Candidate>();
  /** By index, 1 for a column whose values are needed. */
  readonly wanted = new Uint8Array(MAX_COLUMNS).fill(1);
  #rows = 0;

  /** @param nameBefore of the key of the last load. */
  constructor(hash: SipHash, nameBefore: string | undefined) {
    this.#hash = hash;
    this.#nameBefore = nameBefore;
  }

  /** Adds the value of a wanted column. Each row must add its values in one call for each column, and then end. */
  add(column: number, bytes: Uint8Array, start: number, end: number): void {
    const isBlank = endOfSpaces(bytes, start, end) === end;
    const candidate = this.#candidates.get(column) ?? this.#addCandidate(column);
    // One that was missing in an earlier row was blank there.
    if (isBlank || candidate.hashes.count !== this.#rows) {
      this.#drop(column);
      return;
    }
    const value = this.#value;
    value.length = 0;
    value.add(bytes, start, end);
    const hash = this.#hash;
    hash.hash(value.words, value.bytes, value.length);
    candidate.hashes.add(hash.low, hash.high);
    if (candidate.sample !== undefined) {
      const known = candidate.sample.size;
      // As many bits as a number holds.
      candidate.sample.add(hash.low + (hash.high & 0x1fffff) * 2 ** 32);
      if (candidate.sample.size === known) {
        this.#drop(column);
      }
    }
  }

  /** @param names of the columns so far. */
  endRow(names: readonly string[]): void {
    this.#rows++;
    if (this.#rows === SAMPLED_ROWS) {
      this.#keepLikely(names);
    } else if (this.#rows === MAX_HASHED_ROWS + 1) {
      // Without the hashes of the rows, keys are of no use, and their hashes would grow with the file.
      this.#candidates.clear();
      this.wanted.fill(0);
    }
  }

  /** The key to keep for the next comparison, and that of the last load if it is still one. */
  end(names: readonly string[]): { readonly key: KeyColumn | undefined; readonly keyBefore: KeyColumn | undefined } {
    const keys = this.#inOrder(names).flatMap(([column, { hashes }]): readonly KeyColumn[] => {
      const name = names[column];
      hashes.sort();
      return name !== undefined && hashes.repeats() === 0 ? [{ name, hashes }] : [];
    });
    return { key: keys[0], keyBefore: keys.find(({ name }) => name === this.#nameBefore) };
  }

  #addCandidate(column: number): Candidate {
    const candidate = { hashes: new HashList(), sample: new Set<number>() };
    this.#candidates.set(column, candidate);
    return candidate;
  }

  /** Keeps the likeliest candidate and the key of the last load. */
  #keepLikely(names: readonly string[]): void {
    const [likeliest] = this.#inOrder(names);
    for (const [column, candidate] of this.#candidates) {
      if (column === likeliest?.[0] || names[column] === this.#nameBefore) {
        candidate.sample = undefined;
      } else {
        this.#drop(column);
      }
    }
  }

  /** The candidates with a value in every row: the ones with the name of a key first, then from the left, as they were added. */
  #inOrder(names: readonly string[]): readonly (readonly [number, Candidate])[] {
    const isNamedKey = (column: number): boolean => isKeyName(names[column] ?? '');
    return [...this.#candidates]
      .filter(([, { hashes }]) => hashes.count === this.#rows)
      .sort(([one], [other]) => Number(isNamedKey(other)) - Number(isNamedKey(one)));
  }

  #drop(column: number): void {
    this.#candidates.delete(column);
    this.wanted[column] = 0;
  }
}

interface Candidate {
  readonly hashes: HashList;
  /** The hashes so far, while they are few. */
  sample: Set<number> | undefined;
}

function isKeyName(name: string): boolean {
  return KEY_NAME.test(name) || CAMEL_CASE_KEY.test(name);
}
