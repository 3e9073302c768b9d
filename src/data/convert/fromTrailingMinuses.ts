import type { NumberColumns } from '../../model/upload.ts';
import { findTrailingMinus } from '../csv/cellType.ts';
import { isDigit, MINUS, POINT } from '../text/ascii.ts';
import type { ByteTransform } from './byteTransform.ts';
import { transformColumns } from './cellTransform.ts';

/** Writes the minus sign before the number instead of after it: `12.50-` becomes `-12.50`. */
export function fromTrailingMinuses(chosen: NumberColumns): ByteTransform {
  return transformColumns(chosen, (out, bytes, start, end) => {
    const minus = findTrailingMinus(bytes, start, end);
    if (minus < 0) {
      out.copy(bytes, start, end);
      return;
    }
    let number = start;
    while (!isDigit(bytes[number]) && bytes[number] !== POINT) {
      number++;
    }
    out.copy(bytes, start, number);
    out.write(MINUS);
    out.copy(bytes, number, minus);
    out.copy(bytes, minus + 1, end);
  });
}
