import assert from 'node:assert/strict';
import { MemoryJobStore } from '../../../../src/jobs/store/memoryJobStore.ts';
import { SyncAdoption } from '../../../../src/jobs/polling/syncAdoption.ts';
import type { Connection } from '../../../../src/model/connection.ts';
import { ACCOUNT_ID, completedStatus } from '../sampleJobs.ts';

const SYNCING: readonly Connection[] = Array.from({ length: 20_000 }, (_, index) => ({
  entityId: `entity-${index}`,
  entityName: `Orders ${index}`,
  hasError: false,
  isActive: true,
  isCurrentlySyncing: true,
  lastSyncId: `sync-${index}`,
  lastSyncStatus: 'running',
  lastSyncAt: undefined,
  nextScheduledSyncAt: undefined,
  sourceSystem: '',
}));

describe('The adoption of syncs that others started', () => {
  let store: MemoryJobStore;
  let offered: number;
  let messages: string[];
  let adoption: SyncAdoption;

  beforeEach(() => {
    store = new MemoryJobStore();
    offered = 0;
    messages = [];
    const ignore = (): void => undefined;
    adoption = new SyncAdoption({
      accountId: ACCOUNT_ID,
      store,
      follow: (job) => {
        offered += 1;
        return store.add(job);
      },
      log: { debug: ignore, info: (message) => messages.push(message), warn: ignore, error: ignore },
    });
  });

  afterEach(() => store.dispose());

  it('follows 1,000 of 20,000 and says so once, the rest as those end', () => {
    adoption.adopt(SYNCING);
    adoption.adopt(SYNCING);
    assert.equal(store.list(ACCOUNT_ID).length, 1000);
    assert.equal(offered, 1000);
    assert.deepEqual(messages, [
      '19000 more syncs run than the 1000 that are followed at a time. They are followed as others end.',
    ]);
    for (let index = 0; index < 10; index += 1) {
      store.update(ACCOUNT_ID, `sync-${index}`, (job) => ({ ...job, status: completedStatus() }));
    }
    adoption.adopt(SYNCING.slice(10));
    assert.ok(store.find(ACCOUNT_ID, 'sync-1009'));
    assert.equal(store.find(ACCOUNT_ID, 'sync-1010'), undefined);
    assert.equal(offered, 1010);
  });

  it('counts a final status that is still to be asked for, and no sync that is no longer watched', () => {
    for (const { lastSyncId = '' } of SYNCING.slice(0, 5)) {
      store.dismiss(ACCOUNT_ID, lastSyncId);
    }
    adoption.adopt(SYNCING);
    assert.equal(store.list(ACCOUNT_ID).length, 1000);
    const ended = { status: completedStatus(), listedEnd: 'pending' } as const;
    store.update(ACCOUNT_ID, 'sync-7', (job) => ({ ...job, ...ended }));
    adoption.adopt(SYNCING);
    assert.equal(store.list(ACCOUNT_ID).length, 1000);
  });
});
