import type { DecimalCommas } from '../../model/upload.ts';
import { CELL_TYPE, typeOfCell } from '../csv/cellType.ts';
import { ALL_CHARACTERS, CELL, CHARACTERS, endsRecord, LONGEST_NUMBER } from '../csv/cellBatch.ts';
import type { ByteTransform } from './byteTransform.ts';
import { CellTransform } from './cellTransform.ts';
import type { ByteWriter } from './cellTransform.ts';

const SPACE = 0x20;
const COMMA = 0x2c;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

/** `1.234` and `-1.234.567`, perhaps in quotes and with spaces around. */
const POINT_GROUPS = /^"? *[+-]?[1-9]\d{0,2}(?:\.\d{3})+ *(?:"\s*)?$/;

/** How the numbers of a column are written. */
const OTHER = 0;
const COMMAS = 1;
/** The same, with points between the thousands. */
const COMMAS_AND_POINTS = 2;

/**
 * Writes the numbers of some columns of CSV in UTF-8 with a decimal point and without separators of thousands: `1.234,5` becomes
 * `1234.5`. The header and every other cell stay as they are. Begins after a `sep=` line.
 */
export function toDecimalPoints({ delimiter, columns, pointColumns }: DecimalCommas): ByteTransform {
  const styles = new Uint8Array(columns.reduce((most, column) => Math.max(most, column + 1), 0));
  columns.forEach((column) => (styles[column] = COMMAS));
  pointColumns.forEach((column) => (styles[column] = COMMAS_AND_POINTS));
  let column = 0;
  let isHeader = true;
  return new CellTransform({ from: delimiter, to: delimiter }, (out, bytes, start, end, bits) => {
    const style = isHeader ? OTHER : (styles[column] ?? OTHER);
    if (style !== OTHER && isDecimal(bits, bytes, start, end, style)) {
      writeNumber(out, bytes, start, end);
    } else {
      out.copy(bytes, start, end);
    }
    if (!endsRecord(bits)) {
      column++;
      return;
    }
    // The check begins with the first line that is not blank, too.
    isHeader &&= column === 0 && (bits & (ALL_CHARACTERS | CELL.isQuoted)) === 0;
    column = 0;
  });
}

/** Whether a cell is a number with a decimal comma, or with points between its thousands in a column where these are. */
function isDecimal(bits: number, bytes: Uint8Array, start: number, end: number, style: number): boolean {
  const isPlain = (bits & CHARACTERS.other) === 0 && end - start <= LONGEST_NUMBER;
  if (!isPlain || (bits & (CHARACTERS.comma | CHARACTERS.point)) === 0) {
    return false;
  }
  const type = typeOfCell(bits, bytes, start, end);
  if ((bits & CHARACTERS.comma) !== 0) {
    // A number with one comma that may also be between thousands: in this column, no comma is.
    return type === CELL_TYPE.decimalComma || type === CELL_TYPE.pointGroups || type === CELL_TYPE.number;
  }
  const mayHavePointGroups = style === COMMAS_AND_POINTS && type !== CELL_TYPE.text;
  return mayHavePointGroups && POINT_GROUPS.test(String.fromCharCode(...bytes.subarray(start, end)));
}

/** Every point, and every space between two digits, is between thousands. */
function writeNumber(out: ByteWriter, bytes: Uint8Array, start: number, end: number): void {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === COMMA) {
      out.write(POINT);
    } else if (byte !== POINT && !(byte === SPACE && isDigit(bytes[at - 1]) && isDigit(bytes[at + 1]))) {
      out.write(byte);
    }
  }
}

function isDigit(byte = 0): boolean {
  return byte >= ZERO && byte <= NINE;
}
