import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../scale.ts';
import { totalsOf } from '../check/checkText.ts';

describe('Control totals of many rows', () => {
  it('count different values up to a limit, but know that numbers in order are all different', () => {
    const rows = Array.from({ length: 12_000 }, (_, row) => `${row},${(row * 7919) % 11_999},${row % 3}`);
    const [id, many, few] = totalsOf('csv', `id,many,few\n${rows.join('\n')}\n`);
    assert.deepEqual([id?.distinct, id?.isDistinctExact, id?.isUnique], [12_000, true, true]);
    assert.deepEqual([few?.distinct, few?.isDistinctExact, few?.isUnique], [3, true, false]);
    assert.equal(many?.isUnique, false);
    const values = Array.from({ length: 12_000 }, (_, row) => `x${row}`);
    const [text] = totalsOf('csv', `text\nx0\n${values.join('\n')}\n`);
    assert.deepEqual([text?.isDistinctExact, text?.isUnique], [false, false]);
    assert.ok((text?.distinct ?? 0) >= 10_000);
  });

  it('add without rounding what no double holds', () => {
    const rows = Array.from({ length: 20_000 }, () => '999999999999999.9,0.1,123456789012345678901234567890.5');
    const [large, tenth, long] = totalsOf('csv', `large,tenth,long\n${rows.join('\n')}\n`);
    assert.equal(large?.sum, '19999999999999998000.0');
    assert.equal(tenth?.sum, '2000.0');
    assert.equal(long?.sum, '2469135780246913578024691357810000.0');
  });

  it('of tables with many rows are exact, whatever is between the numbers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), fc.integer({ min: 1, max: 6 }), (seed, columns) => {
        let state = seed;
        const random = (below: number): number => {
          state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
          return (state >>> 8) % below;
        };
        const sums = Array.from({ length: columns }, () => 0n);
        const texts = Array.from({ length: columns }, () => random(4) === 0);
        const rows = Array.from({ length: 6_000 }, (_, row) => {
          const cells = sums.map((_sum, column) => {
            if (texts[column] === true && row === 3_000) {
              return 'text';
            }
            const hundredths = (random(2_000_000) - 1_000_000) * (random(50) === 0 ? 1_000_003 : 1);
            const sign = hundredths < 0 ? '-' : '';
            const [integer, fraction] = [Math.floor(Math.abs(hundredths) / 100), Math.abs(hundredths) % 100];
            if (random(10) === 0) {
              return ['', ' ', '""'][random(3)] ?? '';
            }
            sums[column] = (sums[column] ?? 0n) + BigInt(hundredths);
            const number = `${sign}${integer}.${String(fraction).padStart(2, '0')}`;
            const written = fraction === 0 && random(2) === 0 ? `${sign}${integer}` : number;
            return random(3) === 0 ? `"${written}"` : written;
          });
          return cells.join(',') + (random(500) === 0 ? ',1' : '') + (random(500) === 0 ? '\n' : '');
        });
        const text = `${sums.map((_, column) => `c${column}`).join(',')}\n${rows.join('\n')}\n`;
        const found = totalsOf('csv', text.slice(0, 70_001), text.slice(70_001)).map(({ sum }) => sum);
        const expected = sums.map((sum, column) => (texts[column] === true ? undefined : sum));
        assert.deepEqual(
          found.map((sum) => (sum === undefined ? undefined : hundredthsOf(sum))),
          expected,
        );
      }),
      { numRuns: runs(10) },
    );
  });
});

function hundredthsOf(decimal: string): bigint {
  const [integer = '', fraction = ''] = decimal.split('.');
  return BigInt(integer + fraction.padEnd(2, '0'));
}
