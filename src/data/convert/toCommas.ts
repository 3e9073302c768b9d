import { hasQuotes, needsNewQuotes, quoteCell, valueOfCell } from '../csv/cellText.ts';
import { textOfBytes } from '../text/utf8.ts';
import type { ByteTransform } from './byteTransform.ts';
import { CellTransform } from './cellTransform.ts';
import type { ByteWriter } from './cellTransform.ts';
import { COMMA, QUOTE } from '../text/ascii.ts';

/** Replaces the delimiter of CSV in UTF-8 by commas, and quotes cells that contain a comma. */
export function toCommas(delimiter: string): ByteTransform {
  return new CellTransform({ from: delimiter, to: ',' }, (out, bytes, start, end, bits) => {
    if (needsNewQuotes(bits, () => hasComma(bytes, start, end))) {
      writeQuoted(out, bytes.subarray(start, end), bits);
    } else {
      out.copy(bytes, start, end);
    }
  });
}

function writeQuoted(out: ByteWriter, cell: Uint8Array, bits: number): void {
  if (hasQuotes(bits)) {
    const quoted = Buffer.from(quoteCell(valueOfCell(textOfBytes(cell))));
    out.copy(quoted, 0, quoted.length);
    return;
  }
  // Copied as bytes: decoding each of a million cells would take three times as long.
  out.write(QUOTE);
  out.copy(cell, 0, cell.length);
  out.write(QUOTE);
}

function hasComma(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && bytes[at] !== COMMA) {
    at++;
  }
  return at < end;
}
