import type { ColumnTotals } from '../../model/columnTotals.ts';
import type { DecimalCommas, NumberColumns, TextEncodingName, UploadKind } from '../../model/upload.ts';
import type { TextPosition } from '../text/textPosition.ts';
import type { DataProblem, GuessedEncoding, ProblemCode, Severity } from './dataProblem.ts';

/** `cr` is a carriage return alone, as on old Macs. */
export type LineEnding = 'lf' | 'crlf' | 'cr' | 'mixed';

/** The result of a check. Plain data: a worker posts it to the extension host. */
export interface CheckResult {
  readonly kind: UploadKind;
  /** Data rows, without the header and blank lines. */
  readonly rows: number;
  /** CSV: the names in the header. JSON: the keys of all rows in order of appearance. */
  readonly columns: readonly string[];
  /** Length in bytes: of the file as it is, of an editor's text in UTF-8. */
  readonly byteLength: number;
  /** The length of the data in a compressed file; undefined for any other. */
  readonly unpackedBytes?: number;
  /** The `ContentDigest` of these bytes. */
  readonly digest: string;
  /** The encoding in which all bytes can be read. If that is not UTF-8, it is the likely one, unless the problem `notUtf8` has another. */
  readonly encoding: TextEncodingName;
  readonly hasByteOrderMark: boolean;
  /** The line breaks between records; undefined for JSON and for a single line. */
  readonly lineEnding: LineEnding | undefined;
  /** Undefined for JSON. */
  readonly delimiter: string | undefined;
  /** The cells of the first rows as text: at most 20 rows, 1,000 columns of JSON, and 200 characters a cell. */
  readonly firstRows: readonly (readonly string[])[];
  /** Numbers with decimal commas that can be written with decimal points. Undefined if there are none, or without totals. */
  readonly decimalCommas: DecimalCommas | undefined;
  /** Numbers with commas between thousands, which can be omitted. Undefined if there are none, or any `decimalCommas`, or without totals. */
  readonly thousandsCommas: NumberColumns | undefined;
  /** Columns of numbers, some of which can be written as plain ones: `$1,234.50`, `(12.50)`, `12.50-`. Undefined if there are none. */
  readonly formattedNumbers?: NumberColumns | undefined;
  /** The control totals of the first 1,000 columns, if they were asked for. None if a quote is never closed. */
  readonly totals: readonly ColumnTotals[] | undefined;
  /** The last row of CSV, or rows, if a number of each is the sum of all other rows in the column. Undefined if not, or without totals. */
  readonly totalRow?: TotalRow | undefined;
  /** In the order of the text, at most 100 of each code. */
  readonly problems: readonly DataProblem[];
  /** How many more problems were found, by severity. */
  readonly problemsOmitted: Readonly<Record<Severity, number>>;
  /** How many of these are problems that each column can have, by code. Undefined if there are none. */
  readonly columnsOmitted?: Readonly<Partial<Record<ProblemCode, number>>>;
}

/** A row that probably has the sums of all others. There may be several that have the same sums, such as those of all campaigns and of the account. */
interface TotalRow {
  /** That of the first one. */
  readonly line: number;
  /** How many lines come before it and the empty rows right above it. */
  readonly linesAbove: number;
  /** How many they are. */
  readonly rows: number;
  /** The names of the columns in which they have them. */
  readonly columns: readonly string[];
}

/** What the check of one kind of text finds besides problems. */
export type KindFindings = Pick<
  CheckResult,
  | 'rows'
  | 'columns'
  | 'delimiter'
  | 'lineEnding'
  | 'firstRows'
  | 'decimalCommas'
  | 'thousandsCommas'
  | 'formattedNumbers'
  | 'totals'
  | 'totalRow'
>;

/** What is found in a text that can't be read as rows. */
export const NOTHING_FOUND: KindFindings = {
  rows: 0,
  columns: [],
  delimiter: undefined,
  lineEnding: undefined,
  firstRows: [],
  decimalCommas: undefined,
  thousandsCommas: undefined,
  totals: undefined,
};

/** The check of one kind of text, which arrives in chunks, in UTF-8 and without a byte order mark. */
export interface KindCheck {
  push(bytes: Uint8Array): void;
  /** The position of the next byte to push. */
  position(): TextPosition;
  end(): KindFindings;
}

/** The likely encoding of a text that is not valid UTF-8; undefined if it is valid. */
export function guessedEncoding({ problems }: Pick<CheckResult, 'problems'>): GuessedEncoding | undefined {
  return problems.find((problem) => problem.code === 'notUtf8')?.encoding;
}

/** The member that has the rows, of an object around them or of each page of them. */
interface RowsInMember {
  readonly name: string;
  readonly isCertain: boolean;
  /** Whether they are in an object in this member. */
  readonly isInInnerObject: boolean;
  readonly hasNestedRows: boolean;
}

/** Where the rows are in an object that is the whole text, or in pages; undefined if there are none, or their rows are not found. */
export function rowsInMember({ problems }: Pick<CheckResult, 'problems'>): RowsInMember | undefined {
  for (const problem of problems) {
    if (problem.code === 'rowsInObject') {
      return { ...problem, isInInnerObject: !problem.isCertain };
    }
    if (problem.code === 'rowsInPages' && problem.name !== undefined) {
      return { ...problem, name: problem.name };
    }
  }
  return undefined;
}

const UNLIKELY_ROWS: ReadonlySet<ProblemCode> = new Set([
  'bulkActions',
  'errorResponse',
  'rowsByKey',
  'rowsInColumns',
  'rowsAsArrays',
]);

/** Whether the only row, or every other object, is unlikely to be a row, so that only the user can choose to send it as one. */
export function isUnlikelyRow({ problems }: Pick<CheckResult, 'problems'>): boolean {
  return problems.some(({ code }) => UNLIKELY_ROWS.has(code));
}

/** Whether what was read as rows may not be the rows, as far as it is not certain what they are. */
export function mayHoldRows(check: Pick<CheckResult, 'problems'>): boolean {
  const isUncertain = check.problems.some((problem) => problem.code === 'oneObject' && problem.mayHoldRows);
  return isUncertain || isUnlikelyRow(check);
}

export function hasLostCharacters({ problems }: CheckResult): boolean {
  return problems.some(({ code }) => code === 'replacementCharacter');
}

/** Whether the problems show that the text was read in the wrong encoding. */
export function isReadWrongly({ problems }: CheckResult): boolean {
  return problems.some(
    ({ code, severity }) => code === 'notUtf8' || (code === 'replacementCharacter' && severity === 'blocking'),
  );
}

/**
 * The check of an editor's text in which U+FFFD replaces characters that the editor could not decode: these problems become blocking.
 *
 * @param fileEncoding the likely encoding of the file; undefined if the file no longer contains the characters.
 */
export function blockLostCharacters(check: CheckResult, fileEncoding: GuessedEncoding | undefined): CheckResult {
  const block = (problem: DataProblem): DataProblem => {
    if (problem.code !== 'replacementCharacter') {
      return problem;
    }
    const { line, column } = problem;
    return fileEncoding === undefined
      ? { ...problem, severity: 'blocking' }
      : { code: 'notUtf8', encoding: fileEncoding, severity: 'blocking', line, column };
  };
  return { ...check, problems: check.problems.map(block) };
}
