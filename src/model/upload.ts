import type { MonotonicMs } from '../base/monotonicClock.ts';
import type { EpochMs } from '../base/time.ts';
import type { ResponseIds } from './responseMeta.ts';

/** The format of the data. The contract has CSV and JSON; TSV is CSV with tabs. */
export type UploadKind = 'csv' | 'tsv' | 'json';

/** The content type of a file in a multipart upload. */
export const CONTENT_TYPES: Readonly<Record<UploadKind, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
};

/** How an upload is sent (contract, POST /dataloader/upload). */
export type UploadFormat = 'multipart' | 'json';

/** Text encodings. Windows-1252 and ISO-8859-1 differ only in 0x80 to 0x9F. */
export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-1';

/** The changes made to a file's bytes when they are sent. */
export interface Conversion {
  /** Decompressed. */
  readonly fromGzip?: true;
  /** Decoded from this encoding and sent as UTF-8. */
  readonly fromEncoding?: Exclude<TextEncodingName, 'utf-8'> | undefined;
  /** A table that is drawn with bars and rules sent as CSV. The other changes are then made to this CSV, whose lines they count. */
  readonly fromDrawnTable?: true;
  /** The byte order mark omitted; always the case if another encoding is decoded. */
  readonly withoutByteOrderMark?: boolean;
  /** Excel's `sep=` line omitted. */
  readonly withoutSepLine?: boolean;
  /** How many lines above the header are omitted, not counting the `sep=` line. */
  readonly withoutTitleLines?: number | undefined;
  /** The empty rows, or lines with other text, at the end omitted. */
  readonly withoutTrailingLines?: TrailingLines | undefined;
  /** The total row below this many lines omitted, with the empty rows above it and all lines below it. */
  readonly withoutTotalRow?: number | undefined;
  /** How many total rows these are, if several. Only with `withoutTotalRow`. */
  readonly totalRows?: number | undefined;
  /** The rows of CSV with this delimiter omitted that are written like the header. */
  readonly withoutRepeatedHeaders?: string | undefined;
  /** The rows of CSV with this delimiter omitted that have nothing else. */
  readonly withoutEmptyRows?: string | undefined;
  /** This delimiter omitted at the end of each row, for which the header has no column. */
  readonly withoutTrailingDelimiters?: string | undefined;
  /** The columns at the right omitted that have neither a name nor a value. */
  readonly withoutTrailingColumns?: TrailingColumns | undefined;
  /** This delimiter replaced by commas, and cells that contain a comma quoted. */
  readonly fromDelimiter?: string | undefined;
  /** The numbers of these columns without what formats them: `-12.50` for `(12.50)`, `12.50-` or `-$12.50`. */
  readonly toPlainNumbers?: NumberColumns | undefined;
  /** Decimal commas replaced by points. */
  readonly fromDecimalCommas?: DecimalCommas | undefined;
  /** Commas between thousands omitted. Never together with `fromDecimalCommas`. */
  readonly withoutThousandsCommas?: NumberColumns | undefined;
  /** The texts of CSV with this delimiter that are written as formulas, such as `="0012"`, sent as these texts. */
  readonly withoutFormulas?: string | undefined;
  /** The texts of CSV with this delimiter that stand for missing values, such as `NULL`, sent as empty cells. */
  readonly withoutNullTexts?: string | undefined;
  /** Only the rows are sent: the arrays in this member of a JSON object, or of several objects that are pages. Never together with `toArray`. */
  readonly fromMember?: string | undefined;
  /** The members of a JSON object are sent as an array of rows, each with its key under this name. Never together with `toArray`. */
  readonly fromKeys?: string | undefined;
  /** The rows of a table in JSON, which are arrays, are sent as an array of objects. Never together with `toArray`. */
  readonly fromArrays?: ArrayRows | undefined;
  /** Every other object of JSON Lines omitted, from the first one on: the actions of a bulk file of Elasticsearch. */
  readonly withoutActions?: true;
  /** Nested values of JSON rows moved into the row itself, under dotted names. */
  readonly toFlatRows?: boolean;
  /** The columns of flat rows in which null is omitted, because other rows have values under longer names. Only with `toFlatRows`. */
  readonly withoutNulls?: readonly string[] | undefined;
  /** JSON Lines or a single object sent as an array. */
  readonly toArray?: boolean;
}

interface TrailingLines {
  /** How many lines of the file are before them. */
  readonly linesKept: number;
  /** How many they are, without blank lines. */
  readonly count: number;
}

/** Where the rows of a table in JSON are that are arrays. */
export interface ArrayRows {
  /** The member of the object that is the array of these, or has it; undefined if the whole text is the array. */
  readonly member: string | undefined;
  /** Whether it is in an object in this member. */
  readonly isInInnerObject: boolean;
  /** The array with the names of the columns; undefined if the first row that is not empty has them. */
  readonly namesIn: string | undefined;
}

export interface TrailingColumns {
  /** The delimiter of the file. */
  readonly delimiter: string;
  /** How many columns are before them. */
  readonly columnsKept: number;
}

/** Columns of numbers in CSV, counted from 0. */
export interface NumberColumns {
  /** The delimiter of the file. */
  readonly delimiter: string;
  readonly columns: readonly number[];
}

/** Columns whose numbers have decimal commas. */
export interface DecimalCommas extends NumberColumns {
  /** The columns in which points are between thousands, as in `1.234,5` and `1.500`. */
  readonly pointColumns: readonly number[];
  /** The columns among `pointColumns` in which `192.168.100.101` is an IP address, which is not converted. */
  readonly addressColumns?: readonly number[];
}

/** How a header differs from the previous one. Column names are as written. */
export interface HeaderChange {
  readonly missing: readonly string[];
  readonly added: readonly string[];
  /** Columns whose names differ only in case. */
  readonly recased: readonly { readonly from: string; readonly to: string }[];
  /** Whether the common columns are in a different order. Always false if order is irrelevant, as in JSON. */
  readonly isReordered: boolean;
}

/** The bytes to upload. Their length is known in advance. */
export interface UploadFile {
  readonly name: string;
  readonly kind: UploadKind;
  readonly byteLength: number;
  /**
   * Starts from the beginning on each call.
   *
   * @param flushedBytes how many bytes from the beginning are no longer needed, so that the memory of their chunks may be reused.
   */
  chunks(flushedBytes?: () => number): AsyncIterable<Uint8Array>;
}

/** The response to an accepted request (contract, Sync start result and Upload result), with the IDs of the request that started it. */
export interface StartedJob extends ResponseIds {
  readonly syncId: string;
  readonly entityId: string;
  readonly message: string;
}

/** Identifies an upload: the file, its content and the connection. */
export interface UploadKey {
  readonly entityId: string;
  /** The URI of the file. */
  readonly uri: string;
  /** The digest of the file's content before conversion. */
  readonly digest: string;
}

/** An upload that the service accepted. Contains nothing of the data. */
export interface AcceptedUpload extends UploadKey {
  readonly at: EpochMs;
  readonly syncId: string;
  readonly format: UploadFormat;
  readonly conversion: Conversion;
  /** The column names or keys, as they were sent; empty for all but the latest three uploads to each connection. */
  readonly columns: readonly string[];
  /** A hash that identifies the workspace it was sent from. */
  readonly workspace: string;
}

/**
 * - `queued`: confirmed; nothing has been sent.
 * - `sending`: bytes may have been sent; waiting for the response.
 * - `unknown`: bytes were sent, there will be no response, and the user was told.
 * - `replaced`: the user agreed to send the same again, and it was sent. Its own response may still arrive.
 */
type UploadIntentState = 'queued' | 'sending' | 'unknown' | 'replaced';

/** An upload without a response so far, stored before its first byte is sent. */
export interface UploadIntent extends UploadKey {
  readonly id: string;
  /** The file's name. */
  readonly name: string;
  readonly state: UploadIntentState;
  /** When it was confirmed and, from then on, when sending began. */
  readonly at: EpochMs;
  /** The connection before it was sent, if known. */
  readonly before: { readonly lastSyncId: string | undefined } | undefined;
  /** Renewed by the window that sends it. Once it has expired, that window was closed or killed. */
  readonly leaseUntil: MonotonicMs;
}

/** The stored uploads of an account. */
export interface UploadRecords {
  /** Latest first. */
  readonly uploads: readonly AcceptedUpload[];
  /** Latest last. */
  readonly intents: readonly UploadIntent[];
}

/** The file changed between its check and its upload, or no longer exists. The service accepted nothing. */
export class FileChangedError extends Error {
  readonly isDeleted: boolean;

  constructor({ isDeleted = false, ...options }: ErrorOptions & { readonly isDeleted?: boolean } = {}) {
    super('The file changed after it was checked.', options);
    this.name = 'FileChangedError';
    this.isDeleted = isDeleted;
  }
}
