import { CELL_TYPE, NUMBER_TYPES, typeOfText } from '../csv/cellType.ts';
import { isNullText } from '../csv/nullText.ts';
import type { CommaFindings } from './columnCommas.ts';
import type { CsvColumns } from './csvColumns.ts';
import { isErrorValue } from './errorValues.ts';
import type { KnownCells } from './knownCells.ts';
import type { ProblemList } from './problemList.ts';

/** A longer cell is text. */
const LONGEST = 60;
/** Only white space is removed from a longer cell. */
const MAX_TRIMMED_LENGTH = 200;
const SPACES = /^ +| +$/g;
/** White space and invisible characters. */
const INVISIBLE = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu;
const CODES = Intl.supportedValuesOf('currency').join('|');
const SIGN = '[-+\\u2212]?';
/** How accounting formats display zero, and programs write that there is no value. */
const NO_NUMBER =
  /^(?:[-\u2012-\u2015]\s*\p{Sc}?|\p{Sc}\s*[-\u2012-\u2015]|n\/?a|[kn]\.\s?[adv]\.|null|none|nil|nan|#mi(?:ssing)?|--)$/iu;
/** A negative number of an accounting format, with the currency inside, before or after the parentheses. */
const IN_PARENTHESES = new RegExp(
  `^((?:\\p{Sc}|${CODES})\\s*)?\\(\\s*(\\S.*\\S|\\S)\\s*\\)(\\s*(?:\\p{Sc}|${CODES}))?$`,
  'u',
);
/** The number with a sign before or after it. */
const SYMBOL_BEFORE = new RegExp(`^(${SIGN})\\s*\\p{Sc}\\s*(?=[\\d.,\\u2212-])`, 'u');
const SYMBOL_AFTER = /\s*[\p{Sc}%]$/u;
/** With a separator in the number: `TOP 100` and `1 ALL` are not amounts. */
const CODE_BEFORE = new RegExp(`^(${SIGN})\\s*(?:${CODES})\\s*(?=\\S*\\d['’\\s.,]\\d)`);
const CODE_AFTER = new RegExp(`(?<=\\d['’\\s.,]\\d+)\\s*(?:${CODES})$`);
/** Whether an amount is a credit or a debit: `1,234.50 Cr`, in German `1.234,50 S`. */
const SIDE_AFTER = /(?<=\d[.,]\d\d)\s*(?:CR|DR|Cr|Dr|H|S)\.?$/;
const GROUP_SEPARATOR = /(?<=\d)[\u00A0\u2009\u202F'’](?=\d{3}(?!\d))/g;
/** `1 234` and `1 234.50`. */
const SPACES_BETWEEN_THOUSANDS = /^[-+]?[1-9]\d{0,2}(?: \d{3})+(?:\.\d+)?$/;
/** `1,5E+03` */
const EXPONENT_AFTER_COMMA = /(?<=^[-+]?\d+),(?=\d+e[-+]?\d+$)/i;

/**
 * Reports text columns whose values in the first rows, and the first that is text, are numbers that people write, and number columns with
 * commas between thousands, each at the first such value. Call this after the last row.
 *
 * @returns the columns of numbers, also those that it reports, of which a value has its minus sign at the end.
 */
export function checkFormattedNumbers(
  cells: KnownCells,
  columns: CsvColumns,
  { decimalCommas }: CommaFindings,
  problems: ProblemList,
): readonly number[] {
  const haveDecimalCommas = columns.commas.areDecimal || decimalCommas !== undefined;
  const withTrailingMinus: number[] = [];
  for (const [index, name] of cells.header.names.entries()) {
    const values = cells.valuesOf(index);
    let found: string | undefined;
    if (columns.isText(index)) {
      found = firstFormattedNumber(values);
    } else if (columns.isNumber(index)) {
      found =
        columns.commas.firstGroups(index)?.value ?? (haveDecimalCommas ? undefined : values.find(isNumberWithComma));
    }
    if (found !== undefined) {
      const finding = { code: 'formattedNumbers', name, columnNumber: index + 1, found } as const;
      problems.add(finding, () =>
        cells.positionOf(index, (value) => value === found || withoutSpaces(value) === found),
      );
    }
    if (columns.hasTrailingMinus(index) && (found !== undefined || columns.isNumber(index))) {
      withTrailingMinus.push(index);
    }
  }
  return withTrailingMinus;
}

/**
 * The first cell that is a number only for people, such as `1 234,50` with a no-break space, `1'234.50`, `12.50-`, `(12.50)`, `€ 12.50`,
 * `12 %`, `1,5E+03`, one with invisible characters around it, or, for zero, `-`; or one that only says that there is no number, such as
 * `n/a` or a no-break space. Undefined if there is none, or if a cell is something else but an error value of a spreadsheet or a text
 * such as `NULL`.
 */
export function firstFormattedNumber(cells: readonly string[]): string | undefined {
  const values = cells
    .map((cell) => ({ written: withoutSpaces(cell), text: trim(cell, INVISIBLE) }))
    .filter(({ written, text }) => written !== '' && !isErrorValue(text) && !isNullText(text));
  const hasAmounts = values.some(({ text }) => isSurelyAmount(text));
  let found: string | undefined;
  let hasNumber = false;
  for (const { written, text } of values) {
    if (text !== '' && !NO_NUMBER.test(text)) {
      if (!isNumber(withoutFormat(text, hasAmounts), hasAmounts)) {
        return undefined;
      }
      hasNumber = true;
    }
    if (written !== text || !isNumber(text, hasAmounts)) {
      found ??= written;
    }
  }
  return hasNumber ? found : undefined;
}

function withoutSpaces(cell: string): string {
  return trim(cell, SPACES);
}

/** Long cells are trimmed in another way, because these patterns may take quadratic time. */
function trim(cell: string, around: RegExp): string {
  return cell.length > MAX_TRIMMED_LENGTH ? cell.trim() : cell.replaceAll(around, '');
}

/** Whether a value shows that those beside it are amounts, not IDs or addresses. */
function isSurelyAmount(text: string): boolean {
  if (text.length > LONGEST) {
    return false;
  }
  const plain = withoutFormat(text, true);
  const type = typeOfText(plain);
  return (
    type === CELL_TYPE.decimalComma ||
    type === CELL_TYPE.pointGroups ||
    (/\p{Sc}/u.test(text) && NUMBER_TYPES.has(type)) ||
    (plain.includes('.') && SPACES_BETWEEN_THOUSANDS.test(text))
  );
}

/** @param isAmount whether what may be an ID or an IP address is an amount. */
function isNumber(text: string, isAmount: boolean): boolean {
  const type = typeOfText(text);
  return NUMBER_TYPES.has(type) || (isAmount && type === CELL_TYPE.pointGroupsOrAddress);
}

function isNumberWithComma(cell: string): boolean {
  return cell.includes(',') && isNumber(cell, false);
}

/** @param isAmount as for `isNumber`. */
function withoutFormat(text: string, isAmount: boolean): string {
  if (text.length > LONGEST) {
    return text;
  }
  const plain = text
    .replace(IN_PARENTHESES, '-$1$2$3')
    .replace(SIDE_AFTER, '')
    .replace(SYMBOL_BEFORE, '$1')
    .replace(SYMBOL_AFTER, '')
    .replace(CODE_BEFORE, '$1')
    .replace(CODE_AFTER, '')
    .replaceAll(GROUP_SEPARATOR, '')
    .replace(/^([^-+\u2212].*)[-\u2212]$/, '-$1')
    .replace(/^\u2212/, '-')
    .replace(EXPONENT_AFTER_COMMA, '.');
  return isAmount && SPACES_BETWEEN_THOUSANDS.test(plain) ? plain.replaceAll(' ', '') : plain;
}
