import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CELL_STRIDE } from '../../../../src/data/csv/cellBatch.ts';
import { scanAll } from '../../../../src/data/csv/cellText.ts';
import { guarded } from '../../../../src/data/csv/recordWindow.ts';
import { END_OF_RUN, NEXT } from '../../../../src/data/totals/cellRun.ts';
import type { CellRun } from '../../../../src/data/totals/cellRun.ts';
import { DaySpans } from '../../../../src/data/totals/daySpans.ts';
import { add, readDecimal, writeDecimal } from '../../../../src/data/totals/decimal.ts';
import { DecimalSums } from '../../../../src/data/totals/decimalSums.ts';
import { NOTATION } from '../../../../src/data/totals/notation.ts';
import { addPlainNumbers } from '../../../../src/data/totals/plainNumbers.ts';
import { runs } from '../../../scale.ts';

const COLUMN = 1;
const SERIES = 2;

/** The cells of a column as written, and which of them is at an index of the run. */
function runOf(written: readonly string[]): { readonly run: CellRun; readonly placeOf: (index: number) => number } {
  const text = Buffer.from(['first line|x', ...written.map((cell) => `${cell}|x`)].join('\n'));
  const all: number[] = [];
  scanAll(text, '|', ({ cells, length }) => all.push(...cells.subarray(0, length)));
  const cells = Int32Array.from(all);
  const indexes = written.map((_, row) => 2 * (row + 1) * CELL_STRIDE);
  indexes.forEach((index, row) => (cells[index + NEXT] = indexes[row + 1] ?? END_OF_RUN));
  const bytes = guarded(text);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return {
    run: { cells, first: indexes[0] ?? END_OF_RUN, view },
    placeOf: (index) => (index < 0 ? written.length : indexes.indexOf(index)),
  };
}

/** Adds cells to a sum that has this many decimals. */
function addNumbers(scale: number, written: readonly string[]) {
  const { run, placeOf } = runOf(written);
  const sums = new DecimalSums(SERIES + 1);
  sums.addInteger(SERIES, 0, scale);
  const notations = new Uint8Array(COLUMN + 1);
  const added = placeOf(addPlainNumbers(run, sums, SERIES, notations, COLUMN));
  const total = sums.totalOf(SERIES);
  assert.ok(total);
  const [sum, smallest, largest] = [total.sum, total.smallest, total.largest].map(writeDecimal);
  return { added, sum, smallest, largest, notation: notations[COLUMN] ?? 0, sums };
}

describe('Numbers that are added in a run', () => {
  it('are those with as many decimals as the sum has, or fewer, with signs, quotes and empty cells among them', () => {
    const number = fc.record({
      sign: fc.constantFrom('', '', '-', '+'),
      integer: fc.oneof(fc.nat({ max: 999 }), fc.nat({ max: 99_999_999 })),
      fraction: fc.nat({ max: 9_999_999 }),
      decimals: fc.nat({ max: 7 }),
      isQuoted: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.nat({ max: 7 }), fc.array(fc.option(number, { freq: 5 }), { maxLength: 20 }), (scale, numbers) => {
        const texts = numbers.map((parts) => {
          const decimals = Math.min(parts?.decimals ?? 0, scale);
          // Three decimals after up to three digits may be a group of thousands.
          const isUnsure = parts !== null && decimals === 3 && parts.integer > 0 && parts.integer < 1_000;
          const fraction = String(parts?.fraction)
            .padStart(7, '0')
            .slice(0, isUnsure ? 2 : decimals);
          return parts === null
            ? ''
            : `${parts.sign}${parts.integer}${fraction === '' || scale === 0 ? '' : `.${fraction}`}`;
        });
        const cells = texts.map((text, index) => (numbers[index]?.isQuoted === true ? `"${text}"` : text));
        const { added, sum, smallest, largest } = addNumbers(scale, cells);
        assert.equal(added, cells.length);
        const zero = { digits: 0n, scale };
        const values = [
          zero,
          ...texts.filter((text) => text !== '').map((text) => readDecimal(text) ?? assert.fail(text)),
        ];
        const units = values.map((value) => add(value, zero).digits).toSorted((one, other) => (one < other ? -1 : 1));
        const expected = [units.reduce((all, unit) => all + unit), units[0] ?? 0n, units.at(-1) ?? 0n];
        assert.deepEqual(
          [sum, smallest, largest],
          expected.map((unit) => writeDecimal({ digits: unit, scale })),
        );
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('end before a cell that is written in another way, or has too many digits', () => {
    for (const [scale, cell] of [
      [0, '123456789'],
      [0, '-123456789'],
      [0, '1.5'],
      [0, '1,5'],
      [0, '1e5'],
      [0, 'x'],
      [0, '1x'],
      [0, '-'],
      [0, '"1"x"'],
      [0, '"1"2"'],
      [0, '"1" '],
      [0, ' 1'],
      [0, '2026-01-31'],
      [0, '1-2'],
      [0, '1 234'],
      [0, '1,234'],
      [2, '123456789'],
      [2, '123456789.5'],
      [2, '1.'],
      [2, ',5'],
      [2, '1.555'],
      [2, '0.555'],
      [2, '1,234'],
      [2, '1.2.3'],
      [2, '1.23,4'],
      [2, '01,234.5'],
      [2, '0.123,5'],
      [2, '1,234,5'],
      [2, '1.234.5'],
      [2, '12345,678.5'],
      [2, ',234.5'],
      [2, '1,23x.5'],
      [2, '1,2-4.5'],
      [2, '12-345-6'],
      [2, '555-123-45'],
      [2, '--1.5'],
      [2, '1.5-'],
      [2, '1.5e1'],
      [2, '"1.5" '],
      [3, '1.234'],
      [3, '12.345'],
      [3, '123.456'],
      [3, '-1.234'],
      [3, '1234,567'],
    ] as const) {
      const { added, sum } = addNumbers(scale, ['1', '', '2', cell, '4']);
      assert.deepEqual([added, sum], [3, writeDecimal({ digits: 3n * 10n ** BigInt(scale), scale })], cell);
    }
  });

  it('may have a decimal comma, or commas or points between thousands, where their meaning is sure', () => {
    const { decimalComma, pointGroups, commaGroups, decimalPoint } = NOTATION;
    for (const [cell, sum, notation] of [
      ['1.5', '1.500', decimalPoint],
      ['1234.5', '1234.500', decimalPoint],
      ['0.125', '0.125', decimalPoint],
      ['.5', '0.500', decimalPoint],
      ['1234.567', '1234.567', decimalPoint],
      ['-12345678.25', '-12345678.250', decimalPoint],
      ['1,5', '1.500', decimalComma],
      ['-0,25', '-0.250', decimalComma],
      ['1.234,5', '1234.500', decimalComma | pointGroups],
      ['-1234,5', '-1234.500', decimalComma],
      ['9.876.5', undefined, 0],
      ['-999.876,54', '-999876.540', decimalComma | pointGroups],
      ['1,234.5', '1234.500', commaGroups | decimalPoint],
      ['12,345.678', '12345.678', commaGroups | decimalPoint],
      ['"123,456.5"', '123456.500', commaGroups | decimalPoint],
      ['+123,456.5', '123456.500', commaGroups | decimalPoint],
    ] as const) {
      const found = addNumbers(3, [cell]);
      assert.deepEqual(
        [found.added, found.sum, found.notation],
        [sum === undefined ? 0 : 1, sum ?? '0.000', notation],
        cell,
      );
    }
  });

  it('are known to be in order if they are', () => {
    for (const scale of [0, 2]) {
      for (const [cells, isOrdered] of [
        [['1', '2', '30'], true],
        [['1', '', '2'], true],
        [['1', '3', '2'], false],
        [['1', '1'], false],
      ] as const) {
        const ordered = addNumbers(scale, cells).sums.isOrdered(SERIES, 1 + cells.filter((cell) => cell !== '').length);
        assert.equal(ordered, isOrdered, cells.join(' '));
        const negative = addNumbers(
          scale,
          cells.map((cell) => (cell === '' ? '' : `-${cell}`)),
        );
        assert.equal(negative.sums.isOrdered(SERIES, 1 + cells.filter((cell) => cell !== '').length), isOrdered);
      }
    }
  });

  it('are known to descend if they do, after greater ones', () => {
    for (const scale of [0, 2]) {
      const { run } = runOf(['30', '', '2', '1']);
      const sums = new DecimalSums(SERIES + 1);
      sums.addInteger(SERIES, 100 * 10 ** scale, scale);
      addPlainNumbers(run, sums, SERIES, new Uint8Array(COLUMN + 1), COLUMN);
      assert.ok(sums.isOrdered(SERIES, 4) && !sums.isOrdered(SERIES, 3));
    }
  });

  it('are added one by one to a sum that becomes too large for a double', () => {
    const { run, placeOf } = runOf(['99999999', '-1', '0.5', '7']);
    for (const sign of [1, -1]) {
      const sums = new DecimalSums(SERIES + 1);
      for (let times = 0; times < 9; times++) {
        sums.addInteger(SERIES, sign * 499_999_999_999_999, 1);
      }
      const notations = new Uint8Array(COLUMN + 1);
      const first = addPlainNumbers(run, sums, SERIES, notations, COLUMN);
      assert.equal(placeOf(first), sign === 1 ? 1 : 4);
      assert.equal(placeOf(addPlainNumbers({ ...run, first }, sums, SERIES, notations, COLUMN)), 4);
      const total = sums.totalOf(SERIES);
      assert.ok(total);
      assert.equal(writeDecimal(total.sum), sign === 1 ? '450000100000004.6' : '-449999899999993.6');
    }
  });
});

describe('Dates that are added in a run', () => {
  /** How many of the cells are added, and the first and last day of them. */
  function addDays(...written: readonly string[]) {
    const { run, placeOf } = runOf(written);
    const days = new DaySpans(COLUMN + 2);
    const added = placeOf(days.addIsoDays(run, COLUMN));
    assert.deepEqual([days.spanOf(COLUMN - 1), days.spanOf(COLUMN + 1)], [undefined, undefined]);
    return { added, ...days.spanOf(COLUMN) };
  }

  it('are those of four, two and two digits, with or without quotes, with empty cells among them', () => {
    assert.deepEqual(addDays('2026-01-31', '', '"2025-12-01"', '2026-02-28', '2026-02-28', '""'), {
      added: 6,
      first: '2025-12-01',
      last: '2026-02-28',
    });
    for (const day of ['2026-12-31', '2026-01-01', '0000-01-01', '9999-12-31']) {
      assert.deepEqual(addDays(day, `"${day}"`), { added: 2, first: day, last: day });
    }
  });

  it('end before a cell that is another date, no day, or no date', () => {
    for (const cell of [
      '2026-1-31',
      '2026-01-5',
      '2026/01/31',
      '31.01.2026',
      '2026-01-31T09:30',
      '2026-01-31 09:30',
      '2026-01-310',
      '2026-01031',
      '2026001-31',
      '02026-01-3',
      '2026-00-31',
      '0000-00-00',
      '2026-13-31',
      '2026-01-00',
      '2026-01-32',
      '"2026-01-31" ',
      '"2026-01-31"x"',
      '"2026-01-31"1"',
      '"2026-01-3"""',
      ' 2026-01-31',
      '9:30',
      '12345678',
      'x',
    ]) {
      assert.deepEqual(
        addDays('2026-01-02', cell, '2026-03-04'),
        { added: 1, first: '2026-01-02', last: '2026-01-02' },
        cell,
      );
      assert.equal(addDays(cell, '2026-03-04').added, 0, `${cell} first`);
    }
  });
});
