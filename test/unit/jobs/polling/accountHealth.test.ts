import assert from 'node:assert/strict';
import { asMonotonic } from '../../../../src/base/monotonicClock.ts';
import type { Moment } from '../../../../src/base/monotonicClock.ts';
import { MemoryJobStore } from '../../../../src/jobs/store/memoryJobStore.ts';
import {
  AccountHealth,
  pauseAfter,
  pauseAfterResponse,
  pauseAfterRestart,
  pauseLeftMs,
} from '../../../../src/jobs/polling/accountHealth.ts';

const HOUR_MS = 3_600_000;

/** So long after the first moment; `setMs` is by how much the clock was set since. */
function after(ms: number, setMs = 0): Moment {
  return { monotonic: asMonotonic(5_000_000 + ms), epoch: 1_000_000_000 + ms + setMs };
}

/** So long after the machine was started anew, which was so long after the first moment. */
function afterNewStart(ms: number, offMs: number, setMs = 0): Moment {
  return { monotonic: asMonotonic(ms), epoch: 1_000_000_000 + offMs + ms + setMs };
}

describe('The pause of an account', () => {
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

describe('What one window learns of the account', () => {
  const timedOut = { kind: 'unreachable', reason: 'nameNotFound', detail: '' } as const;
  let store: MemoryJobStore;
  let windows: AccountHealth[];
  let changes: number;

  beforeEach(() => {
    store = new MemoryJobStore();
    changes = 0;
    const update = store.updateHealth.bind(store);
    store.updateHealth = (accountId, change) => {
      changes += 1;
      return update(accountId, change);
    };
    windows = [new AccountHealth('account', store), new AccountHealth('account', store)];
  });
  afterEach(() => [...windows, store].forEach((owned) => owned.dispose()));

  const both = (): readonly [AccountHealth, AccountHealth] => windows as [AccountHealth, AccountHealth];

  it('about few requests that are left is known to all, until enough are left again', () => {
    const [one, other] = both();
    one.noteRateLimit({ limit: 100, remaining: 5, resetInMs: 30_000 });
    assert.equal(other.slowdown?.intervalMs, 7500);
    other.noteRateLimit({ limit: 100, remaining: 90, resetInMs: 30_000 });
    assert.equal(one.slowdown, undefined);
    const before = changes;
    one.noteRateLimit({ limit: 100, remaining: 90, resetInMs: 30_000 });
    assert.equal(changes, before, 'nothing is written where nothing changes');
  });

  it('about an outage is known to all, from its first failure until any answer', () => {
    const [one, other] = both();
    one.noteFailure(timedOut);
    const since = other.outageSince;
    assert.ok(since !== undefined && Math.abs(Date.now() - since) < 60_000);
    one.noteFailure({ kind: 'signedOut' });
    assert.equal(other.outageSince, since, 'nothing was sent');
    const before = changes;
    other.noteFailure(timedOut);
    assert.deepEqual([one.outageSince, changes], [since, before]);
    other.noteFailure({ kind: 'notFound', problem: undefined });
    assert.equal(one.outageSince, undefined, 'the service has answered');
    one.noteFailure(timedOut);
    one.noteResponse();
    assert.equal(other.outageSince, undefined);
  });

  it('about a pause is known to all, from each answer that asks for one', () => {
    const [one, other] = both();
    for (const [failure, pauses] of [
      [{ kind: 'rateLimited', retryAfterMs: 60_000 }, true],
      [{ kind: 'unavailable', status: 503, retryAfterMs: 60_000, problem: undefined }, true],
      [{ kind: 'unavailable', status: 503, retryAfterMs: undefined, problem: undefined }, false],
      [{ kind: 'notFound', problem: undefined }, false],
    ] as const) {
      one.noteFailure(failure);
      assert.equal(other.pauseLeftMs() > 0, pauses, failure.kind);
      other.endPause();
      assert.equal(one.pauseLeftMs(), 0);
    }
  });

  it('about its secret is told once until that is accepted again', () => {
    const [one, other] = both();
    const told: string[] = [];
    one.onDidLoseAccess(({ kind }) => told.push(kind));
    one.noteFailure({ kind: 'rateLimited', retryAfterMs: 1 });
    assert.equal(one.hasAccess, true);
    one.noteFailure({ kind: 'unauthorized', problem: undefined });
    one.noteFailure({ kind: 'signedOut' });
    assert.deepEqual([told, one.hasAccess, other.hasAccess], [['unauthorized'], false, true]);
    one.regainAccess();
    one.noteFailure({ kind: 'signedOut' });
    assert.deepEqual([told, one.hasAccess], [['unauthorized', 'signedOut'], false]);
  });
});
