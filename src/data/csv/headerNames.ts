import { repeatedIn } from '../../base/lists.ts';
import { CELL_TYPE, typeOfText } from './cellType.ts';

/** In a wider header, such as that of a DATEV file, some of the names may be alike. */
const MANY_NAMES = 20;
/** One name in this many may be repeated. */
const NAMES_PER_REPEATED = 5;

type Cells = readonly string[];

/** Whether cells are different texts, and so the names of columns, unless the rows have a text in each of these columns, too. */
export function areNames(cells: Cells): boolean {
  return (
    cells.length > 0 &&
    cells.every(isText) &&
    (areDistinct(cells) || (cells.length >= MANY_NAMES && areMostlyDistinct(cells)))
  );
}

/**
 * Whether cells may be names, although the first one is empty, some are dates, or consecutive years or months, or a few are alike.
 * This is not enough for a header without an empty line above it.
 *
 * @param rows what is below them.
 */
export function areUnusualNames(cells: Cells, rows: readonly Cells[]): boolean {
  const [first = '', ...others] = cells;
  const repeated = repeatedIn(cells.map((cell) => cell.trim()));
  const periods = others.filter((name) => !isText(name)).map(periodOf);
  return (
    (isText(first) || first.trim() === '') &&
    periods.every((period, index) => index === 0 || isNext(periods[index - 1], period)) &&
    (periods.length === 0 || (periods.length >= 2 && !havePeriods(cells, rows))) &&
    areMostlyDistinct(cells) &&
    cells.every((name, column) => !repeated.has(name.trim()) || rows.every((row) => row[column] !== name))
  );
}

/** Whether most values of a column are numbers or dates, whereas its name is not. Otherwise, the header may be a row like the others. */
export function haveTypedColumn(names: Cells, rows: readonly Cells[]): boolean {
  const others = rowsUnlike(names, rows);
  return names.some((_, column) => areMostlyTyped(others, column));
}

/** Whether most values of a column with a text as its name are numbers or dates, so that the names are a header for certain. */
export function haveTextAboveTypes(names: Cells, rows: readonly Cells[]): boolean {
  const others = rowsUnlike(names, rows);
  return names.some((name, column) => isText(name) && areMostlyTyped(others, column));
}

/** The rows without those that repeat the header. */
function rowsUnlike(names: Cells, rows: readonly Cells[]): readonly Cells[] {
  return rows.filter((row) => names.some((name, column) => row[column] !== name));
}

function areMostlyTyped(rows: readonly Cells[], column: number): boolean {
  const values = rows.map((row) => row[column] ?? '').filter((value) => value.trim() !== '');
  const typed = values.filter((value) => /\d/.test(value) && !isText(value));
  return typed.length > 0 && typed.length * 4 >= values.length * 3;
}

/** Whether a value has letters, and is neither a number nor a date. */
export function isText(value: string): boolean {
  return typeOfText(value) === CELL_TYPE.text && /\p{L}/u.test(value);
}

function areDistinct(names: Cells): boolean {
  return countDistinct(names) === names.length;
}

function areMostlyDistinct(names: Cells): boolean {
  return countDistinct(names) * NAMES_PER_REPEATED >= names.length * (NAMES_PER_REPEATED - 1);
}

function countDistinct(names: Cells): number {
  return new Set(names.map((name) => name.trim())).size;
}

type Period = { readonly unit: 'year' | 'month'; readonly number: number } | { readonly unit: 'date' };

/** The year `2026`, the month `2026-01` or `01/2026`, or a date. Undefined if a name is something else. */
function periodOf(name: string): Period | undefined {
  const value = name.trim();
  if (/^(?:19|20)\d\d$/.test(value)) {
    return { unit: 'year', number: Number(value) };
  }
  const [, yearBefore, monthAfter, monthBefore, yearAfter] =
    /^((?:19|20)\d\d)[-/.](\d\d?)$|^(\d\d?)[-/.]((?:19|20)\d\d)$/.exec(value) ?? [];
  const month = Number(monthAfter ?? monthBefore);
  if (month >= 1 && month <= 12) {
    return { unit: 'month', number: Number(yearBefore ?? yearAfter) * 12 + month };
  }
  return typeOfText(value) === CELL_TYPE.date ? { unit: 'date' } : undefined;
}

/** Whether a period is the next one, or the one before if the latest is the first. Dates may be any time apart. */
function isNext(before: Period | undefined, period: Period | undefined): boolean {
  if (before?.unit === 'date' || period?.unit === 'date') {
    return before?.unit === period?.unit;
  }
  return before !== undefined && period?.unit === before.unit && Math.abs(period.number - before.number) === 1;
}

/** Whether most values below periods are periods, so that the names are a row like the others. */
function havePeriods(names: Cells, rows: readonly Cells[]): boolean {
  const values = rows.flatMap((row) =>
    row.filter((value, column) => value.trim() !== '' && periodOf(names[column] ?? '') !== undefined),
  );
  return values.filter((value) => periodOf(value) !== undefined).length * 2 >= values.length;
}
