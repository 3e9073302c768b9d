import { endsRecord, hasTrailingDelimiter, isBlankLine } from '../csv/cellBatch.ts';
import type { ByteTransform } from './byteTransform.ts';
import { CellTransform, copyCell } from './cellTransform.ts';

/** Omits the delimiter at the end of each row of CSV in UTF-8 for which the header has no column. Begins with the header. */
export function omitTrailingDelimiters(delimiter: string): ByteTransform {
  /** The cells of the current record, so far. */
  let cells = 0;
  /** The columns of the header; 0 before it has ended. */
  let columns = 0;
  const isOmitted = (bits: number): boolean => {
    cells++;
    if (!endsRecord(bits)) {
      return false;
    }
    const cellCount = cells;
    cells = 0;
    if (columns === 0) {
      // The check begins with the first line that is not blank, too.
      columns = isBlankLine(bits, cellCount) ? 0 : cellCount;
      return false;
    }
    return hasTrailingDelimiter(bits, cellCount, columns);
  };
  return new CellTransform({ from: delimiter, to: delimiter }, copyCell, isOmitted);
}
