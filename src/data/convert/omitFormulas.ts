import { withoutFormula } from '../csv/formulaText.ts';
import { textOfBytes } from '../text/utf8.ts';
import type { ByteTransform } from './byteTransform.ts';
import { transformRows } from './cellTransform.ts';
import { EQUALS, QUOTE } from '../text/ascii.ts';

/** Writes texts that are written as formulas as these texts: `="0012"` becomes `0012`. */
export function omitFormulas(delimiter: string): ByteTransform {
  return transformRows(delimiter, (out, bytes, start, end) => {
    const mayBeFormula = bytes[bytes[start] === QUOTE ? start + 1 : start] === EQUALS;
    const plain = mayBeFormula ? withoutFormula(textOfBytes(bytes.subarray(start, end))) : undefined;
    const cell = plain === undefined ? bytes.subarray(start, end) : Buffer.from(plain);
    out.copy(cell, 0, cell.length);
  });
}
