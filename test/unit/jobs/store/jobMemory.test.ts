import assert from 'node:assert/strict';
import { asMonotonic } from '../../../../src/base/monotonicClock.ts';
import type { JobStoreChange } from '../../../../src/jobs/store/jobStore.ts';
import { JobMemory } from '../../../../src/jobs/store/jobMemory.ts';
import { ACCOUNT_ID, completedStatus, runningStatus, sampleJob, sampleLease } from '../sampleJobs.ts';

describe('The memory of jobs', () => {
  let store: JobMemory;
  let changes: Pick<JobStoreChange, 'accountId' | 'syncId'>[];
  beforeEach(() => {
    store = new JobMemory();
    changes = [];
    store.onDidChange(({ accountId, syncId }) => changes.push({ accountId, syncId }));
  });

  it('keeps the jobs of each account apart', () => {
    store.put(sampleJob());
    store.put(sampleJob({ accountId: 'other', syncId: 'sync-2' }));
    assert.deepEqual(store.jobs(ACCOUNT_ID).all, [sampleJob()]);
    assert.equal(store.find(ACCOUNT_ID, 'sync-2'), undefined);
    assert.deepEqual(store.jobs('unknown-account').all, []);
  });

  it('replaces a job with the same account and ID', () => {
    store.put(sampleJob());
    store.put(sampleJob({ entityName: 'Invoices' }));
    assert.deepEqual(
      store.jobs(ACCOUNT_ID).all.map(({ entityName }) => entityName),
      ['Invoices'],
    );
  });

  it('reports which job changed', () => {
    store.put(sampleJob());
    store.put(sampleJob({ isSeen: true }));
    store.remove(ACCOUNT_ID, 'sync-1');
    assert.deepEqual(
      changes,
      [1, 2, 3].map(() => ({ accountId: ACCOUNT_ID, syncId: 'sync-1' })),
    );
  });

  it('fires no event if nothing changes', () => {
    store.put(sampleJob());
    changes.length = 0;
    store.remove(ACCOUNT_ID, 'missing');
    store.remove('unknown-account', 'sync-1');
    store.removeAccount('unknown-account');
    assert.deepEqual(changes, []);
  });

  it('gives the lease of an account to the first window that takes it', () => {
    const take = (holder: string) => store.updateLease(ACCOUNT_ID, (lease) => lease ?? sampleLease({ holder }));
    assert.equal(take('first')?.holder, 'first');
    assert.equal(take('second')?.holder, 'first');
    assert.equal(store.lease('other'), undefined);
    store.removeAccount(ACCOUNT_ID);
    assert.equal(store.lease(ACCOUNT_ID), undefined);
  });

  it('reports when the lease passes to another window or is given up, not when it is renewed', () => {
    const reports: string[] = [];
    store.onDidChangeLease((accountId) => reports.push(accountId));
    const countOf = (...change: Parameters<typeof sampleLease>): number => {
      reports.length = 0;
      store.updateLease(ACCOUNT_ID, () => sampleLease(...change));
      return reports.length;
    };
    assert.equal(countOf({ holder: 'first' }), 1);
    assert.equal(countOf({ holder: 'first', until: asMonotonic(20_000) }), 0);
    assert.equal(countOf({ holder: 'second' }), 1);
    assert.equal(countOf({ holder: 'second', isFocused: false }), 1);
    assert.equal(countOf({ holder: 'second', isFocused: false, requestedBy: 'first' }), 1);
    assert.equal(countOf({ holder: 'second', isFocused: false, requestedBy: 'first' }), 0);
    reports.length = 0;
    assert.equal(
      store.updateLease(ACCOUNT_ID, () => undefined),
      undefined,
    );
    assert.deepEqual([reports, store.lease(ACCOUNT_ID)], [[ACCOUNT_ID], undefined]);
  });

  it('reports nothing any more after it was disposed', () => {
    let leases = 0;
    store.onDidChangeLease(() => (leases += 1));
    store.dispose();
    store.put(sampleJob());
    store.updateLease(ACCOUNT_ID, () => sampleLease());
    assert.deepEqual([changes, leases], [[], 0]);
  });

  it('knows which jobs were dismissed, until their account is removed', () => {
    store.put(sampleJob());
    store.dismiss(ACCOUNT_ID, 'sync-1');
    assert.deepEqual(
      [store.find(ACCOUNT_ID, 'sync-1'), store.isDismissed(ACCOUNT_ID, 'sync-1'), store.isDismissed('other', 'sync-1')],
      [undefined, true, false],
    );
    store.removeAccount(ACCOUNT_ID);
    assert.equal(store.isDismissed(ACCOUNT_ID, 'sync-1'), false);
  });

  it('removes everything of an account at once', () => {
    store.put(sampleJob());
    store.put(sampleJob({ syncId: 'sync-2' }));
    changes.length = 0;
    store.removeAccount(ACCOUNT_ID);
    assert.deepEqual(store.jobs(ACCOUNT_ID).all, []);
    assert.deepEqual(changes, [{ accountId: ACCOUNT_ID, syncId: undefined }]);
  });

  it('drops the oldest ended jobs beyond 500, and no running one', () => {
    store.put(sampleJob({ syncId: 'running' }));
    for (let index = 0; index < 600; index += 1) {
      const status = completedStatus({ completedAt: index });
      store.put(sampleJob({ syncId: `ended-${index}`, status, announcedAt: 1 }));
    }
    const kept = store.jobs(ACCOUNT_ID).all.map(({ syncId }) => syncId);
    assert.equal(kept.length, 500);
    assert.deepEqual(kept.slice(0, 2), ['running', 'ended-101']);
  });

  it('keeps jobs beyond 500 whose final status or announcement is still pending', () => {
    const ended = { status: completedStatus({ completedAt: Date.now() }), receivedAt: Date.now() };
    store.put(sampleJob({ syncId: 'pending', origin: 'adopted', listedEnd: 'pending', ...ended }));
    store.put(sampleJob({ syncId: 'unannounced', ...ended }));
    store.put(sampleJob({ syncId: 'announced', announcedAt: 1, ...ended }));
    store.put(sampleJob({ syncId: 'adopted', origin: 'adopted', ...ended }));
    store.put(sampleJob({ syncId: 'unannounced and old', status: completedStatus() }));
    for (let index = 0; index < 500; index += 1) {
      store.put(sampleJob({ syncId: `running-${index}` }));
    }
    const kept = store.jobs(ACCOUNT_ID).all.map(({ syncId }) => syncId);
    assert.deepEqual(
      kept.filter((syncId) => !syncId.startsWith('running')),
      ['pending', 'unannounced'],
    );
  });

  it('keeps all jobs while they are running', () => {
    for (let index = 0; index < 510; index += 1) {
      store.put(sampleJob({ syncId: `running-${index}` }));
    }
    assert.equal(store.jobs(ACCOUNT_ID).all.length, 510);
  });

  it('keeps the states that a job was seen in, each once, until it is removed', () => {
    store.put(sampleJob());
    store.put(sampleJob({ status: runningStatus() }));
    store.put(sampleJob({ status: runningStatus(), receivedAt: 9 }));
    store.put(sampleJob({ status: completedStatus() }));
    const statesOf = () => store.history(ACCOUNT_ID, 'sync-1').map(({ status }) => status);
    assert.deepEqual(statesOf().slice(1), ['running', 'completed']);
    assert.deepEqual(store.history('other', 'sync-1'), []);
    store.remove(ACCOUNT_ID, 'sync-1');
    assert.deepEqual(statesOf(), []);
  });
});
