import type { Conversion } from '../../model/upload.ts';
import { guessedEncoding, isUnlikelyRow, mayHoldRows, rowsInMember } from '../check/checkResult.ts';
import type { CheckResult } from '../check/checkResult.ts';
import type { DataProblem, ProblemCode } from '../check/dataProblem.ts';

/** `fromMember` with the name of one of several members that may have the rows. */
type MemberId = `fromMember:${string}`;

/**
 * The property of `Conversion` that an offer sets. `otherEncoding` is the second guess where the bytes fit two encodings. `oneRow` makes a
 * row of an object that probably holds the rows.
 */
export type ConversionId =
  Exclude<keyof Conversion, 'withoutNulls' | 'totalRows'> | 'otherEncoding' | 'oneRow' | MemberId;

/** Whether an offer sends the rows in one of several members. */
export function isOfMember(id: ConversionId): id is MemberId {
  return id.startsWith('fromMember:');
}

/** A change that can be made to a file while it is uploaded. */
export interface ConversionOffer {
  readonly id: ConversionId;
  /** Whether the service rejects the file without it, or loads what are not rows, and it loses nothing. */
  readonly isNeeded: boolean;
  readonly conversion: Conversion;
}

/** The conversions that apply to a text, by its check result. */
export function conversionOffers(check: CheckResult): readonly ConversionOffer[] {
  const ofCsv = [...lineOffers(check), ...cellOffers(check)];
  return [
    ...encodingOffers(check),
    ...(has(check, 'drawnTable') ? afterDrawnTable(ofCsv) : ofCsv),
    ...rowOffers(check),
  ];
}

function encodingOffers(check: CheckResult): readonly ConversionOffer[] {
  const { encoding, hasByteOrderMark, kind } = check;
  const offers: ConversionOffer[] = [];
  if (has(check, 'compressed')) {
    offers.push({ id: 'fromGzip', isNeeded: true, conversion: { fromGzip: true } });
  }
  if (encoding !== 'utf-8') {
    // If another encoding is as likely, this one would replace most characters outside ASCII by wrong ones.
    const isNeeded = guessedEncoding(check) === encoding;
    offers.push({ id: 'fromEncoding', isNeeded, conversion: { fromEncoding: encoding } });
  }
  if (encoding === 'windows-1252' || encoding === 'iso-8859-1') {
    const fromEncoding = encoding === 'windows-1252' ? 'iso-8859-1' : 'windows-1252';
    offers.push({ id: 'otherEncoding', isNeeded: false, conversion: { fromEncoding } });
  }
  if (encoding === 'utf-8' && hasByteOrderMark) {
    // RFC 8259, section 8.1: JSON that is sent must not begin with it, and a parser may treat it as an error.
    const isNeeded = kind === 'json';
    offers.push({ id: 'withoutByteOrderMark', isNeeded, conversion: { withoutByteOrderMark: true } });
  }
  return offers;
}

/** The conversion of a drawn table to CSV, and what it can be followed by. */
function afterDrawnTable(ofCsv: readonly ConversionOffer[]): readonly ConversionOffer[] {
  const table = { fromDrawnTable: true } as const;
  return [
    { id: 'fromDrawnTable', isNeeded: true, conversion: table },
    ...ofCsv.map((offer) => ({ ...offer, conversion: { ...table, ...offer.conversion } })),
  ];
}

/** What omits lines of CSV. */
function lineOffers(check: CheckResult): readonly ConversionOffer[] {
  const titles = findProblem(check, 'titleLines');
  const footer = findProblem(check, 'footerLines');
  const trailing = footer ?? findProblem(check, 'trailingEmptyRows');
  const offers: ConversionOffer[] = [];
  if (has(check, 'sepLine')) {
    const conversion = { withoutSepLine: true, ...ofOnlyColumn(check, check.columns.length) };
    // Without it, nothing would show that a TSV file has other delimiters.
    const isNeeded = check.kind === 'csv' || check.delimiter === '\t';
    offers.push({ id: 'withoutSepLine', isNeeded, conversion });
  }
  if (titles !== undefined) {
    offers.push({ id: 'withoutTitleLines', isNeeded: true, conversion: { withoutTitleLines: titles.lines } });
  }
  if (trailing !== undefined && trailing.rows < check.rows) {
    const withoutTrailingLines = { linesKept: trailing.line - 1, count: trailing.rows };
    const columns = check.columns.length - (findProblem(check, 'trailingEmptyColumns')?.columns ?? 0);
    // In a single column, an empty value may be one that is missing.
    const isNeeded = footer?.isCertain ?? columns > 1;
    offers.push({ id: 'withoutTrailingLines', isNeeded, conversion: { withoutTrailingLines } });
  }
  if (check.totalRow !== undefined) {
    const { linesAbove, rows } = check.totalRow;
    const conversion = { withoutTotalRow: linesAbove, ...(rows > 1 && { totalRows: rows }) };
    // Only the user can know whether the last row is one like the others.
    offers.push({ id: 'withoutTotalRow', isNeeded: false, conversion });
  }
  const repeatedHeader = findProblem(check, 'repeatedHeader');
  if (repeatedHeader !== undefined) {
    const conversion = { withoutRepeatedHeaders: check.delimiter };
    offers.push({ id: 'withoutRepeatedHeaders', isNeeded: repeatedHeader.isCertain, conversion });
  }
  if (has(check, 'emptyRows')) {
    // Only the user can know whether they stand for something.
    offers.push({ id: 'withoutEmptyRows', isNeeded: false, conversion: { withoutEmptyRows: check.delimiter } });
  }
  return offers;
}

/** What changes the cells of CSV, or the delimiters between them. */
function cellOffers(check: CheckResult): readonly ConversionOffer[] {
  const { delimiter, formattedNumbers, decimalCommas, thousandsCommas } = check;
  const commas = toCommas(check);
  const emptyColumns = findProblem(check, 'trailingEmptyColumns');
  const formula = findProblem(check, 'formulaText');
  const offers: ConversionOffer[] = [];
  if (has(check, 'trailingDelimiters')) {
    const conversion = { withoutTrailingDelimiters: delimiter };
    offers.push({ id: 'withoutTrailingDelimiters', isNeeded: true, conversion });
  }
  if (emptyColumns !== undefined && delimiter !== undefined) {
    const columnsKept = check.columns.length - emptyColumns.columns;
    const conversion = { withoutTrailingColumns: { delimiter, columnsKept }, ...ofOnlyColumn(check, columnsKept) };
    offers.push({ id: 'withoutTrailingColumns', isNeeded: true, conversion });
  }
  if (commas !== undefined) {
    offers.push({ id: 'fromDelimiter', isNeeded: false, conversion: commas });
  }
  // With its format, a number would keep its commas, unlike the others of the column.
  const plain = formattedNumbers && { toPlainNumbers: formattedNumbers };
  if (plain !== undefined) {
    offers.push({ id: 'toPlainNumbers', isNeeded: false, conversion: plain });
  }
  if (decimalCommas !== undefined) {
    const conversion = { fromDecimalCommas: decimalCommas, ...plain };
    offers.push({ id: 'fromDecimalCommas', isNeeded: false, conversion });
  }
  if (thousandsCommas !== undefined) {
    const conversion = { withoutThousandsCommas: thousandsCommas, ...plain };
    offers.push({ id: 'withoutThousandsCommas', isNeeded: false, conversion });
  }
  if (formula !== undefined) {
    offers.push({ id: 'withoutFormulas', isNeeded: formula.isCertain, conversion: { withoutFormulas: delimiter } });
  }
  if (has(check, 'nullText')) {
    // Only the user can know what the service makes of them.
    offers.push({ id: 'withoutNullTexts', isNeeded: false, conversion: { withoutNullTexts: delimiter } });
  }
  return offers;
}

/** Replaces the delimiter by commas, and omits a `sep=` line, which would name the wrong one. Undefined if the delimiter is a comma. */
function toCommas(check: CheckResult): Conversion | undefined {
  const { delimiter } = check;
  if (delimiter === undefined || delimiter === ',') {
    return undefined;
  }
  return { fromDelimiter: delimiter, ...(has(check, 'sepLine') && { withoutSepLine: true }) };
}

/**
 * What an offer also changes if it leaves a single column: nothing shows the delimiter any more, so a comma in a value has to be in quotes. A
 * TSV file keeps its kind, which shows it.
 */
function ofOnlyColumn(check: CheckResult, columns: number): Conversion {
  return check.kind === 'csv' && columns === 1 ? (toCommas(check) ?? {}) : {};
}

/** What decides which values of JSON are sent as rows, and how. */
function rowOffers(check: CheckResult): readonly ConversionOffer[] {
  const rows = rowsInMember(check);
  const table = findProblem(check, 'rowsAsArrays')?.table;
  const keyColumn = findProblem(check, 'rowsByKey')?.keyColumn;
  const isUnlikely = isUnlikelyRow(check);
  const isAround = mayHoldRows(check) || has(check, 'rowsInPages');
  const areCertain = rows?.isCertain === true && !isUnlikely;
  const offers: ConversionOffer[] = [];
  if (rows !== undefined) {
    offers.push({ id: 'fromMember', isNeeded: areCertain, conversion: { fromMember: rows.name } });
  }
  for (const fromMember of findProblem(check, 'oneObject')?.members ?? []) {
    offers.push({ id: `fromMember:${fromMember}`, isNeeded: false, conversion: { fromMember } });
  }
  if (keyColumn !== undefined) {
    // Only the user can know whether the members are rows, and that the connection has a column for the keys.
    offers.push({ id: 'fromKeys', isNeeded: false, conversion: { fromKeys: keyColumn } });
  }
  if (table !== undefined) {
    // Only the user can know whether the first array has the names, and whether the arrays are rows.
    offers.push({ id: 'fromArrays', isNeeded: false, conversion: { fromArrays: table } });
  }
  if (has(check, 'bulkActions')) {
    // Only the user can know whether the service needs the IDs in the actions.
    const conversion = { withoutActions: true, toArray: true } as const;
    offers.push({ id: 'withoutActions', isNeeded: false, conversion });
  }
  if (has(check, 'nestedValue')) {
    const isNeeded = rows === undefined ? !isAround : areCertain && rows.hasNestedRows;
    offers.push({ id: 'toFlatRows', isNeeded, conversion: { toFlatRows: true } });
  }
  const isFlatError = has(check, 'errorResponse') && !has(check, 'nestedValue');
  if (isFlatError || (has(check, 'rowsInObject', 'oneObject') && (rows !== undefined || isAround))) {
    // A table with thousands of rows would be sent as one row with a column for each of its values. An array stays as it is.
    offers.push({ id: 'oneRow', isNeeded: false, conversion: { toArray: true } });
  } else if (has(check, 'jsonLines', 'oneObject')) {
    // The rows of pages are an array.
    const isNeeded = !has(check, 'rowsInPages', 'bulkActions');
    offers.push({ id: 'toArray', isNeeded, conversion: { toArray: true } });
  }
  return offers;
}

function has({ problems }: CheckResult, ...codes: readonly ProblemCode[]): boolean {
  return problems.some(({ code }) => codes.includes(code));
}

function findProblem<Code extends ProblemCode>(
  { problems }: CheckResult,
  code: Code,
): Extract<DataProblem, { readonly code: Code }> | undefined {
  return problems.find((problem): problem is Extract<DataProblem, { readonly code: Code }> => problem.code === code);
}
