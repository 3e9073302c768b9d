import { KeyTable, WrittenKey } from './writtenKey.ts';

/** How many different keys are tracked. An object with more is not a row of a table. */
export const MAX_KEYS = 50_000;

/** The keys of all rows in order of appearance, and which of them are in the current row. */
export class JsonKeys {
  readonly names: string[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #table = new KeyTable();
  /** Stands for the start of a row: the key before the first. */
  readonly #start = new WrittenKey('', -1);
  /** The index of the key added last; negative if the row already had it. */
  column = -1;
  /** The key added last. */
  #last = this.#start;
  /** By index, the last row that had the key. */
  readonly #lastRows: number[] = [];
  #row = 0;
  #firstRowKeys = 0;
  #keysOfFirstRow = 0;
  /** The keys of the row that the first row does not have: the first `#addedKeys` of `#added`. */
  #addedKeys = 0;
  readonly #added: number[] = [];

  beginRow(): void {
    this.#row++;
    this.#last = this.#start;
    this.#keysOfFirstRow = 0;
    this.#addedKeys = 0;
  }

  /** The key that came here in a previous row. */
  get expected(): WrittenKey | undefined {
    return this.#last.next;
  }

  /** Finds a key that was added before by the bytes between its quotes. */
  find(view: DataView, from: number, to: number): WrittenKey | undefined {
    return this.#table.find(view, from, to);
  }

  /**
   * Adds a key to the row. Returns whether the row already has it.
   *
   * @param text the key in the text, between its quotes.
   */
  addName(name: string, text: Uint8Array): boolean {
    const { length } = text;
    const view = new DataView(new ArrayBuffer(length + 4));
    new Uint8Array(view.buffer).set(text);
    const known = this.#table.find(view, 0, length);
    if (known !== undefined) {
      return this.add(known);
    }
    let index = this.#indexes.get(name);
    if (index === undefined) {
      if (this.names.length >= MAX_KEYS) {
        this.column = -1;
        this.#last = new WrittenKey(name, -1);
        return false;
      }
      index = this.names.length;
      this.names.push(name);
      this.#indexes.set(name, index);
      this.#lastRows.push(0);
    }
    const key = new WrittenKey(name, index);
    this.#table.add(view, 0, length, key);
    return this.add(key);
  }

  /** Adds a known key to the row. Returns whether the row already has it. */
  add(key: WrittenKey): boolean {
    const { index } = key;
    if (this.#last.next !== key) {
      this.#last.next = key;
    }
    this.#last = key;
    if (this.#lastRows[index] === this.#row) {
      this.column = -1;
      return true;
    }
    this.column = index;
    this.#lastRows[index] = this.#row;
    if (index < this.#firstRowKeys) {
      this.#keysOfFirstRow++;
    } else if (this.#row > 1) {
      this.#added[this.#addedKeys++] = index;
    }
    return false;
  }

  /** The name of the key added last, also of one too many. */
  get lastName(): string {
    return this.#last.name;
  }

  /** Ends the row. Returns whether its keys differ from the first row's. */
  endRow(): boolean {
    if (this.#row === 1) {
      this.#firstRowKeys = this.names.length;
      return false;
    }
    return this.#keysOfFirstRow !== this.#firstRowKeys || this.#addedKeys > 0;
  }

  /** How the keys of the row that ended differ from those of the first row: at most `most` of each kind. */
  difference(most: number): { readonly missing: readonly string[]; readonly added: readonly string[] } {
    const missing: string[] = [];
    for (let index = 0; index < this.#firstRowKeys && missing.length < most; index++) {
      if (this.#lastRows[index] !== this.#row) {
        missing.push(this.names[index] ?? '');
      }
    }
    const added = this.#added.slice(0, Math.min(this.#addedKeys, most));
    return { missing, added: added.map((index) => this.names[index] ?? '') };
  }
}
