import type { CheckResult } from '../../data/check/checkResult.ts';

const SHOWN_COLUMNS = 100;
const SHOWN_EXTRA_CELLS = 20;

interface RowTable {
  readonly columns: readonly RowTableColumn[];
  /** May be shorter than the columns. */
  readonly rows: readonly (readonly string[])[];
}

interface RowTableColumn {
  /** As in the header; undefined for the cells of rows that have more cells than the header. */
  readonly name: string | undefined;
  /** Whether it is shown like a column of numbers. */
  readonly isNumber: boolean;
}

/** The first rows as a table: the columns of the header, then those of the cells that the header has no name for. */
export function rowTable({ columns, firstRows }: Pick<CheckResult, 'columns' | 'firstRows'>): RowTable {
  const names = columns.slice(0, SHOWN_COLUMNS);
  const rows = firstRows.map((cells) => [
    ...cells.slice(0, names.length),
    ...cells.slice(columns.length, columns.length + SHOWN_EXTRA_CELLS),
  ]);
  const width = rows.reduce((most, { length }) => Math.max(most, length), names.length);
  return {
    rows,
    columns: Array.from({ length: width }, (_, index) => ({
      name: names[index],
      isNumber: isNumeric(rows.map((cells) => cells[index] ?? '')),
    })),
  };
}

function isNumeric(cells: readonly string[]): boolean {
  const values = cells.map((cell) => cell.trim()).filter((value) => value !== '');
  return values.length > 0 && values.every((value) => /^[-+]?[\d.,\s]*\d$/.test(value));
}
