import type { TextEncodingName, UploadKind } from '../../model/upload.ts';
import type { TextPosition } from '../text/textPosition.ts';
import type { DataProblem, Severity } from './dataProblem.ts';

/** `cr` is a carriage return alone, as old Macs wrote it. */
export type LineEnding = 'lf' | 'crlf' | 'cr' | 'mixed';

/** What a check learned about a text. Plain data: it crosses from the worker to the host. */
export interface CheckResult {
  readonly kind: UploadKind;
  /** Data rows: without the header and without blank lines. */
  readonly rows: number;
  /** The header's names for CSV, the union of the rows' keys in order of appearance for JSON. */
  readonly columns: readonly string[];
  /** Length in bytes: of the file as it is, of an editor's text in UTF-8. */
  readonly byteLength: number;
  /** SHA-256 of these bytes, in hex. */
  readonly digest: string;
  /** What the bytes are, or look like where they are not UTF-8. */
  readonly encoding: TextEncodingName;
  readonly hasByteOrderMark: boolean;
  /** How the records end; undefined for JSON and for a text of one line. */
  readonly lineEnding: LineEnding | undefined;
  /** What separates cells; undefined for JSON. */
  readonly delimiter: string | undefined;
  /** The cells of the first rows, as text. At most 20 rows, of JSON 1,000 columns; cells are cut off at 200 characters. */
  readonly firstRows: readonly (readonly string[])[];
  /** In the order of the text, capped. */
  readonly problems: readonly DataProblem[];
  /** How many problems the cap left out, by severity. */
  readonly problemsOmitted: Readonly<Record<Severity, number>>;
}

/** What the check of one kind of text learns besides its problems. */
export type KindFindings = Pick<CheckResult, 'rows' | 'columns' | 'delimiter' | 'lineEnding' | 'firstRows'>;

/** Checks one kind of text, handed over piece by piece, in UTF-8 and without a byte order mark. */
export interface KindCheck {
  push(bytes: Uint8Array): void;
  /** Where the byte stands that would be pushed next. */
  position(): TextPosition;
  end(): KindFindings;
}
