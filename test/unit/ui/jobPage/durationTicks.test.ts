import assert from 'node:assert/strict';
import { durationTicks } from '../../../../src/ui/jobPage/page/durationTicks.ts';

describe('The marks on an axis of time', () => {
  const secondsOf = (longestMs: number): number[] => durationTicks(longestMs).map((ms) => ms / 1000);

  it('stand at round lengths of time', () => {
    assert.deepEqual(secondsOf(4_200), [0, 1, 2, 3, 4]);
    assert.deepEqual(secondsOf(47_000), [0, 10, 20, 30, 40]);
    assert.deepEqual(secondsOf(140_000), [0, 30, 60, 90, 120]);
    assert.deepEqual(secondsOf(3_600_000 * 5), [0, 3600, 7200, 10_800, 14_400, 18_000]);
  });

  it('are few, however long the time', () => {
    for (let longestMs = 1; longestMs < 1e12; longestMs *= 1.7) {
      const { length } = durationTicks(longestMs);
      assert.ok(length >= 1 && length <= 7, `${length} marks for ${longestMs} ms`);
    }
  });

  it('begin at nothing, even where nothing took time', () => {
    assert.deepEqual(secondsOf(0), [0, 1]);
  });
});
