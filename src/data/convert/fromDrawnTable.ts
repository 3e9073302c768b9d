import { quoteCell } from '../csv/cellText.ts';
import { DIALECT_BYTES } from '../csv/dialect.ts';
import { cellsOfDrawnRow, isPartOfText, isRule } from '../csv/drawnColumns.ts';
import { findDrawnTable } from '../csv/drawnTable.ts';
import type { DrawnTable } from '../csv/drawnTable.ts';
import { RecordWindow } from '../csv/recordWindow.ts';
import { chain, NO_BYTES, splitStart, UNCHANGED } from './byteTransform.ts';
import type { ByteTransform } from './byteTransform.ts';
import { omitFirstLines } from './firstLines.ts';
import { CARRIAGE_RETURN, LINE_FEED } from '../text/ascii.ts';

/** A longer line becomes a single cell, so that the check of the result reports it. */
const MAX_LINE_BYTES = 1_048_576;

/**
 * Writes a table that is drawn with bars and rules as CSV: the header once, the rows, and nothing of the other lines. A text that is no
 * such table stays as it is.
 */
export function fromDrawnTable(): ByteTransform {
  let rows = UNCHANGED;
  const begin = (start: Uint8Array) => {
    const table = findDrawnTable(start);
    if (table === undefined) {
      return start;
    }
    rows = chain([omitFirstLines(table.linesAbove), new DrawnRows(table)]);
    return Buffer.concat([Buffer.from(csvRow(table.names)), rows.push(start)]);
  };
  return splitStart(DIALECT_BYTES, begin, { push: (bytes) => rows.push(bytes), end: () => rows.end() });
}

/** Writes the lines below the header, which is repeated at page breaks. */
class DrawnRows implements ByteTransform {
  readonly #table: DrawnTable;
  readonly #header: string;
  /** The bytes of the unfinished line. */
  readonly #window = new RecordWindow();
  /** Whether the beginning of the line was too long, and has been written. */
  #isInLongLine = false;

  constructor(table: DrawnTable) {
    this.#table = table;
    this.#header = csvRow(table.names);
  }

  push(bytes: Uint8Array): Uint8Array {
    const window = this.#window;
    let at = window.length;
    window.add(bytes);
    const { bytes: text, length } = window;
    const rows: Uint8Array[] = [];
    let start = 0;
    for (; at < length; at++) {
      if (text[at] === LINE_FEED || text[at] === CARRIAGE_RETURN) {
        rows.push(this.#lineOf(text.subarray(start, at)));
        start = at + 1;
      }
    }
    if (this.#isInLongLine || length - start > MAX_LINE_BYTES) {
      rows.push(this.#longLineOf(text.subarray(start, length), false));
      start = length;
    }
    window.drop(start);
    return Buffer.concat(rows);
  }

  end(): Uint8Array {
    return this.#lineOf(this.#window.bytes.subarray(0, this.#window.length));
  }

  #lineOf(line: Uint8Array): Uint8Array {
    if (this.#isInLongLine || line.length > MAX_LINE_BYTES) {
      return this.#longLineOf(line, true);
    }
    const text = Buffer.from(line.buffer, line.byteOffset, line.length).toString();
    const row = this.#rowOf(text);
    return row === this.#header ? NO_BYTES : Buffer.from(row);
  }

  #rowOf(line: string): string {
    const { columns } = this.#table;
    const cells = isRule(line) ? undefined : cellsOfDrawnRow(line, columns);
    if (cells !== undefined) {
      return csvRow(cells);
    }
    return isPartOfText(line, columns) ? csvRow([line.trim()]) : '';
  }

  /** A part of a line that is too long, as a part of a cell. */
  #longLineOf(part: Uint8Array, isEnd: boolean): Uint8Array {
    const quote = this.#isInLongLine ? '' : '"';
    this.#isInLongLine = !isEnd;
    const text = Buffer.from(part).toString('latin1').replaceAll('"', '""');
    return Buffer.from(`${quote}${text}${isEnd ? '"\n' : ''}`, 'latin1');
  }
}

function csvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",]/.test(cell) ? quoteCell(cell) : cell)).join(',')}\n`;
}
