import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readDecimal, writeDecimal } from '../../../../src/data/totals/decimal.ts';
import type { Decimal } from '../../../../src/data/totals/decimal.ts';
import { DecimalSums } from '../../../../src/data/totals/decimalSums.ts';
import { runs } from '../../../scale.ts';

const SERIES = 1;
/** Has 16 digits. */
const LEAST_LONG = 10n ** 15n;

/** Adds numbers as they are written: those of at most 15 digits as integers. */
function sumsOf(...numbers: readonly string[]): DecimalSums {
  const sums = new DecimalSums(3);
  for (const number of numbers) {
    const decimal = readDecimal(number);
    assert.ok(decimal, number);
    if (decimal.digits < LEAST_LONG && decimal.digits > -LEAST_LONG) {
      sums.addInteger(SERIES, Number(decimal.digits), decimal.scale);
    } else {
      sums.addDecimal(SERIES, decimal);
    }
  }
  return sums;
}

function totalOf(...numbers: readonly string[]): readonly string[] {
  const total = sumsOf(...numbers).totalOf(SERIES);
  assert.ok(total);
  return [total.sum, total.smallest, total.largest].map(writeDecimal);
}

const isOrdered = (...numbers: readonly string[]) => sumsOf(...numbers).isOrdered(SERIES, numbers.length);

describe('The sum of decimal numbers', () => {
  it('is exact, with the decimals of the number that has most, as are the smallest and the largest', () => {
    const number = fc
      .record({
        digits: fc.oneof(
          fc.integer({ min: -1_000, max: 1_000 }).map(BigInt),
          fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }),
          fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        ),
        scale: fc.oneof(fc.nat({ max: 2 }), fc.nat({ max: 15 })),
      })
      .map((value) => ({ value, text: writeDecimal(value) }));
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 30 }), (numbers) => {
        const scale = Math.max(...numbers.map(({ value }) => value.scale));
        const units = numbers.map(({ value }) => value.digits * 10n ** BigInt(scale - value.scale));
        const expected: readonly Decimal[] = [
          { digits: units.reduce((sum, unit) => sum + unit), scale },
          { digits: units.reduce((least, unit) => (unit < least ? unit : least)), scale },
          { digits: units.reduce((most, unit) => (unit > most ? unit : most)), scale },
        ];
        assert.deepEqual(totalOf(...numbers.map(({ text }) => text)), expected.map(writeDecimal));
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('is exact where it has more digits than a double holds', () => {
    for (const sign of ['', '-']) {
      const most = `${sign}999999999999999`;
      assert.equal(totalOf(...Array.from({ length: 21 }, () => most))[0], `${sign}20999999999999979`);
      assert.deepEqual(totalOf(most, most, most, most, most, `${sign}0.001`)[0], `${sign}4999999999999995.001`);
      const sums = sumsOf(`${sign}2`);
      for (let times = 0; times < 21; times++) {
        sums.addToSum(SERIES, Number(most));
      }
      assert.equal(writeDecimal(sums.totalOf(SERIES)?.sum ?? fail()), `${sign}20999999999999981`);
    }
  });

  it('is of one series only, and unknown where nothing was added', () => {
    const sums = sumsOf('12.5', '-3');
    assert.deepEqual([sums.totalOf(SERIES - 1), sums.totalOf(SERIES + 1)], [undefined, undefined]);
    assert.equal(writeDecimal(sums.totalOf(SERIES)?.sum ?? fail()), '9.5');
  });
});

describe('The order of decimal numbers', () => {
  it('is known if each is greater than the one before, or each is less, whatever decimals they have', () => {
    for (const numbers of [
      ['1'],
      ['1', '2', '30'],
      ['3', '2', '-1'],
      ['1', '2.5', '2.75', '3'],
      ['-1.25', '-1.5', '-2'],
      ['0', '0.5'],
      ['0', '-0.5'],
    ]) {
      assert.ok(isOrdered(...numbers), numbers.join(' '));
    }
    for (const numbers of [
      ['1', '1'],
      ['1', '3', '2'],
      ['3', '1', '2'],
      ['1', '2', '2'],
      ['2', '1', '1'],
      ['1', '1.0'],
      ['2', '2.5', '1'],
    ]) {
      assert.ok(!isOrdered(...numbers), numbers.join(' '));
    }
  });

  it('is not known where numbers are larger than can be compared as doubles', () => {
    for (const numbers of [
      ['500000000000000', '0.001', '0.002'],
      ['-500000000000000', '0.002', '0.001'],
      ['500000000000000', '499999999999999.999', '600000000000000'],
      ['0.5', '1234567890123456', '1'],
    ]) {
      assert.ok(!isOrdered(...numbers), numbers.join(' '));
    }
  });
});

function fail(): never {
  assert.fail('there is no total');
}
