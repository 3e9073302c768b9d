import assert from 'node:assert/strict';
import { rowTable } from '../../../../src/app/upload/rowTable.ts';

describe('The table of first rows', () => {
  it('has a column of its own for each cell that the header has no name for', () => {
    const firstRows = [['1', 'Orders'], ['2', 'Sales', 'left over', '7'], ['3']];
    assert.deepEqual(rowTable({ columns: ['id', 'name'], firstRows }), {
      columns: [
        { name: 'id', isNumber: true },
        { name: 'name', isNumber: false },
        { name: undefined, isNumber: false },
        { name: undefined, isNumber: true },
      ],
      rows: firstRows,
    });
  });

  it('has columns of numbers, however these are written', () => {
    for (const [cells, isNumber] of [
      [['1', '-1,234.50', ' +2 ', '1 000', '.5'], true],
      [['1', ' ', ''], true],
      [['', ' '], false],
      [['1', 'one'], false],
      [['1a'], false],
      [['a1'], false],
      [['--1'], false],
      [['2026-01-31'], false],
      [['1.'], false],
    ] as const) {
      const table = rowTable({ columns: ['net'], firstRows: cells.map((cell) => [cell]) });
      assert.deepEqual(table.columns, [{ name: 'net', isNumber }], cells.join());
    }
  });

  it('shows 100 columns, and 20 extra cells of a row', () => {
    const columns = Array.from({ length: 150 }, (_, index) => `column ${index}`);
    const cells = Array.from({ length: 200 }, (_, index) => String(index));
    const table = rowTable({ columns, firstRows: [cells] });
    assert.equal(table.columns.length, 120);
    assert.deepEqual(table.rows, [[...cells.slice(0, 100), ...cells.slice(150, 170)]]);
    assert.deepEqual(
      table.columns.slice(99, 101).map(({ name }) => name),
      ['column 99', undefined],
    );
  });
});
