import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import FakeTimers from '@sinonjs/fake-timers';
import { Ledger } from '../../../../src/jobs/store/ledger.ts';
import { openLedgerFile } from '../../../../src/jobs/store/ledgerFile.ts';
import { ACCOUNT_ID, runningStatus, sampleJob } from '../sampleJobs.ts';
import { LedgerFolder } from './ledgerFolder.ts';

const MINUTE_MS = 60_000;

describe('A ledger that cannot be written for a while', () => {
  let folder: LedgerFolder;
  let clock: ReturnType<typeof FakeTimers.install>;
  let opened: DatabaseSync | undefined;
  let opening: () => DatabaseSync | undefined;
  let ledger: Ledger;

  beforeEach(() => {
    folder = new LedgerFolder();
    clock = FakeTimers.install({ now: Date.now(), toFake: ['setTimeout', 'clearTimeout', 'hrtime'] });
    opening = openFile;
    ledger = new Ledger({ open: () => (opened = opening()), log: folder.log });
  });

  afterEach(() => {
    ledger.dispose();
    clock.uninstall();
    folder.remove();
  });

  function openFile(): DatabaseSync | undefined {
    return openLedgerFile(folder.file, folder.log);
  }

  function written(): string[] {
    const reader = new DatabaseSync(folder.file);
    const rows = reader.prepare('SELECT sync_id FROM job ORDER BY sync_id').all();
    reader.close();
    return rows.map((row) => String(row['sync_id']));
  }

  function said(): string[] {
    return folder.said.map((line) => line.replace(/ Error.*/s, ''));
  }

  it('keeps what a full disk rejects, logs it once, and writes it when there is space', () => {
    const { jobs } = ledger;
    jobs.put(sampleJob({ syncId: 'a' }));
    const limit = (pages: number): void => opened?.exec(`PRAGMA max_page_count = ${pages}`);
    opening = () => {
      opened = openFile();
      limit(1);
      return opened;
    };
    limit(1);
    const long = 'x'.repeat(900);
    for (let index = 0; index < 200; index += 1) {
      jobs.put(sampleJob({ syncId: `b${index}`, startMessage: long }));
    }
    assert.equal(jobs.list(ACCOUNT_ID).length, 201);
    assert.ok(written().length < 201);
    clock.tick(MINUTE_MS);
    assert.deepEqual(said(), [
      'error: The job ledger cannot grow because the disk is full; jobs are kept in memory until it can be written.',
    ]);
    opening = openFile;
    clock.tick(MINUTE_MS);
    assert.equal(written().length, 201);
    assert.equal(jobs.list(ACCOUNT_ID).length, 201);
    assert.equal(said().at(-1), 'info: The job ledger can be written again.');
  });

  it('shows the jobs of a read-only database, logs it once, and tracks them in memory', () => {
    ledger.jobs.put(sampleJob({ syncId: 'a' }));
    ledger.dispose();
    opening = () => new DatabaseSync(folder.file, { readOnly: true });
    ledger = new Ledger({ open: () => opening(), log: folder.log });
    const { jobs } = ledger;
    assert.equal(jobs.list(ACCOUNT_ID).length, 1);
    jobs.update(ACCOUNT_ID, 'a', (job) => ({ ...job, status: runningStatus() }));
    jobs.put(sampleJob({ syncId: 'b' }));
    for (let minute = 0; minute < 10; minute += 1) {
      clock.tick(MINUTE_MS);
      jobs.update(ACCOUNT_ID, 'a', (job) => ({ ...job, answeredAt: minute }));
      assert.equal(jobs.find(ACCOUNT_ID, 'a')?.answeredAt, minute);
    }
    assert.deepEqual(written(), ['a']);
    assert.deepEqual(said(), ['error: The job ledger is read-only; jobs are kept in memory until it can be written.']);
    opening = openFile;
    clock.tick(MINUTE_MS);
    assert.deepEqual(written(), ['a', 'b']);
  });

  it('skips a change that can never be written, and writes the others', () => {
    const { access, jobs } = ledger;
    opening = () => {
      throw Object.assign(new Error('no such folder'), { syscall: 'open' });
    };
    access.keep(ACCOUNT_ID, 'first', (database) => {
      database.prepare('UPDATE ledger SET revision = 77').run();
      throw new Error('never');
    });
    jobs.put(sampleJob({ syncId: 'a' }));
    opening = openFile;
    clock.tick(MINUTE_MS);
    assert.deepEqual(written(), ['a']);
    assert.ok(said().some((line) => line.startsWith('error: A change could not be written to the job ledger')));
    assert.ok(Number(opened?.prepare('SELECT revision FROM ledger').get()?.['revision']) < 77);
  });
});
