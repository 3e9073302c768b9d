import { endsRecord } from '../csv/cellBatch.ts';
import { isNullCell } from '../csv/nullText.ts';
import { QUOTE } from '../text/ascii.ts';
import type { ByteTransform } from './byteTransform.ts';
import { transformRows } from './cellTransform.ts';

/** Writes an empty cell in place of each text that stands for a missing value, such as `NULL`. */
export function omitNullTexts(delimiter: string): ByteTransform {
  return transformRows(delimiter, (out, bytes, start, end, bits, column) => {
    if (!isNullCell(bytes, start, end)) {
      out.copy(bytes, start, end);
    } else if (column === 0 && endsRecord(bits)) {
      // Without quotes, a row with a single empty cell would be a blank line.
      out.write(QUOTE);
      out.write(QUOTE);
    }
  });
}
