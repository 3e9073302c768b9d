import type { NumberColumns } from '../../model/upload.ts';
import { CHARACTERS } from '../csv/cellBatch.ts';
import { CELL_TYPE, typeOfCell } from '../csv/cellType.ts';
import type { ByteTransform } from './byteTransform.ts';
import { transformColumns } from './cellTransform.ts';
import { COMMA } from '../text/ascii.ts';

/** Writes numbers without the commas between their thousands: `"1,234.50"` becomes `"1234.50"`. */
export function omitThousandsCommas(chosen: NumberColumns): ByteTransform {
  return transformColumns(chosen, (out, bytes, start, end, bits) => {
    if (!hasThousandsCommas(bits, bytes, start, end)) {
      out.copy(bytes, start, end);
      return;
    }
    for (let at = start; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if (byte !== COMMA) {
        out.write(byte);
      }
    }
  });
}

function hasThousandsCommas(bits: number, bytes: Uint8Array, start: number, end: number): boolean {
  if ((bits & CHARACTERS.comma) === 0) {
    return false;
  }
  const type = typeOfCell(bits, bytes, start, end);
  // A number with one comma that may also be a decimal comma: in this column, none is.
  return type === CELL_TYPE.commaGroups || type === CELL_TYPE.number;
}
