import { RecordWindow } from '../csv/recordWindow.ts';
import { JsonKeys } from '../json/jsonKeys.ts';
import { JsonScanner } from '../json/jsonScanner.ts';
import { FlatRow } from './flatRow.ts';
import type { FingerprintColumns } from './fingerprintColumns.ts';
import { HashSum } from './hashSum.ts';
import { KeyNames } from './keyNames.ts';
import { RowBytes } from './rowBytes.ts';
import type { RowHashes } from './rowHashes.ts';
import type { RowHasher } from './rowHasher.ts';
import type { SipHash } from './sipHash.ts';

/** With a longer row, no row is compared. */
const MAX_ROW_BYTES = 8_388_608;

/**
 * Reads the rows of JSON in UTF-8 without byte order mark, and hashes their values by key: not the order of the keys, and not how
 * values are written, except for objects and arrays. A key with `null` is the same as none.
 */
export class JsonRowHasher implements RowHasher {
  readonly #hashes: RowHashes;
  readonly #hash: SipHash;
  readonly #values: FingerprintColumns;
  readonly #allKeys = new JsonKeys();
  readonly #scanner: JsonScanner;
  /** The bytes after the last row that has ended. */
  readonly #window = new RecordWindow();
  /** The offset of the window in the text. */
  #base = 0;
  #rowsEnd = 0;
  readonly #member = new RowBytes();
  readonly #row = new RowBytes();
  readonly #flatRow = new FlatRow(this.#member, (keyLength, valueStart) => this.#addMember(keyLength, valueStart));
  readonly #names = new KeyNames();
  /** By column: the number of the last row that has it. */
  readonly #lastRows: number[] = [];
  #rows = 0;
  /** How many of the row were read. */
  #members = 0;
  /** Of the members of the row that were read. */
  readonly #memberHashes = new HashSum();
  #isWhole = true;

  constructor(hashes: RowHashes, values: FingerprintColumns, hash: SipHash) {
    this.#hashes = hashes;
    this.#values = values;
    this.#hash = hash;
    const onRowEnd = (start: number, end: number): void => {
      this.#endRow(start - this.#base, end - this.#base);
      this.#rowsEnd = end;
    };
    this.#scanner = new JsonScanner({ onRowEnd }, this.#allKeys);
  }

  get columns(): readonly string[] {
    return this.#allKeys.names;
  }

  get namesByIndex(): readonly string[] {
    return this.#names.all;
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  push(bytes: Uint8Array): void {
    if (!this.#isWhole) {
      return;
    }
    const window = this.#window;
    window.add(bytes);
    this.#scanner.push(bytes);
    const by = Math.max(this.#rowsEnd - this.#base, 0);
    this.#isWhole = window.length - by <= MAX_ROW_BYTES;
    this.#base += by;
    window.drop(by);
  }

  end(): void {
    this.#scanner.end();
  }

  #endRow(start: number, end: number): void {
    this.#memberHashes.clear();
    this.#members = 0;
    this.#rows++;
    this.#flatRow.read(this.#window.bytes, start, end);
    const row = this.#row;
    row.length = 0;
    for (const half of [this.#memberHashes.low, this.#memberHashes.high]) {
      for (let shift = 0; shift < 32; shift += 8) {
        row.addByte((half >>> shift) & 0xff);
      }
    }
    this.#hashes.add(row);
    this.#values.keys.endRow(this.#names.all);
  }

  #addMember(keyLength: number, valueStart: number): void {
    const { words, bytes, length } = this.#member;
    const column = this.#names.indexOf(bytes, keyLength, this.#members++);
    // If the row has the key twice, the first value that is not null counts.
    if (column >= 0 && this.#lastRows[column] !== this.#rows) {
      this.#lastRows[column] = this.#rows;
      this.#values.add(column, bytes, valueStart, length);
    }
    this.#hash.hash(words, bytes, length);
    this.#memberHashes.add(this.#hash.low, this.#hash.high);
  }
}
