import { CELL_TYPE, typeOfText } from '../csv/cellType.ts';
import type { CsvColumns } from './csvColumns.ts';
import { positionOfName } from './csvHeader.ts';
import type { CsvHeader } from './csvHeader.ts';
import type { ProblemList } from './dataProblem.ts';

const NUMBER_TYPES: ReadonlySet<number> = new Set([
  CELL_TYPE.number,
  CELL_TYPE.decimalComma,
  CELL_TYPE.pointGroups,
  CELL_TYPE.commaGroups,
]);
/** A longer cell is text. */
const LONGEST = 60;
const CODES = Intl.supportedValuesOf('currency').join('|');
const SIGN = '[-+\\u2212]?';
/** How accounting formats display zero, programs write that there is no value, and spreadsheets that there is an error. */
const NO_NUMBER =
  /^(?:[-\u2012-\u2015]\s*\p{Sc}?|\p{Sc}\s*[-\u2012-\u2015]|#?n\/?a|n\.a\.|null|none|nil|nan|--|#(?:DIV\/0|NAME|NULL|NUM|REF|VALUE)[!?])$/iu;
/** The number with a sign before or after it. */
const SYMBOL_BEFORE = new RegExp(`^(${SIGN})\\s*\\p{Sc}\\s*(?=[\\d.,\\u2212-])`, 'u');
const SYMBOL_AFTER = /\s*[\p{Sc}%]$/u;
/** With a separator in the number: `TOP 100` and `1 ALL` are not amounts. */
const CODE_BEFORE = new RegExp(`^(${SIGN})\\s*(?:${CODES})\\s*(?=\\S*\\d['’\\s.,]\\d)`);
const CODE_AFTER = new RegExp(`(?<=\\d['’\\s.,]\\d+)\\s*(?:${CODES})$`);
const GROUP_SEPARATOR = /(?<=\d)[\u00A0\u2009\u202F'’](?=\d{3}(?!\d))/g;

/**
 * Reads columns of text whose values in the first rows, and the first that is text, are numbers that people write, and columns of numbers
 * with commas between thousands. Call this after the last row.
 */
export function checkFormattedNumbers(
  header: CsvHeader,
  columns: CsvColumns,
  firstRows: readonly (readonly string[])[],
  problems: ProblemList,
): void {
  for (const [index, name] of header.names.entries()) {
    const values = firstRows.map((cells) => cells[index] ?? '');
    let found: string | undefined;
    if (columns.isText(index)) {
      found = firstFormattedNumber([...values, columns.firstText(index) ?? '']);
    } else if (columns.isNumber(index)) {
      found =
        columns.firstCommaGroups(index) ?? (columns.haveDecimalCommas ? undefined : values.find(isNumberWithComma));
    }
    if (found !== undefined) {
      const finding = { code: 'formattedNumbers', name, columnNumber: index + 1, found } as const;
      problems.add(finding, positionOfName(header, index));
    }
  }
}

/**
 * The first cell that is a number only for people, such as `1 234,50` with a no-break space, `1'234.50`, `12.50-`, `(12.50)`, `€ 12.50`,
 * `12 %` or, for zero, `-`, or one that only says that there is no number, such as `n/a`. Undefined if there is none, or if a cell is
 * something else.
 */
export function firstFormattedNumber(cells: readonly string[]): string | undefined {
  let found: string | undefined;
  let hasNumber = false;
  for (const text of cells.map((cell) => cell.trim()).filter((cell) => cell !== '')) {
    if (isNumber(text)) {
      hasNumber = true;
      continue;
    }
    if (!NO_NUMBER.test(text)) {
      const plain = text.length > LONGEST ? text : withoutFormat(text);
      if (!isNumber(plain)) {
        return undefined;
      }
      hasNumber = true;
    }
    found ??= text;
  }
  return hasNumber ? found : undefined;
}

function isNumber(text: string): boolean {
  return NUMBER_TYPES.has(typeOfText(text));
}

function isNumberWithComma(cell: string): boolean {
  return cell.includes(',') && isNumber(cell);
}

function withoutFormat(text: string): string {
  return text
    .replace(/^\((\S.*\S|\S)\)$/, '-$1')
    .replace(SYMBOL_BEFORE, '$1')
    .replace(SYMBOL_AFTER, '')
    .replace(CODE_BEFORE, '$1')
    .replace(CODE_AFTER, '')
    .replaceAll(GROUP_SEPARATOR, '')
    .replace(/^([^-+\u2212].*)[-\u2212]$/, '-$1')
    .replace(/^\u2212/, '-');
}
