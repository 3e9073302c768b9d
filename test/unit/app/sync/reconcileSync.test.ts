import assert from 'node:assert/strict';
import { monotonicNow, plusMs } from '../../../../src/base/monotonicClock.ts';
import type { RefreshResult } from '../../../../src/app/connections/feedState.ts';
import { reconcileSync } from '../../../../src/app/sync/reconcileSync.ts';
import type { KnownSyncs, SyncReconciliation } from '../../../../src/app/sync/reconcileSync.ts';
import type { Connection } from '../../../../src/model/connection.ts';
import { sampleConnection } from '../../model/sampleConnection.ts';

describe('A sync whose answer was lost', () => {
  const find = (result: RefreshResult, before: KnownSyncs): Promise<SyncReconciliation> =>
    reconcileSync({ refresh: () => Promise.resolve(result) }, 'orders', before);

  function listed(changes: Partial<Connection>): RefreshResult {
    // Another connection syncs at the same time.
    const others = ['ledger', 'stock'].map((entityId) =>
      sampleConnection({ entityId, lastSyncId: `${entityId}-1`, isCurrentlySyncing: true }),
    );
    const connections = others.toSpliced(1, 0, sampleConnection({ entityId: 'orders', ...changes }));
    return { kind: 'connections', connections, droppedRows: 0, omittedRows: 0, byteLength: 0 };
  }

  const found = { kind: 'found', started: { syncId: 'new', entityId: 'orders', message: '' } };
  const notFound = { kind: 'notFound' };

  /** What was known from a list of this age; undefined: there was none. */
  const known = (listedMsAgo: number | undefined, ...syncIds: readonly string[]): KnownSyncs => ({
    syncIds: new Set(syncIds),
    listedAt: listedMsAgo === undefined ? undefined : plusMs(monotonicNow(), -listedMsAgo),
  });

  it('is the one that its connection shows, if that was not known', async () => {
    assert.deepEqual(await find(listed({ lastSyncId: 'new' }), known(1000, 'old')), found, 'even if it has ended');
    assert.deepEqual(await find(listed({ lastSyncId: 'old', isCurrentlySyncing: true }), known(1000, 'old')), notFound);
    assert.deepEqual(await find(listed({ lastSyncId: undefined }), known(1000)), notFound);
  });

  it('is only one that runs, if a sync may have run unnoticed before', async () => {
    for (const listedMsAgo of [undefined, 5 * 60_000]) {
      const before = known(listedMsAgo, 'old');
      assert.deepEqual(await find(listed({ lastSyncId: 'new', isCurrentlySyncing: true }), before), found);
      assert.deepEqual(await find(listed({ lastSyncId: 'old', isCurrentlySyncing: true }), before), notFound);
      assert.deepEqual(await find(listed({ lastSyncId: 'new' }), before), notFound, 'an earlier one');
      assert.deepEqual(await find(listed({ lastSyncId: undefined, isCurrentlySyncing: true }), before), notFound);
    }
  });

  it('is not found if its connection is not listed', async () => {
    for (const before of [known(undefined), known(1000)]) {
      assert.deepEqual(await find(listed({ entityId: 'gone', lastSyncId: 'new' }), before), notFound);
    }
  });

  it('is unknown if the connections can’t be read', async () => {
    const failure = { kind: 'timedOut', afterMs: 1 } as const;
    assert.deepEqual(await find({ kind: 'failure', failure }, known(undefined)), { kind: 'failure', failure });
    assert.deepEqual(await find({ kind: 'cancelled' }, known(undefined)), { kind: 'accountChanged' });
  });
});
