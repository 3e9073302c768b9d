import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { StatementSync } from 'node:sqlite';
import { deleteDamagedCopies, openLedgerFile } from '../../../../src/jobs/database/ledgerFile.ts';
import { Ledger } from '../../../../src/jobs/store/ledger.ts';
import { ACCOUNT_ID, sampleJob } from '../sampleJobs.ts';
import { LedgerFolder } from '../store/ledgerFolder.ts';

const GARBAGE = 'no database, but long enough to be taken for one. '.repeat(100);

describe('The file of the ledger', () => {
  let folder: LedgerFolder;
  let database: DatabaseSync | undefined;

  beforeEach(() => {
    folder = new LedgerFolder();
    database = undefined;
  });

  afterEach(() => {
    database?.close();
    folder.remove();
  });

  function open(): DatabaseSync | undefined {
    database = openLedgerFile(folder.file, folder.log);
    return database;
  }

  it('is opened with a write-ahead log, erases what is deleted, and leaves the waiting for locks to the caller', () => {
    const opened = open();
    const setting = (name: string) => Object.values(opened?.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    assert.deepEqual(['journal_mode', 'synchronous', 'secure_delete', 'busy_timeout'].map(setting), ['wal', 1, 1, 0]);
    assert.deepEqual(folder.said, []);
  });

  it('is closed if it can be opened, but not read', () => {
    const opened: DatabaseSync[] = [];
    const ledger = folder.own(
      new Ledger({
        open: () => {
          class Locked extends DatabaseSync {
            override prepare(): StatementSync {
              throw Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 });
            }
          }
          const locked = new Locked(folder.file);
          opened.push(locked);
          return locked;
        },
        log: folder.log,
      }),
    );
    ledger.jobs.addAll([sampleJob({ syncId: 'a' })]);
    assert.ok(opened.length > 0);
    assert.deepEqual(
      opened.filter(({ isOpen }) => isOpen),
      [],
    );
  });

  it('is used without a write-ahead log where there is no shared memory', () => {
    class WithoutSharedMemory extends DatabaseSync {
      override prepare(sql: string): StatementSync {
        if (sql === 'PRAGMA journal_mode = WAL') {
          throw Object.assign(new Error('disk I/O error'), { errcode: 10 });
        }
        return super.prepare(sql);
      }
    }
    withModule({ DatabaseSync: WithoutSharedMemory }, () => {
      folder.open().jobs.addAll([sampleJob({ syncId: 'a' })]);
      assert.equal(folder.open().jobs.jobs(ACCOUNT_ID).all.length, 1);
    });
    const message = 'info: The job ledger is used without a write-ahead log (journal mode truncate).';
    assert.deepEqual(folder.said, [message, message]);
  });

  it('is set aside if it is damaged', () => {
    writeFileSync(folder.file, GARBAGE);
    assert.equal(Number(open()?.prepare('SELECT count(*) AS jobs FROM job').get()?.['jobs']), 0);
    const kept = readdirSync(folder.path).filter((name) => name.includes('.damaged-'));
    assert.equal(kept.length, 1);
    assert.match(kept[0] ?? '', /^jobs\.db\.damaged-\d+-[0-9a-f]{8}$/);
    assert.equal(folder.said.length, 1);
    assert.match(
      folder.said[0] ?? '',
      /^error: The job ledger is damaged and was set aside as .*\.damaged-\S+: Error: /,
    );
    deleteDamagedCopies(folder.file);
    assert.ok(readdirSync(folder.path).every((one) => !one.includes('.damaged-')));
  });

  it('is not opened in an editor without SQLite, which works in memory', () => {
    withModule(undefined, () => {
      const { jobs, access } = folder.open();
      jobs.addAll([sampleJob({ syncId: 'a' })]);
      assert.equal(jobs.jobs(ACCOUNT_ID).all.length, 1);
      assert.equal(access.hasDatabase, false);
    });
    assert.deepEqual(folder.said, [
      'warn: This version of the editor has no SQLite. Jobs are kept only while this window is open.',
    ]);
    assert.deepEqual(readdirSync(folder.path), []);
  });
});

/** Runs the work while Node has this as its module `node:sqlite`, or none. */
function withModule(sqlite: object | undefined, work: () => void): void {
  const original = Object.getOwnPropertyDescriptor(process, 'getBuiltinModule');
  assert.ok(original);
  const value = (): object => {
    if (sqlite === undefined) {
      throw new Error('no such module');
    }
    return sqlite;
  };
  try {
    Object.defineProperty(process, 'getBuiltinModule', { ...original, value });
    work();
  } finally {
    Object.defineProperty(process, 'getBuiltinModule', original);
  }
}
