import { byteClass, NUMBER_BYTE, WORD_AFTER_NUMBER } from './jsonSyntax.ts';
import { MINUS, NINE, POINT, ZERO } from '../text/ascii.ts';
import { MAX_EXACT_POWER, POWERS_OF_TEN } from '../text/powersOfTen.ts';

/** A double holds any number of this many digits exactly. */
const SAFE_DIGITS = 15;
/** No double needs more digits to be told from all others. */
const MAX_DIGITS = 17;
/** Far more than the error of the computation in `precisionOfDigits`, in units of the last digit. */
const MARGIN = 1e-6;
const NUMBER = /^-?(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

export type NumberPrecision = 'exact' | 'invalid' | 'imprecise';

/** Whether bytes are a valid JSON number and, if so, whether a double holds it without losing a digit. */
export function checkNumber(bytes: Uint8Array, start: number, end: number): NumberPrecision {
  const precision = checkDecimal(bytes, start, end);
  if (precision !== undefined) {
    return precision;
  }
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

/** Like `checkNumber`, without creating strings, for most decimals without an exponent. Undefined for others. */
function checkDecimal(bytes: Uint8Array, start: number, end: number): NumberPrecision | undefined {
  const first = bytes[start] === MINUS ? start + 1 : start;
  let last = end - 1;
  while (bytes[last] === ZERO) {
    last--;
  }
  // The first nine digits and the others, each exact in a double.
  let head = 0;
  let tail = 0;
  let digits = 0;
  let point = -1;
  for (let at = first; at <= last; at++) {
    const digit = (bytes[at] ?? 0) - ZERO;
    if (digit >= 0 && digit <= 9) {
      digits += digits > 0 || digit > 0 ? 1 : 0;
      if (digits <= 9) {
        head = head * 10 + digit;
      } else if (digits <= MAX_DIGITS) {
        tail = tail * 10 + digit;
      }
    } else if (bytes[at] === POINT && point < 0) {
      point = at;
    } else {
      return undefined;
    }
  }
  const integerEnd = point < 0 ? end : point;
  const decimals = point < 0 ? 0 : last - point;
  if (
    (point < 0 ? last + 1 < end : decimals === 0) ||
    decimals > MAX_EXACT_POWER ||
    integerEnd === first ||
    (bytes[first] === ZERO && integerEnd > first + 1)
  ) {
    return undefined;
  }
  if (digits <= SAFE_DIGITS || digits > MAX_DIGITS) {
    return digits <= SAFE_DIGITS ? 'exact' : 'imprecise';
  }
  return precisionOfDigits(head * (POWERS_OF_TEN[digits - 9] ?? 0), tail, POWERS_OF_TEN[decimals] ?? 1);
}

/**
 * The precision of (head + tail) / scale, an integer of 16 or 17 digits that does not end with 0. A double holds it if it is the decimal
 * with the fewest digits that is nearest to this double, and if several have as few, the closest. Undefined where rounding could decide.
 */
function precisionOfDigits(head: number, tail: number, scale: number): NumberPrecision | undefined {
  const estimate = (head + tail) / scale;
  const value = estimate + remainder(head, tail, estimate, scale) / scale;
  // In units of the last digit: how much the decimal is above the double, and half the distance of two doubles.
  const above = remainder(head, tail, value, scale);
  const reach = (distanceOfDoubles(value) / 2) * scale;
  const digit = tail % 10;
  // The next decimals with fewer digits, and the next with as many.
  const others = Math.min(Math.abs(above - digit), Math.abs(above + 10 - digit));
  if (
    Math.abs(Math.abs(above) - reach) < MARGIN ||
    Math.abs(others - reach) < MARGIN ||
    Math.abs(Math.abs(above) - 0.5) < MARGIN ||
    reach === 0
  ) {
    return undefined;
  }
  return Math.abs(above) < 0.5 && others > reach ? 'exact' : 'imprecise';
}

/** head + tail − value × scale, with the rounding error of the product (Dekker), because the terms nearly cancel each other. */
function remainder(head: number, tail: number, value: number, scale: number): number {
  const product = value * scale;
  const valueHead = upperHalf(value);
  const valueTail = value - valueHead;
  const scaleHead = upperHalf(scale);
  const scaleTail = scale - scaleHead;
  const error = valueHead * scaleHead - product + valueHead * scaleTail + valueTail * scaleHead + valueTail * scaleTail;
  return head - product + tail - error;
}

/** The upper half of the digits of a double. */
function upperHalf(value: number): number {
  const scaled = value * 134_217_729;
  return scaled - (scaled - value);
}

const bits = new DataView(new ArrayBuffer(8));

/** The distance to the next doubles; 0 for a power of two, where the two distances differ. */
function distanceOfDoubles(value: number): number {
  bits.setFloat64(0, value);
  const high = bits.getInt32(0);
  if (bits.getInt32(4) === 0 && (high & 0xfffff) === 0) {
    return 0;
  }
  bits.setInt32(0, (high & 0x7ff00000) - (52 << 20));
  bits.setInt32(4, 0);
  return bits.getFloat64(0);
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
