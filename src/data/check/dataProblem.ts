import type { ArrayRows, TextEncodingName } from '../../model/upload.ts';
import type { JsonFault } from '../json/jsonListener.ts';
import type { TextPosition } from '../text/textPosition.ts';
import type { BinaryFormat, MarkupFormat, TextFormat } from './fileFormat.ts';

/** `blocking`: the contract rules it out, or data would be lost. The user may send everything else. */
export type Severity = 'blocking' | 'warning';

/** UTF-8: only some bytes are invalid. */
export type GuessedEncoding = TextEncodingName | 'unknown';

/** A problem as a code; `ui` has the text for it. A problem of a whole column or text is reported once, at its first occurrence. */
export type Finding =
  | { readonly code: 'empty' }
  | { readonly code: 'notText'; readonly format: BinaryFormat }
  | { readonly code: 'markup'; readonly format: MarkupFormat }
  /** The columns are drawn with bars and rules, as in a list of SAP or in Markdown. The rows are not checked. */
  | { readonly code: 'drawnTable' }
  /** Another format in place of CSV. It is not checked. */
  | { readonly code: 'notCsv'; readonly format: TextFormat }
  /** Compressed CSV or JSON, which can be decompressed while it is sent. */
  | { readonly code: 'compressed' }
  | { readonly code: 'noRows' }
  /** Without a byte order mark, the position is that of the first byte that is not UTF-8. */
  | { readonly code: 'notUtf8'; readonly encoding: GuessedEncoding }
  /** U+FFFD: the text was once read in the wrong encoding, and characters were lost. */
  | { readonly code: 'replacementCharacter'; readonly characters: number }
  | { readonly code: 'byteOrderMark' }
  | { readonly code: 'nulByte'; readonly bytes: number }
  | { readonly code: 'mixedLineEndings' }
  /** Excel's `sep=` line. The check uses its delimiter and begins below it. */
  | { readonly code: 'sepLine'; readonly delimiter: string }
  /** Lines above the header, such as the name and the period of a report. The check begins below them. */
  | { readonly code: 'titleLines'; readonly lines: number }
  | { readonly code: 'otherDelimiter'; readonly delimiter: string }
  /**
   * The name and the first values of the only column have the same number of these delimiters, as if it were several columns. If the delimiter
   * is a space, these would have a fixed width.
   */
  | { readonly code: 'onlyColumn'; readonly delimiter: string }
  | { readonly code: 'unterminatedQuote' }
  /** A quote that does not open, close or escape anything. It is read as part of the cell; strict parsers reject it. */
  | { readonly code: 'strayQuote' }
  | { readonly code: 'raggedRow'; readonly cells: number; readonly columns: number }
  /** Each row ends with a delimiter for which the header has no column. */
  | { readonly code: 'trailingDelimiters' }
  /** A run of blank lines with rows after it. Blank lines are not counted as rows. */
  | { readonly code: 'blankLines'; readonly lines: number }
  /** A run of rows of only delimiters, with blank lines among them or not, with rows after it. They are counted as rows. */
  | { readonly code: 'emptyRows'; readonly rows: number }
  /** Blank lines at the end. */
  | { readonly code: 'trailingBlankLines'; readonly lines: number }
  /** Rows of only delimiters at the end, with blank lines among them or not. They are counted as rows. */
  | { readonly code: 'trailingEmptyRows'; readonly rows: number }
  /**
   * Below an empty row, `rows` records at the end with far fewer values than the other rows, such as `Total rows: 2`. `texts`: the first of them.
   * `isCertain`: none of them begins as all rows do.
   */
  | {
      readonly code: 'footerLines';
      readonly rows: number;
      readonly texts: readonly string[];
      readonly isCertain: boolean;
    }
  /** Columns at the right with neither a name nor a value. */
  | { readonly code: 'trailingEmptyColumns'; readonly columns: number }
  | { readonly code: 'emptyColumnName'; readonly columnNumber: number }
  | { readonly code: 'paddedColumnName'; readonly name: string; readonly columnNumber: number }
  | { readonly code: 'duplicateColumnName'; readonly name: string; readonly firstColumnNumber: number }
  | { readonly code: 'headerLooksLikeData' }
  /**
   * A row that is written like the header, as at the page breaks of a list. It is counted as a row. `isCertain`: numbers or dates below a
   * text show that the first line is the header.
   */
  | { readonly code: 'repeatedHeader'; readonly isCertain: boolean }
  | { readonly code: 'decimalComma'; readonly name: string; readonly columnNumber: number }
  /** All values in the first rows of a column are numbers, but some, such as `found`, are written so that they are text. */
  | {
      readonly code: 'formattedNumbers';
      readonly name: string;
      readonly columnNumber: number;
      readonly found: string;
    }
  /** A number of 12 or more digits in a column is written as `4.00638E+12`, so that its last digits are missing. */
  | { readonly code: 'shortenedNumber'; readonly name: string; readonly found: string }
  /**
   * A text in a column is written as the formula `="0012"`, so that a spreadsheet keeps its zeros. `isCertain`: no value that is known of any
   * column is another formula.
   */
  | { readonly code: 'formulaText'; readonly name: string; readonly found: string; readonly isCertain: boolean }
  /** A cell of a column is `NULL`, or another text that programs write for a missing value. */
  | { readonly code: 'nullText'; readonly name: string; readonly found: string }
  /** A formula of a spreadsheet has failed: a cell of a column is `#N/A` or the like. */
  | { readonly code: 'errorValue'; readonly name: string; readonly found: string }
  /** After `rows` numbers or dates, a column has a value of another type. */
  | { readonly code: 'typeChange'; readonly name: string; readonly from: 'number' | 'date'; readonly rows: number }
  | { readonly code: 'notJson'; readonly fault: JsonFault; readonly found: string }
  | { readonly code: 'notAnArray' }
  /** One object a line. They are read as the rows. */
  | { readonly code: 'jsonLines' }
  /**
   * An object instead of an array. It is read as the only row. `mayHoldRows`: in an array of objects, or in an empty one, but not certainly.
   * `members`: the first of its members that are such arrays, if several are. `isLikelyRow`: all its arrays are empty and unlikely to be for rows.
   */
  | {
      readonly code: 'oneObject';
      readonly mayHoldRows: boolean;
      readonly members?: readonly string[];
      readonly isLikelyRow?: true;
    }
  /**
   * The same, but the rows are in its member `name`, as in the response of an API; if that is not certain, in an object in this member.
   */
  | {
      readonly code: 'rowsInObject';
      readonly name: string;
      readonly isCertain: boolean;
      readonly hasNestedRows: boolean;
    }
  /**
   * Several objects that are pages, with the rows in the member `name` of each. `isInInnerObject`: in an object in this member. `name` is
   * undefined if several members may have them.
   */
  | {
      readonly code: 'rowsInPages';
      readonly name: string | undefined;
      readonly isCertain: boolean;
      readonly isInInnerObject: boolean;
      readonly hasNestedRows: boolean;
    }
  /** Every other object of JSON Lines, from the first one on, is an action of a bulk file of Elasticsearch. They are read as rows, too. */
  | { readonly code: 'bulkActions' }
  /** The only row is the error that an API returns instead of data. */
  | { readonly code: 'errorResponse' }
  /**
   * The only row has others in it, each under a key such as its ID. `keyColumn`: a name for the keys that the first of them don't have.
   * Undefined if they are not members of the object that is the whole text.
   */
  | { readonly code: 'rowsByKey'; readonly keyColumn: string | undefined }
  /** The only row has the values of each column together, in a list or under the numbers of the rows. */
  | { readonly code: 'rowsInColumns' }
  /**
   * The only row has others in an array, under `name`, which are arrays themselves. Undefined if the whole text is the array. `table`: if the
   * names of their columns are known.
   */
  | { readonly code: 'rowsAsArrays'; readonly name: string | undefined; readonly table: ArrayRows | undefined }
  | { readonly code: 'notObjects'; readonly rowNumber: number }
  | { readonly code: 'nestedValue'; readonly name: string; readonly rowNumber: number }
  | { readonly code: 'duplicateKey'; readonly name: string; readonly rowNumber: number }
  /** A row has other keys than the first row. Names the first few. */
  | {
      readonly code: 'differentKeys';
      readonly rowNumber: number;
      readonly missing: readonly string[];
      readonly added: readonly string[];
    }
  /** A number with more digits than a double holds. It is sent unchanged; a reader may round it. */
  | { readonly code: 'impreciseNumber'; readonly name: string; readonly rowNumber: number; readonly found: string };

export type ProblemCode = Finding['code'];

/** A problem in the data and its position. Expected, so it is a value and never thrown. */
export type DataProblem = Finding & TextPosition & { readonly severity: Severity };

/** The contract takes CSV text and JSON arrays of flat objects (POST /dataloader/upload). Anything else blocks. */
export const SEVERITIES: Readonly<Record<ProblemCode, Severity>> = {
  empty: 'blocking',
  notText: 'blocking',
  markup: 'blocking',
  drawnTable: 'blocking',
  notCsv: 'blocking',
  compressed: 'blocking',
  noRows: 'warning',
  notUtf8: 'blocking',
  replacementCharacter: 'warning',
  byteOrderMark: 'warning',
  nulByte: 'warning',
  mixedLineEndings: 'warning',
  sepLine: 'warning',
  titleLines: 'warning',
  otherDelimiter: 'warning',
  onlyColumn: 'warning',
  unterminatedQuote: 'blocking',
  strayQuote: 'warning',
  raggedRow: 'warning',
  trailingDelimiters: 'warning',
  blankLines: 'warning',
  emptyRows: 'warning',
  trailingBlankLines: 'warning',
  trailingEmptyRows: 'warning',
  footerLines: 'warning',
  trailingEmptyColumns: 'warning',
  emptyColumnName: 'warning',
  paddedColumnName: 'warning',
  duplicateColumnName: 'warning',
  headerLooksLikeData: 'warning',
  repeatedHeader: 'warning',
  decimalComma: 'warning',
  formattedNumbers: 'warning',
  shortenedNumber: 'warning',
  formulaText: 'warning',
  nullText: 'warning',
  errorValue: 'warning',
  typeChange: 'warning',
  notJson: 'blocking',
  notAnArray: 'blocking',
  jsonLines: 'blocking',
  oneObject: 'blocking',
  rowsInObject: 'blocking',
  rowsInPages: 'blocking',
  bulkActions: 'blocking',
  errorResponse: 'blocking',
  rowsByKey: 'blocking',
  rowsInColumns: 'blocking',
  rowsAsArrays: 'blocking',
  notObjects: 'blocking',
  nestedValue: 'blocking',
  duplicateKey: 'warning',
  differentKeys: 'warning',
  impreciseNumber: 'warning',
};

/** The problems of which each column can have one. */
const COLUMN_CODES: readonly ProblemCode[] = [
  'emptyColumnName',
  'paddedColumnName',
  'duplicateColumnName',
  'decimalComma',
  'formattedNumbers',
  'shortenedNumber',
  'formulaText',
  'nullText',
  'errorValue',
  'typeChange',
];

/** Whether each column can have a problem with this code. */
export function isOfColumn(code: ProblemCode): boolean {
  return COLUMN_CODES.includes(code);
}
