import { cellsOfRecord } from './cellText.ts';
import { areNames, areUnusualNames, haveTypedColumn, isText } from './headerNames.ts';
import { isAlike, MAX_TITLE_RECORDS, readSampleRecords } from './sampleRecords.ts';
import type { SampleRecord } from './sampleRecords.ts';
import { textOfBytes } from '../text/utf8.ts';

/** The lines above the header, such as the name and the period of a report. */
export interface TitleLines {
  readonly lines: number;
  readonly byteLength: number;
  // The number of their records: all; those that are not blank lines; those with text.
  readonly records: number;
  readonly rows: number;
  readonly filled: number;
}

/**
 * Finds the title lines at the beginning of a text in UTF-8, after a `sep=` line. Undefined if there are none, or if they might be the
 * header or rows.
 *
 * @param isWhole whether the sample is the whole text.
 */
export function findTitleLines(sample: Uint8Array, delimiter: string, isWhole: boolean): TitleLines | undefined {
  const records = readSampleRecords(sample, delimiter, isWhole);
  const found = findHeaderBelowTitles(records, sample, delimiter);
  if (found === undefined) {
    return undefined;
  }
  const titles = records.slice(0, found.index);
  return {
    lines: found.header.line - 1,
    byteLength: found.header.start,
    records: titles.length,
    rows: titles.filter(({ isBlankLine }) => !isBlankLine).length,
    filled: titles.filter(({ filled }) => filled > 0).length,
  };
}

/** Finds the first record below title lines. */
export function findHeaderBelowTitles(
  records: readonly SampleRecord[],
  sample: Uint8Array,
  delimiter: string,
): { readonly index: number; readonly header: SampleRecord } | undefined {
  const read = ({ start, end }: SampleRecord) => cellsOfRecord(textOfBytes(sample.subarray(start, end)), delimiter);
  let mostFilled = 0;
  for (const [index, header] of records.slice(0, MAX_TITLE_RECORDS + 1).entries()) {
    const titles = records.slice(0, index);
    if (
      (mostFilled * 3 <= header.filled * 2 || isOnlyDetails(titles, header, read)) &&
      mayBeTitles(titles, header, read) &&
      isHeader(header, titles, records.slice(index + 1), read)
    ) {
      return { index, header };
    }
    mostFilled = Math.max(mostFilled, header.filled);
  }
  return undefined;
}

/**
 * Whether the only record above the header is neither a header nor a row of the table, however many values it has: several are numbers or
 * dates, and it has another number of cells, as the balance of an account above its transactions.
 */
function isOnlyDetails(titles: readonly SampleRecord[], header: SampleRecord, read: ReadCells): boolean {
  const [title, ...others] = titles;
  return (
    title !== undefined &&
    others.length === 0 &&
    !isAlike(title, header.cells) &&
    read(title).filter(isDetail).length > 1
  );
}

type ReadCells = (record: SampleRecord) => readonly string[];

/** Whether the records above are title lines, and not a header that has fewer names than the rows have cells. */
function mayBeTitles(titles: readonly SampleRecord[], header: SampleRecord, read: ReadCells): boolean {
  const last = titles.at(-1);
  const first = titles.find(({ filled }) => filled > 0);
  if (last === undefined || titles.every(({ isBlankLine }) => isBlankLine) || isGroupHeading(last, header, read)) {
    return false;
  }
  const hasDetail = (record: SampleRecord) => read(record).some(isDetail);
  const isSmall = (record: SampleRecord) => record.filled * 2 <= header.filled || hasDetail(record);
  const isFirstTitle =
    first === undefined ||
    first.filled === 1 ||
    hasDetail(first) ||
    (first.filled === 2 && (areLabeled(titles, read) || areSummary(titles, header, read)));
  return isFirstTitle && titles.every(isSmall) && (titles.length > 1 || mayBeOnlyTitle(last, header, read));
}

/** Whether the only line above is a title, and not the name of the only column, which has values with delimiters. */
function mayBeOnlyTitle(title: SampleRecord, header: SampleRecord, read: ReadCells): boolean {
  return header.filled >= 3 && (title.cells > 1 || /\S\s+\S|\d/u.test(read(title)[0] ?? ''));
}

/** Whether a cell is unlikely to be the name of a column: a number, a date, or a label such as `Account:`. */
function isDetail(cell: string): boolean {
  return isLabel(cell) || (cell.trim() !== '' && !isText(cell));
}

function isLabel(cell: string): boolean {
  return cell.trim().endsWith(':');
}

/**
 * Whether the titles with two cells are names and their values, and not the rows of another table: a value may be one, but no name without a
 * colon.
 */
function areLabeled(titles: readonly SampleRecord[], read: ReadCells): boolean {
  const cells = titles.map(read);
  const pairs = cells.filter((_, index) => titles[index]?.filled === 2);
  return (
    cells.some((title) => title.some(mayBeValue)) && !pairs.some(([name = '']) => mayBeValue(name) && !isLabel(name))
  );
}

/**
 * Whether the titles are a summary with a blank line below it, such as the balances of a statement: its first line lacks a name, and it has fewer
 * columns than the table.
 */
function areSummary(titles: readonly SampleRecord[], header: SampleRecord, read: ReadCells): boolean {
  const lines = titles.filter(({ isBlankLine }) => !isBlankLine);
  const [name = '', second] = lines[0] === undefined ? [] : read(lines[0]);
  const isSetApart = titles.at(-1)?.isBlankLine === true && lines.every(({ cells }) => cells < header.cells);
  return isSetApart && name.trim() !== '' && second?.trim() === '';
}

/** Whether a cell may be a value such as an account number, which may have letters. */
function mayBeValue(cell: string): boolean {
  return isDetail(cell) || /\d{3}/u.test(cell);
}

/** @param above the titles, and `below` what may be rows. */
function isHeader(
  header: SampleRecord,
  above: readonly SampleRecord[],
  below: readonly SampleRecord[],
  read: ReadCells,
): boolean {
  if (header.filled < 2 || !header.isWellQuoted) {
    return false;
  }
  const cells = read(header);
  const names = cells.slice(0, header.filled + (cells[0]?.trim() === '' ? 1 : 0));
  const records = withoutFooter(below, header).filter(({ isBlankLine }) => !isBlankLine);
  const alike = records.filter((record) => isAlike(record, header.cells));
  if (alike.length * 3 < records.length * 2) {
    return false;
  }
  const rows = alike.map(read);
  return (areNames(names) || (isSetApart(above, read) && areUnusualNames(names, rows))) && haveTypedColumn(names, rows);
}

/** The records without those at the end, below a blank line, that have far fewer values than there are names, such as a disclaimer. */
function withoutFooter(records: readonly SampleRecord[], { cells, filled }: SampleRecord): readonly SampleRecord[] {
  const end = records.findLastIndex((record) => isAlike(record, cells)) + 1;
  const isFooter =
    records[end]?.isBlankLine === true && records.slice(end).every((record) => record.filled * 2 < filled);
  return isFooter ? records.slice(0, end) : records;
}

/** Whether the titles are texts, and an empty record is below them. */
function isSetApart(titles: readonly SampleRecord[], read: ReadCells): boolean {
  return titles.at(-1)?.filled === 0 && titles.every((title) => title.filled === 0 || read(title).some(isText));
}

/** Whether the record right above the header may be the upper row of a header of two rows: it has a name above a column that is not the first. */
function isGroupHeading(above: SampleRecord, header: SampleRecord, read: ReadCells): boolean {
  return (
    above.cells === header.cells &&
    read(above)
      .slice(0, above.filled)
      .some((cell) => cell.trim() === '')
  );
}
