import assert from 'node:assert/strict';
import fc from 'fast-check';
import { concurrencyOver, longestIdleSpan } from '../../../../src/jobs/history/concurrency.ts';
import type { Span } from '../../../../src/jobs/history/concurrency.ts';

const span = (startMs: number, endMs: number): Span => ({ startMs, endMs });
const peaks = (spans: readonly Span[]): readonly number[] => concurrencyOver(spans, 0, 40, 4).map(({ peak }) => peak);

describe('How many jobs ran at a time', () => {
  it('is the peak in each interval', () => {
    assert.deepEqual(peaks([]), [0, 0, 0, 0]);
    assert.deepEqual(peaks([span(2, 5), span(6, 9)]), [1, 0, 0, 0], 'one after the other');
    assert.deepEqual(peaks([span(2, 6), span(5, 9)]), [2, 0, 0, 0], 'side by side');
    assert.deepEqual(peaks([span(2, 25)]), [1, 1, 1, 0]);
  });

  it('does not count jobs that touch, or one that ends where an interval begins', () => {
    assert.deepEqual(peaks([span(2, 5), span(5, 9)]), [1, 0, 0, 0]);
    assert.deepEqual(peaks([span(2, 10), span(10, 20)]), [1, 1, 0, 0]);
  });

  it('counts what began before the first interval, what still runs, and what took no time', () => {
    assert.deepEqual(peaks([span(-5, 3), span(35, 40), span(15, 15)]), [1, 1, 0, 1]);
  });

  it('is known with its first moment, which is within the interval', () => {
    const moments = (spans: readonly Span[]): readonly number[] =>
      concurrencyOver(spans, 0, 40, 4).map(({ peakAtMs }) => peakAtMs);
    assert.deepEqual(moments([span(2, 6), span(5, 9), span(7, 9)]), [5, 10, 20, 30]);
    assert.deepEqual(moments([span(-5, 15), span(13, 14)]), [0, 13, 20, 30]);
    assert.deepEqual(
      concurrencyOver([span(1012, 1015)], 1000, 1040, 4).map(({ startMs, peak }) => [startMs, peak]),
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
        assert.deepEqual(peaks(all), expected);
      }),
    );
  });
});

describe('The longest time without a job', () => {
  it('lies between jobs, before the first or after the last', () => {
    assert.deepEqual(longestIdleSpan([span(5, 10), span(30, 35)], 0, 40), span(10, 30));
    assert.deepEqual(longestIdleSpan([span(30, 35)], 0, 40), span(0, 30));
    assert.deepEqual(longestIdleSpan([span(-5, 8)], 0, 40), span(8, 40));
    assert.deepEqual(longestIdleSpan([], 0, 40), span(0, 40));
    assert.deepEqual(longestIdleSpan([span(30, 35), span(5, 10), span(12, 20)], 0, 40), span(20, 30), 'in any order');
    assert.deepEqual(longestIdleSpan([span(103, 105), span(107, 130)], 100, 140), span(130, 140), 'not from 0');
  });

  it('is none within a long job, whatever ran beside it', () => {
    assert.equal(longestIdleSpan([span(0, 40), span(5, 6)], 0, 40), undefined);
    assert.deepEqual(longestIdleSpan([span(0, 30), span(5, 6)], 0, 40), span(30, 40));
  });
});
