import assert from 'node:assert/strict';
import { asMonotonic } from '../../../../src/base/monotonicClock.ts';
import type { Moment } from '../../../../src/base/monotonicClock.ts';
import { restAfter, restCarriedOver, restForgotten, restLeftMs } from '../../../../src/jobs/polling/accountRest.ts';

const HOUR_MS = 3_600_000;

/** So long after the first moment; `setMs` is by how much somebody has set the clock since. */
function after(ms: number, setMs = 0): Moment {
  return { monotonic: asMonotonic(5_000_000 + ms), epoch: 1_000_000_000 + ms + setMs };
}

/** So long after the machine was started anew, which was so long after the first moment. */
function afterNewStart(ms: number, offMs: number, setMs = 0): Moment {
  return { monotonic: asMonotonic(ms), epoch: 1_000_000_000 + offMs + ms + setMs };
}

describe('The rest of an account', () => {
  it('is over when its time has passed', () => {
    const rest = restAfter(undefined, 5000, after(0));
    assert.equal(restLeftMs(undefined, after(0)), 0);
    assert.equal(restLeftMs(rest, after(4999)), 1);
    assert.equal(restLeftMs(rest, after(5000)), 0);
  });

  it('is never shortened by a later, shorter wish', () => {
    const rest = restAfter(restAfter(undefined, 60_000, after(0)), 1000, after(10_000));
    assert.equal(restLeftMs(rest, after(10_000)), 50_000);
  });

  it('keeps its length when somebody sets the clock', () => {
    const rest = restAfter(undefined, 60_000, after(0));
    assert.equal(restLeftMs(rest, after(0, -HOUR_MS)), 60_000);
    assert.equal(restLeftMs(rest, after(20_000, 24 * HOUR_MS)), 40_000);
  });

  it('counts answers that arrive together as one, and grows with each that follows', () => {
    let rest = restAfter(undefined, undefined, after(0));
    for (let answer = 1; answer < 8; answer += 1) {
      rest = restAfter(rest, undefined, after(0));
    }
    assert.equal(restLeftMs(rest, after(0)), 10_000);
    rest = restAfter(rest, undefined, after(10_000));
    assert.equal(restLeftMs(rest, after(10_000)), 20_000);
  });

  it('begins short again after a real answer, without ending early', () => {
    const first = restAfter(undefined, undefined, after(0));
    const second = restForgotten(restAfter(first, undefined, after(10_000)));
    assert.equal(restLeftMs(second, after(10_000)), 20_000);
    assert.equal(restLeftMs(restAfter(second, undefined, after(30_000)), after(30_000)), 10_000);
    assert.equal(restForgotten(second), second);
    assert.equal(restForgotten(undefined), undefined);
  });

  it('outlasts a new start of the machine, by the clock that went on meanwhile', () => {
    const rest = restAfter(undefined, 120_000, after(0));
    const [soon, late] = [afterNewStart(10_000, 60_000), afterNewStart(10_000, 24 * HOUR_MS)];
    assert.equal(restLeftMs(rest, soon), 50_000);
    assert.equal(restLeftMs(rest, late), 0);
    const carried = restCarriedOver(rest, soon);
    assert.equal(restLeftMs(carried, soon), 50_000);
    assert.equal(restLeftMs(carried, afterNewStart(40_000, 60_000, -24 * HOUR_MS)), 20_000);
  });

  it('begins anew, but for no longer, where that clock was set back before the new start', () => {
    const start = afterNewStart(10_000, 60_000, -24 * HOUR_MS);
    const carried = restCarriedOver(restAfter(undefined, 120_000, after(0)), start);
    assert.equal(restLeftMs(carried, start), 120_000);
    assert.equal(restLeftMs(carried, afterNewStart(130_000, 60_000, -24 * HOUR_MS)), 0);
  });

  it('is left as it is while the machine runs on', () => {
    const rest = restAfter(undefined, 120_000, after(0));
    assert.equal(restCarriedOver(rest, after(1000, -HOUR_MS)), rest);
    assert.equal(restCarriedOver(undefined, after(0)), undefined);
  });
});
