import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DataCheck } from '../../../../src/data/check/dataCheck.ts';
import { ColumnProfiles } from '../../../../src/data/totals/columnProfiles.ts';
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

  it('counts up to 1,000 different values, and after them those that it knows', () => {
    const profiles = new ColumnProfiles();
    const commonestOf = (column: number) => profiles.profileOf(column, 0, false).commonest;
    const isComplete = (column: number) => profiles.profileOf(column, 0, false).isComplete;
    for (let value = 0; value < 1_000; value++) {
      profiles.add(0, `v${value}`);
    }
    profiles.add(0, 'v0');
    assert.ok(isComplete(0));
    profiles.add(0, 'other');
    profiles.add(0, 'other');
    profiles.add(0, 'v999');
    profiles.add(0, 'v999');
    assert.ok(!isComplete(0));
    assert.deepEqual(commonestOf(0).slice(0, 3), [
      { value: 'v999', count: 3 },
      { value: 'v0', count: 2 },
      { value: 'v1', count: 1 },
    ]);
    assert.equal(commonestOf(0).length, 10);
  });

  it('counts up to 50,000 different values in all columns', () => {
    const profiles = new ColumnProfiles();
    for (let value = 0; value < 50_000; value++) {
      profiles.add(value % 100, `v${value}`);
    }
    for (let column = 0; column < 100; column++) {
      profiles.add(column, `v${column}`);
      assert.ok(profiles.profileOf(column, 0, false).isComplete, String(column));
    }
    profiles.add(0, 'other');
    assert.ok(!profiles.profileOf(0, 0, false).isComplete);
    assert.ok(profiles.profileOf(1, 0, false).isComplete);
    profiles.add(1, undefined);
    assert.ok(!profiles.profileOf(1, 0, false).isComplete);
  });

  it('has bins for numbers with signs, exponents, and spaces around them or between their thousands', () => {
    const countsOf = (text: string) => profilesOf('csv', text)[0]?.profile?.bins.map(({ count }) => count);
    assert.deepEqual(countsOf('c;d\n 1 ;x\n+1;x\n1e0;x\n10.0E-1;x\n1.;x\n'), [5]);
    assert.deepEqual(countsOf('c;d\n.5;x\n0.5;x\n+.5;x\n'), [3]);
    assert.deepEqual(countsOf('c;d\n1 234,5;x\n1234,5;x\n'), [2]);
    assert.deepEqual(countsOf('c;d\n-1.234,5;x\n-1234,5;x\n'), [2]);
  });

  it('has bins for numbers as their column is read', () => {
    const total = (text: string) => profilesOf('csv', text)[0]?.profile?.bins ?? [];
    const range = (text: string) => [total(text)[0]?.from, total(text).at(-1)?.to];
    assert.deepEqual(range('c;d\n1.000;x\n5.000;x\n2,5;x\n0.5;x\n'), [0.5, 5.5]);
    assert.deepEqual(range('c;d\n1.000;x\n5.000;x\n2,5;x\n'), [0, 5500]);
    assert.deepEqual(range('c;d\n1.000;x\n5.000;x\n2.500,5;x\n'), [1000, 5500]);
    assert.deepEqual(range('c;d\n1.234,5;x\n0.555;x\n'), [0, 1400]);
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

  it('has bins as wide as 1, 2 or 5 times a power of ten', () => {
    for (const [numbers, width] of [
      [[5], 1],
      [[5, 5], 1],
      [[0, 12], 1],
      [[0, 12.5], 2],
      [[0, 24], 2],
      [[0, 25], 5],
      [[-30, 30], 5],
      [[-31, 30], 10],
      [[0, 120], 10],
      [[0, 1.2], 0.1],
      [[0, 0.5], 0.05],
      [[0, 0.25], 0.05],
      [[1e20, 1.3e21], 1e20],
      [[0, 1e-14], 1e-15],
      [[0, 1.3e-289], 2e-290],
      [[0, 1e-300], 1],
    ] as const) {
      const histogram = new Histogram();
      numbers.forEach((value) => histogram.add(value));
      for (const { from, to } of histogram.read()) {
        assert.ok(Math.abs(to - from - width) <= width * 1e-9, `${numbers.join(' ')}: ${from} to ${to}`);
      }
    }
  });

  it('has wider bins once a number is beyond them, upwards or downwards', () => {
    const histogram = new Histogram();
    for (let index = 0; index < 600; index++) {
      histogram.add(index % 12);
    }
    const repeated = (count: number, length: number) => Array.from({ length }, () => count);
    assert.deepEqual(
      histogram.read(),
      repeated(50, 12).map((count, from) => ({ from, to: from + 1, count })),
    );
    histogram.add(23);
    histogram.add(0);
    assert.deepEqual(
      histogram.read(),
      [51, ...repeated(50, 11), ...repeated(0, 11), 1].map((count, from) => ({ from, to: from + 1, count })),
    );
    histogram.add(24);
    const pairs = [101, ...repeated(100, 5), ...repeated(0, 5), 1, 1];
    assert.deepEqual(
      histogram.read(),
      pairs.map((count, pair) => ({ from: 2 * pair, to: 2 * pair + 2, count })),
    );
    histogram.add(-48);
    histogram.add(-1);
    const found = histogram.read().filter(({ count }) => count > 0);
    assert.deepEqual(found, [
      { from: -48, to: -44, count: 1 },
      { from: -4, to: 0, count: 1 },
      { from: 0, to: 4, count: 201 },
      { from: 4, to: 8, count: 200 },
      { from: 8, to: 12, count: 200 },
      { from: 20, to: 24, count: 1 },
      { from: 24, to: 28, count: 1 },
    ]);
    histogram.add(1_000);
    const { length } = histogram.read();
    assert.ok(length <= 24 && length > 8, String(length));
  });

  it('has no bins without numbers', () => assert.deepEqual(new Histogram().read(), []));

  it('leaves out numbers that are too large to draw', () => {
    const histogram = new Histogram();
    [1, Infinity, -1.7e308, 1.7e308, NaN].forEach((value) => histogram.add(value));
    assert.deepEqual(histogram.read(), [{ from: 1, to: 2, count: 1 }]);
    histogram.add(1e290);
    assert.equal(histogram.read().at(-1)?.count, 1);
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
