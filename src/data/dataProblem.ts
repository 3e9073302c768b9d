/** A place in a text, as editors count: both from 1, the column in UTF-16 units. A BOM at the start has no column. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** `blocking` is what the contract rules out or what would surely lose data; everything else the user may send. */
export type Severity = 'blocking' | 'warning';

/** Why a text is not JSON (RFC 8259). */
export type JsonFault =
  | 'unexpected'
  | 'endOfText'
  | 'textAfterEnd'
  | 'trailingComma'
  | 'comment'
  | 'unterminatedString'
  | 'badString'
  | 'badNumber';

/** What was found, without words: those are for `ui`. */
export type Finding =
  | { readonly code: 'empty' }
  | { readonly code: 'noRows' }
  | { readonly code: 'unterminatedQuote' }
  /** A quote that neither opens nor closes a cell and is not doubled: it is read as part of the cell, and strict readers refuse it. */
  | { readonly code: 'strayQuote' }
  | { readonly code: 'raggedRow'; readonly cells: number; readonly columns: number }
  /** A run of blank lines with rows after it. They are not counted as rows. */
  | { readonly code: 'blankLines'; readonly lines: number }
  | { readonly code: 'emptyColumnName'; readonly columnNumber: number }
  | { readonly code: 'duplicateColumnName'; readonly name: string; readonly firstColumnNumber: number }
  | { readonly code: 'notJson'; readonly fault: JsonFault; readonly found: string }
  | { readonly code: 'notAnArray' }
  | { readonly code: 'notObjects'; readonly rowNumber: number }
  | { readonly code: 'nestedValue'; readonly name: string; readonly rowNumber: number }
  | { readonly code: 'duplicateKey'; readonly name: string; readonly rowNumber: number };

export type ProblemCode = Finding['code'];

/** Something wrong with the data, and where. Expected: a value, never thrown. */
export type DataProblem = Finding & Position & { readonly severity: Severity };

/** The contract takes CSV text and JSON arrays of flat objects (POST /dataloader/upload); what breaks that blocks. */
export const severityOf: Readonly<Record<ProblemCode, Severity>> = {
  empty: 'blocking',
  noRows: 'warning',
  unterminatedQuote: 'blocking',
  strayQuote: 'warning',
  raggedRow: 'warning',
  blankLines: 'warning',
  emptyColumnName: 'warning',
  duplicateColumnName: 'warning',
  notJson: 'blocking',
  notAnArray: 'blocking',
  notObjects: 'blocking',
  nestedValue: 'blocking',
  duplicateKey: 'warning',
};
