import { CELL_TYPE, NUMBER_TYPES, typeOfText } from '../csv/cellType.ts';
import {
  hasSpacesBetweenThousands,
  MAX_FORMATTED_LENGTH,
  plainNumber,
  readFormattedNumber,
  withoutSpacesBetweenThousands,
} from '../csv/formattedNumber.ts';
import { isNullText } from '../csv/nullText.ts';
import type { CommaFindings } from './columnCommas.ts';
import type { CsvColumns } from './csvColumns.ts';
import { isErrorValue } from './errorValues.ts';
import type { KnownCells } from './knownCells.ts';
import type { ProblemList } from './problemList.ts';

/** Only white space is removed from a longer cell. */
const MAX_TRIMMED_LENGTH = 200;
const SPACES = /^ +| +$/g;
/** White space and invisible characters. */
const INVISIBLE = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu;
/** How accounting formats display zero, and programs write that there is no value. */
const NO_NUMBER =
  /^(?:[-\u2012-\u2015]\s*\p{Sc}?|\p{Sc}\s*[-\u2012-\u2015]|n\/?a|[kn]\.\s?[adv]\.|null|none|nil|nan|#mi(?:ssing)?|--)$/iu;
/** `1,5E+03` */
const EXPONENT_AFTER_COMMA = /(?<=^[-+]?\d+),(?=\d+e[-+]?\d+$)/i;

/**
 * Reports text columns whose values in the first rows, and the first that is text, are numbers that people write, and number columns with
 * commas between thousands, each at the first such value. Call this after the last row.
 *
 * @returns the columns of numbers, also those that it reports, of which a value can be written as a plain number.
 */
export function checkFormattedNumbers(
  cells: KnownCells,
  columns: CsvColumns,
  { decimalCommas }: CommaFindings,
  problems: ProblemList,
): readonly number[] {
  const haveDecimalCommas = columns.commas.areDecimal || decimalCommas !== undefined;
  const withFormats: number[] = [];
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
    const areNumbers = found !== undefined || columns.isNumber(index);
    if (
      areNumbers &&
      (columns.hasFormattedNumber(index) || values.some(isFormattedNumber)) &&
      !haveOtherCurrencies(values)
    ) {
      withFormats.push(index);
    }
  }
  return withFormats;
}

function isFormattedNumber(value: string): boolean {
  return plainNumber(value) !== undefined;
}

/** Whether amounts in several currencies are in a column: without them, the amounts could not be told apart. */
function haveOtherCurrencies(values: readonly string[]): boolean {
  const currencies = values.flatMap((value) => plainNumber(value)?.currency ?? []);
  return new Set(currencies).size > 1;
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
      if (!isNumber(toNumber(text, hasAmounts), hasAmounts)) {
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
  if (text.length > MAX_FORMATTED_LENGTH) {
    return false;
  }
  const plain = toNumber(text, true);
  const type = typeOfText(plain);
  return (
    type === CELL_TYPE.decimalComma ||
    type === CELL_TYPE.pointGroups ||
    (/\p{Sc}/u.test(text) && NUMBER_TYPES.has(type)) ||
    (plain.includes('.') && hasSpacesBetweenThousands(text))
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
function toNumber(text: string, isAmount: boolean): string {
  const plain = readFormattedNumber(text)?.plain.replace(EXPONENT_AFTER_COMMA, '.') ?? text;
  return isAmount ? withoutSpacesBetweenThousands(plain) : plain;
}
