import { isDigit, isLetter, SPACE } from '../text/ascii.ts';
import { CHARACTERS, MAX_NUMBER_LENGTH } from './cellBatch.ts';
import { CELL_TYPE, typeOfCell, typeOfWritten } from './cellType.ts';

/** The first byte of a no-break space, and of a narrow no-break space or thin space. */
const FIRST_OF_TWO = 0xc2;
const FIRST_OF_THREE = 0xe2;

/**
 * Reads a number with a decimal comma, and with no-break, narrow no-break or thin spaces between its thousands, as French spreadsheets and
 * banks write them. `plain` has plain spaces instead. Undefined if the cell is anything else.
 */
export function readSpacedNumber(
  bytes: Uint8Array,
  start: number,
  end: number,
): { readonly plain: Uint8Array; readonly type: number } | undefined {
  const plain = start < 0 || end - start > MAX_NUMBER_LENGTH ? undefined : withPlainSpaces(bytes, start, end);
  if (plain === undefined) {
    return undefined;
  }
  const type = typeOfCell(CHARACTERS.digit | CHARACTERS.comma, plain, 0, plain.length);
  return type === CELL_TYPE.decimalComma || type === CELL_TYPE.pointGroups ? { plain, type } : undefined;
}

/** The type of a cell of which `TYPES_BY_BITS` says that it is a text. */
export function typeOfOtherCell(bytes: Uint8Array, start: number, end: number): number {
  return readSpacedNumber(bytes, start, end)?.type ?? typeOfWritten(bytes, start, end);
}

/** Undefined if the cell has letters or anything else outside ASCII, as most texts have. */
function withPlainSpaces(bytes: Uint8Array, start: number, end: number): Uint8Array | undefined {
  const plain: number[] = [];
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80 && !isLetter(byte)) {
      plain.push(byte);
      continue;
    }
    const length = spaceLength(bytes, at);
    if (length === 0 || !isDigit(bytes[at - 1]) || !isDigit(bytes[at + length])) {
      return undefined;
    }
    plain.push(SPACE);
    at += length - 1;
  }
  return Uint8Array.from(plain);
}

function spaceLength(bytes: Uint8Array, at: number): number {
  const [first, second, third] = [bytes[at], bytes[at + 1], bytes[at + 2]];
  if (first === FIRST_OF_TWO) {
    return second === 0xa0 ? 2 : 0;
  }
  return first === FIRST_OF_THREE && second === 0x80 && (third === 0xaf || third === 0x89) ? 3 : 0;
}
