import { byteClass, NUMBER_BYTE, WORD_AFTER_NUMBER } from './jsonSyntax.ts';

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

/** A double holds any number of this many digits exactly. */
const SAFE_DIGITS = 15;
const NUMBER = /^-?(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

export type NumberPrecision = 'exact' | 'invalid' | 'imprecise';

/** Whether bytes are a valid JSON number and, if so, whether a double holds it without losing a digit. */
export function checkNumber(bytes: Uint8Array, start: number, end: number): NumberPrecision {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
  const match = NUMBER.exec(text);
  if (match === null) {
    return 'invalid';
  }
  const [, integer = '', fraction = '', exponent = '0'] = match;
  return isSameNumber(digitsOf(integer, fraction, Number(exponent)), digitsOfDouble(Number(text)))
    ? 'exact'
    : 'imprecise';
}

/**
 * The end of a number like `12` or `-12.5` with few digits, which a double holds exactly; 0 if it is another number. The bytes must
 * end with one that is not part of a number.
 */
export function endOfShortDecimal(bytes: Uint8Array, start: number): number {
  const first = bytes[start] === MINUS ? start + 1 : start;
  let at = first;
  let byte = bytes[at] ?? 0;
  while (byte >= ZERO && byte <= NINE) {
    byte = bytes[++at] ?? 0;
  }
  if (at === first || (bytes[first] === ZERO && at > first + 1)) {
    return 0;
  }
  if (byte === POINT) {
    const fraction = ++at;
    byte = bytes[at] ?? 0;
    while (byte >= ZERO && byte <= NINE) {
      byte = bytes[++at] ?? 0;
    }
    if (at === fraction) {
      return 0;
    }
  }
  return at - first > SAFE_DIGITS || ((byteClass[byte] ?? 0) & (NUMBER_BYTE | WORD_AFTER_NUMBER)) !== 0 ? 0 : at;
}

/** A number as its significant digits and the power of ten of the first one. */
interface Digits {
  readonly significant: string;
  readonly power: number;
}

function digitsOf(integer: string, fraction: string, exponent: number): Digits {
  const all = integer + fraction;
  const leadingZeros = /^0*/.exec(all)?.[0].length ?? 0;
  let end = all.length;
  // Not by a regular expression, which takes quadratic time on a run of zeros.
  while (end > leadingZeros && all.charCodeAt(end - 1) === ZERO) {
    end--;
  }
  const significant = all.slice(leadingZeros, end);
  return { significant, power: significant === '' ? 0 : integer.length - leadingZeros + exponent };
}

/** The digits of a double: the shortest that identify it. */
function digitsOfDouble(value: number): Digits | undefined {
  const match = /^-?(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
  return match === null ? undefined : digitsOf(match[1] ?? '', match[2] ?? '', Number(match[3] ?? '0'));
}

function isSameNumber(one: Digits, other: Digits | undefined): boolean {
  return one.significant === other?.significant && one.power === other.power;
}
