import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkNumber, endOfShortDecimal } from '../../../../src/data/json/jsonNumber.ts';
import { readDecimal } from '../../../../src/data/totals/decimal.ts';
import { runs } from '../../../scale.ts';

function precisionOf(number: string): string {
  const bytes = Buffer.from(`[${number}]`);
  return checkNumber(bytes, 1, bytes.length - 1);
}

/** Whether JavaScript writes the number with the same value after reading it. */
function isKept(number: string): boolean {
  const [before, after] = [number, String(Number(number))].map((text) => readDecimal(text));
  assert.ok(before && after);
  return before.digits * 10n ** BigInt(after.scale) === after.digits * 10n ** BigInt(before.scale);
}

describe('A number of JSON', () => {
  it('is exact if JavaScript keeps its value, whatever its digits', () => {
    const digits = fc
      .integer({ min: 1, max: 20 })
      .chain((length) =>
        fc
          .array(fc.constantFrom(...Array.from('0123456789')), { minLength: length, maxLength: length })
          .map((all) => all.join('')),
      );
    const zeros = fc.constantFrom('', '', '0', '00000000');
    const number = fc
      .record({ sign: fc.constantFrom('', '-'), digits, at: fc.nat({ max: 20 }), zeros, isSmall: fc.boolean() })
      .map(({ sign, digits: all, at, zeros: end, isSmall }) => {
        const integer = isSmall ? '0' : String(BigInt(all.slice(0, at) || '0'));
        const fraction = (isSmall ? all : all.slice(at)) + end;
        return `${sign}${integer}${fraction === '' ? '' : `.${fraction}`}`;
      });
    fc.assert(
      fc.property(number, (text) => {
        assert.equal(precisionOf(text), isKept(text) ? 'exact' : 'imprecise');
      }),
      { numRuns: runs(20_000) },
    );
  });

  it('is exact if JavaScript keeps its value, also next to powers of two, where the distance of two doubles changes', () => {
    const double = fc.oneof(
      fc.double({ min: 1e-5, max: 1e20, noNaN: true }),
      fc
        .tuple(fc.integer({ min: -16, max: 66 }), fc.integer({ min: -3, max: 3 }))
        .map(([power, ulps]) => 2 ** power * (1 + ulps * 2 ** -52)),
    );
    const number = fc
      .tuple(double, fc.integer({ min: 15, max: 18 }), fc.option(fc.nat({ max: 9 })))
      .map(([value, digits, last]) => value.toPrecision(digits).replace(/\d$/, (digit) => String(last ?? digit)))
      .filter((text) => !text.includes('e'));
    fc.assert(
      fc.property(number, (text) => {
        assert.equal(precisionOf(text), isKept(text) ? 'exact' : 'imprecise', text);
      }),
      { numRuns: runs(10_000) },
    );
  });

  it('is exact if it is how JavaScript writes a double', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        assert.equal(precisionOf(JSON.stringify(value)), 'exact');
      }),
      { numRuns: runs(5_000) },
    );
  });

  it('is exact or imprecise at the limits of what a double holds', () => {
    for (const [number, precision] of [
      ['0', 'exact'],
      ['-0', 'exact'],
      ['0.000', 'exact'],
      ['9007199254740992', 'exact'],
      ['9007199254740993', 'imprecise'],
      ['9007199254740994', 'exact'],
      ['90071992547409930', 'imprecise'],
      ['123456789012345', 'exact'],
      ['0.1234567890123456', 'exact'],
      ['0.12345678901234567', 'imprecise'],
      ['0.12345678901234568', 'exact'],
      ['0.123456789012345678', 'imprecise'],
      ['4503599627370496.5', 'imprecise'],
      ['2251799813685248.5', 'exact'],
      ['4503599627370497.25', 'imprecise'],
      ['18014398509481984', 'exact'],
      ['1e22', 'exact'],
      ['1.5e-7', 'exact'],
      ['123456789012345678e-3', 'imprecise'],
      ['1e308', 'exact'],
      ['1e309', 'imprecise'],
      ['1e-400', 'imprecise'],
      ['0e400', 'exact'],
      [`1${'0'.repeat(30)}`, 'exact'],
      [`0.${'0'.repeat(30)}1`, 'exact'],
    ] as const) {
      assert.equal(precisionOf(number), precision, number);
    }
  });

  it('is invalid in every other notation', () => {
    const invalid = [
      '',
      '-',
      '01',
      '-01',
      '00',
      '1.',
      '.5',
      '-.5',
      '+1',
      '1e',
      '1e+',
      '1.e5',
      '1.2.3',
      '1-2',
      '0x1',
      '1_0',
      '--1',
      '1e5.5',
    ];
    for (const number of invalid) {
      assert.equal(precisionOf(number), 'invalid', number);
    }
  });

  it('with few digits and without an exponent ends where its digits do', () => {
    const endOf = (text: string) => endOfShortDecimal(Buffer.from(` ${text}`), 1) - 1;
    for (const number of ['0', '-0', '12', '-12.5', '0.000', '123456789012345', '-1234567890.1234', '99.09']) {
      for (const after of [',', '}', ']', ' ', '\n']) {
        assert.equal(endOf(`${number}${after}`), number.length, number + after);
      }
    }
    for (const other of [
      '',
      '-',
      '01',
      '-01',
      '1.',
      '.5',
      '+1',
      '1e5',
      '1.5E1',
      '12Infinity',
      '1.2.3',
      '1-',
      '1234567890123456',
      '12345678.12345678',
    ]) {
      assert.equal(endOf(`${other},`), -1, other);
    }
  });
});
