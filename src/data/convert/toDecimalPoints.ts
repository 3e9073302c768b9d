import type { DecimalCommas } from '../../model/upload.ts';
import { CHARACTERS, MAX_NUMBER_LENGTH } from '../csv/cellBatch.ts';
import { CELL_TYPE, typeOfCell } from '../csv/cellType.ts';
import { readSpacedNumber } from '../csv/spacedNumber.ts';
import type { ByteTransform } from './byteTransform.ts';
import { COMMA, isDigit, POINT, SPACE } from '../text/ascii.ts';
import { transformColumns } from './cellTransform.ts';
import type { ByteWriter } from './cellTransform.ts';

/** `1.234` and `-1.234.567`, perhaps in quotes and with spaces around. */
const POINT_GROUPS = /^"? *[+-]?[1-9]\d{0,2}(?:\.\d{3})+ *(?:"\s*)?$/;

/** Writes numbers with a decimal point and without separators of thousands: `1.234,5` becomes `1234.5`. */
export function toDecimalPoints({ pointColumns, addressColumns = [], ...chosen }: DecimalCommas): ByteTransform {
  const pointsIn = new Map<number, 'amounts' | 'amountsAndAddresses'>([
    ...pointColumns.map((column) => [column, 'amounts'] as const),
    ...addressColumns.map((column) => [column, 'amountsAndAddresses'] as const),
  ]);
  return transformColumns(chosen, (out, bytes, start, end, bits, column) => {
    const spaced = (bits & CHARACTERS.other) === 0 ? undefined : readSpacedNumber(bytes, start, end)?.plain;
    if (spaced !== undefined) {
      writeNumber(out, spaced, 0, spaced.length);
    } else if (isDecimal(bits, bytes, start, end, pointsIn.get(column))) {
      writeNumber(out, bytes, start, end);
    } else {
      out.copy(bytes, start, end);
    }
  });
}

/**
 * Whether a cell is a number with a decimal comma, or with points between its thousands.
 *
 * @param points the values of the column whose points are between thousands or in addresses; undefined if `1.234` has a decimal point.
 */
function isDecimal(
  bits: number,
  bytes: Uint8Array,
  start: number,
  end: number,
  points: 'amounts' | 'amountsAndAddresses' | undefined,
): boolean {
  const isPlain = (bits & CHARACTERS.other) === 0 && end - start <= MAX_NUMBER_LENGTH;
  if (!isPlain || (bits & (CHARACTERS.comma | CHARACTERS.point)) === 0) {
    return false;
  }
  const type = typeOfCell(bits, bytes, start, end);
  if ((bits & CHARACTERS.comma) !== 0) {
    // A number with one comma that may also be between thousands: in this column, no comma is.
    return type === CELL_TYPE.decimalComma || type === CELL_TYPE.pointGroups || type === CELL_TYPE.number;
  }
  const isAddress = type === CELL_TYPE.pointGroupsOrAddress && points === 'amountsAndAddresses';
  const isNumber = points !== undefined && type !== CELL_TYPE.text && !isAddress;
  return isNumber && POINT_GROUPS.test(String.fromCharCode(...bytes.subarray(start, end)));
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
