import assert from 'node:assert/strict';
import { ServiceHealth } from '../../../../src/jobs/polling/serviceHealth.ts';
import { MemoryJobStore } from '../memoryJobStore.ts';

describe('What one window learns of the account', () => {
  const timedOut = { kind: 'unreachable', reason: 'nameNotFound', detail: '' } as const;
  let store: MemoryJobStore;
  let windows: ServiceHealth[];
  let changes: number;

  beforeEach(() => {
    store = new MemoryJobStore();
    changes = 0;
    const update = store.updateHealth.bind(store);
    store.updateHealth = (accountId, change) => {
      changes += 1;
      return update(accountId, change);
    };
    windows = [new ServiceHealth('account', store), new ServiceHealth('account', store)];
  });
  afterEach(() => [...windows, store].forEach((owned) => owned.dispose()));

  const both = (): readonly [ServiceHealth, ServiceHealth] => windows as [ServiceHealth, ServiceHealth];

  it('about few requests that are left is known to all, until enough are left again', () => {
    const [one, other] = both();
    one.recordRateLimit({ limit: 100, remaining: 5, resetInMs: 30_000 });
    assert.equal(other.slowdown?.intervalMs, 7500);
    other.recordRateLimit({ limit: 100, remaining: 90, resetInMs: 30_000 });
    assert.equal(one.slowdown, undefined);
    const before = changes;
    one.recordRateLimit({ limit: 100, remaining: 90, resetInMs: 30_000 });
    assert.equal(changes, before, 'nothing is written where nothing changes');
  });

  it('about an outage is known to all, from its first failure until any answer', () => {
    const [one, other] = both();
    one.recordFailure(timedOut);
    const since = other.outageSince;
    assert.ok(since !== undefined && Math.abs(Date.now() - since) < 60_000);
    one.recordFailure({ kind: 'signedOut' });
    assert.equal(other.outageSince, since, 'nothing was sent');
    const before = changes;
    other.recordFailure(timedOut);
    assert.deepEqual([one.outageSince, changes], [since, before]);
    other.recordFailure({ kind: 'notFound', problem: undefined });
    assert.equal(one.outageSince, undefined, 'the service has answered');
    one.recordFailure(timedOut);
    one.recordJobStatus();
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
      one.recordFailure(failure);
      assert.equal(other.pauseLeftMs() > 0, pauses, failure.kind);
      other.endPause();
      assert.equal(one.pauseLeftMs(), 0);
    }
  });

  it('about its secret is told once until that is accepted again', () => {
    const [one, other] = both();
    const told: string[] = [];
    one.onDidLoseAccess(({ kind }) => told.push(kind));
    one.onDidRegainAccess(() => told.push('accepted'));
    one.regainAccess();
    one.recordFailure({ kind: 'rateLimited', retryAfterMs: 1 });
    assert.equal(one.hasAccess, true);
    one.recordFailure({ kind: 'unauthorized', problem: undefined });
    one.recordFailure({ kind: 'signedOut' });
    assert.deepEqual([told, one.hasAccess, other.hasAccess], [['unauthorized'], false, true]);
    one.regainAccess();
    one.recordFailure({ kind: 'unauthorized', problem: undefined });
    assert.deepEqual([told, one.hasAccess], [['unauthorized', 'accepted', 'unauthorized'], false]);
  });

  it('is not changed by a secret that could not be read, because the next request may read it', () => {
    const [one] = both();
    one.onDidLoseAccess(() => assert.fail());
    one.recordFailure({ kind: 'signedOut' });
    assert.equal(one.hasAccess, true);
  });
});
