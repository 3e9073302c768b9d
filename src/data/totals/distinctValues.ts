/**
 * How many bytes are compared in columns that have a repeated value, with a few more bytes for each value: this limits the time that
 * it takes for a file of any size.
 */
const BYTES_COMPARED = 8_000_000;
const BYTES_A_VALUE = 16;
/** Longer values are not compared. */
const MAX_VALUE_LENGTH = 65_536;
/** In a column that has a repeated value, no more values are counted. */
const MAX_IN_COLUMN = 10_000;
const MAX_IN_ALL = 300_000;
const MAX_SLOTS = 524_288;
const TAIL_MASKS = [0, 0xff, 0xffff, 0xffffff] as const;

/**
 * Counts the different values of columns, up to a limit. It keeps 64 bits of each value, a hash with a random key: even if it keeps as
 * many values as it can, the probability that two are mistaken for one is 1 in 100 million.
 */
export class DistinctValues {
  readonly #counts: Uint32Array;
  /** By column: 1 if a value occurs more than once. */
  readonly #hasRepeated: Uint8Array;
  /** By column: 1 if its values are not counted any more. */
  readonly #isStopped: Uint8Array;
  /** Two numbers a value; the first is 0 in a free slot. */
  #slots = new Int32Array(2 * 1_024);
  #used = 0;
  #bytesLeft = BYTES_COMPARED;
  readonly #seeds = [randomSeed(), randomSeed()] as const;

  constructor(columns: number) {
    this.#counts = new Uint32Array(columns);
    this.#hasRepeated = new Uint8Array(columns);
    this.#isStopped = new Uint8Array(columns);
  }

  /** Whether values of the column still have to be added. If so at the end, all of them were counted. */
  isCountingIn(column: number): boolean {
    return this.#isStopped[column] === 0;
  }

  /** Adds a value: its bytes, at most three of which are read beyond its end. */
  add(column: number, view: DataView, start: number, end: number): void {
    if (this.hasRepeated(column)) {
      this.#bytesLeft -= BYTES_A_VALUE + end - start;
    }
    if (end - start > MAX_VALUE_LENGTH || (this.#bytesLeft < 0 && this.hasRepeated(column))) {
      this.stop(column);
      return;
    }
    let one = this.#seeds[0] ^ Math.imul(column, 0x9e3779b1);
    // Equal values of two columns differ in it: every step below is reversible.
    let two = this.#seeds[1] ^ (end - start) ^ Math.imul(column, 0x85ebca6b);
    let at = start;
    for (; at + 4 <= end; at += 4) {
      const word = view.getInt32(at, true);
      one = Math.imul(one ^ word, 0x85ebca6b);
      one ^= one >>> 15;
      two = Math.imul(two ^ word, 0xc2b2ae35);
      two ^= two >>> 13;
    }
    const tail = at === end ? 0 : view.getInt32(at, true) & (TAIL_MASKS[end - at] ?? 0);
    one = Math.imul(one ^ tail, 0x27d4eb2f);
    two = Math.imul(two ^ tail, 0x165667b1);
    this.#addHash(column, (one ^ (one >>> 16)) | 1, two ^ (two >>> 16));
  }

  /** Counts work that precedes a comparison as this many compared bytes. Stops counting in the column once there were too many. */
  spend(column: number, bytes: number): void {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft < 0) {
      this.stop(column);
    }
  }

  /** Stops counting in the column. */
  stop(column: number): void {
    this.#isStopped[column] = 1;
  }

  countOf(column: number): number {
    return this.#counts[column] ?? 0;
  }

  hasRepeated(column: number): boolean {
    return this.#hasRepeated[column] === 1;
  }

  #addHash(column: number, one: number, two: number): void {
    const slots = this.#slots;
    const count = this.#counts[column] ?? 0;
    const at = slotOf(slots, one, two);
    if (slots[at] !== 0) {
      this.#hasRepeated[column] = 1;
      if (count > MAX_IN_COLUMN) {
        this.stop(column);
      }
      return;
    }
    if ((this.hasRepeated(column) && count > MAX_IN_COLUMN) || this.#used === MAX_IN_ALL) {
      this.stop(column);
      return;
    }
    slots[at] = one;
    slots[at + 1] = two;
    this.#counts[column] = count + 1;
    this.#used++;
    if (this.#used * 4 > slots.length && slots.length < 2 * MAX_SLOTS) {
      this.#grow();
    }
  }

  #grow(): void {
    const old = this.#slots;
    const slots = new Int32Array(Math.min(4 * old.length, 2 * MAX_SLOTS));
    for (let from = 0; from < old.length; from += 2) {
      const [one = 0, two = 0] = [old[from], old[from + 1]];
      if (one !== 0) {
        const at = slotOf(slots, one, two);
        slots[at] = one;
        slots[at + 1] = two;
      }
    }
    this.#slots = slots;
  }
}

/** The index of the slot that has the hash, or of the free one in which it belongs. */
function slotOf(slots: Int32Array, one: number, two: number): number {
  const mask = slots.length - 1;
  let at = (Math.imul(one ^ two, 0x9e3779b1) << 1) & mask;
  while (slots[at] !== 0 && (slots[at] !== one || slots[at + 1] !== two)) {
    at = (at + 2) & mask;
  }
  return at;
}

function randomSeed(): number {
  return Math.floor(Math.random() * 0x1_0000_0000) | 0;
}
