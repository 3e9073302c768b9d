import assert from 'node:assert/strict';
import {
  axisOfSpans,
  countTicks,
  durationTicks,
  fullHours,
  momentTicks,
  runTicks,
} from '../../../../src/ui/page/ticks.ts';

describe('The ticks on an axis of durations', () => {
  const secondsOf = (longestMs: number): number[] => durationTicks(longestMs).map((ms) => ms / 1000);

  it('are at round durations', () => {
    assert.deepEqual(secondsOf(4_200), [0, 1, 2, 3, 4]);
    assert.deepEqual(secondsOf(47_000), [0, 10, 20, 30, 40]);
    assert.deepEqual(secondsOf(140_000), [0, 30, 60, 90, 120]);
    assert.deepEqual(secondsOf(3_600_000 * 5), [0, 3600, 7200, 10_800, 14_400, 18_000]);
  });

  it('are few, however long the duration', () => {
    for (let longestMs = 1; longestMs < 1e12; longestMs *= 1.7) {
      const { length } = durationTicks(longestMs);
      assert.ok(length >= 1 && length <= 7, `${length} ticks for ${longestMs} ms`);
    }
  });

  it('are so few that their labels fit into a narrow axis', () => {
    assert.deepEqual(durationTicks(26_000, 130), [0, 15_000]);
    assert.deepEqual(durationTicks(26_000, 260), [0, 10_000, 20_000]);
    assert.deepEqual(durationTicks(26_000, 900), durationTicks(26_000));
  });

  it('begin at zero, even where nothing took time', () => {
    assert.deepEqual(secondsOf(0), [0, 1]);
  });
});

describe('An axis of spans', () => {
  it('reaches from the first one to now', () => {
    assert.deepEqual(
      axisOfSpans(
        [
          { startMs: 5000, endMs: 6000 },
          { startMs: 7000, endMs: null },
        ],
        9000,
      ),
      { from: 5000, to: 9000 },
    );
    assert.deepEqual(
      axisOfSpans([{ startMs: 9000, endMs: null }], 9000),
      { from: 8000, to: 9000 },
      'at least a second',
    );
  });

  it('also has those that are later than now, because the clock of the service is fast', () => {
    assert.deepEqual(
      axisOfSpans(
        [
          { startMs: 7000, endMs: 12_000 },
          { startMs: 15_000, endMs: null },
        ],
        9000,
      ),
      {
        from: 7000,
        to: 15_000,
      },
    );
    assert.deepEqual(axisOfSpans([{ startMs: 12_000, endMs: null }], 9000), { from: 11_000, to: 12_000 });
  });
});

describe('The ticks on an axis of counts', () => {
  it('are at round counts', () => {
    assert.deepEqual(countTicks(2_310), [0, 500, 1000, 1500, 2000]);
    assert.deepEqual(countTicks(12), [0, 5, 10]);
    assert.deepEqual(countTicks(1), [0, 1]);
  });

  it('are few, however large the count', () => {
    for (let largest = 1; largest < 1e12; largest *= 1.7) {
      const { length } = countTicks(largest);
      assert.ok(length >= 2 && length <= 6, `${length} ticks for ${largest}`);
    }
  });
});

describe('The labels of runs', () => {
  const ticks = (...dates: readonly string[]): readonly string[] =>
    runTicks(dates.map((date, index) => ({ date, time: `${index}:00` })));

  it('are times where several are of one day', () => {
    assert.deepEqual(ticks('May 1', 'May 1'), ['0:00', '1:00']);
    assert.deepEqual(ticks('May 1'), ['May 1']);
    assert.deepEqual(ticks(), []);
  });

  it('are the dates of the first ones of each day, and the times of the others', () => {
    assert.deepEqual(ticks('May 1', 'May 1', 'May 2', 'May 3', 'May 3'), ['May 1', '1:00', 'May 2', 'May 3', '4:00']);
  });
});

describe('The full hours of a time range', () => {
  const from = Date.UTC(2026, 10, 22, 21, 10);
  const to = Date.UTC(2026, 10, 23, 21, 10);
  const hoursIn = (timeZone: string, every: number): string[] =>
    fullHours(from, to, { every, timeZone }).map((at) => new Date(at).toISOString().slice(5, 16));

  it('are those of the given time zone', () => {
    assert.deepEqual(hoursIn('UTC', 6), ['11-23T00:00', '11-23T06:00', '11-23T12:00', '11-23T18:00']);
    assert.deepEqual(hoursIn('America/New_York', 12), ['11-23T05:00', '11-23T17:00']);
  });

  it('may differ from those of UTC by part of an hour', () => {
    assert.deepEqual(hoursIn('Asia/Kathmandu', 12), ['11-23T06:15', '11-23T18:15']);
    assert.equal(hoursIn('Asia/Kolkata', 1).length, 24);
  });
});

describe('The ticks on an axis of moments', () => {
  const from = Date.UTC(2026, 6, 14, 6);
  const textsOver = (spanMs: number, widthPx = 600): string[] =>
    momentTicks(from, from + spanMs, { language: 'en', timeZone: 'UTC' }, widthPx).map(({ text }) =>
      text.replaceAll('\u202f', ' '),
    );

  it('have labels that differ, however long the axis is', () => {
    for (const spanMs of [1e3, 6e4, 3.6e6, 8.64e7, 8.7e7, 2e8, 6e8, 2.6e9]) {
      const texts = textsOver(spanMs);
      assert.equal(new Set(texts).size, spanMs === 1e3 ? 2 : texts.length, texts.join(' | '));
    }
  });

  it('are times within a day, dates with times within a few days, and dates beyond', () => {
    assert.deepEqual(textsOver(7_200_000, 330), ['6:00 AM', '7:00 AM', '8:00 AM']);
    assert.deepEqual(textsOver(129_600_000, 450), ['Jul 14, 6:00 AM', 'Jul 15, 12:00 AM', 'Jul 15, 6:00 PM']);
    assert.deepEqual(textsOver(10 * 86_400_000, 300), ['Jul 14, 2026', 'Jul 24, 2026']);
  });
});
