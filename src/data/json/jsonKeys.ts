/** How many different keys are tracked. An object with more is not a row of a table. */
const MOST_KEYS = 50_000;
/** Keys that need an escape are not compared as bytes, because they can be written in several ways. */
const NEEDS_ESCAPE = /["\\\p{Cc}]/u;

/** The keys of all rows in order of appearance, and which of them are in the current row. */
export class JsonKeys {
  readonly names: string[] = [];
  /** Each key as written in the text, closing quote included. */
  readonly #written: (Uint8Array | undefined)[] = [];
  readonly #indexes = new Map<string, number>();
  /** The last row that had the key. */
  readonly #lastRows: number[] = [];
  #row = 0;
  #firstRowKeys = 0;
  #keysOfFirstRow = 0;
  #added: number[] = [];
  /** The index of the key that comes next if this row is like the previous ones. */
  #next = 0;

  beginRow(): void {
    this.#row++;
    this.#next = 0;
    this.#keysOfFirstRow = 0;
    if (this.#added.length > 0) {
      this.#added = [];
    }
  }

  /**
   * Compares the bytes after an opening quote with the key that is expected next, and adds it if the row does not have it yet.
   * Returns its length with the closing quote, or 0.
   */
  addExpected(bytes: Uint8Array, from: number, to: number): number {
    const index = this.#next;
    const written = this.#written[index];
    if (written === undefined || this.#lastRows[index] === this.#row || from + written.length > to) {
      return 0;
    }
    const { length } = written;
    for (let offset = 0; offset < length; offset++) {
      if (written[offset] !== bytes[from + offset]) {
        return 0;
      }
    }
    this.#addIndex(index);
    return length;
  }

  /** Adds a key to the row. Returns whether the row already has it. */
  add(name: string): boolean {
    let index = this.#indexes.get(name);
    if (index === undefined) {
      if (this.names.length >= MOST_KEYS) {
        return false;
      }
      index = this.names.length;
      this.names.push(name);
      this.#indexes.set(name, index);
      this.#written.push(NEEDS_ESCAPE.test(name) ? undefined : Buffer.from(`${name}"`));
      this.#lastRows.push(0);
    }
    return this.#addIndex(index);
  }

  /** The name of the key added last. */
  get lastName(): string {
    return this.names[this.#next - 1] ?? '';
  }

  /** Ends the row. Returns whether its keys differ from the first row's. */
  endRow(): boolean {
    if (this.#row === 1) {
      this.#firstRowKeys = this.names.length;
      return false;
    }
    return this.#keysOfFirstRow !== this.#firstRowKeys || this.#added.length > 0;
  }

  /** How the keys of the row that ended differ from those of the first row: at most `most` of each kind. */
  difference(most: number): { readonly missing: readonly string[]; readonly added: readonly string[] } {
    const missing: string[] = [];
    for (let index = 0; index < this.#firstRowKeys && missing.length < most; index++) {
      if (this.#lastRows[index] !== this.#row) {
        missing.push(this.names[index] ?? '');
      }
    }
    return { missing, added: this.#added.slice(0, most).map((index) => this.names[index] ?? '') };
  }

  #addIndex(index: number): boolean {
    this.#next = index + 1;
    if (this.#lastRows[index] === this.#row) {
      return true;
    }
    this.#lastRows[index] = this.#row;
    if (index < this.#firstRowKeys) {
      this.#keysOfFirstRow++;
    } else if (this.#row > 1) {
      this.#added.push(index);
    }
    return false;
  }
}
