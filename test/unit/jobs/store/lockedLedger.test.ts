import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import FakeTimers from '@sinonjs/fake-timers';
import { asMonotonic } from '../../../../src/base/monotonicClock.ts';
import type { Ledger } from '../../../../src/jobs/store/ledger.ts';
import type { Job } from '../../../../src/model/job.ts';
import { ACCOUNT_ID, completedStatus, runningStatus, sampleJob, sampleLease } from '../sampleJobs.ts';
import { LedgerFolder } from './ledgerFolder.ts';

/** The longest time that one access waits. */
const MAX_LOCK_WAIT_MS = 50;
const OTHER_ID = 'account-2';
/** When the database is tried during a lock of 12 s: at once, and then after twice the time each time. */
const ATTEMPTS_IN_12_S = 6;

describe('A ledger that is locked by another process', () => {
  let folder: LedgerFolder;
  let clock: ReturnType<typeof FakeTimers.install>;

  beforeEach(() => {
    folder = new LedgerFolder();
    // The retries are timed by these; waiting for the lock takes real time all the same, and is counted.
    clock = FakeTimers.install({ now: Date.now(), toFake: ['setTimeout', 'clearTimeout', 'hrtime'] });
  });

  afterEach(async () => {
    await folder.unlock();
    folder.close();
    clock.uninstall();
    folder.remove();
  });

  const open = (): Ledger => folder.open();

  function ids({ jobs }: Ledger, accountId = ACCOUNT_ID): string[] {
    return jobs.jobs(accountId).all.map(({ syncId }) => syncId);
  }

  /** Everything a window does while it follows a job. */
  function follow({ jobs }: Ledger, syncId: string, canLease = true): void {
    jobs.addAll([sampleJob({ syncId, nextPollAt: asMonotonic(5) })]);
    assert.equal(jobs.updateLease(ACCOUNT_ID, () => sampleLease()) !== undefined, canLease);
    jobs.updateHealth(ACCOUNT_ID, (health) => ({ ...health, outageSince: (health.outageSince ?? 0) + 1 }));
    jobs.updateAll(ACCOUNT_ID, [syncId], (job) => ({ ...job, status: runningStatus({ syncId }), receivedAt: 7 }));
    assert.equal(jobs.find(ACCOUNT_ID, syncId)?.status?.status, 'running');
    assert.ok((jobs.health(ACCOUNT_ID).outageSince ?? 0) > 0);
    assert.equal(jobs.history(ACCOUNT_ID, syncId).length, 2);
  }

  const FIRST_OPENINGS = {
    'is new': { lock: 'EXCLUSIVE', before: '' },
    'is still to be switched to a write-ahead log': { lock: 'EXCLUSIVE', before: 'CREATE TABLE other (name)' },
    'is still without tables': { lock: 'IMMEDIATE', before: 'PRAGMA journal_mode = WAL' },
  } as const;

  for (const [state, { lock: kind, before }] of Object.entries(FIRST_OPENINGS)) {
    it(`blocks once and briefly when it is first opened and ${state}, and gets every job when the lock is released`, async () => {
      const database = new DatabaseSync(folder.file);
      database.exec(before);
      database.close();
      await folder.lock(kind);
      const ledger = open();
      // Which window holds the lease can't be known during a short lock, so none takes it.
      follow(ledger, 'sync-1', false);
      assert.equal(ledger.access.waitedMs, MAX_LOCK_WAIT_MS);
      clock.tick(12_000);
      assert.equal(ledger.access.waitedMs, ATTEMPTS_IN_12_S * MAX_LOCK_WAIT_MS);
      follow(ledger, 'sync-2');
      assert.equal(ledger.access.waitedMs, ATTEMPTS_IN_12_S * MAX_LOCK_WAIT_MS);
      await folder.unlock();
      clock.tick(10_000);
      const next = open();
      assert.deepEqual(ids(next), ['sync-1', 'sync-2']);
      assert.equal(next.jobs.history(ACCOUNT_ID, 'sync-1').length, 2);
      follow(ledger, 'sync-3');
      assert.deepEqual(ids(next), ['sync-1', 'sync-2', 'sync-3']);
      assert.equal(ledger.access.waitedMs, ATTEMPTS_IN_12_S * MAX_LOCK_WAIT_MS);
      assert.deepEqual(
        folder.said.map((line) => line.replace(/ Error.*/s, '')),
        [
          'error: The job ledger is locked by another process; jobs are kept in memory until it can be written.',
          'info: The job ledger can be written again.',
        ],
      );
    });
  }

  it('gets what was added, changed, removed, dismissed and signed out during the lock', async () => {
    const ledger = open();
    const { jobs } = ledger;
    ['removed', 'changed', 'seen'].forEach((syncId) => jobs.addAll([sampleJob({ syncId })]));
    const adopted = sampleJob({ syncId: 'dismissed', origin: 'adopted' });
    jobs.addAll([adopted]);
    jobs.addAll([sampleJob({ accountId: OTHER_ID })]);
    jobs.updateHealth(OTHER_ID, (health) => ({ ...health, outageSince: 7 }));
    await folder.lock('IMMEDIATE');
    jobs.remove(ACCOUNT_ID, 'removed');
    jobs.dismiss(ACCOUNT_ID, 'dismissed');
    jobs.updateAll(ACCOUNT_ID, ['changed'], (job) => ({ ...job, status: completedStatus(), receivedAt: 9 }));
    jobs.updateAll(ACCOUNT_ID, ['seen'], (job) => ({ ...job, isSeen: true }));
    jobs.addAll([sampleJob({ syncId: 'added' })]);
    jobs.addAll([sampleJob({ syncId: 'added and removed' })]);
    jobs.remove(ACCOUNT_ID, 'added and removed');
    const restored = sampleJob({ syncId: 'restored' });
    jobs.addAll([restored]);
    const history = jobs.history(ACCOUNT_ID, 'restored');
    jobs.dismiss(ACCOUNT_ID, 'restored');
    jobs.restore(ACCOUNT_ID, [{ job: restored, history }]);
    jobs.addAll([sampleJob({ accountId: OTHER_ID, syncId: 'late' })]);
    ledger.removeAccount(OTHER_ID);
    const pause = { since: asMonotonic(1), sinceEpoch: 1, until: asMonotonic(60_000), inARow: 1 };
    jobs.updateHealth(ACCOUNT_ID, (health) => ({ ...health, pause }));
    assert.equal(ledger.access.waitedMs, MAX_LOCK_WAIT_MS);
    const expected = ['changed', 'seen', 'added', 'restored'];
    assert.deepEqual(ids(ledger), expected);
    await folder.unlock();
    clock.tick(250);
    const next = open();
    assert.deepEqual([ids(next), ids(ledger), ids(next, OTHER_ID)], [expected, expected, []]);
    assert.equal(next.jobs.find(ACCOUNT_ID, 'changed')?.status?.status, 'completed');
    assert.equal(next.jobs.history(ACCOUNT_ID, 'changed').length, 2);
    assert.equal(next.jobs.history(ACCOUNT_ID, 'restored').length, 1);
    assert.equal(next.jobs.find(ACCOUNT_ID, 'seen')?.isSeen, true);
    assert.equal(next.jobs.addAll([adopted]), 0);
    assert.equal(next.jobs.health(OTHER_ID).outageSince, undefined);
    assert.deepEqual(next.jobs.health(ACCOUNT_ID).pause, pause);
    assert.equal(ledger.access.waitedMs, MAX_LOCK_WAIT_MS);
  });

  it('is merged with what the process that held the lock wrote', async () => {
    const ledger = open();
    const { jobs } = ledger;
    ['removed', 'ended', 'told'].forEach((syncId) => jobs.addAll([sampleJob({ syncId })]));
    const ended: Job = sampleJob({ syncId: 'ended', status: completedStatus({ syncId: 'ended' }), receivedAt: 3 });
    const told: Job = sampleJob({ syncId: 'told', announcedAt: 4 });
    const write = ({ syncId, ...properties }: Job): string =>
      `UPDATE job SET properties = '${JSON.stringify(properties)}', revision = 100 WHERE sync_id = '${syncId}'`;
    await folder.lock(
      'IMMEDIATE',
      [
        `DELETE FROM job WHERE sync_id = 'removed'`,
        `UPDATE ledger SET revision = 100, deletions = deletions + 1`,
        write(ended),
        write(told),
      ].join(';'),
    );
    for (const syncId of ['removed', 'ended', 'told']) {
      const status = runningStatus({ syncId });
      jobs.updateAll(ACCOUNT_ID, [syncId], (job) => ({ ...job, status, receivedAt: 9, isSeen: true }));
    }
    await folder.unlock();
    clock.tick(250);
    for (const window of [ledger, open()]) {
      assert.deepEqual(
        window.jobs.jobs(ACCOUNT_ID).all.map((job) => [job.syncId, job.status?.status, job.isSeen, job.announcedAt]),
        [
          ['ended', 'completed', true, undefined],
          ['told', 'running', true, 4],
        ],
      );
    }
  });

  it('gets what is pending when the window closes, or the log reports the loss', async () => {
    const [lost, written] = [open(), open()];
    written.jobs.jobs(ACCOUNT_ID);
    lost.jobs.jobs(ACCOUNT_ID);
    await folder.lock('IMMEDIATE');
    lost.jobs.addAll([sampleJob({ syncId: 'lost' })]);
    lost.dispose();
    assert.match(folder.said.join('\n'), /warn: 1 changes could not be written to the job ledger and are lost/);
    written.jobs.addAll([sampleJob({ syncId: 'written' })]);
    await folder.unlock();
    written.dispose();
    assert.deepEqual(ids(open()), ['written']);
  });
});
