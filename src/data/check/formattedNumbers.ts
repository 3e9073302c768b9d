import { CELL_TYPE, typeOfText } from '../csv/cellType.ts';
import type { CsvColumns } from './csvColumns.ts';
import { positionOfName } from './csvHeader.ts';
import type { CsvHeader } from './csvHeader.ts';
import type { ProblemList } from './dataProblem.ts';

/** A longer cell is text. */
const LONGEST = 60;
const CODES = Intl.supportedValuesOf('currency').join('|');
const SIGN = '[-+\\u2212]?';
/** How accounting formats display zero. */
const DASH = /^[-\u2012-\u2015]$/;
/** The number with a sign before or after it. */
const SYMBOL_BEFORE = new RegExp(`^(${SIGN})\\s*\\p{Sc}\\s*(?=[\\d.,\\u2212-])`, 'u');
const SYMBOL_AFTER = /\s*[\p{Sc}%]$/u;
/** With a separator in the number: `TOP 100` and `1 ALL` are not amounts. */
const CODE_BEFORE = new RegExp(`^(${SIGN})\\s*(?:${CODES})\\s*(?=\\S*\\d['’\\s.,]\\d)`);
const CODE_AFTER = new RegExp(`(?<=\\d['’\\s.,]\\d+)\\s*(?:${CODES})$`);
const GROUP_SEPARATOR = /(?<=\d)[\u00A0\u2009\u202F'’](?=\d{3}(?!\d))/g;

/**
 * Reports columns of text whose values in the first rows, and the first that is text, are numbers that people write. Call this after the
 * last row.
 */
export function checkFormattedNumbers(
  header: CsvHeader,
  columns: CsvColumns,
  firstRows: readonly (readonly string[])[],
  problems: ProblemList,
): void {
  for (const [index, name] of header.names.entries()) {
    const values = [...firstRows.map((cells) => cells[index] ?? ''), columns.firstText(index) ?? ''];
    const found = columns.isText(index) ? firstFormattedNumber(values) : undefined;
    if (found !== undefined) {
      const finding = { code: 'formattedNumbers', name, columnNumber: index + 1, found } as const;
      problems.add(finding, positionOfName(header, index));
    }
  }
}

/**
 * The first cell that is a number only for people, such as `1 234,50` with a no-break space, `1'234.50`, `12.50-`, `(12.50)`, `€ 12.50`,
 * `12 %` or, for zero, `-`. Undefined if there is none, or if a cell is something else than a number.
 */
export function firstFormattedNumber(cells: readonly string[]): string | undefined {
  let found: string | undefined;
  let hasDigit = false;
  for (const cell of cells) {
    const text = cell.trim();
    if (text === '') {
      continue;
    }
    if (!isNumber(text)) {
      const plain = text.length > LONGEST ? text : withoutFormat(text);
      if (!isNumber(plain) && !DASH.test(plain)) {
        return undefined;
      }
      found ??= text;
    }
    hasDigit ||= /\d/.test(text);
  }
  return hasDigit ? found : undefined;
}

function isNumber(text: string): boolean {
  const type = typeOfText(text);
  return type !== CELL_TYPE.text && type !== CELL_TYPE.date && type !== CELL_TYPE.empty;
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
