import type { NumberColumns } from '../../model/upload.ts';
import { quoteCell, valueOfCell } from '../csv/cellText.ts';
import { CELL_TYPE, typeOfCell } from '../csv/cellType.ts';
import { MAX_FORMATTED_LENGTH, plainNumber } from '../csv/formattedNumber.ts';
import { textOfBytes } from '../text/utf8.ts';
import type { ByteTransform } from './byteTransform.ts';
import { transformColumns } from './cellTransform.ts';

/** In bytes, with the quotes: a character of a formatted number has up to three. */
const MAX_CELL_LENGTH = 3 * MAX_FORMATTED_LENGTH + 2;

/**
 * Writes formatted numbers as plain ones: `(12.50)`, `12.50-` and `-$12.50` become `-12.50`. Only amounts in the first currency that a
 * column has lose their currency: without it, those in another one could not be told apart.
 */
export function toPlainNumbers(chosen: NumberColumns): ByteTransform {
  const currencies = new Map<number, string>();
  return transformColumns(chosen, (out, bytes, start, end, bits, column) => {
    const isText = typeOfCell(bits, bytes, start, end) === CELL_TYPE.text && end - start <= MAX_CELL_LENGTH;
    const written = isText ? textOfBytes(bytes.subarray(start, end)) : '';
    const number = isText ? plainNumber(valueOfCell(written)) : undefined;
    const { plain, currency } = number ?? {};
    const known = currencies.get(column) ?? currency;
    if (plain === undefined || (currency !== undefined && currency !== known)) {
      out.copy(bytes, start, end);
      return;
    }
    if (known !== undefined) {
      currencies.set(column, known);
    }
    const cell = Buffer.from(written.startsWith('"') ? quoteCell(plain) : plain);
    out.copy(cell, 0, cell.length);
  });
}
