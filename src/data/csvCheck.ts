import Papa from 'papaparse';
import type { Position } from './dataProblem.ts';
import { guessDelimiter } from './delimiter.ts';
import type { ProblemList } from './problemList.ts';
import { RecordSplitter } from './recordSplitter.ts';
import type { CsvRecord } from './recordSplitter.ts';
import type { KindCheck, KindFindings } from './kindCheck.ts';

/** How much of the text the delimiter is judged by, and how much papaparse reads at once: its best size. */
const CHUNK_LENGTH = 65_536;

/**
 * Checks CSV and TSV. papaparse says what a cell is; it is handed whole records only, because on a quote that nothing closes
 * it would search the rest of the text again and again.
 */
export class CsvCheck implements KindCheck {
  readonly #problems: ProblemList;
  #delimiter: string | undefined;
  #splitter: RecordSplitter | undefined;
  /** The text before the delimiter is decided. */
  #head = '';
  #batch: CsvRecord[] = [];
  #batchLength = 0;
  #header: readonly string[] | undefined;
  #rows = 0;
  #blankLines = 0;
  #firstBlankLine = 0;

  constructor(kind: 'csv' | 'tsv', problems: ProblemList) {
    this.#problems = problems;
    this.#delimiter = kind === 'tsv' ? '\t' : undefined;
  }

  push(text: string): void {
    if (this.#splitter !== undefined) {
      this.#splitter.push(text);
      return;
    }
    this.#head += text;
    if (this.#head.length >= CHUNK_LENGTH) {
      this.#begin();
    }
  }

  end(): KindFindings {
    const splitter = this.#splitter ?? this.#begin();
    const openQuote = splitter.end();
    this.#readBatch();
    if (openQuote !== undefined) {
      this.#problems.add({ code: 'unterminatedQuote' }, openQuote);
    } else if (this.#rows === 0) {
      this.#problems.add({ code: 'noRows' }, { line: 1, column: 1 });
    }
    return { rows: this.#rows, columns: this.#header ?? [], delimiter: this.#delimiter };
  }

  #begin(): RecordSplitter {
    const head = this.#head;
    this.#head = '';
    this.#delimiter ??= guessDelimiter(head.slice(0, CHUNK_LENGTH))?.delimiter ?? ',';
    this.#splitter = new RecordSplitter(this.#delimiter, {
      onRecord: (record) => this.#takeRecord(record),
      onStrayQuote: (position) => this.#problems.add({ code: 'strayQuote' }, position),
    });
    this.#splitter.push(head);
    return this.#splitter;
  }

  #takeRecord(record: CsvRecord): void {
    if (record.text === '') {
      if (this.#blankLines === 0) {
        this.#firstBlankLine = record.line;
      }
      this.#blankLines++;
      return;
    }
    if (this.#blankLines > 0) {
      // Only now, because blank lines at the end of a text are nothing to speak of.
      this.#problems.add({ code: 'blankLines', lines: this.#blankLines }, { line: this.#firstBlankLine, column: 1 });
      this.#blankLines = 0;
    }
    this.#batch.push(record);
    this.#batchLength += record.text.length + 1;
    if (this.#batchLength >= CHUNK_LENGTH) {
      this.#readBatch();
    }
  }

  #readBatch(): void {
    const batch = this.#batch;
    this.#batch = [];
    this.#batchLength = 0;
    if (batch.length === 0) {
      return;
    }
    const rows = cellsOf(batch, this.#delimiter);
    for (const [index, record] of batch.entries()) {
      const cells = rows[index] ?? [];
      if (this.#header === undefined) {
        this.#header = cells;
        this.#checkHeader(cells, record);
        continue;
      }
      this.#rows++;
      if (cells.length !== this.#header.length) {
        this.#problems.add(
          { code: 'raggedRow', cells: cells.length, columns: this.#header.length },
          { line: record.line, column: 1 },
        );
      }
    }
  }

  #checkHeader(names: readonly string[], record: CsvRecord): void {
    const positions = cellPositions(record, this.#delimiter);
    const firstColumnNumbers = new Map<string, number>();
    for (const [index, name] of names.entries()) {
      const position = positions[index] ?? { line: record.line, column: 1 };
      const columnNumber = index + 1;
      const firstColumnNumber = firstColumnNumbers.get(name);
      if (name.trim() === '') {
        this.#problems.add({ code: 'emptyColumnName', columnNumber }, position);
      } else if (firstColumnNumber !== undefined) {
        this.#problems.add({ code: 'duplicateColumnName', name, firstColumnNumber }, position);
      } else {
        firstColumnNumbers.set(name, columnNumber);
      }
    }
  }
}

/** The cells of whole records. */
function cellsOf(records: readonly CsvRecord[], delimiter = ','): readonly (readonly string[])[] {
  // The line break behind the last record makes papaparse judge its last quote as it does everyone else's.
  const text = `${records.map((record) => record.text).join('\n')}\n`;
  // `Papa.parse` would take a BOM at the start of each text away, where it is data.
  const { data } = new Papa.Parser({ delimiter, newline: '\n' }).parse(text, 0, false) as { data: string[][] };
  return data;
}

/** Where each cell of a record begins, in the text the record is from. */
function cellPositions(record: CsvRecord, delimiter = ','): readonly Position[] {
  const positions: Position[] = [];
  const splitter = new RecordSplitter(delimiter, {
    onRecord: () => undefined,
    onField: ({ line, column }) => positions.push({ line: line + record.line - 1, column }),
  });
  splitter.push(record.text);
  splitter.end();
  return positions;
}
