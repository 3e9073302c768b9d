import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { asMonotonic } from '../../../../src/base/monotonicClock.ts';
import type { Ledger } from '../../../../src/jobs/store/ledger.ts';
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
    older.jobs.put(sampleJob());
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

  it('names the oldest version that can use its tables', () => {
    assert.deepEqual(read('SELECT compatible_from FROM ledger'), [2]);
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
    newer.exec(`UPDATE job SET added = 'kept', facts = json_set(facts, '$.later', 7), revision = revision + 1;
      UPDATE ledger SET revision = revision + 1; INSERT INTO later (account_id, name) VALUES ('${ACCOUNT_ID}', 'x.csv')`);
    for (const window of [older, open()]) {
      const update = window.jobs.update(ACCOUNT_ID, 'sync-1', (job) => ({ ...job, status: runningStatus() }));
      assert.equal(update?.after.status?.status, 'running');
    }
    jobs.put(sampleJob({ syncId: 'sync-2' }));
    jobs.dismiss(ACCOUNT_ID, 'sync-3');
    jobs.updateHealth(ACCOUNT_ID, (health) => ({ ...health, outageSince: 7 }));
    assert.deepEqual(read(`SELECT sync_id, added, json_extract(facts, '$.later') FROM job ORDER BY sync_id`), [
      'sync-1',
      'kept',
      7,
      'sync-2',
      'added',
      null,
    ]);
    jobs.updateLease(ACCOUNT_ID, () => sampleLease());
    for (const table of ['seen_state', 'dismissed', 'account', 'poll_lease']) {
      assert.deepEqual(new Set(read(`SELECT added FROM ${table}`)), new Set(['added']), table);
    }
    const { accountId, syncId, entityId, kind, ...facts }: Job = sampleJob({ syncId: 'sync-4' });
    newer
      .prepare(
        `INSERT INTO job (account_id, sync_id, entity_id, kind, facts, revision, added) VALUES (?, ?, ?, ?, ?, 99, 'new')`,
      )
      .run(accountId, syncId, entityId, kind, JSON.stringify(facts));
    newer.exec('UPDATE ledger SET revision = 99');
    assert.deepEqual(
      jobs.list(ACCOUNT_ID).map((job) => job.syncId),
      ['sync-1', 'sync-2', 'sync-4'],
    );
    jobs.removeAccount(ACCOUNT_ID);
    assert.deepEqual(read('SELECT name FROM later'), [], 'what signing out forgets in tables of the newer version');
    assert.deepEqual(folder.said, []);
  });

  it('is no longer used if its tables have changed: jobs stay in memory, and the log reports it once', () => {
    const { jobs } = older;
    migrate('ALTER TABLE job RENAME TO task; ALTER TABLE seen_state RENAME COLUMN at TO since', (known) => known + 1);
    jobs.put(sampleJob({ syncId: 'sync-2' }));
    jobs.update(ACCOUNT_ID, 'sync-1', (job) => ({ ...job, isSeen: true }));
    assert.deepEqual(
      jobs.list(ACCOUNT_ID).map(({ syncId, isSeen }) => [syncId, isSeen]),
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

describe('A ledger that a window of the version before the lease uses, too', () => {
  let folder: LedgerFolder;
  let ledger: Ledger;
  let older: DatabaseSync;

  beforeEach(() => {
    folder = new LedgerFolder();
    ledger = folder.open();
    ledger.jobs.list(ACCOUNT_ID);
    older = new DatabaseSync(folder.file, { timeout: 1000 });
  });

  afterEach(() => {
    folder.close();
    older.close();
    folder.remove();
  });

  function facts(): Record<string, unknown> {
    return JSON.parse(String(older.prepare('SELECT facts FROM job').get()?.['facts'])) as Record<string, unknown>;
  }

  it('has the polls and outcomes of either window for the other, under the same names', () => {
    const pollState = {
      attempts: 3,
      failuresInARow: 2,
      notFoundCount: 1,
      notFoundSince: asMonotonic(5),
      askedAt: asMonotonic(7),
      settledAt: asMonotonic(8),
      runningSince: asMonotonic(1),
    };
    const job: Job = sampleJob({ startedIn: 'window', listedEnd: 'pending', announcedAt: 9, pollState });
    ledger.jobs.put(job);
    const names = ['asking', 'startedIn', 'listedEnd', 'announcedAt', 'knownSince', 'isSeen', 'isLost', 'origin'];
    assert.deepEqual(
      names.filter((name) => !(name in facts())),
      [],
    );
    const asking = { ...pollState, attempts: 4 };
    older
      .prepare('UPDATE job SET facts = ?, next_check_at = 20, asking_until = 20, revision = 99')
      .run(JSON.stringify({ ...facts(), asking, announcedAt: 10 }));
    older.exec('UPDATE ledger SET revision = 99');
    const read = ledger.jobs.find(ACCOUNT_ID, job.syncId);
    assert.deepEqual([read?.pollState, read?.announcedAt, read?.nextCheckAt], [asking, 10, 20]);
    ledger.jobs.update(ACCOUNT_ID, job.syncId, (known) => ({ ...known, isSeen: true }));
    assert.equal(older.prepare('SELECT asking_until FROM job').get()?.['asking_until'], 20, 'its claim');
  });

  it('has one Retry-After and one slowdown for both, and keeps the rest of what the older one has stored', () => {
    const rest = { since: asMonotonic(1), sinceEpoch: 1, until: asMonotonic(60_000), inARow: 1 };
    const pace = { rest, bookedUntil: 70, slowUntil: 80, slowIntervalMs: 3000, listFailuresInARow: 2 };
    older.prepare('INSERT INTO account (account_id, pace) VALUES (?, ?)').run(ACCOUNT_ID, JSON.stringify(pace));
    const slowdown = { until: asMonotonic(80), intervalMs: 3000 };
    assert.deepEqual(ledger.jobs.health(ACCOUNT_ID), { pause: rest, slowdown });
    ledger.jobs.updateHealth(ACCOUNT_ID, (health) => ({ ...health, outageSince: 5, slowdown: undefined }));
    const stored: unknown = JSON.parse(String(older.prepare('SELECT pace FROM account').get()?.['pace']));
    assert.deepEqual(stored, { rest, bookedUntil: 70, listFailuresInARow: 2, outageSince: 5 });
  });
});
