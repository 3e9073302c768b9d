import { CELL_TYPE, NUMBER_TYPES, typeOfText } from './cellType.ts';

// Numbers as people and accounting systems write them: `$1,234.50`, `(12.50)`, `12.50-`, `1'234.50`. The check takes them for texts.

/** A longer text is no formatted number. */
export const MAX_FORMATTED_LENGTH = 60;

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** A symbol, or what may be a code. Not a pattern of all codes: it would take most of the time. */
const CURRENCY = '(?:\\p{Sc}|[A-Z]{3})';
/** With `Cr` or `Dr`, in German `H` or `S`, an amount is a credit or a debit. */
const SIDE = '(?:CR|DR|Cr|Dr|H|S)\\.?';
/** What is before the first digit or point, from there to the last digit, and what is after it. */
const PARTS = /^([^\d.]*)([\d.](?:.*\d)?\.?)(\D*)$/s;
/** What is before and after the number, without spaces, and with `0` in its place: `-$0`, `$-0`, `(0)`, `$(0)`, `(0)€`, `0-`, `0%`. */
const FORMAT = new RegExp(
  `^([-+\\u2212]?)(${CURRENCY}?)(\\(?)(${CURRENCY}?)([-+\\u2212]?)0([-\\u2212]?)(?:(%)|(${SIDE})|(${CURRENCY}))?(\\)?)(${CURRENCY}?)$`,
  'u',
);
const INVISIBLE = /[\s\p{Cf}]/gu;
const SPACES_AROUND = /^ +| +$/g;
const GROUP_SEPARATOR = /[\u00A0\u2009\u202F'’](?<=\d.)(?=\d{3}(?!\d))/g;
/** Without it, `TOP 100` and `1 ALL` would be amounts. */
const SEPARATOR = /\d['’\s.,]\d/;
const CENTS = /\d[.,]\d\d$/;
/** `1 234` and `1 234.50`. */
const SPACES_BETWEEN_THOUSANDS = /^[-+]?[1-9]\d{0,2}(?: \d{3})+(?:\.\d+)?$/;
const DASH = '[-\\u2012-\\u2015]';
/** Zero in an accounting format: a dash with a currency, or before spaces that are as wide as two decimals. */
const ACCOUNTING_ZERO = new RegExp(`^\\s*(?:\\p{Sc}\\s*${DASH}\\s*|${DASH}(?:\\s*\\p{Sc}\\s*|\\s{2,}))$`, 'u');

/** A number without what formats it. */
interface FormattedNumber {
  /** Its commas and points are those of the formatted number. */
  readonly plain: string;
  /** The symbol or code of its currency. */
  readonly currency: string | undefined;
  /** Whether it is a percentage, or a credit or debit, so that only its context shows which number it stands for. */
  readonly isRelative: boolean;
}

/**
 * The plain number for a formatted one. Undefined for a value that is a plain number already, or none: a percentage is none, because it may
 * stand for a hundredth, nor is an amount with `Cr` or `Dr`, whose sign depends on the account.
 */
export function plainNumber(value: string): Pick<FormattedNumber, 'plain' | 'currency'> | undefined {
  const number = readFormattedNumber(value);
  if (number === undefined) {
    return ACCOUNTING_ZERO.test(value) ? { plain: '0', currency: /\p{Sc}/u.exec(value)?.[0] } : undefined;
  }
  const plain = withoutSpacesBetweenThousands(number.plain);
  const isFormatted = !number.isRelative && plain !== value.replaceAll(SPACES_AROUND, '');
  return isFormatted && isNumberOrAddress(plain) ? { plain, currency: number.currency } : undefined;
}

function isNumberOrAddress(plain: string): boolean {
  const type = typeOfText(plain);
  return NUMBER_TYPES.has(type) || type === CELL_TYPE.pointGroupsOrAddress;
}

/** Reads what may be a formatted number: `plain` may still be any text with a digit. Undefined for anything else. */
export function readFormattedNumber(text: string): FormattedNumber | undefined {
  const parts = text.length > MAX_FORMATTED_LENGTH ? null : PARTS.exec(text);
  const [, before = '', number = '', after = ''] = parts ?? [];
  const format = parts && FORMAT.exec(`${before}0${after}`.replaceAll(INVISIBLE, ''));
  if (!format) {
    return undefined;
  }
  const [, sign, currencyBefore, open, innerCurrency, innerSign, minus, percent, side, currencyAfter, close, last] =
    format;
  const signs = [sign, open, innerSign, minus].filter(Boolean);
  const currencies = [currencyBefore, innerCurrency, currencyAfter, last].filter(Boolean);
  const [currency] = currencies;
  const isWhole = signs.length <= 1 && currencies.length <= 1 && (open === '(') === (close === ')');
  const hasSide = side !== undefined;
  if (!isWhole || !mayBeCurrencyOf(number, currency) || (hasSide && !CENTS.test(number))) {
    return undefined;
  }
  return {
    plain: plainSign(signs[0]) + number.replaceAll(GROUP_SEPARATOR, ''),
    currency,
    isRelative: percent !== undefined || hasSide,
  };
}

/** Whether it is a symbol, or a code beside what is surely an amount. */
function mayBeCurrencyOf(number: string, currency = ''): boolean {
  return currency.length < 3 || (CODES.has(currency) && SEPARATOR.test(number));
}

function plainSign(sign = ''): string {
  return sign === '' || sign === '+' ? sign : '-';
}

/** Whether a text is a number such as `1 234` or `1 234.50`, unless it is an ID. */
export function hasSpacesBetweenThousands(text: string): boolean {
  return SPACES_BETWEEN_THOUSANDS.test(text);
}

export function withoutSpacesBetweenThousands(text: string): string {
  return hasSpacesBetweenThousands(text) ? text.replaceAll(' ', '') : text;
}
