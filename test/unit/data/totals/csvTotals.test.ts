import assert from 'node:assert/strict';
import { DataCheck } from '../../../../src/data/check/dataCheck.ts';
import { readDecimal, writeDecimal } from '../../../../src/data/totals/decimal.ts';
import type { ColumnTotals } from '../../../../src/model/columnTotals.ts';
import { totalsOf } from '../check/checkText.ts';

/** A number of more bytes than those that are not only digits may have. */
const LONG = '9'.repeat(60);

/** The totals of all columns, which must be the same in two chunks. */
function allTotals(text: string): readonly ColumnTotals[] {
  const totals = totalsOf('csv', text);
  const half = Math.floor(text.length / 2);
  assert.deepEqual(totalsOf('csv', text.slice(0, half), text.slice(half)), totals, text);
  return totals;
}

/** The totals of a column with these cells, as written, between two others. */
function columnOf(...cells: readonly string[]): ColumnTotals {
  const column = allTotals(`first;c;last\n${cells.map((cell) => `1;${cell};x\n`).join('')}`)[1];
  assert.ok(column);
  return column;
}

/** Type, sum, smallest and largest. */
function numbersOf(...cells: readonly string[]): readonly (string | undefined)[] {
  const { type, sum, smallest, largest } = columnOf(...cells);
  return [type, sum, smallest, largest];
}

describe('Control totals of CSV', () => {
  it('add every number, whatever notation and quotes it is written with', () => {
    const numbers = [
      ['12', '12'],
      ['-12', '-12'],
      ['+12', '12'],
      ['007', '7'],
      ['0', '0'],
      ['5.', '5'],
      ['.5', '0.5'],
      ['-.25', '-0.25'],
      ['0.001', '0.001'],
      ['1.234', '1.234'],
      ['-123.456', '-123.456'],
      ['1234.567', '1234.567'],
      ['1,234', '1234'],
      ['-1,234', '-1234'],
      ['1,5', '1.5'],
      ['-0,25', '-0.25'],
      ['1.234,5', '1234.5'],
      ['12.345.678,25', '12345678.25'],
      ['1 234,5', '1234.5'],
      ['1,234.5', '1234.5'],
      ['1,234,567', '1234567'],
      ['1,234,567.', '1234567'],
      ['1,23,456', '123456'],
      ['-12,34,567.50', '-1234567.50'],
      ['1e3', '1000'],
      ['-1.5E-2', '-0.015'],
      ['12345678', '12345678'],
      ['123456789', '123456789'],
      ['12345678.1234567', '12345678.1234567'],
      ['123456789012345', '123456789012345'],
      ['1234567890123456', '1234567890123456'],
      ['-99999999999999999999.5', '-99999999999999999999.5'],
      ['12345678901234567,5', '12345678901234567.5'],
      ['1.234.567.890.123.456,5', '1234567890123456.5'],
      ['1,234,567,890,123,456.5', '1234567890123456.5'],
      [LONG, LONG],
    ] as const;
    const columns = numbers.flatMap(([cell, number]) =>
      [cell, `"${cell}"`, ...(cell === LONG ? [] : [` ${cell}`, `${cell} `, `"${cell}" `, `" ${cell} "`])].map(
        (written) => ({ written, number }),
      ),
    );
    const row = columns.map(({ written }) => written).join(';');
    const header = columns.map((_, column) => `c${column}`).join(';');
    for (const [rows, times] of [
      [[row], 1n],
      [[row, ';'.repeat(columns.length - 1), row, row], 3n],
    ] as const) {
      const totals = allTotals(`${header}\n${rows.join('\n')}\n`);
      for (const [index, { written, number }] of columns.entries()) {
        const { digits, scale } = readDecimal(number) ?? assert.fail(number);
        const sum = writeDecimal({ digits: digits * times, scale });
        const { type, sum: found, smallest, largest } = totals[index] ?? assert.fail();
        assert.deepEqual([type, found, smallest, largest], ['number', sum, number, number], written);
      }
    }
  });

  it('read points and commas as the other numbers of the column need it', () => {
    for (const [cells, ...expected] of [
      [['1,234', '2'], 'number', '1236', '2', '1234'],
      [['1,234', '1,5'], 'number', '2.734', '1.234', '1.500'],
      [['1,5', '-1,234', '1,234'], 'number', '1.500', '-1.234', '1.500'],
      [['1,234', '1,234.5'], 'number', '2468.5', '1234.0', '1234.5'],
      [['1.234', '1.234,5'], 'number', '2468.5', '1234.0', '1234.5'],
      [['1.234', '2.5'], 'number', '3.734', '1.234', '2.500'],
      [['1.234', '1,5'], 'number', '1235.5', '1.5', '1234.0'],
      [['1.234', '1,5', '2.5'], 'number', '5.234', '1.234', '2.500'],
      [['1.234', '0.555'], 'number', '1.789', '0.555', '1.234'],
      [['1.234,5', '1234.567'], 'number', '2469.067', '1234.500', '1234.567'],
      [['1234.567', '1.234,5'], 'number', '2469.067', '1234.500', '1234.567'],
      [[' 1234.567', '1.234,5'], 'number', '2469.067', '1234.500', '1234.567'],
      [['2.5', '1.234,5'], 'number', '1237.0', '2.5', '1234.5'],
      [['" 2.5"', '1.234,5'], 'number', '1237.0', '2.5', '1234.5'],
      [['0.555', '1.234,5'], 'number', '1235.055', '0.555', '1234.500'],
      [[' 0.555', '1.234,5'], 'number', '1235.055', '0.555', '1234.500'],
      [['.555', '1.234,5'], 'number', '1235.055', '0.555', '1234.500'],
      [['1', '1.234', '-12.345,5'], 'number', '-11110.5', '-12345.5', '1234.0'],
      [['1,23,456.5', '1,234', '12,34,567'], 'number', '1359257.5', '1234.0', '1234567.0'],
      [['1,5', '1,23,456'], 'text', undefined, undefined, undefined],
      [['1,5', '1,234.5'], 'text', undefined, undefined, undefined],
      [['1.234,5', '1,234,567'], 'text', undefined, undefined, undefined],
      [['5', '1', '3'], 'number', '9', '1', '5'],
      [['-5', '1.25', '-7.5'], 'number', '-11.25', '-7.50', '1.25'],
      [['1', '12345678901234567', '1'], 'number', '12345678901234569', '1', '12345678901234567'],
      [['1', 'x', '2'], 'text', undefined, undefined, undefined],
      [['1', '2026-01-31'], 'text', undefined, undefined, undefined],
      [['2026-01-31', '1'], 'text', undefined, undefined, undefined],
      [['', ' ', '""'], 'blank', undefined, undefined, undefined],
    ] as const) {
      assert.deepEqual(numbersOf(...cells), expected, cells.join(' '));
    }
  });

  it('have no sum where a number has too many digits or too large an exponent', () => {
    const most = '9'.repeat(4_096);
    assert.equal(columnOf(most).sum, most);
    for (const cell of [`${most}9`, `"${most}9"`, '1e401', '1e-401']) {
      const { type, sum, smallest, largest } = columnOf('1', cell);
      assert.deepEqual([type, sum, smallest, largest], ['number', undefined, undefined, undefined], cell);
    }
    assert.equal(columnOf('1e400').sum, `1${'0'.repeat(400)}`);
  });

  it('count a value once, with and without quotes', () => {
    for (const [distinct, ...cells] of [
      [1, 'x', '"x"', '"x" '],
      [2, 'x', ' x'],
      [1, 'a"b', '"a""b"'],
      [2, 'a"b', '"a""""b"', 'a""b'],
      [1, '1', '"1"', '"1"  '],
      [2, '1', '1.0', '"1.0"'],
      [0, '', '""', ' ', '"  "'],
      [1, '"a;b"', '"a;b"'],
      [2, '"a\nb"', '"a\r\nb"'],
      [3, 'x', 'xy', 'xyz', 'x'],
    ] as const) {
      const found = columnOf(...cells);
      assert.deepEqual([found.distinct, found.isDistinctExact], [distinct, true], cells.join(' '));
    }
  });

  it('know whether every row has another value', () => {
    assert.equal(columnOf('1', '2', '3').isUnique, true);
    assert.equal(columnOf('x', 'y').isUnique, true);
    assert.equal(columnOf('1', '2', '1').isUnique, false);
    assert.equal(columnOf('1', '', '2').isUnique, false);
    assert.equal(columnOf().isUnique, undefined, 'a header without rows');
  });

  it('count the different numbers of many rows in order without comparing all', () => {
    for (const [numberOf, isExact] of [
      [(row: number) => row, true],
      [(row: number) => 5_000 - row, true],
      [(row: number) => row / 4, true],
      [(row: number) => (row === 4_900 ? 5 : row), false],
    ] as const) {
      const lines = Array.from({ length: 5_000 }, (_, row) => `${numberOf(row)},x\n`);
      const chunks = ['n,x\n', ...lines.slice(0, 4_000), '|', ...lines.slice(4_000)].join('').split('|');
      const [column] = totalsOf('csv', ...chunks);
      assert.deepEqual([column?.distinct === 5_000, column?.isDistinctExact], [isExact, isExact]);
      assert.equal(column?.isUnique, isExact ? true : undefined);
    }
  });

  it('count the different values of a profile exactly, in a file of any size, if there are few', () => {
    const check = new DataCheck('csv', { totals: 'profile' });
    const lines = 'EUR,x\nUSD,x\n'.repeat(50_000);
    check.push(Buffer.from('currency,constant\n'));
    for (let chunk = 0; chunk < 10; chunk++) {
      check.push(Buffer.from(lines));
    }
    assert.deepEqual(
      check.end().totals?.map(({ distinct, isDistinctExact, isUnique }) => [distinct, isDistinctExact, isUnique]),
      [
        [2, true, false],
        [1, true, false],
      ],
    );
  });

  it('are known for all columns of a row, and for rows of any length', () => {
    const rows = ['1;2026-01-31;x;1,5', '2;2026-02-01;y;2,5;more', '3', ';2025-12-31', '', '4;2026-01-01;x;-1,234'];
    assert.deepEqual(
      totalsOf('csv', `n;day;word;decimal\n${rows.join('\n')}\n`).map((column) => [
        column.sum ?? column.type,
        column.smallest,
        column.largest,
        column.filled,
        column.distinct,
      ]),
      [
        ['10', '1', '4', 4, 4],
        ['date', '2025-12-31', '2026-02-01', 4, 4],
        ['text', undefined, undefined, 3, 2],
        ['2.766', '-1.234', '2.500', 3, 3],
      ],
    );
  });

  it('leave out what is much longer than a megabyte', () => {
    const long = 1_600_000;
    const [digits, text] = totalsOf('csv', `digits,text\n${'1'.repeat(long)},a\n2,${'x'.repeat(long)}\n3,b\n`);
    assert.deepEqual(
      [digits?.type, digits?.sum, digits?.filled, digits?.isDistinctExact],
      ['number', undefined, 3, false],
    );
    assert.deepEqual([text?.type, text?.filled, text?.isDistinctExact], ['text', 3, false]);
    const check = new DataCheck('csv', { totals: 'profile' });
    check.push(Buffer.from(`text\n${'x'.repeat(long)}\ny\n"y"\n`));
    const profile = check.end().totals?.[0]?.profile;
    assert.deepEqual(profile, { commonest: [{ value: 'y', count: 2 }], isComplete: false, bins: [] });
  });

  it('have the values of a profile as text, up to 200 bytes', () => {
    const check = new DataCheck('csv', { totals: 'profile' });
    const [most, more] = ['x'.repeat(200), 'x'.repeat(201)];
    check.push(Buffer.from(`a;b\n${most};1\n;"2"\n"a""b";\n"a""b" ;" "\n ;${more}\n`));
    const [a, b] = check.end().totals ?? [];
    assert.deepEqual(a?.profile?.commonest, [
      { value: 'a"b', count: 2 },
      { value: most, count: 1 },
    ]);
    assert.deepEqual(b?.profile?.commonest, [
      { value: '1', count: 1 },
      { value: '2', count: 1 },
    ]);
    assert.deepEqual([a.profile.isComplete, b.profile.isComplete], [true, false]);
  });
});
