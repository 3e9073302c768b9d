import { typeOfText, CELL_TYPE } from '../csv/cellType.ts';
import {
  ALL_CHARACTERS,
  BITS,
  CELL,
  CELL_STRIDE,
  END,
  endsRecord,
  isBlankLine,
  isEmptyRow,
  LINE,
  separatorLength,
} from '../csv/cellBatch.ts';
import { cellsOfRecord, scanAll, valueOfCell } from '../csv/cellText.ts';
import { CsvScanner } from '../csv/csvScanner.ts';
import { CsvStream } from '../csv/csvStream.ts';
import type { CellReader } from '../csv/csvStream.ts';
import type { CsvDialect } from '../csv/dialect.ts';
import type { TitleLines } from '../csv/titleLines.ts';
import { WrittenHeader } from '../csv/writtenHeader.ts';
import { textOfBytes } from '../text/utf8.ts';
import type { Conversion, UploadKind } from '../../model/upload.ts';
import { chain } from '../convert/byteTransform.ts';
import { valueTransforms } from '../convert/conversion.ts';
import { BEFORE_UNITS, ColumnNames } from './cellMatch.ts';
import type { RowCell, RangeWithText } from './cellMatch.ts';
import { Needle } from './needle.ts';
import type { NearRows, ReferenceResolver, RecordNumber } from './referenceResolver.ts';
import { CARRIAGE_RETURN, LINE_FEED } from '../text/ascii.ts';

/** A longer record is not read. */
const MAX_RECORD_BYTES = 1_048_576;

interface CsvSearchOptions {
  readonly kind: UploadKind;
  readonly conversion: Conversion;
}

/** Looks for references in CSV in UTF-8 without byte order mark, as the file is before its conversion, in one pass. */
export class CsvSearch implements CellReader {
  readonly #resolver: ReferenceResolver;
  readonly #options: CsvSearchOptions;
  readonly #needles: readonly Needle[];
  readonly #stream: CsvStream<CsvSearch>;
  #delimiter = ',';
  #above: AboveHeader = { linesNotSent: 0, isSepLineSent: false, titles: undefined };
  /** Above the current record. */
  #linesNotSent = 0;
  #header: CsvHeaderRow | undefined;
  #columns = new ColumnNames([], true);
  // The number of records so far, with title lines that are sent: all; those that are not blank lines; those with text.
  #all = 0;
  #rows = 0;
  #filled = 0;
  readonly #near: NearRows;
  // The current record.
  #start = 0;
  #line = 1;
  #cells = 0;
  #bits = 0;

  constructor(resolver: ReferenceResolver, options: CsvSearchOptions) {
    this.#resolver = resolver;
    this.#options = options;
    this.#near = resolver.nearRows();
    this.#needles = resolver.unique.map(({ reference }) => new Needle(reference.value ?? reference.quoted[0] ?? ''));
    this.#stream = new CsvStream<CsvSearch>({
      kind: options.kind,
      longestRecord: MAX_RECORD_BYTES,
      begin: (dialect) => {
        this.#delimiter = options.conversion.fromDelimiter ?? dialect.delimiter;
        this.#above = aboveHeader(dialect, options.conversion);
        this.#linesNotSent = this.#above.linesNotSent;
        ({ records: this.#all, rows: this.#rows, filled: this.#filled } = this.#above.titles ?? NO_TITLES);
        return { scanner: new CsvScanner(this.#delimiter), reader: this };
      },
    });
  }

  get start(): number {
    return this.#start;
  }

  push(bytes: Uint8Array): void {
    this.#stream.push(bytes);
  }

  end(): void {
    this.#stream.end();
    if (this.#header !== undefined) {
      resolveColumns(this.#resolver, this.#columns, this.#header);
    }
  }

  shift(by: number): void {
    this.#needles.forEach((needle) => needle.shift(by));
    this.#start -= by;
  }

  readCells(): void {
    const { cells, length } = this.#stream.found.batch;
    for (let index = 0; index < length; index += CELL_STRIDE) {
      const bits = cells[index + BITS] ?? 0;
      if (this.#cells++ === 0) {
        this.#line = cells[index + LINE] ?? 1;
      }
      this.#bits |= bits;
      if (endsRecord(bits)) {
        const end = cells[index + END] ?? 0;
        this.#endRecord(end);
        this.#start = end + separatorLength(bits);
        this.#cells = 0;
        this.#bits = 0;
      }
    }
  }

  /** @param end of the record, without its line break. */
  #endRecord(end: number): void {
    if (this.#isOmitted(end)) {
      this.#linesNotSent += this.#lastLine(end) - this.#line + 1;
      return;
    }
    this.#all++;
    if (isBlankLine(this.#bits, this.#cells)) {
      this.#addBlankLine();
      return;
    }
    this.#rows++;
    this.#filled += (this.#bits & ALL_CHARACTERS) === 0 ? 0 : 1;
    if (this.#header === undefined) {
      this.#addHeader(end);
    } else {
      this.#findUnique(end);
    }
    this.#findRows(end);
  }

  /** Whether the record is not sent because it repeats the header or is empty. */
  #isOmitted(end: number): boolean {
    const { withoutRepeatedHeaders, withoutEmptyRows } = this.#options.conversion;
    const header = this.#header?.compared;
    if (header === undefined || isBlankLine(this.#bits, this.#cells)) {
      return false;
    }
    return (
      (withoutEmptyRows !== undefined && isEmptyRow(this.#bits)) ||
      (withoutRepeatedHeaders !== undefined && header.isRepeatedIn(this.#stream.found.window.bytes, this.#start, end))
    );
  }

  #addHeader(end: number): void {
    const cells = this.#start < 0 ? [] : this.#readCells(end);
    const record = this.#start < 0 ? undefined : this.#stream.found.window.bytes.subarray(this.#start, end);
    this.#header = {
      cells,
      written: record === undefined ? '' : textOfBytes(record),
      compared: new WrittenHeader(record, this.#delimiter),
      lines: this.#lastLine(end) - this.#linesNotSent,
      all: this.#all,
    };
    this.#columns = new ColumnNames(
      cells.map(({ value }) => value),
      true,
    );
  }

  #findUnique(end: number): void {
    let cells: readonly RowCell[] | undefined;
    const read = () => (this.#start < 0 ? undefined : (cells ??= this.#readCells(end)));
    this.#resolver.unique.forEach((query, index) => {
      if (this.#start < 0 || this.#needles[index]?.isIn(this.#stream.found.window, this.#start, end) === true) {
        this.#resolver.addUnique(query, () => this.#columns, read);
      }
    });
  }

  /** A blank line may be the row whose value is missing. */
  #addBlankLine(): void {
    const { hasRows } = this.#resolver;
    if (
      hasRows &&
      this.#header !== undefined &&
      this.#near.has(this.#lowestNumber, Math.max(this.#line, this.#all + 1))
    ) {
      const line = this.#line - this.#linesNotSent;
      const inLines = [line, line - 1, line - this.#header.lines];
      const numbers = [this.#all, this.#all - this.#header.all, ...inLines].map((number) => ({
        from: number,
        to: number,
      }));
      this.#resolver.addRecord(
        numbers,
        () => this.#columns,
        () => [],
      );
    }
  }

  #findRows(end: number): void {
    if (!this.#resolver.hasRows) {
      return;
    }
    // A record without quotes is one line.
    const mostLines = (this.#bits & CELL.isQuoted) === 0 ? 0 : end - this.#start;
    const highest = Math.max(this.#line + mostLines, this.#all + 1);
    if (this.#near.has(this.#lowestNumber, highest)) {
      const cells = () => (this.#start < 0 ? undefined : this.#readCells(end));
      this.#resolver.addRecord(this.#numbers(end), () => this.#columns, cells);
    }
  }

  /** The numbers of the record in every way of counting that a service may use. */
  #numbers(end: number): readonly RecordNumber[] {
    const { isSepLineSent, titles } = this.#above;
    const header = this.#header ?? { all: 1, lines: 1 };
    const firstLine = this.#line - this.#linesNotSent;
    const lastLine = this.#lastLine(end) - this.#linesNotSent;
    const { rows, filled } = titles ?? NO_TITLES;
    const dataRows = [
      // Without blank lines, with them, and without rows of delimiters alone.
      this.#rows - rows - 1,
      this.#all - header.all,
      this.#filled - filled - 1,
      // The first of the title lines as the header.
      ...(titles === undefined ? [] : [this.#rows - 1, this.#all - 1, this.#filled - 1]),
    ];
    const records = [
      this.#rows,
      this.#all,
      this.#filled,
      // The `sep=` line as a record.
      ...(isSepLineSent ? [this.#rows + 1, this.#all + 1] : []),
    ];
    return [
      ...[...dataRows, ...records].map((number) => ({ from: number, to: number })),
      ...dataRows.map((number) => ({ from: number - 1, to: number - 1, isIndex: true })),
      // Lines from 1 and from 0, and without those of the header.
      { from: firstLine, to: lastLine },
      { from: firstLine - 1, to: lastLine - 1 },
      { from: firstLine - header.lines, to: lastLine - header.lines },
      { from: firstLine - header.lines - 1, to: lastLine - header.lines - 1 },
    ];
  }

  /** The number of the current record in the way of counting that gives the lowest one, or a lower number. */
  get #lowestNumber(): number {
    return this.#filled - (this.#above.titles ?? NO_TITLES).filled - 3;
  }

  /** The last line of the record. */
  #lastLine(end: number): number {
    const { bytes } = this.#stream.found.window;
    let line = this.#line;
    for (let at = Math.max(this.#start, 0); at < end && (this.#bits & CELL.isQuoted) !== 0; at++) {
      line += bytes[at] === LINE_FEED || (bytes[at] === CARRIAGE_RETURN && bytes[at + 1] !== LINE_FEED) ? 1 : 0;
    }
    return line;
  }

  #readCells(end: number): readonly RowCell[] {
    const record = this.#stream.found.window.bytes.subarray(this.#start, end);
    const delimiter = this.#delimiter;
    const sent = this.#header && withSentValues(record, this.#options.conversion);
    const sentValues = sent && cellsOfRecord(textOfBytes(sent), delimiter);
    return rangesOfCells(record, delimiter, this.#line).map((range, index) => ({
      value: sentValues?.[index] ?? valueOfCell(range.written),
      range,
    }));
  }
}

/** What is above the header. */
interface AboveHeader {
  readonly linesNotSent: number;
  readonly isSepLineSent: boolean;
  /** Undefined if there are none, or if they are not sent. */
  readonly titles: TitleLines | undefined;
}

const NO_TITLES = { records: 0, rows: 0, filled: 0 } as const;

function aboveHeader({ sepLineLength, titles }: CsvDialect, conversion: Conversion): AboveHeader {
  const hasSepLine = sepLineLength > 0;
  const isSepLineSent = hasSepLine && conversion.withoutSepLine !== true;
  const areTitlesSent = conversion.withoutTitleLines === undefined;
  return {
    linesNotSent: (hasSepLine && !isSepLineSent ? 1 : 0) + (areTitlesSent ? 0 : (titles?.lines ?? 0)),
    isSepLineSent,
    titles: areTitlesSent ? titles : undefined,
  };
}

interface CsvHeaderRow {
  readonly cells: readonly RowCell[];
  readonly written: string;
  readonly compared: WrittenHeader;
  /** How many lines are sent up to its end. */
  readonly lines: number;
  /** Its number among all records. */
  readonly all: number;
}

/** The record with its values as they are sent; undefined if they are sent as they are. */
function withSentValues(record: Uint8Array, conversion: Conversion): Uint8Array | undefined {
  const transforms = valueTransforms(conversion);
  if (transforms.length === 0) {
    return undefined;
  }
  const transform = chain(transforms.map((value) => value.transform));
  // The transforms leave the first record, the header, as it is.
  transform.push(Buffer.from('x\n'));
  return Buffer.concat([transform.push(record), transform.end()]);
}

/** The cells of a record without its line break, which begins in this line. */
function rangesOfCells(record: Uint8Array, delimiter: string, firstLine: number): readonly RangeWithText[] {
  const ranges: RangeWithText[] = [];
  const text = Buffer.from(record.buffer, record.byteOffset, record.byteLength);
  let line = firstLine;
  let column = 1;
  let before = '';
  let next = 0;
  const take = (start: number, end: number): void => {
    // What is between two cells is a delimiter.
    const between = text.toString('utf8', next, start);
    column += between.length;
    before = (before + between).slice(-BEFORE_UNITS);
    const written = text.toString('utf8', start, end);
    const lines = written.split(/\r\n|\n|\r/);
    const last = lines.at(-1) ?? '';
    const endLine = line + lines.length - 1;
    const endColumn = lines.length > 1 ? last.length + 1 : column + last.length;
    ranges.push({ line, column, endLine, endColumn, written, before });
    before = (lines.length > 1 ? last : before + last).slice(-BEFORE_UNITS);
    line = endLine;
    column = endColumn;
    next = end;
  };
  scanAll(record, delimiter, ({ cells, length }) => {
    for (let index = 0; index < length; index += CELL_STRIDE) {
      take(cells[index] ?? 0, cells[index + END] ?? 0);
    }
  });
  return ranges;
}

/** Resolves a reference to a whole column to its name, and one to a missing column to the header. */
function resolveColumns(resolver: ReferenceResolver, columns: ColumnNames, { cells, written }: CsvHeaderRow): void {
  const [first] = cells;
  const last = cells.at(-1);
  const isHeader = cells.every(({ value }) => typeOfText(value) === CELL_TYPE.text || value.trim() === '');
  if (first === undefined || last === undefined || !isHeader) {
    return;
  }
  const { line, column, before } = first.range;
  const { endLine, endColumn } = last.range;
  for (const reference of resolver.ofColumns) {
    const indexes = reference.column === undefined ? [] : columns.indexesOf(reference.column);
    const [index, ...others] = indexes;
    const cell = index === undefined ? undefined : cells[index];
    const isThere = (name: string): boolean => columns.indexesOf({ kind: 'name', name }).length > 0;
    if (reference.isMissingColumn && reference.quoted.some((name) => isThere(name) || indexes.length > 0)) {
      continue;
    }
    if (cell !== undefined && others.length === 0) {
      resolver.add(reference, cell.range);
    } else if (indexes.length === 0 && reference.isMissingColumn && line === endLine) {
      resolver.add(reference, { line, column, endLine, endColumn, before, written });
    }
  }
}
