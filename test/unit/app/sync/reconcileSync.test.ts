import assert from 'node:assert/strict';
import type { RefreshResult } from '../../../../src/app/connections/feedState.ts';
import { reconcileSync } from '../../../../src/app/sync/reconcileSync.ts';
import type { KnownSyncs, SyncReconciliation } from '../../../../src/app/sync/reconcileSync.ts';
import type { Connection } from '../../../../src/model/connection.ts';
import { sampleConnection } from '../../model/sampleConnection.ts';

describe('A sync whose answer was lost', () => {
  const find = (result: RefreshResult, known: KnownSyncs): Promise<SyncReconciliation> =>
    reconcileSync({ refresh: () => Promise.resolve(result) }, 'orders', known);

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

  it('is the one that its connection shows, if that was not known', async () => {
    assert.deepEqual(await find(listed({ lastSyncId: 'new' }), new Set(['old'])), found, 'even if it has ended');
    assert.deepEqual(await find(listed({ lastSyncId: 'old', isCurrentlySyncing: true }), new Set(['old'])), notFound);
    assert.deepEqual(await find(listed({ lastSyncId: undefined }), new Set()), notFound);
  });

  it('is the one that runs, if none could be known', async () => {
    assert.deepEqual(await find(listed({ lastSyncId: 'new', isCurrentlySyncing: true }), undefined), found);
    assert.deepEqual(await find(listed({ lastSyncId: 'new' }), undefined), notFound, 'an earlier one');
    assert.deepEqual(await find(listed({ lastSyncId: undefined, isCurrentlySyncing: true }), undefined), notFound);
  });

  it('is not found if its connection is not listed', async () => {
    for (const known of [undefined, new Set<string>()]) {
      assert.deepEqual(await find(listed({ entityId: 'gone', lastSyncId: 'new' }), known), notFound);
    }
  });

  it('is unknown if the connections can’t be read', async () => {
    const failure = { kind: 'timedOut', afterMs: 1 } as const;
    assert.deepEqual(await find({ kind: 'failure', failure }, undefined), { kind: 'unreadable', failure });
    assert.deepEqual(await find({ kind: 'cancelled' }, undefined), { kind: 'unreadable' });
  });
});
