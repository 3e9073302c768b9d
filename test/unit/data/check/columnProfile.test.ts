import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DataCheck } from '../../../../src/data/check/dataCheck.ts';
import { Histogram } from '../../../../src/data/totals/histogram.ts';
import type { ColumnTotals } from '../../../../src/model/columnTotals.ts';
import type { UploadKind } from '../../../../src/model/upload.ts';
import { runs } from '../../../scale.ts';
import { checkText, totalsOf } from './checkText.ts';

function profilesOf(kind: UploadKind, text: string): readonly ColumnTotals[] {
  const check = new DataCheck(kind, { totals: 'profile' });
  check.push(Buffer.from(text));
  return check.end().totals ?? [];
}

describe('The profile of a column', () => {
  it('has the commonest values, whatever quotes and escapes they are written with', () => {
    const csv = profilesOf('csv', 'c\n"a, ""b"""\nx\n"x"\n\nx\n');
    assert.deepEqual(csv[0]?.profile?.commonest, [
      { value: 'x', count: 3 },
      { value: 'a, "b"', count: 1 },
    ]);
    const json = profilesOf('json', '[{"c":"\\u0078"},{"c":"x"},{"c":true},{"c":1.5},{"c":null}]');
    assert.deepEqual(json[0]?.profile?.commonest, [
      { value: 'x', count: 2 },
      { value: 'true', count: 1 },
      { value: '1.5', count: 1 },
    ]);
    assert.ok(json[0].profile.isComplete);
  });

  it('says if there were too many values, or long ones, to count all', () => {
    const many = Array.from({ length: 3_000 }, (_, row) => `v${row}`).join('\n');
    const [column] = profilesOf('csv', `c\nv1\n${many}\n`);
    assert.deepEqual([column?.profile?.commonest[0], column?.profile?.isComplete], [{ value: 'v1', count: 2 }, false]);
    assert.equal(profilesOf('csv', `c\n${'x'.repeat(500)}\n`)[0]?.profile?.isComplete, false);
  });

  it('has bins for numbers as their column is read', () => {
    const total = (text: string) => profilesOf('csv', text)[0]?.profile?.bins ?? [];
    const range = (text: string) => [total(text)[0]?.from, total(text).at(-1)?.to];
    assert.deepEqual(range('c;d\n1.000;x\n5.000;x\n2,5;x\n'), [1, 5.5]);
    assert.deepEqual(range('c;d\n1.000;x\n5.000;x\n2.500,5;x\n'), [1000, 5500]);
    assert.deepEqual(range('c\n"1,000.5"\n"5,000"\n'), [1000, 5500]);
    assert.deepEqual(total('c\n1\nx\n'), []);
  });

  it('is made only on request, and the totals are the same with it', () => {
    const text = 'id,v,t\n1,2.50,a\n2,-1,b\n3,,a\n';
    assert.equal(checkText('csv', text).totals, undefined);
    const without = totalsOf('csv', text);
    assert.ok(without.every((column) => !('profile' in column)));
    assert.deepEqual(
      profilesOf('csv', text).map(({ profile, ...totals }) => (assert.ok(profile), totals)),
      without,
    );
  });
});

describe('A histogram', () => {
  it('counts every number in its bin, in whatever order and range they come', () => {
    const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, min: -1e290, max: 1e290 }));
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 700 }), (numbers) => {
        const histogram = new Histogram();
        numbers.forEach((value) => histogram.add(value));
        const bins = histogram.read();
        assert.ok(bins.length <= 24);
        assert.equal(
          bins.reduce((sum, { count }) => sum + count, 0),
          numbers.length,
        );
      }),
      { numRuns: runs(100) },
    );
  });

  it('counts a decimal number at an edge in the bin that begins with it', () => {
    for (const unit of [10, 100, 1_000]) {
      const histogram = new Histogram();
      const numbers = Array.from({ length: 130 }, (_, index) => (index - 20) / unit);
      numbers.forEach((value) => histogram.add(value));
      const bins = histogram.read();
      assert.ok(bins.length > 5);
      for (const { from, to, count } of bins) {
        assert.equal(from, Number(from.toPrecision(15)), 'an edge has no digits of rounding');
        assert.equal(count, numbers.filter((value) => value >= from && value < to).length, `${from} to ${to}`);
      }
    }
  });

  it('leaves out numbers that are too large to draw', () => {
    const histogram = new Histogram();
    [1, Infinity, -1.7e308, 1.7e308, NaN].forEach((value) => histogram.add(value));
    assert.deepEqual(
      histogram.read().map(({ count }) => count),
      [1],
    );
  });

  it('has the right count in each bin', () => {
    const histogram = new Histogram();
    const numbers = Array.from({ length: 10_000 }, (_, index) => ((index * 7919) % 10_000) - 3_000);
    numbers.forEach((value) => histogram.add(value));
    for (const { from, to, count } of histogram.read()) {
      assert.equal(count, numbers.filter((value) => value >= from && value < to).length, `${from} to ${to}`);
    }
  });
});
