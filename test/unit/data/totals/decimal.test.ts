import assert from 'node:assert/strict';
import fc from 'fast-check';
import { add, compare, readDecimal, shifted, withScale, writeDecimal } from '../../../../src/data/totals/decimal.ts';
import type { Decimal } from '../../../../src/data/totals/decimal.ts';

function decimal(text: string): Decimal {
  const read = readDecimal(text);
  assert.ok(read, text);
  return read;
}

const value = fc.record({ digits: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), scale: fc.nat({ max: 12 }) });
/** As an integer with 40 decimals. */
const exact = ({ digits, scale }: Decimal) => digits * 10n ** BigInt(40 - scale);

describe('A decimal number', () => {
  it('is read in every notation of a number, and written with all its decimals', () => {
    for (const [text, written] of [
      ['12', '12'],
      ['-12.50', '-12.50'],
      ['+0.5', '0.5'],
      ['.5', '0.5'],
      ['-.05', '-0.05'],
      ['7.', '7'],
      ['1e3', '1000'],
      ['1.5E+2', '150'],
      ['1.25e1', '12.5'],
      ['-1e-3', '-0.001'],
      ['1.50e0', '1.50'],
      ['0', '0'],
      ['0.00', '0.00'],
      ['123456789012345678901234567890.5', '123456789012345678901234567890.5'],
      ['1e400', `1${'0'.repeat(400)}`],
      ['1e-400', `0.${'0'.repeat(399)}1`],
      ['9'.repeat(4_096), '9'.repeat(4_096)],
    ] as const) {
      assert.equal(writeDecimal(decimal(text)), written, text);
    }
  });

  it('is nothing else, and none that would take too long', () => {
    for (const text of ['', '.', '-', 'e5', '1e', '1,5', ' 1', '1 ', 'x', '--1', '1.2.3', '1e401', '1e-401']) {
      assert.equal(readDecimal(text), undefined, text);
    }
    assert.equal(readDecimal('9'.repeat(4_097)), undefined);
  });

  it('is the same number after it was written', () => {
    fc.assert(fc.property(value, (one) => assert.deepEqual(readDecimal(writeDecimal(one)), { ...one })));
  });

  it('is added, compared and shifted exactly', () => {
    fc.assert(
      fc.property(value, value, fc.integer({ min: -12, max: 12 }), (one, other, power) => {
        assert.equal(exact(add(one, other)), exact(one) + exact(other));
        assert.equal(add(one, other).scale, Math.max(one.scale, other.scale));
        const difference = exact(one) - exact(other);
        assert.equal(Math.sign(compare(one, other)), Number(difference > 0n) - Number(difference < 0n));
        assert.equal(compare(one, { digits: one.digits * 10n, scale: one.scale + 1 }), 0);
        const factor = 10n ** BigInt(Math.abs(power));
        const [moved, start] = [exact(shifted(one, power)), exact(one)];
        assert.equal(power < 0 ? moved * factor : moved, power < 0 ? start : start * factor);
        assert.ok(shifted(one, power).scale >= 0);
      }),
    );
  });

  it('gets more decimals, never fewer', () => {
    assert.deepEqual(withScale(decimal('1.5'), 3), { digits: 1_500n, scale: 3 });
    assert.deepEqual(withScale(decimal('1.500'), 1), { digits: 1_500n, scale: 3 });
    assert.equal(writeDecimal(shifted(decimal('1.234'), 3)), '1234');
    assert.equal(writeDecimal(shifted(decimal('1.2'), 3)), '1200');
    assert.equal(writeDecimal(shifted(decimal('1234'), -3)), '1.234');
  });
});
