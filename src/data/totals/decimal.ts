/** An exact decimal number: the digits divided by ten to the power of `scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Above this, adding or comparing a number would take too long. */
const MAX_DIGITS = 4_096;
/** Doubles have powers of ten up to 308. */
const MAX_EXPONENT = 400;
const WRITTEN = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** Reads `-12.50` or `1e-3`. Undefined if it is no number, or one with too many digits. */
export function readDecimal(text: string): Decimal | undefined {
  const match = text.length > MAX_DIGITS ? null : WRITTEN.exec(text);
  const [, sign = '', integer = '', fraction = '', exponent = '0'] = match ?? [];
  const scale = fraction.length - Number(exponent);
  if (integer + fraction === '' || Math.abs(Number(exponent)) > MAX_EXPONENT) {
    return undefined;
  }
  const digits = BigInt(sign === '-' ? `-${integer}${fraction}` : integer + fraction);
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

/** The number with at least this many decimals, and the same value. */
export function withScale(value: Decimal, scale: number): Decimal {
  return value.scale >= scale ? value : { digits: value.digits * 10n ** BigInt(scale - value.scale), scale };
}

export function add(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  return { digits: withScale(one, scale).digits + withScale(other, scale).digits, scale };
}

/** Negative if the first is less than the second. */
export function compare(one: Decimal, other: Decimal): number {
  const scale = Math.max(one.scale, other.scale);
  const difference = withScale(one, scale).digits - withScale(other, scale).digits;
  if (difference === 0n) {
    return 0;
  }
  return difference < 0n ? -1 : 1;
}

/** Multiplied by ten to the power of `power`, which may be negative. */
export function shifted({ digits, scale }: Decimal, power: number): Decimal {
  return power > scale ? { digits: digits * 10n ** BigInt(power - scale), scale: 0 } : { digits, scale: scale - power };
}

/** With all its decimals: `1204331.20`. */
export function writeDecimal({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? '-' : '';
  const all = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const point = all.length - scale;
  return sign + (scale === 0 ? all : `${all.slice(0, point)}.${all.slice(point)}`);
}
