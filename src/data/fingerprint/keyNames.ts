import { MAX_KEYS } from '../json/jsonKeys.ts';

/** The keys of JSON rows in order of appearance, found by their bytes. */
export class KeyNames {
  readonly all: string[] = [];
  readonly #bytes: Uint8Array[] = [];
  readonly #indexes = new Map<string, number>();

  /**
   * The index of the key, which is the beginning of these bytes. A new key is added; -1 if there are too many.
   *
   * @param expected the likely index: that of the last row at the same place.
   */
  indexOf(bytes: Uint8Array, length: number, expected: number): number {
    if (isBeginning(bytes, length, this.#bytes[expected])) {
      return expected;
    }
    const key = Buffer.from(bytes.subarray(0, length));
    const name = key.toString();
    let index = this.#indexes.get(name);
    if (index === undefined && this.all.length < MAX_KEYS) {
      index = this.all.length;
      this.all.push(name);
      this.#bytes.push(key);
      this.#indexes.set(name, index);
    }
    return index ?? -1;
  }
}

function isBeginning(bytes: Uint8Array, length: number, known: Uint8Array | undefined): boolean {
  if (known?.length !== length) {
    return false;
  }
  for (let at = 0; at < length; at++) {
    if (bytes[at] !== known[at]) {
      return false;
    }
  }
  return true;
}
