import { COMMA, endOfDigits, isLetter, MINUS, numberAt, SLASH, SPACE } from '../text/ascii.ts';
import { isNothingOrTime } from './writtenDate.ts';

/** A date that is written with the name of its month. */
export interface NamedDate {
  /** From 1 to 99, like any two digits. */
  readonly day: number;
  /** From 1 to 12. */
  readonly month: number;
  readonly year: number;
  /** 2 or 4. */
  readonly yearLength: number;
}

const MONTHS_IN_ENGLISH = [
  ['Jan', 'January'],
  ['Feb', 'February'],
  ['Mar', 'March'],
  ['Apr', 'April'],
  ['May'],
  ['Jun', 'June'],
  ['Jul', 'July'],
  ['Aug', 'August'],
  ['Sep', 'Sept', 'September'],
  ['Oct', 'October'],
  ['Nov', 'November'],
  ['Dec', 'December'],
];

/** The month, from 1, by the key of its name. */
const MONTHS = new Map(
  MONTHS_IN_ENGLISH.flatMap((names, index) =>
    names.map((name) => [keyOfLetters(Buffer.from(name), 0, name.length), index + 1] as const),
  ),
);

const MAX_NAME_LENGTH = 9;

/** Reads `31 Oct 2026`, `31-OCT-26`, `31/October/2026` or `October 31, 2026`, with or without a time. Undefined for anything else. */
export function readNamedDate(bytes: Uint8Array, start: number, end: number): NamedDate | undefined {
  return isLetter(bytes[start]) ? readMonthFirst(bytes, start, end) : readDayFirst(bytes, start, end);
}

function readDayFirst(bytes: Uint8Array, start: number, end: number): NamedDate | undefined {
  const dayEnd = endOfDigits(bytes, start, end);
  const separator = bytes[dayEnd];
  const monthEnd = endOfLetters(bytes, dayEnd + 1, end);
  if ((separator !== SPACE && separator !== MINUS && separator !== SLASH) || bytes[monthEnd] !== separator) {
    return undefined;
  }
  return dateOf(bytes, [start, dayEnd], [dayEnd + 1, monthEnd], monthEnd + 1, end);
}

function readMonthFirst(bytes: Uint8Array, start: number, end: number): NamedDate | undefined {
  const monthEnd = endOfLetters(bytes, start, end);
  const dayEnd = endOfDigits(bytes, monthEnd + 1, end);
  const yearStart = bytes[dayEnd] === COMMA ? dayEnd + 2 : dayEnd + 1;
  if (bytes[monthEnd] !== SPACE || bytes[yearStart - 1] !== SPACE) {
    return undefined;
  }
  return dateOf(bytes, [monthEnd + 1, dayEnd], [start, monthEnd], yearStart, end);
}

type Range = readonly [start: number, end: number];

function dateOf(bytes: Uint8Array, day: Range, name: Range, yearStart: number, end: number): NamedDate | undefined {
  const yearEnd = endOfDigits(bytes, yearStart, end);
  const dayLength = day[1] - day[0];
  const yearLength = yearEnd - yearStart;
  const month = name[1] - name[0] > MAX_NAME_LENGTH ? undefined : MONTHS.get(keyOfLetters(bytes, ...name));
  if (
    month === undefined ||
    dayLength < 1 ||
    dayLength > 2 ||
    (yearLength !== 2 && yearLength !== 4) ||
    !isNothingOrTime(bytes, yearEnd, end)
  ) {
    return undefined;
  }
  return { day: numberAt(bytes, ...day), month, year: numberAt(bytes, yearStart, yearEnd), yearLength };
}

function endOfLetters(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isLetter(bytes[at])) {
    at++;
  }
  return at;
}

/** A number that only these letters have, in upper or lower case: a text would have to be decoded for each cell. */
function keyOfLetters(bytes: Uint8Array, start: number, end: number): number {
  let key = 0;
  for (let at = start; at < end; at++) {
    key = key * 32 + ((bytes[at] ?? 0) & 0x1f);
  }
  return key;
}
