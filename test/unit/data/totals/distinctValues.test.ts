import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DistinctValues } from '../../../../src/data/totals/distinctValues.ts';
import { runs } from '../../../scale.ts';

/** Adds a text that has other bytes around it. */
function addText(values: DistinctValues, column: number, text: string, before = '', after = 'xyz'): void {
  const bytes = Buffer.from(`${before}${text}${after}`);
  const start = Buffer.byteLength(before);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  values.add(column, view, start, start + Buffer.byteLength(text));
}

/** Adds this many different values that are in no other column. */
function addDifferent(values: DistinctValues, column: number, count: number, from = 0): void {
  const bytes = Buffer.alloc(12);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let value = from; value < from + count; value++) {
    view.setInt32(0, value);
    values.add(column, view, 0, 8);
  }
}

describe('Different values', () => {
  it('are counted in each column, whatever their bytes are, and whatever is around them', () => {
    const text = fc.string({ unit: fc.constantFrom('\0', 'a', 'b', 'é'), maxLength: 7 });
    const around = fc.string({ unit: fc.constantFrom('\0', 'a', '"'), minLength: 3, maxLength: 7 });
    const row = fc.record({ column: fc.nat({ max: 2 }), text, before: around, after: around });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
        const values = new DistinctValues(3);
        const expected = [0, 1, 2].map(() => ({ texts: new Set<string>(), hasRepeated: false }));
        for (const { column, text: added, before, after } of rows) {
          const known = expected[column] ?? assert.fail();
          known.hasRepeated ||= known.texts.has(added);
          known.texts.add(added);
          addText(values, column, added, before, after);
        }
        const found = expected.map((_, column) => [values.countOf(column), values.hasRepeated(column)]);
        assert.deepEqual(
          found,
          expected.map(({ texts, hasRepeated }) => [texts.size, hasRepeated]),
        );
        assert.ok([0, 1, 2].every((column) => values.isCountingIn(column)));
      }),
      { numRuns: runs(500) },
    );
  });

  it('are never counted as repeated because another column has them', () => {
    const columns = 1_000;
    for (let run = 0; run < runs(100); run++) {
      const values = new DistinctValues(columns);
      for (let column = 0; column < columns; column++) {
        addDifferent(values, column, 299);
      }
      assert.ok(Array.from({ length: columns }, (_, column) => values.hasRepeated(column)).every((is) => !is));
    }
  });

  it('are counted without a limit of 10,000 until one is repeated', () => {
    const values = new DistinctValues(2);
    addDifferent(values, 0, 15_000);
    addDifferent(values, 1, 3);
    assert.deepEqual([values.countOf(0), values.hasRepeated(0), values.isCountingIn(0)], [15_000, false, true]);
    addDifferent(values, 0, 1, 14_999);
    assert.deepEqual([values.countOf(0), values.hasRepeated(0), values.isCountingIn(0)], [15_000, true, false]);
    addDifferent(values, 1, 3);
    assert.deepEqual([values.countOf(1), values.hasRepeated(1), values.isCountingIn(1)], [3, true, true]);
  });

  it('are counted up to 10,001 after one was repeated', () => {
    const values = new DistinctValues(1);
    addDifferent(values, 0, 1);
    addDifferent(values, 0, 10_000);
    assert.deepEqual([values.countOf(0), values.hasRepeated(0), values.isCountingIn(0)], [10_000, true, true]);
    addDifferent(values, 0, 10_000);
    assert.ok(values.isCountingIn(0), 'none of them was new');
    addDifferent(values, 0, 1, 10_000);
    assert.deepEqual([values.countOf(0), values.isCountingIn(0)], [10_001, true]);
    addDifferent(values, 0, 1, 10_001);
    assert.deepEqual([values.countOf(0), values.hasRepeated(0), values.isCountingIn(0)], [10_001, true, false]);
  });

  it('are not counted in a column that has a value of more than 65,536 bytes', () => {
    const values = new DistinctValues(2);
    addText(values, 0, 'x'.repeat(65_536));
    assert.deepEqual([values.countOf(0), values.isCountingIn(0)], [1, true]);
    addText(values, 0, 'x'.repeat(65_537));
    assert.deepEqual([values.countOf(0), values.isCountingIn(0), values.isCountingIn(1)], [1, false, true]);
  });

  it('are counted until eight million bytes were compared in columns with repeated values', () => {
    const values = new DistinctValues(3);
    // As if they were compared before.
    values.spend(2, 7_900_000);
    const long = 'x'.repeat(984);
    addText(values, 0, long);
    addText(values, 0, long);
    // With 16 bytes more for each value.
    for (let times = 0; times < 100; times++) {
      addText(values, 0, long);
      addText(values, 1, `${long}${times}`);
    }
    assert.ok(values.isCountingIn(0));
    addText(values, 0, '');
    assert.deepEqual([values.countOf(0), values.isCountingIn(0)], [1, false]);
    assert.deepEqual([values.countOf(1), values.isCountingIn(1)], [100, true], 'it has no repeated value');
    addText(values, 1, `${long}0`);
    assert.deepEqual([values.hasRepeated(1), values.isCountingIn(1)], [true, true]);
    addText(values, 1, 'x');
    assert.deepEqual([values.countOf(1), values.isCountingIn(1), values.isCountingIn(2)], [100, false, true]);
  });

  it('are counted until other work took as long as comparing eight million bytes', () => {
    const values = new DistinctValues(2);
    values.spend(0, 7_999_999);
    values.spend(0, 1);
    assert.ok(values.isCountingIn(0));
    values.spend(0, 1);
    assert.deepEqual([values.isCountingIn(0), values.isCountingIn(1)], [false, true]);
  });

  it('are no longer counted in a column that is stopped', () => {
    const values = new DistinctValues(2);
    values.stop(0);
    values.stop(0);
    const isCounting = () => [values.isCountingIn(0), values.isCountingIn(1)];
    assert.deepEqual(isCounting(), [false, true]);
    values.stop(1);
    assert.deepEqual(isCounting(), [false, false]);
    assert.equal(values.isCountingIn(2), false, 'there is no such column');
  });
});
