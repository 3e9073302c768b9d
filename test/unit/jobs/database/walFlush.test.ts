import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { LedgerDatabase } from '../../../../src/jobs/database/ledgerDatabase.ts';
import { WalFlush } from '../../../../src/jobs/database/walFlush.ts';
import { eventually } from '../../../eventually.ts';
import { LedgerFolder } from '../store/ledgerFolder.ts';

describe('The flush of the write-ahead log', () => {
  it('runs once more after a commit that came meanwhile, and one at a time', async () => {
    const ends: (() => void)[] = [];
    const files: string[] = [];
    const flush = new WalFlush('jobs.db-wal', (file) => {
      files.push(file);
      return new Promise((resolve) => ends.push(resolve));
    });
    flush.request();
    flush.request();
    flush.request();
    assert.deepEqual(files, ['jobs.db-wal']);
    ends[0]?.();
    await setImmediate();
    assert.equal(files.length, 2);
    ends[1]?.();
    await setImmediate();
    assert.equal(files.length, 2);
    flush.request();
    assert.equal(files.length, 3);
    assert.equal(flush.hasFailed, false);
  });

  it('reports that it does not work', async () => {
    const flush = new WalFlush(join('missing', 'jobs.db-wal'));
    flush.request();
    assert.equal(flush.hasFailed, false);
    await eventually(() => flush.hasFailed, 'The flush fails');
  });
});

describe('A durable transaction', () => {
  let folder: LedgerFolder;
  let executed: string[];

  beforeEach(() => {
    folder = new LedgerFolder();
    executed = [];
  });

  afterEach(() => folder.remove());

  function open(journal: string): LedgerDatabase {
    const database = new DatabaseSync(folder.file);
    database.exec(`PRAGMA journal_mode = ${journal}; PRAGMA synchronous = NORMAL; CREATE TABLE t (x)`);
    const exec = database.exec.bind(database);
    database.exec = (sql) => {
      executed.push(sql);
      exec(sql);
    };
    return new LedgerDatabase(database);
  }

  const FULL = ['PRAGMA synchronous = FULL', 'PRAGMA synchronous = NORMAL'];

  for (const { journal, durability, expected } of [
    { journal: 'WAL', durability: 'atCommit', expected: FULL },
    { journal: 'WAL', durability: 'soon', expected: [] },
    { journal: 'WAL', durability: 'later', expected: [] },
    { journal: 'TRUNCATE', durability: 'soon', expected: FULL },
  ] as const) {
    it(`with the journal mode ${journal} ${expected.length > 0 ? 'waits' : 'does not wait'} for the disk (${durability})`, () => {
      const database = open(journal);
      database.transaction(() => database.prepare('INSERT INTO t VALUES (1)').run(), durability);
      assert.deepEqual(executed, expected);
      assert.equal(database.prepare('SELECT count(*) AS n FROM t').get()?.['n'], 1);
      database.close();
    });
  }

  it('waits for the disk once the log could not be synchronized', async () => {
    const database = open('WAL');
    const insert = (): unknown =>
      database.transaction(() => database.prepare('INSERT INTO t VALUES (1)').run(), 'soon');
    insert();
    folder.remove();
    await eventually(() => (insert(), executed.length > 0), 'A transaction waits for the disk');
    assert.deepEqual(executed.slice(0, 2), FULL);
    database.close();
  });
});
