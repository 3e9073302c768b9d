import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { MemoryStorage } from '../../../../src/app/demo/memoryStorage.ts';
import type { Ledger } from '../../../../src/jobs/store/ledger.ts';
import { hasPendingRemovals } from '../../../../src/jobs/database/ledgerPaths.ts';
import type { Job } from '../../../../src/model/job.ts';
import { ACCOUNT_ID, runningStatus, sampleJob, sampleLease } from '../sampleJobs.ts';
import { eventually } from '../../../eventually.ts';
import { LedgerFolder } from './ledgerFolder.ts';

describe('A ledger that a newer version migrates while it is open', () => {
  let folder: LedgerFolder;
  let older: Ledger;
  let newer: DatabaseSync;

  beforeEach(() => {
    folder = new LedgerFolder();
    older = open();
    older.jobs.addAll([sampleJob()]);
    newer = new DatabaseSync(folder.file, { timeout: 1000 });
  });

  afterEach(() => {
    folder.close();
    newer.close();
    folder.remove();
  });

  const open = (): Ledger => folder.open();

  function read(sql: string): unknown[] {
    return newer
      .prepare(sql)
      .all()
      .map((row) => Object.values(row))
      .flat();
  }

  /** As the next version would: `sql` changes the tables, and windows from `compatibleFrom` on can go on using them. */
  function migrate(sql: string, compatibleFrom: (version: number) => number): void {
    const version = Number(read('PRAGMA user_version')[0]);
    newer.exec(`BEGIN IMMEDIATE; ${sql};
      UPDATE ledger SET compatible_from = ${compatibleFrom(version)}; PRAGMA user_version = ${version + 1}; COMMIT`);
  }

  it('can be used from its own version on', () => {
    assert.deepEqual(read('SELECT compatible_from FROM ledger'), read('PRAGMA user_version'));
  });

  it('is used by both versions if only columns and tables were added', () => {
    const { jobs } = older;
    const tables = read(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`);
    const additions = tables.map(
      (name) => `ALTER TABLE ${String(name)} ADD COLUMN added TEXT NOT NULL DEFAULT 'added'`,
    );
    migrate(
      `${additions.join(';')}; CREATE TABLE later (account_id TEXT NOT NULL, name TEXT NOT NULL)`,
      (known) => known,
    );
    newer.exec(`UPDATE job SET added = 'kept', properties = json_set(properties, '$.later', 7), revision = revision + 1;
      UPDATE ledger SET revision = revision + 1; INSERT INTO later (account_id, name) VALUES ('${ACCOUNT_ID}', 'x.csv')`);
    for (const window of [older, open()]) {
      const update = window.jobs.updateAll(ACCOUNT_ID, ['sync-1'], (job) => ({ ...job, status: runningStatus() }))[0];
      assert.equal(update?.after.status?.status, 'running');
    }
    jobs.addAll([sampleJob({ syncId: 'sync-2' })]);
    jobs.dismiss(ACCOUNT_ID, 'sync-3');
    jobs.updateHealth(ACCOUNT_ID, (health) => ({ ...health, outageSince: 7 }));
    assert.deepEqual(read(`SELECT sync_id, added, json_extract(properties, '$.later') FROM job ORDER BY sync_id`), [
      'sync-1',
      'kept',
      7,
      'sync-2',
      'added',
      null,
    ]);
    jobs.updateLease(ACCOUNT_ID, () => sampleLease());
    for (const table of ['status_change', 'dismissed', 'health', 'poll_lease']) {
      assert.deepEqual(new Set(read(`SELECT added FROM ${table}`)), new Set(['added']), table);
    }
    const { accountId, syncId, entityId, kind, ...properties }: Job = sampleJob({ syncId: 'sync-4' });
    newer
      .prepare(
        `INSERT INTO job (account_id, sync_id, entity_id, kind, properties, revision, added) VALUES (?, ?, ?, ?, ?, 99, 'new')`,
      )
      .run(accountId, syncId, entityId, kind, JSON.stringify(properties));
    newer.exec('UPDATE ledger SET revision = 99');
    assert.deepEqual(
      jobs.jobs(ACCOUNT_ID).all.map((job) => job.syncId),
      ['sync-1', 'sync-2', 'sync-4'],
    );
    older.removeAccount(ACCOUNT_ID);
    assert.deepEqual(read('SELECT name FROM later'), [], 'what signing out forgets in tables of the newer version');
    assert.deepEqual(folder.said, []);
  });

  it('is no longer used if its tables have changed: jobs stay in memory, and the log reports it once', () => {
    const { jobs } = older;
    migrate(
      'ALTER TABLE job RENAME TO task; ALTER TABLE status_change RENAME COLUMN at TO since',
      (known) => known + 1,
    );
    jobs.addAll([sampleJob({ syncId: 'sync-2' })]);
    jobs.updateAll(ACCOUNT_ID, ['sync-1'], (job) => ({ ...job, isSeen: true }));
    assert.deepEqual(
      jobs.jobs(ACCOUNT_ID).all.map(({ syncId, isSeen }) => [syncId, isSeen]),
      [
        ['sync-1', true],
        ['sync-2', false],
      ],
    );
    assert.equal(jobs.history(ACCOUNT_ID, 'sync-2').length, 1);
    assert.deepEqual(read('SELECT sync_id FROM task'), ['sync-1']);
    assert.equal(folder.said.length, 1, folder.said.join('\n'));
    assert.match(folder.said.join(), /error: The job ledger belongs to a newer version of this extension/);
  });

  it('is left to the newer version for the removal of an account, which its next start completes', () => {
    migrate('', (known) => known + 1);
    older.removeAccount(ACCOUNT_ID);
    assert.equal(older.access.problem, 'newer');
    assert.equal(hasPendingRemovals(folder.path, new MemoryStorage()), true);
    older.dispose();
    // As the newer version would open it.
    newer.exec('UPDATE ledger SET compatible_from = 0');
    open();
    assert.deepEqual(read('SELECT sync_id FROM job'), []);
  });

  it('lets the window poll with a lease in memory afterwards, also if the migration first locked it', async () => {
    const { jobs, access } = older;
    newer.exec('BEGIN IMMEDIATE');
    const lease = sampleLease();
    assert.equal(
      jobs.updateLease(ACCOUNT_ID, () => lease),
      undefined,
    );
    newer.exec('COMMIT');
    migrate('ALTER TABLE job RENAME TO task', (known) => known + 1);
    await eventually(() => !access.hasDatabase, 'the migration is noticed');
    assert.equal(
      jobs.updateLease(ACCOUNT_ID, () => lease),
      lease,
    );
  });
});
