import type { TotalsRequest } from '../../model/columnTotals.ts';
import type { Conversion, TextEncodingName, UploadKind } from '../../model/upload.ts';
import type { CheckResult } from '../check/checkResult.ts';
import type { FingerprintRequest, LoadFingerprint } from '../fingerprint/loadFingerprint.ts';
import type { FingerprintFile, PackedSize, StoredLoad } from '../fingerprint/storedLoad.ts';
import type { FixId } from '../fix/fixId.ts';
import type { SearchRequest } from '../references/referenceSearch.ts';
import type { ServiceProblem } from '../references/referenceResolver.ts';
import type { TextEdit } from '../text/textEdit.ts';

interface CheckedBytes {
  readonly kind: UploadKind;
  /** Undefined unless the user has chosen one. */
  readonly encoding: TextEncodingName | undefined;
  /** Undefined unless what it makes of the data is to be checked. */
  readonly conversion: Conversion | undefined;
  readonly totals: TotalsRequest | undefined;
}

/** Searches data with this digest, and no other, for what the messages of the service refer to. */
interface SearchedBytes {
  readonly request: SearchRequest;
  readonly digest: string;
}

/** What was found; undefined in data with another digest. */
export type SearchResult = readonly ServiceProblem[] | undefined;

/** Writes a load, of which the bytes of hashes and keys follow in pieces. */
interface LoadWrite {
  readonly fingerprintFile: FingerprintFile;
  readonly load: Omit<StoredLoad, 'hashes' | 'keys'>;
  readonly hashes: PackedSize | undefined;
  readonly keys: PackedSize | undefined;
}

/** A task for a worker. Its data follows in pieces, except for tasks whose names end with `File`. */
export type WorkerTask =
  | ({ readonly type: 'checkFile'; readonly path: string } & CheckedBytes)
  | ({ readonly type: 'checkBytes' } & CheckedBytes)
  /** The pieces are UTF-16LE, here and in `fix`. */
  | { readonly type: 'checkText'; readonly kind: UploadKind; readonly totals: TotalsRequest | undefined }
  | { readonly type: 'fix'; readonly fix: FixId; readonly kind: UploadKind }
  | { readonly type: 'convert'; readonly conversion: Conversion }
  | ({ readonly type: 'searchFile'; readonly path: string } & SearchedBytes)
  | ({ readonly type: 'searchBytes' } & SearchedBytes)
  /** The pieces are UTF-16LE. */
  | ({ readonly type: 'searchText' } & SearchedBytes)
  | { readonly type: 'fingerprintFile'; readonly path: string; readonly request: FingerprintRequest }
  | { readonly type: 'fingerprintBytes'; readonly request: FingerprintRequest }
  | { readonly type: 'writeLoad'; readonly write: LoadWrite };

/** The result in a task's `done` message; for a conversion, the last bytes. */
export interface TaskResults {
  readonly checkFile: CheckResult;
  readonly checkBytes: CheckResult;
  readonly checkText: CheckResult;
  readonly fix: readonly TextEdit[];
  readonly convert: Uint8Array;
  readonly searchFile: SearchResult;
  readonly searchBytes: SearchResult;
  readonly searchText: SearchResult;
  readonly fingerprintFile: LoadFingerprint | undefined;
  readonly fingerprintBytes: LoadFingerprint | undefined;
  readonly writeLoad: undefined;
}

/** From the host to a worker, one task at a time: the task, the pieces of its data if it takes any, and `end` after them. */
export type WorkerRequest =
  | { readonly type: 'start'; readonly task: WorkerTask }
  /** The memory is transferred. */
  | { readonly type: 'piece'; readonly bytes: Uint8Array }
  | { readonly type: 'end' };

/** From a worker to the host: `taken` once for each piece, `progress` while it reads a file, and finally `done` or `failed`. */
export type WorkerResponse =
  /** `output` is what a conversion made of the piece. */
  | { readonly type: 'taken'; readonly output: Uint8Array | undefined }
  | { readonly type: 'progress'; readonly bytes: number }
  | { readonly type: 'done'; readonly result: TaskResults[keyof TaskResults] }
  | { readonly type: 'failed'; readonly message: string; readonly code: string | undefined };
