/** A seeded generator of integers (mulberry32): the same seed tries the same inputs. */
export class RandomNumbers {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** An integer from 0 up to, not including, `end`. */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  }

  one<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) {
      throw new Error('There are no values.');
    }
    return value;
  }
}

/** Longer inputs reach the same code in more time. */
const MAX_BYTES = 2_000;

/** Changes an input in one to four places. */
export function mutateInput(
  input: Buffer,
  { random, words, corpus }: { random: RandomNumbers; words: readonly string[]; corpus: readonly Buffer[] },
): Buffer {
  let changed = input;
  for (let changes = 1 + random.below(4); changes > 0; changes--) {
    const from = random.below(changed.length + 1);
    const length = Math.min(1 + random.below(random.below(4) === 0 ? 40 : 4), changed.length - from);
    const removed = changed.subarray(from, from + length);
    const replaceBy = (bytes: Uint8Array, skipped = 0): Buffer =>
      Buffer.concat([changed.subarray(0, from), bytes, changed.subarray(from + skipped)]);
    switch (random.below(8)) {
      case 0:
        changed = replaceBy(Buffer.alloc(0), length);
        break;
      case 1:
        changed = replaceBy(Buffer.of(random.below(256)), random.below(2));
        break;
      case 2:
        changed = replaceBy(Buffer.of((changed[from] ?? 0) ^ (1 << random.below(8))), 1);
        break;
      case 3:
        changed = replaceBy(Buffer.concat(Array<Buffer>(1 + random.below(3)).fill(removed)));
        break;
      case 4: {
        const other = random.one(corpus);
        const start = random.below(other.length + 1);
        changed = replaceBy(other.subarray(start, start + 1 + random.below(60)), random.below(2) * length);
        break;
      }
      default:
        changed = replaceBy(Buffer.from(random.one(words)), random.below(2) * length);
    }
  }
  return changed.subarray(0, MAX_BYTES);
}
