import type { TextEncodingName } from '../../model/upload.ts';
import type { JsonFault } from '../json/jsonListener.ts';
import type { TextPosition } from '../text/textPosition.ts';
import type { BinaryFormat, MarkupFormat } from './fileFormat.ts';

/** `blocking` is what the contract rules out or what would surely lose data; everything else the user may send. */
export type Severity = 'blocking' | 'warning';

/** What was found, without words: those are for `ui`. What concerns a whole column or text is told once, where it first shows. */
export type Finding =
  | { readonly code: 'empty' }
  | { readonly code: 'notText'; readonly format: BinaryFormat }
  | { readonly code: 'markup'; readonly format: MarkupFormat }
  | { readonly code: 'noRows' }
  /** `encoding` is what the bytes look like. In an unmarked text, the place is that of the first byte that is not UTF-8. */
  | { readonly code: 'notUtf8'; readonly encoding: TextEncodingName }
  /** U+FFFD: somebody read the text in the wrong encoding before, and the characters that stood here are lost. */
  | { readonly code: 'replacementCharacter'; readonly characters: number }
  | { readonly code: 'byteOrderMark' }
  | { readonly code: 'nulByte'; readonly bytes: number }
  | { readonly code: 'mixedLineEndings' }
  /** Excel's own first line. The check reads the text as it asks for, from the second line on. */
  | { readonly code: 'sepLine'; readonly delimiter: string }
  | { readonly code: 'otherDelimiter'; readonly delimiter: string }
  | { readonly code: 'unterminatedQuote' }
  /** A quote that neither opens nor closes a cell and is not doubled: it is read as part of the cell, and strict readers refuse it. */
  | { readonly code: 'strayQuote' }
  | { readonly code: 'raggedRow'; readonly cells: number; readonly columns: number }
  /** A run of blank lines with rows after it. They are not counted as rows. */
  | { readonly code: 'blankLines'; readonly lines: number }
  /** Blank lines and rows of nothing but delimiters at the end. */
  | { readonly code: 'trailingEmptyRows'; readonly rows: number }
  /** Columns at the right that have neither a name nor a value. */
  | { readonly code: 'trailingEmptyColumns'; readonly columns: number }
  | { readonly code: 'emptyColumnName'; readonly columnNumber: number }
  | { readonly code: 'paddedColumnName'; readonly name: string; readonly columnNumber: number }
  | { readonly code: 'duplicateColumnName'; readonly name: string; readonly firstColumnNumber: number }
  | { readonly code: 'headerLooksLikeData' }
  | { readonly code: 'decimalComma'; readonly name: string; readonly cells: number }
  /** A column of numbers or dates has something else, after `rows` values. */
  | { readonly code: 'typeChange'; readonly name: string; readonly from: 'number' | 'date'; readonly rows: number }
  | { readonly code: 'notJson'; readonly fault: JsonFault; readonly found: string }
  | { readonly code: 'notAnArray' }
  /** An object a line. They are read as the rows. */
  | { readonly code: 'jsonLines' }
  /** An object instead of an array. It is read as the only row. */
  | { readonly code: 'oneObject' }
  | { readonly code: 'notObjects'; readonly rowNumber: number }
  | { readonly code: 'nestedValue'; readonly name: string; readonly rowNumber: number }
  | { readonly code: 'duplicateKey'; readonly name: string; readonly rowNumber: number }
  /** A row has other keys than the first. Of each kind, the first few. */
  | {
      readonly code: 'differentKeys';
      readonly rowNumber: number;
      readonly missing: readonly string[];
      readonly added: readonly string[];
    }
  /** A number with more digits than a double holds. It is sent as it stands; who reads it may round it. */
  | { readonly code: 'impreciseNumber'; readonly name: string; readonly rowNumber: number; readonly found: string };

export type ProblemCode = Finding['code'];

/** Something wrong with the data, and where. Expected: a value, never thrown. */
export type DataProblem = Finding & TextPosition & { readonly severity: Severity };

/** The contract takes CSV text and JSON arrays of flat objects (POST /dataloader/upload); what breaks that blocks. */
export const severityOf: Readonly<Record<ProblemCode, Severity>> = {
  empty: 'blocking',
  notText: 'blocking',
  markup: 'blocking',
  noRows: 'warning',
  notUtf8: 'blocking',
  replacementCharacter: 'warning',
  byteOrderMark: 'warning',
  nulByte: 'warning',
  mixedLineEndings: 'warning',
  sepLine: 'warning',
  otherDelimiter: 'warning',
  unterminatedQuote: 'blocking',
  strayQuote: 'warning',
  raggedRow: 'warning',
  blankLines: 'warning',
  trailingEmptyRows: 'warning',
  trailingEmptyColumns: 'warning',
  emptyColumnName: 'warning',
  paddedColumnName: 'warning',
  duplicateColumnName: 'warning',
  headerLooksLikeData: 'warning',
  decimalComma: 'warning',
  typeChange: 'warning',
  notJson: 'blocking',
  notAnArray: 'blocking',
  jsonLines: 'blocking',
  oneObject: 'blocking',
  notObjects: 'blocking',
  nestedValue: 'blocking',
  duplicateKey: 'warning',
  differentKeys: 'warning',
  impreciseNumber: 'warning',
};
