import { ALL_CHARACTERS, CHARACTERS } from '../csv/cellBatch.ts';

/** What a cell's text looks like. Plain numbers, because they are kept and compared for every cell. */
export const KIND = { empty: 0, number: 1, decimalComma: 2, date: 3, text: 4 } as const;

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const LONGEST_NUMBER_OR_DATE = 48;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
/** `1,234` is left to be a grouped number: nothing in it says that the comma is a decimal one. */
const GROUPED_NUMBER = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;
const DECIMAL_COMMA = /^[+-]?(\d+|\d{1,3}([. ]\d{3})+),\d+$/;
const DATE =
  /^(\d{4}([-/.])\d{1,2}\2\d{1,2}|\d{1,2}([-/.])\d{1,2}\3(\d{4}|\d\d))([T ]\d{1,2}:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;
const TIME = /^\d{1,2}:\d\d(:\d\d(\.\d+)?)?$/;

/** Judges a cell by the characters that occur in it and, where these leave it open, by its bytes. */
export function kindOfCell(bits: number, bytes: Uint8Array, start: number, end: number): number {
  const characters = bits & ALL_CHARACTERS;
  if (characters <= CHARACTERS.digit) {
    return characters === 0 ? KIND.empty : KIND.number;
  }
  const mayBeNumberOrDate = (characters & CHARACTERS.other) === 0 && (characters & CHARACTERS.digit) !== 0;
  const mayBeBlank = characters === CHARACTERS.date;
  if (!(mayBeNumberOrDate || mayBeBlank) || start < 0 || end - start > LONGEST_NUMBER_OR_DATE) {
    return KIND.text;
  }
  if ((characters & ~(CHARACTERS.digit | CHARACTERS.sign | CHARACTERS.point)) === 0) {
    if (isPlainNumber(bytes, start, end)) {
      return KIND.number;
    }
    if (end - start === 10 && bytes[start + 4] === MINUS && bytes[start + 7] === MINUS) {
      return KIND.date;
    }
  }
  return kindOfText(asciiText(bytes, start, end));
}

/** Judges a text, blanks around it aside. */
export function kindOfText(text: string): number {
  const trimmed = text.trim();
  if (trimmed === '') {
    return KIND.empty;
  }
  // The expressions below may try each digit as the last one before a point: on a long text that would take minutes.
  if (trimmed.length > LONGEST_NUMBER_OR_DATE) {
    return KIND.text;
  }
  if (NUMBER.test(trimmed) || GROUPED_NUMBER.test(trimmed)) {
    return KIND.number;
  }
  if (DECIMAL_COMMA.test(trimmed)) {
    return KIND.decimalComma;
  }
  return DATE.test(trimmed) || TIME.test(trimmed) ? KIND.date : KIND.text;
}

/** `12`, `-12.5`: most numbers are that, and need no regular expression. At least one digit is known to be there. */
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
