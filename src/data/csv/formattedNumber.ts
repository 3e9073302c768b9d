import { CELL_TYPE, NUMBER_TYPES, typeOfText } from './cellType.ts';

// Numbers as people and accounting systems write them: `$1,234.50`, `(12.50)`, `12.50-`, `1'234.50`. The check takes them for texts.

/** A longer text is no formatted number. */
export const MAX_FORMATTED_LENGTH = 60;

const CODES = Intl.supportedValuesOf('currency').join('|');
const CURRENCY = new RegExp(`\\p{Sc}|${CODES}`, 'u');
const MINUS_AND_DASHES = '[-\\u2012-\\u2015]';
const SIGN = '[-+\\u2212]?';
/** A negative number of an accounting format, with the currency inside, before or after the parentheses. */
const IN_PARENTHESES = new RegExp(
  `^((?:\\p{Sc}|${CODES})\\s*)?\\(\\s*(\\S.*\\S|\\S)\\s*\\)(\\s*(?:\\p{Sc}|${CODES}))?$`,
  'u',
);
/** The number with a sign before or after it. */
const SYMBOL_BEFORE = new RegExp(`^(${SIGN})\\s*\\p{Sc}\\s*(?=[\\d.,\\u2212-])`, 'u');
const SYMBOL_AFTER = /\s*\p{Sc}$/u;
/** With a separator in the number: `TOP 100` and `1 ALL` are not amounts. */
const CODE_BEFORE = new RegExp(`^(${SIGN})\\s*(?:${CODES})\\s*(?=\\S*\\d['’\\s.,]\\d)`);
const CODE_AFTER = new RegExp(`(?<=\\d['’\\s.,]\\d+)\\s*(?:${CODES})$`);
const SPACE_AFTER_SIGN = /(?<=^[-+\u2212])\s+(?=[\d.,])/;
const GROUP_SEPARATOR = /(?<=\d)[\u00A0\u2009\u202F'’](?=\d{3}(?!\d))/g;
/** `1 234` and `1 234.50`. */
const SPACES_BETWEEN_THOUSANDS = /^[-+]?[1-9]\d{0,2}(?: \d{3})+(?:\.\d+)?$/;
const SPACES_AROUND = /^ +| +$/g;
/** White space and invisible characters around a text. Takes quadratic time in a long one. */
export const INVISIBLE_AROUND = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu;
/** Zero in an accounting format: a dash with a currency, or before spaces that are as wide as two decimals. */
const ACCOUNTING_ZERO = new RegExp(
  `^\\s*(?:\\p{Sc}\\s*${MINUS_AND_DASHES}\\s*|${MINUS_AND_DASHES}(?:\\s*\\p{Sc}\\s*|\\s{2,}))$`,
  'u',
);

/** A number without its format. */
interface PlainNumber {
  /** Its commas and points are those of the formatted number. */
  readonly plain: string;
  /** The symbol or code that was removed. */
  readonly currency: string | undefined;
}

/**
 * Reads a formatted number. Undefined for a value that is a plain number already, or none: a percentage is none, because it may stand for a
 * hundredth, nor is an amount with `Cr` or `Dr`, whose sign depends on the account.
 */
export function plainNumber(value: string): PlainNumber | undefined {
  if (value.length > MAX_FORMATTED_LENGTH) {
    return undefined;
  }
  const plain = ACCOUNTING_ZERO.test(value)
    ? '0'
    : withoutSpacesBetweenThousands(withoutFormat(value.replaceAll(INVISIBLE_AROUND, '')));
  const type = typeOfText(plain);
  return plain !== value.replaceAll(SPACES_AROUND, '') &&
    (NUMBER_TYPES.has(type) || type === CELL_TYPE.pointGroupsOrAddress)
    ? { plain, currency: CURRENCY.exec(value)?.[0] }
    : undefined;
}

/** A text of at most `MAX_FORMATTED_LENGTH` without what formats a number, if it is one. */
export function withoutFormat(text: string): string {
  return withMinus(text)
    .replace(SYMBOL_BEFORE, '$1')
    .replace(SYMBOL_AFTER, '')
    .replace(CODE_BEFORE, '$1')
    .replace(CODE_AFTER, '')
    .replace(SPACE_AFTER_SIGN, '')
    .replaceAll(GROUP_SEPARATOR, '')
    .replace(/^([^-+\u2212].*?)\s*[-\u2212]$/, '-$1')
    .replace(/^\u2212/, '-');
}

/** A number in parentheses with a minus sign in their place. */
export function withMinus(text: string): string {
  return text.replace(IN_PARENTHESES, '-$1$2$3');
}

/** Whether a text is a number such as `1 234` or `1 234.50`, unless it is an ID. */
export function hasSpacesBetweenThousands(text: string): boolean {
  return SPACES_BETWEEN_THOUSANDS.test(text);
}

export function withoutSpacesBetweenThousands(text: string): string {
  return hasSpacesBetweenThousands(text) ? text.replaceAll(' ', '') : text;
}
