import assert from 'node:assert/strict';
import { MemoryJobStore } from '../../jobs/memoryJobStore.ts';
import { jobsToAdopt, SyncAdoption } from '../../../../src/app/tracking/syncAdoption.ts';
import type { Connection } from '../../../../src/model/connection.ts';
import { isRunning } from '../../../../src/model/job.ts';
import { ACCOUNT_ID, completedStatus } from '../../jobs/sampleJobs.ts';
import { syncingConnection } from '../../model/sampleConnection.ts';

const SYNCING: readonly Connection[] = Array.from({ length: 20_000 }, (_, index) =>
  syncingConnection({ entityId: `entity-${index}`, entityName: `Orders ${index}`, lastSyncId: `sync-${index}` }),
);

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
      adopt: (jobs) => {
        offered += jobs.length;
        return store.addAll(jobs);
      },
      log: { debug: ignore, info: (message) => messages.push(message), warn: ignore, error: ignore },
    });
  });

  afterEach(() => store.dispose());

  it('follows 1,000 of 20,000 and logs that once, the rest as those end', () => {
    adoption.adopt(SYNCING);
    adoption.adopt(SYNCING);
    assert.equal(store.jobs(ACCOUNT_ID).all.length, 1000);
    assert.equal(offered, 1000);
    assert.deepEqual(messages, [
      '19000 more syncs run than the 1000 that are watched at a time. They are watched as others end.',
    ]);
    for (let index = 0; index < 10; index += 1) {
      store.updateAll(ACCOUNT_ID, [`sync-${index}`], (job) => ({ ...job, status: completedStatus() }));
    }
    adoption.adopt(SYNCING.slice(10));
    assert.ok(store.find(ACCOUNT_ID, 'sync-1009'));
    assert.equal(store.find(ACCOUNT_ID, 'sync-1010'), undefined);
    assert.equal(offered, 1010);
  });

  it('counts a final status that is still to be polled, and no sync that is no longer watched', () => {
    for (const { lastSyncId = '' } of SYNCING.slice(0, 5)) {
      store.dismiss(ACCOUNT_ID, lastSyncId);
    }
    adoption.adopt(SYNCING);
    assert.equal(store.jobs(ACCOUNT_ID).all.length, 1000);
    const ended = { status: completedStatus(), listedEnd: 'pending' } as const;
    store.updateAll(ACCOUNT_ID, ['sync-7'], (job) => ({ ...job, ...ended }));
    adoption.adopt(SYNCING);
    assert.equal(store.jobs(ACCOUNT_ID).all.length, 1000);
  });
});

const unknown = (): boolean => false;

describe('Adoption', () => {
  it('takes in the sync of a connection that is syncing', () => {
    const [job, ...others] = jobsToAdopt([syncingConnection()], unknown, ACCOUNT_ID, 7000);
    assert.ok(job && isRunning(job));
    assert.deepEqual(others, []);
    const { accountId, syncId, entityId, entityName, kind, origin, knownSince, nextPollAt } = job;
    assert.deepEqual(
      { accountId, syncId, entityId, entityName, kind, origin, knownSince, nextPollAt },
      {
        accountId: ACCOUNT_ID,
        syncId: 'sync-1',
        entityId: 'entity-1',
        entityName: 'Orders',
        kind: 'sync',
        origin: 'adopted',
        knownSince: 7000,
        nextPollAt: undefined,
      },
    );
  });

  it('ignores what is known, what does not run and what has no ID', () => {
    const connections = [
      syncingConnection({ lastSyncId: 'known' }),
      syncingConnection({ isCurrentlySyncing: false }),
      syncingConnection({ lastSyncId: undefined }),
      syncingConnection({ lastSyncId: '' }),
    ];
    assert.deepEqual(
      jobsToAdopt(connections, (syncId) => syncId === 'known', ACCOUNT_ID, 0),
      [],
    );
  });

  it('adopts an id once, however many connections name it', () => {
    assert.equal(
      jobsToAdopt([syncingConnection(), syncingConnection({ entityId: 'entity-2' })], unknown, ACCOUNT_ID, 0).length,
      1,
    );
  });
});
