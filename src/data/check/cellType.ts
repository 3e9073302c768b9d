import { ALL_CHARACTERS, CHARACTERS } from '../csv/cellBatch.ts';

/** The type that a cell's text looks like. Plain numbers, because they are compared for every cell. */
export const CELL_TYPE = { empty: 0, number: 1, decimalComma: 2, date: 3, text: 4 } as const;

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const LONGEST_NUMBER_OR_DATE = 48;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
/** `1,234` counts as a grouped number: it may have a decimal comma, but nothing proves it. */
const GROUPED_NUMBER = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;
const DECIMAL_COMMA = /^[+-]?(\d+|\d{1,3}([. ]\d{3})+),\d+$/;
const DATE =
  /^(\d{4}([-/.])\d{1,2}\2\d{1,2}|\d{1,2}([-/.])\d{1,2}\3(\d{4}|\d\d))([T ]\d{1,2}:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;
const TIME = /^\d{1,2}:\d\d(:\d\d(\.\d+)?)?$/;

/** Detects the type of a cell by the classes of its characters and, only if necessary, by its bytes. */
export function typeOfCell(bits: number, bytes: Uint8Array, start: number, end: number): number {
  const characters = bits & ALL_CHARACTERS;
  if (characters <= CHARACTERS.digit) {
    return characters === 0 ? CELL_TYPE.empty : CELL_TYPE.number;
  }
  const mayBeNumberOrDate = (characters & CHARACTERS.other) === 0 && (characters & CHARACTERS.digit) !== 0;
  const mayBeBlank = characters === CHARACTERS.date;
  if (!(mayBeNumberOrDate || mayBeBlank) || start < 0 || end - start > LONGEST_NUMBER_OR_DATE) {
    return CELL_TYPE.text;
  }
  if ((characters & ~(CHARACTERS.digit | CHARACTERS.sign | CHARACTERS.point)) === 0) {
    if (isPlainNumber(bytes, start, end)) {
      return CELL_TYPE.number;
    }
    if (end - start === 10 && bytes[start + 4] === MINUS && bytes[start + 7] === MINUS) {
      return CELL_TYPE.date;
    }
  }
  return typeOfText(asciiText(bytes, start, end));
}

/** Detects the type of a text, ignoring white space around it. */
export function typeOfText(text: string): number {
  const trimmed = text.trim();
  if (trimmed === '') {
    return CELL_TYPE.empty;
  }
  // On a long text the regular expressions below would take minutes.
  if (trimmed.length > LONGEST_NUMBER_OR_DATE) {
    return CELL_TYPE.text;
  }
  if (NUMBER.test(trimmed) || GROUPED_NUMBER.test(trimmed)) {
    return CELL_TYPE.number;
  }
  if (DECIMAL_COMMA.test(trimmed)) {
    return CELL_TYPE.decimalComma;
  }
  return DATE.test(trimmed) || TIME.test(trimmed) ? CELL_TYPE.date : CELL_TYPE.text;
}

/** `12`, `-12.5`: the fast path for most numbers. The caller knows that there is a digit. */
function isPlainNumber(bytes: Uint8Array, start: number, end: number): boolean {
  let points = 0;
  for (let at = bytes[start] === MINUS ? start + 1 : start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === POINT) {
      points++;
    } else if (byte < ZERO || byte > NINE) {
      return false;
    }
  }
  return points <= 1;
}

function asciiText(bytes: Uint8Array, start: number, end: number): string {
  const hasQuotes = bytes[start] === 0x22;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start)
    .toString('latin1')
    .slice(hasQuotes ? 1 : 0)
    .replace(/"\s*$/, '');
}
