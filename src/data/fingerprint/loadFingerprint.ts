import type { ColumnSum } from '../../model/columnTotals.ts';
import type { Conversion, UploadKind } from '../../model/upload.ts';
import { FingerprintScan } from './fingerprintScan.ts';
import type { PackedHashes } from './hashList.ts';
import { findAnomalies, KEPT_LOADS } from './loadAnomalies.ts';
import type { LoadAnomaly, LoadProfile } from './loadAnomalies.ts';
import { compareLoads } from './loadChange.ts';
import type { LoadChange } from './loadChange.ts';
import { readLoad } from './storedLoad.ts';
import type { FingerprintFile, LoadSummary, StoredLoad } from './storedLoad.ts';

export interface FingerprintRequest {
  readonly kind: UploadKind;
  readonly conversion: Conversion;
  readonly fingerprintFile: FingerprintFile;
  /** Identifies the last accepted upload to the connection. If another one is stored, there is nothing to compare with. */
  readonly lastSyncId: string | undefined;
  /** The sums of the columns of numbers, if they were computed. */
  readonly sums?: readonly ColumnSum[];
}

/** The fingerprint of data, and how the data differs from the last load. */
export interface LoadFingerprint {
  /** The `ContentDigest` of the data before its conversion. */
  readonly digest: string;
  readonly summary: LoadSummary;
  /** Undefined if there are too many rows. */
  readonly hashes: PackedHashes | undefined;
  /** Undefined if there is no key. */
  readonly keys: PackedHashes | undefined;
  /** This load and the earlier ones, latest first. */
  readonly history: readonly LoadProfile[];
  readonly anomalies: readonly LoadAnomaly[];
  /** Undefined if there is no last load. */
  readonly change: LoadChange | undefined;
}

/** Computes the fingerprint of data that arrives in chunks of any size, and compares it with the last load. */
export class LoadFingerprinter {
  readonly #isJson: boolean;
  /** The last load that is stored, and whether it is the last one that was accepted. */
  readonly #before: StoredLoad | undefined;
  readonly #isLast: boolean;
  readonly #scan: FingerprintScan;
  readonly #sums: FingerprintRequest['sums'];

  constructor({ kind, conversion, fingerprintFile, lastSyncId, sums }: FingerprintRequest) {
    this.#sums = sums;
    this.#isJson = kind === 'json';
    this.#before = readLoad(fingerprintFile);
    this.#isLast = this.#before?.syncId === lastSyncId;
    const secret = Buffer.from(fingerprintFile.secret, 'hex');
    const { columns: columnsBefore = [], key: keyBefore } = this.#before?.summary ?? {};
    this.#scan = new FingerprintScan({ kind, conversion, secret, columnsBefore, keyBefore });
  }

  push(bytes: Uint8Array): void {
    this.#scan.push(bytes);
  }

  /** Undefined if the rows can't be compared with others. */
  end(digest: string): LoadFingerprint | undefined {
    const fingerprint = this.#scan.end();
    if (fingerprint === undefined) {
      return undefined;
    }
    const { rows, sum, columns, columnStats, hashes, key, keyBefore } = fingerprint;
    const before = this.#before;
    const summary = { isJson: this.#isJson, rows, sum, columns, key: key?.name };
    const profile = { rows, sum, columns: columnStats, key: key?.name, sums: this.#sums };
    const hasLostKey = hashes !== undefined && keyBefore === undefined;
    return {
      digest,
      summary,
      hashes: hashes?.pack(),
      keys: key?.hashes.pack(),
      history: [profile, ...(before?.history ?? [])].slice(0, KEPT_LOADS),
      change: before && this.#isLast ? compareLoads(before, summary, { hashes, keys: keyBefore?.hashes }) : undefined,
      anomalies: findAnomalies(profile, before?.history ?? [], { isJson: this.#isJson, hasLostKey }),
    };
  }
}
