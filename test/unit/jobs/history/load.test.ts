import assert from 'node:assert/strict';
import fc from 'fast-check';
import { loadOf, longestQuiet } from '../../../../src/jobs/history/load.ts';
import type { Span } from '../../../../src/jobs/history/load.ts';

const span = (startMs: number, endMs: number): Span => ({ startMs, endMs });
const most = (spans: readonly Span[]): readonly number[] => loadOf(spans, 0, 40, 4).map((part) => part.most);

describe('How many jobs ran at a time', () => {
  it('is the most at any moment of a part', () => {
    assert.deepEqual(most([]), [0, 0, 0, 0]);
    assert.deepEqual(most([span(2, 5), span(6, 9)]), [1, 0, 0, 0], 'one after the other');
    assert.deepEqual(most([span(2, 6), span(5, 9)]), [2, 0, 0, 0], 'side by side');
    assert.deepEqual(most([span(2, 25)]), [1, 1, 1, 0]);
  });

  it('does not count jobs that touch, or one that ends where a part begins', () => {
    assert.deepEqual(most([span(2, 5), span(5, 9)]), [1, 0, 0, 0]);
    assert.deepEqual(most([span(2, 10), span(10, 20)]), [1, 1, 0, 0]);
  });

  it('counts what began before the first part, what still runs, and what took no time', () => {
    assert.deepEqual(most([span(-5, 3), span(35, 40), span(15, 15)]), [1, 1, 0, 1]);
  });

  it('is known with its first moment, which is within the part', () => {
    const moments = (spans: readonly Span[]): readonly number[] => loadOf(spans, 0, 40, 4).map((part) => part.mostAtMs);
    assert.deepEqual(moments([span(2, 6), span(5, 9), span(7, 9)]), [5, 10, 20, 30]);
    assert.deepEqual(moments([span(-5, 15), span(13, 14)]), [0, 13, 20, 30]);
    assert.deepEqual(
      loadOf([span(1012, 1015)], 1000, 1040, 4).map(({ startMs, most: atMost }) => [startMs, atMost]),
      [1000, 1010, 1020, 1030].map((startMs) => [startMs, startMs === 1010 ? 1 : 0]),
      'of a time that does not begin at 0',
    );
  });

  it('is what counting at every moment gives', () => {
    const spans = fc.array(fc.tuple(fc.integer({ min: -10, max: 50 }), fc.integer({ min: 1, max: 20 })), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(spans, (given) => {
        const all = given.map(([start, length]) => span(start, start + length));
        const countAt = (at: number): number => all.filter(({ startMs, endMs }) => startMs <= at && at < endMs).length;
        const expected = [0, 10, 20, 30].map((from) =>
          Math.max(...Array.from({ length: 10 }, (_, at) => countAt(from + at))),
        );
        assert.deepEqual(most(all), expected);
      }),
    );
  });
});

describe('The longest time without a job', () => {
  it('lies between jobs, before the first or after the last', () => {
    assert.deepEqual(longestQuiet([span(5, 10), span(30, 35)], 0, 40), span(10, 30));
    assert.deepEqual(longestQuiet([span(30, 35)], 0, 40), span(0, 30));
    assert.deepEqual(longestQuiet([span(-5, 8)], 0, 40), span(8, 40));
    assert.deepEqual(longestQuiet([], 0, 40), span(0, 40));
    assert.deepEqual(longestQuiet([span(30, 35), span(5, 10), span(12, 20)], 0, 40), span(20, 30), 'in any order');
    assert.deepEqual(longestQuiet([span(103, 105), span(107, 130)], 100, 140), span(130, 140), 'not from 0');
  });

  it('is none within a long job, whatever ran beside it', () => {
    assert.equal(longestQuiet([span(0, 40), span(5, 6)], 0, 40), undefined);
    assert.deepEqual(longestQuiet([span(0, 30), span(5, 6)], 0, 40), span(30, 40));
  });
});
