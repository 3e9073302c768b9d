import { hkdfSync } from 'node:crypto';
import type { Conversion, UploadKind } from '../../model/upload.ts';
import type { ByteTransform } from '../convert/byteTransform.ts';
import { createTransform, kindAfter } from '../convert/conversion.ts';
import { WholeCharacters } from '../text/utf8.ts';
import { CsvRowHasher } from './csvRowHasher.ts';
import type { HashList } from './hashList.ts';
import { JsonRowHasher } from './jsonRowHasher.ts';
import type { LoadColumn, ColumnStats } from './columnStats.ts';
import { FingerprintColumns } from './fingerprintColumns.ts';
import { KeyColumns } from './keyColumns.ts';
import type { KeyColumn } from './keyColumns.ts';
import { RowHashes } from './rowHashes.ts';
import type { RowHasher } from './rowHasher.ts';
import { SipHash } from './sipHash.ts';

const NO_KEYS = { key: undefined, keyBefore: undefined };

interface FingerprintScanOptions {
  readonly kind: UploadKind;
  /** The rows are those that it makes of the data. */
  readonly conversion: Conversion;
  /** The secret of the account. */
  readonly secret: Uint8Array;
  /** The columns of the last load. */
  readonly columnsBefore: readonly string[];
  /** The name of the key of the last load. */
  readonly keyBefore: string | undefined;
}

/** What is computed of the rows of a load. */
export interface Fingerprint {
  readonly rows: number;
  /** See `RowHashes`. */
  readonly sum: string;
  /** In the order in which the values of CSV are hashed. */
  readonly columns: readonly string[];
  readonly columnStats: readonly LoadColumn[];
  /** Undefined if there are too many rows. */
  readonly hashes: HashList | undefined;
  /** The key to compare the next load by, and that of the last load if it still is one. None if there are too many rows. */
  readonly key: KeyColumn | undefined;
  readonly keyBefore: KeyColumn | undefined;
}

/** Computes the fingerprint of valid CSV, TSV or JSON that arrives in chunks of any size. */
export class FingerprintScan {
  readonly #transform: ByteTransform;
  readonly #hashes: RowHashes;
  readonly #keys: KeyColumns;
  readonly #stats: ColumnStats;
  readonly #hasher: RowHasher;
  /** The first bytes of a character that continues in the next chunk. */
  readonly #characters = new WholeCharacters();

  constructor({ kind, conversion, secret, columnsBefore, keyBefore }: FingerprintScanOptions) {
    this.#transform = createTransform({ ...conversion, withoutByteOrderMark: true });
    const hash = new SipHash(new Uint8Array(hkdfSync('sha256', secret, '', 'hashes of rows', 16)));
    this.#hashes = new RowHashes(hash);
    this.#keys = new KeyColumns(hash, keyBefore);
    const hashes = this.#hashes;
    const values = new FingerprintColumns(this.#keys);
    this.#stats = values.stats;
    this.#hasher =
      kind === 'json'
        ? new JsonRowHasher(hashes, values, hash)
        : new CsvRowHasher({ kind: kindAfter(kind, conversion), hashes, values, columnsBefore });
  }

  push(bytes: Uint8Array): void {
    this.#hasher.push(this.#characters.push(this.#transform.push(bytes)));
  }

  /** Undefined if the rows can't be compared with others. */
  end(): Fingerprint | undefined {
    this.#hasher.push(this.#characters.push(this.#transform.end()));
    this.#hasher.push(this.#characters.end());
    this.#hasher.end();
    const { rows, sum } = this.#hashes;
    const { columns, namesByIndex, isWhole } = this.#hasher;
    const hashes = this.#hashes.end();
    const { key, keyBefore } = hashes === undefined ? NO_KEYS : this.#keys.end(namesByIndex);
    const columnStats = this.#stats.end(namesByIndex, rows);
    return isWhole ? { rows, sum, columns, columnStats, hashes, key, keyBefore } : undefined;
  }
}
