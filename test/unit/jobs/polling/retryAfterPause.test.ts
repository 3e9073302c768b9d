import assert from 'node:assert/strict';
import { asMonotonic } from '../../../../src/base/monotonicClock.ts';
import type { ClockReadings } from '../../../../src/base/monotonicClock.ts';
import {
  pauseAfter,
  pauseAfterResponse,
  pauseAfterRestart,
  pauseLeftMs,
} from '../../../../src/jobs/polling/retryAfterPause.ts';

const HOUR_MS = 3_600_000;

/** So long after the first moment; `setMs` is by how much the clock was set since. */
function after(ms: number, setMs = 0): ClockReadings {
  return { monotonic: asMonotonic(5_000_000 + ms), epoch: 1_000_000_000 + ms + setMs };
}

/** So long after the machine was started anew, which was so long after the first moment. */
function afterNewStart(ms: number, offMs: number, setMs = 0): ClockReadings {
  return { monotonic: asMonotonic(ms), epoch: 1_000_000_000 + offMs + ms + setMs };
}

describe('The pause of an account', () => {
  it('lasts for as long as the service says, between a second and an hour', () => {
    const lastsMs = (retryAfterMs: number): number =>
      pauseLeftMs(pauseAfter(undefined, retryAfterMs, after(0)), after(0));
    assert.deepEqual([17_000, 0, -5, 1e15].map(lastsMs), [17_000, 1000, 1000, HOUR_MS]);
  });

  it('lasts longer each time if the service does not say how long', () => {
    const lastsMs = (inARow: number): number => {
      const { since, sinceEpoch, until } = pauseAfter(undefined, 1000, after(0));
      const earlier = { since, sinceEpoch, until, inARow };
      return pauseLeftMs(pauseAfter(earlier, undefined, after(1000)), after(1000));
    };
    assert.deepEqual([0, 1, 2, 3, 4, 900].map(lastsMs), [10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
  });

  it('is over when its time has passed', () => {
    const pause = pauseAfter(undefined, 5000, after(0));
    assert.equal(pauseLeftMs(undefined, after(0)), 0);
    assert.equal(pauseLeftMs(pause, after(4999)), 1);
    assert.equal(pauseLeftMs(pause, after(5000)), 0);
  });

  it('is never shortened by a later, shorter wish', () => {
    const pause = pauseAfter(pauseAfter(undefined, 60_000, after(0)), 1000, after(10_000));
    assert.equal(pauseLeftMs(pause, after(10_000)), 50_000);
  });

  it('keeps its length when the clock is set', () => {
    const pause = pauseAfter(undefined, 60_000, after(0));
    assert.equal(pauseLeftMs(pause, after(0, -HOUR_MS)), 60_000);
    assert.equal(pauseLeftMs(pause, after(20_000, 24 * HOUR_MS)), 40_000);
  });

  it('counts answers that arrive together as one, and grows with each that follows', () => {
    let pause = pauseAfter(undefined, undefined, after(0));
    for (let response = 1; response < 8; response += 1) {
      pause = pauseAfter(pause, undefined, after(0));
    }
    assert.equal(pauseLeftMs(pause, after(0)), 10_000);
    pause = pauseAfter(pause, undefined, after(10_000));
    assert.equal(pauseLeftMs(pause, after(10_000)), 20_000);
  });

  it('begins short again after a real answer, without ending early', () => {
    const first = pauseAfter(undefined, undefined, after(0));
    const second = pauseAfterResponse(pauseAfter(first, undefined, after(10_000)));
    assert.equal(pauseLeftMs(second, after(10_000)), 20_000);
    assert.equal(pauseLeftMs(pauseAfter(second, undefined, after(30_000)), after(30_000)), 10_000);
    assert.equal(pauseAfterResponse(second), second);
    assert.equal(pauseAfterResponse(undefined), undefined);
  });

  it('outlasts a new start of the machine, by the clock that went on meanwhile', () => {
    const pause = pauseAfter(undefined, 120_000, after(0));
    const [soon, late] = [afterNewStart(10_000, 60_000), afterNewStart(10_000, 24 * HOUR_MS)];
    assert.equal(pauseLeftMs(pause, soon), 50_000);
    assert.equal(pauseLeftMs(pause, late), 0);
    const carried = pauseAfterRestart(pause, soon);
    assert.equal(pauseLeftMs(carried, soon), 50_000);
    assert.equal(pauseLeftMs(carried, afterNewStart(40_000, 60_000, -24 * HOUR_MS)), 20_000);
  });

  it('begins anew, but for no longer, where that clock was set back before the new start', () => {
    const start = afterNewStart(10_000, 60_000, -24 * HOUR_MS);
    const carried = pauseAfterRestart(pauseAfter(undefined, 120_000, after(0)), start);
    assert.equal(pauseLeftMs(carried, start), 120_000);
    assert.equal(pauseLeftMs(carried, afterNewStart(130_000, 60_000, -24 * HOUR_MS)), 0);
  });

  it('is left as it is while the machine runs on', () => {
    const pause = pauseAfter(undefined, 120_000, after(0));
    assert.equal(pauseAfterRestart(pause, after(1000, -HOUR_MS)), pause);
    assert.equal(pauseAfterRestart(undefined, after(0)), undefined);
  });
});
