import assert from 'node:assert/strict';
import { MessageThrottle } from '../../../../src/app/upload/messageThrottle.ts';
import { asMonotonic } from '../../../../src/base/monotonicClock.ts';

describe('The messages of a transfer', () => {
  function showIfDue(throttle: MessageThrottle, share: number, at: number): boolean {
    const now = asMonotonic(at);
    const isDue = throttle.waitMs(share, now) <= 0;
    if (isDue) {
      throttle.recordShown(share, now);
    }
    return isDue;
  }

  /** When a message is shown during a transfer that reports its bytes every 50 ms. */
  function shownDuring(durationMs: number): readonly number[] {
    const throttle = new MessageThrottle();
    const reports = Array.from({ length: durationMs / 50 }, (_, index) => index * 50);
    return reports.filter((at) => showIfDue(throttle, at / durationMs, 1_000_000 + at));
  }

  it('are at most one a second in a fast transfer', () => {
    assert.deepEqual(shownDuring(3_000), [0, 1_000, 2_000]);
  });

  it('are at each tenth', () => {
    assert.deepEqual(shownDuring(20_000), [0, 2_000, 4_000, 6_000, 8_000, 10_000, 12_000, 14_000, 16_000, 18_000]);
  });

  it('are every few seconds in a slow transfer, or one that stands still', () => {
    assert.equal(shownDuring(600_000).length, 120);
    const throttle = new MessageThrottle();
    assert.deepEqual(
      [0, 4_999, 5_000, 9_999, 10_000].filter((at) => showIfDue(throttle, 0.25, at)),
      [0, 5_000, 10_000],
    );
  });

  it('that are not shown yet are due after the rest of that time', () => {
    const throttle = new MessageThrottle();
    assert.ok(showIfDue(throttle, 0, 0));
    assert.deepEqual(
      [0.05, 0.45].map((share) => throttle.waitMs(share, asMonotonic(300))),
      [4_700, 700],
    );
  });
});
