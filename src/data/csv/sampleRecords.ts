import {
  CELL,
  CELL_STRIDE,
  CellBatch,
  endsRecord,
  hasTrailingDelimiter,
  isBlankLine,
  LINE,
  separatorLength,
} from './cellBatch.ts';
import { CELL_TYPE, typeOfCell } from './cellType.ts';
import { CsvScanner } from './csvScanner.ts';
import { guarded } from './recordWindow.ts';

const MAX_RECORDS = 50;
/** How many records may be above the header. Later blank lines are left out of the sample. */
export const MAX_TITLE_RECORDS = 20;

/** A record at the beginning of a text. */
export interface SampleRecord {
  /** Offsets in the sample, without its line break. */
  readonly start: number;
  readonly end: number;
  /** The line it begins in. */
  readonly line: number;
  readonly cells: number;
  /** How many of them are not blank. */
  readonly filled: number;
  /** The bits of its last cell. */
  readonly lastBits: number;
  readonly isWellQuoted: boolean;
  readonly isBlankLine: boolean;
}

/**
 * Reads the first records of a text in UTF-8, without a last record that the sample cuts off.
 *
 * @param isWhole whether the sample is the whole text, so that it cuts off nothing.
 */
export function readSampleRecords(sample: Uint8Array, delimiter: string, isWhole: boolean): readonly SampleRecord[] {
  const bytes = guarded(sample);
  const records: SampleRecord[] = [];
  const scanner = new CsvScanner(delimiter);
  const batch = new CellBatch();
  let rows = 0;
  let start = 0;
  let line = 1;
  let cells = 0;
  let filled = 0;
  let isWellQuoted = true;
  const readCells = (): void => {
    for (let index = 0; index < batch.length && rows < MAX_RECORDS; index += CELL_STRIDE) {
      const [cellStart = 0, end = 0, bits = 0, cellLine = 1] = batch.cells.subarray(index, index + LINE + 1);
      line = cells === 0 ? cellLine : line;
      cells++;
      filled += typeOfCell(bits, bytes, cellStart, end) === CELL_TYPE.empty ? 0 : 1;
      isWellQuoted &&= (bits & CELL.hasStrayQuote) === 0;
      if (endsRecord(bits)) {
        const isBlank = isBlankLine(bits, cells);
        if (!isBlank || records.length <= MAX_TITLE_RECORDS) {
          records.push({ start, end, line, cells, filled, lastBits: bits, isWellQuoted, isBlankLine: isBlank });
        }
        rows += isBlank ? 0 : 1;
        start = end + separatorLength(bits);
        cells = 0;
        filled = 0;
        isWellQuoted = true;
      }
    }
    batch.length = 0;
  };
  for (let at = 0; at < sample.length && rows < MAX_RECORDS;) {
    at = scanner.scan(bytes, at, sample.length, batch);
    readCells();
  }
  if (isWhole || rows < 2) {
    isWellQuoted = scanner.end(bytes, sample.length, batch) === undefined && isWellQuoted;
    readCells();
  }
  return records;
}

/** Whether a record has this many cells, apart from a trailing delimiter. */
export function isAlike({ cells, lastBits }: SampleRecord, columnCount: number): boolean {
  return cells === columnCount || hasTrailingDelimiter(lastBits, cells, columnCount);
}
