import { ColumnStats } from './columnStats.ts';
import type { KeyColumns } from './keyColumns.ts';

/** What is computed of the values of each column, beside the hashes of whole rows. */
export class FingerprintColumns {
  readonly stats = new ColumnStats();
  readonly keys: KeyColumns;

  constructor(keys: KeyColumns) {
    this.keys = keys;
  }

  add(column: number, bytes: Uint8Array, start: number, end: number): void {
    this.stats.add(column, bytes, start, end);
    if (this.keys.wanted[column] === 1) {
      this.keys.add(column, bytes, start, end);
    }
  }
}
