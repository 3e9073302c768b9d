import type { UploadKind } from '../../model/upload.ts';
import { ALL_CHARACTERS, CELL_STRIDE, CellBatch, endsRecord, isBlankLine } from '../csv/cellBatch.ts';
import { CsvScanner } from '../csv/csvScanner.ts';
import { bytesBeforeHeader, detectDialect } from '../csv/dialect.ts';
import type { CsvDialect } from '../csv/dialect.ts';
import { GUARD_BYTES, guarded } from '../csv/recordWindow.ts';
import { countUnits } from '../text/textPosition.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/** A cell's range in a text, as offsets in UTF-16 units, including quotes. */
export interface CellSpan {
  readonly start: number;
  readonly end: number;
  readonly bits: number;
  readonly isEmpty: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** A CSV text, read as the check reads it. */
export interface CsvText extends CsvDialect {
  /** The offset after a byte order mark. */
  readonly start: number;
  /** The offset after the title lines. */
  readonly titlesEnd: number;
  /** The cells of every record except the `sep=` line and, by default, the title lines, up to a quote that is not closed. */
  readonly cells: (options?: { readonly withTitles: boolean }) => Generator<CellSpan>;
}

export function readCsvText(text: string, kind: UploadKind): CsvText {
  const start = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  const bytes = Buffer.from(text.slice(start));
  const dialect = detectDialect(bytes, kind);
  const { delimiter, sepLineLength } = dialect;
  const header = bytesBeforeHeader(dialect);
  return {
    ...dialect,
    start,
    titlesEnd: start + countUnits(bytes, 0, header),
    cells: ({ withTitles } = { withTitles: false }) =>
      cellsOf(guarded(bytes), delimiter, { start, from: withTitles ? sepLineLength : header }),
  };
}

/** @param start the offset of the bytes in the text. @param from the byte to begin at. */
function* cellsOf(
  bytes: Uint8Array,
  delimiter: string,
  { start, from }: { readonly start: number; readonly from: number },
): Generator<CellSpan> {
  const scanner = new CsvScanner(delimiter);
  const batch = new CellBatch();
  let unit = start;
  let byte = 0;
  const unitAt = (offset: number) => {
    unit += countUnits(bytes, byte, offset);
    byte = offset;
    return unit;
  };
  const to = bytes.length - GUARD_BYTES;
  let isFirst = true;
  for (let at = from, isEnd = false; !isEnd;) {
    isEnd = at === to;
    if (isEnd) {
      scanner.end(bytes, at, batch);
    } else {
      at = scanner.scan(bytes, at, to, batch);
    }
    for (let index = 0; index < batch.length; index += CELL_STRIDE) {
      const [cellStart = 0, cellEnd = 0, bits = 0] = batch.cells.subarray(index, index + CELL_STRIDE);
      const isLast = endsRecord(bits);
      const isEmpty = (bits & ALL_CHARACTERS) === 0;
      yield { start: unitAt(cellStart), end: unitAt(cellEnd), bits, isEmpty, isFirst, isLast };
      isFirst = isLast;
    }
    batch.length = 0;
  }
}

/** Whether the cell is the only one of a blank line. */
export function isInBlankLine({ isFirst, isLast, bits }: CellSpan): boolean {
  return isFirst && isLast && isBlankLine(bits, 1);
}
