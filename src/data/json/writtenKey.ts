/** Longer keys, and keys with more white space around them, are not compared as bytes. */
const MAX_PATTERN_LENGTH = 1_024;
const MASKS = [-1, 0xff, 0xffff, 0xffffff] as const;
/** How many entries of the table are compared with a key. Keys made to collide are found by name instead. */
const MAX_PROBES = 8;
const MAX_ENTRIES = 65_536;

/** A key as it is written in the text. One with escapes can be written in several ways. */
export class WrittenKey {
  readonly name: string;
  /** The index of the name among those of all rows. */
  readonly index: number;
  /** The key that came after this one when it was last read. */
  next: WrittenKey | undefined;
  /** The key when it was last read: with its quotes and colon, and the white space around them. */
  readonly #pattern = new Pattern();

  constructor(name: string, index: number) {
    this.name = name;
    this.index = index;
  }

  /** The length of the bytes from `at` to the value if they are the same as when the key was last read; else 0. */
  lengthAt(view: DataView, at: number, to: number): number {
    const { length } = this.#pattern;
    return at + length <= to && this.#pattern.isAt(view, at) ? length : 0;
  }

  /** Sets what `lengthAt` compares. */
  setPattern(view: DataView, from: number, to: number): void {
    this.#pattern.set(view, from, to);
  }
}

/** Finds keys by the bytes between their quotes. */
export class KeyTable {
  #entries: (Entry | undefined)[] = new Array<Entry | undefined>(256).fill(undefined);
  #count = 0;
  /** Random, so that no file can be made in which all keys collide. */
  readonly #seed = Math.floor(Math.random() * 0x7fffffff);

  find(view: DataView, from: number, to: number): WrittenKey | undefined {
    const hash = this.#hash(view, from, to);
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const entry = this.#entries[(hash + probe) & (this.#entries.length - 1)];
      if (entry === undefined) {
        return undefined;
      }
      if (entry.hash === hash && entry.text.length === to - from && entry.text.isAt(view, from)) {
        return entry.key;
      }
    }
    return undefined;
  }

  /** Adds a key that `find` does not find, unless it is too long or there are too many. */
  add(view: DataView, from: number, to: number, key: WrittenKey): void {
    if (to - from > MAX_PATTERN_LENGTH || this.#count >= MAX_ENTRIES) {
      return;
    }
    if (this.#count * 2 >= this.#entries.length) {
      const entries = this.#entries;
      this.#entries = new Array<Entry | undefined>(entries.length * 4).fill(undefined);
      for (const entry of entries) {
        if (entry !== undefined) {
          this.#insert(entry);
        }
      }
    }
    const text = new Pattern();
    text.set(view, from, to);
    this.#count++;
    this.#insert({ hash: this.#hash(view, from, to), text, key });
  }

  #insert(entry: Entry): void {
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const slot = (entry.hash + probe) & (this.#entries.length - 1);
      if (this.#entries[slot] === undefined) {
        this.#entries[slot] = entry;
        return;
      }
    }
  }

  #hash(view: DataView, from: number, to: number): number {
    let hash = this.#seed ^ (to - from);
    let at = from;
    for (; at + 4 <= to; at += 4) {
      hash = mix(hash ^ view.getInt32(at, true));
    }
    return at === to ? hash : mix(hash ^ (view.getInt32(at, true) & (MASKS[to - at] ?? 0)));
  }
}

interface Entry {
  readonly hash: number;
  readonly text: Pattern;
  readonly key: WrittenKey;
}

/** Bytes that are compared four at a time. */
class Pattern {
  length = 0;
  #words = new Int32Array(0);
  /** The number of words, and the bits of the last one that count. */
  #count = 0;
  #mask = 0;

  /** Sets the bytes; none if they are too many. */
  set(view: DataView, from: number, to: number): void {
    this.length = to - from > MAX_PATTERN_LENGTH ? 0 : to - from;
    this.#mask = MASKS[this.length & 3] ?? 0;
    this.#count = (this.length + 3) >> 2;
    if (this.#words.length < this.#count) {
      this.#words = new Int32Array(this.#count);
    }
    for (let index = 0; index < this.#count; index++) {
      this.#words[index] = view.getInt32(from + 4 * index, true);
    }
  }

  isAt(view: DataView, from: number): boolean {
    const own = this.#words;
    const last = this.#count - 1;
    let at = from;
    for (let index = 0; index < last; index++, at += 4) {
      if (view.getInt32(at, true) !== own[index]) {
        return false;
      }
    }
    return last < 0 || ((view.getInt32(at, true) ^ (own[last] ?? 0)) & this.#mask) === 0;
  }
}

function mix(hash: number): number {
  const product = Math.imul(hash, 0x9e3779b1);
  return product ^ (product >>> 15);
}
