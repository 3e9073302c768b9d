import { CELL_TYPE, typeOfText } from '../csv/cellType.ts';
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
import { CsvScanner } from '../csv/csvScanner.ts';
import { CsvStream } from '../csv/csvStream.ts';
import type { CellReader, FoundCells } from '../csv/csvStream.ts';
import type { CsvDialect } from '../csv/dialect.ts';
import { WrittenHeader } from '../csv/writtenHeader.ts';
import { CARRIAGE_RETURN, LINE_FEED } from '../text/ascii.ts';
import type { Conversion, UploadKind } from '../../model/upload.ts';
import { ColumnNames } from './columnNames.ts';
import { rangeOfRow } from './cellMatch.ts';
import type { RowCell } from './cellMatch.ts';
import { readRecord } from './recordCells.ts';
import { RecordNumbers } from './recordNumbers.ts';
import type { NamedRows, ReferenceResolver } from './referenceResolver.ts';

/** A longer record is not read. */
const MAX_RECORD_BYTES = 1_048_576;

interface CsvSearchOptions {
  readonly kind: UploadKind;
  readonly conversion: Conversion;
}

/** Looks for references in CSV in UTF-8 without byte order mark, as the file is before its conversion, in one pass. */
export class CsvSearch {
  readonly #stream: CsvStream<RecordSearch>;

  constructor(resolver: ReferenceResolver, { kind, conversion }: CsvSearchOptions) {
    this.#stream = new CsvStream<RecordSearch>({
      kind,
      longestRecord: MAX_RECORD_BYTES,
      begin: (dialect, found) => {
        const delimiter = conversion.fromDelimiter ?? dialect.delimiter;
        const reader = new RecordSearch(resolver, { ...dialect, delimiter }, conversion, found);
        return { scanner: new CsvScanner(delimiter), reader };
      },
    });
  }

  push(bytes: Uint8Array): void {
    this.#stream.push(bytes);
  }

  end(): void {
    this.#stream.end().reader.end();
  }
}

interface CsvHeaderRow {
  readonly cells: readonly RowCell[];
  readonly compared: WrittenHeader;
}

/** Looks for references in each record. */
class RecordSearch implements CellReader {
  readonly #resolver: ReferenceResolver;
  readonly #delimiter: string;
  readonly #conversion: Conversion;
  readonly #found: FoundCells;
  readonly #namedRows: NamedRows;
  readonly #numbers: RecordNumbers;
  #header: CsvHeaderRow | undefined;
  #columns: ColumnNames;
  // The current record.
  #start = 0;
  #line = 1;
  #cells = 0;
  #bits = 0;

  constructor(resolver: ReferenceResolver, dialect: CsvDialect, conversion: Conversion, found: FoundCells) {
    this.#resolver = resolver;
    this.#delimiter = dialect.delimiter;
    this.#conversion = conversion;
    this.#found = found;
    this.#namedRows = resolver.namedRows();
    this.#numbers = new RecordNumbers(dialect, conversion);
    this.#columns = this.#columnsNamed([]);
  }

  get start(): number {
    return this.#start;
  }

  shift(by: number): void {
    this.#resolver.unique.forEach(({ needle }) => needle.shift(by));
    this.#start -= by;
  }

  end(): void {
    if (this.#header !== undefined) {
      resolveColumns(this.#resolver, this.#columns, this.#header.cells, this.#delimiter);
    }
  }

  readCells(): void {
    const { cells, length } = this.#found.batch;
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
      this.#numbers.omitLines(this.#lastLine(end) - this.#line + 1);
      return;
    }
    if (isBlankLine(this.#bits, this.#cells)) {
      this.#addBlankLine();
      return;
    }
    this.#numbers.addRow((this.#bits & ALL_CHARACTERS) !== 0);
    if (this.#header === undefined) {
      this.#addHeader(end);
    } else {
      this.#findUnique(end);
    }
    this.#findRows(end);
  }

  /** Whether the record is not sent because it repeats the header or is empty. */
  #isOmitted(end: number): boolean {
    const { withoutRepeatedHeaders, withoutEmptyRows } = this.#conversion;
    const header = this.#header?.compared;
    if (header === undefined || isBlankLine(this.#bits, this.#cells)) {
      return false;
    }
    return (
      (withoutEmptyRows !== undefined && isEmptyRow(this.#bits)) ||
      (withoutRepeatedHeaders !== undefined && header.isRepeatedIn(this.#found.window.bytes, this.#start, end))
    );
  }

  #addHeader(end: number): void {
    const cells = this.#start < 0 ? [] : this.#readCells(end);
    const record = this.#start < 0 ? undefined : this.#found.window.bytes.subarray(this.#start, end);
    this.#header = {
      cells,
      compared: new WrittenHeader(record, this.#delimiter),
    };
    this.#numbers.endHeader(this.#lastLine(end));
    this.#columns = this.#columnsNamed(cells.map(({ value }) => value));
  }

  #columnsNamed(names: readonly string[]): ColumnNames {
    const { withoutTrailingColumns, withoutTrailingDelimiters } = this.#conversion;
    const hasAllCells = withoutTrailingColumns === undefined && withoutTrailingDelimiters === undefined;
    return new ColumnNames(names, { delimiter: this.#delimiter, hasAllCells });
  }

  #findUnique(end: number): void {
    let cells: readonly RowCell[] | undefined;
    const read = () => (this.#start < 0 ? undefined : (cells ??= this.#readCells(end)));
    for (const query of this.#resolver.unique) {
      if (this.#start < 0 || query.needle.isIn(this.#found.window, this.#start, end)) {
        this.#resolver.addUnique(query, () => this.#columns, read);
      }
    }
  }

  /** A blank line may be the row whose value is missing. */
  #addBlankLine(): void {
    const numbers = this.#numbers;
    numbers.addBlankLine();
    const mayBeMeant = this.#resolver.hasRows && this.#header !== undefined;
    if (mayBeMeant && this.#namedRows.hasAny(numbers.lowest, numbers.highestOf(this.#line))) {
      this.#resolver.addRecord(
        numbers.ofBlankLine(this.#line),
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
    if (this.#namedRows.hasAny(this.#numbers.lowest, this.#numbers.highestOf(this.#line + mostLines))) {
      const cells = () => (this.#start < 0 ? undefined : this.#readCells(end));
      this.#resolver.addRecord(this.#numbers.ofRow(this.#line, this.#lastLine(end)), () => this.#columns, cells);
    }
  }

  /** The last line of the record. */
  #lastLine(end: number): number {
    const { bytes } = this.#found.window;
    let line = this.#line;
    for (let at = Math.max(this.#start, 0); at < end && (this.#bits & CELL.isQuoted) !== 0; at++) {
      line += bytes[at] === LINE_FEED || (bytes[at] === CARRIAGE_RETURN && bytes[at + 1] !== LINE_FEED) ? 1 : 0;
    }
    return line;
  }

  #readCells(end: number): readonly RowCell[] {
    return readRecord(this.#found.window.bytes.subarray(this.#start, end), {
      delimiter: this.#delimiter,
      firstLine: this.#line,
      conversion: this.#header === undefined ? {} : this.#conversion,
    });
  }
}

/** Resolves a reference to a whole column to its name, and one to a missing column to the header. */
function resolveColumns(
  resolver: ReferenceResolver,
  columns: ColumnNames,
  cells: readonly RowCell[],
  delimiter: string,
): void {
  const row = rangeOfRow(cells, delimiter);
  const isHeader = cells.every(({ value }) => typeOfText(value) === CELL_TYPE.text || value.trim() === '');
  if (row === undefined || !isHeader) {
    return;
  }
  for (const reference of resolver.ofColumns) {
    const { column, isMissingColumn, quoted } = reference;
    const indexes = column === undefined ? [] : columns.indexesOf(column, isMissingColumn);
    const [index, ...others] = indexes;
    const cell = index === undefined ? undefined : cells[index];
    const isThere = (name: string): boolean => columns.indexesOf({ kind: 'name', name }).length > 0;
    if (isMissingColumn && quoted.some((name) => isThere(name) || indexes.length > 0)) {
      continue;
    }
    if (cell !== undefined && others.length === 0) {
      resolver.add(reference, cell.range);
    } else if (indexes.length === 0 && isMissingColumn && row.line === row.endLine) {
      resolver.add(reference, row);
    }
  }
}
