import assert from 'node:assert/strict';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import FakeTimers from '@sinonjs/fake-timers';
import { asMonotonic } from '../../../../src/base/monotonicClock.ts';
import { Ledger, openMemoryLedger } from '../../../../src/jobs/store/ledger.ts';
import { openLedgerFile } from '../../../../src/jobs/database/ledgerFile.ts';
import { ACCOUNT_ID, runningStatus, sampleJob } from '../sampleJobs.ts';
import { LedgerFolder } from './ledgerFolder.ts';

const MINUTE_MS = 60_000;
const SQLITE_FULL = 13;

/** Reads, and takes transactions in which nothing is written. */
function asOnFullDisk(database: DatabaseSync | undefined): DatabaseSync | undefined {
  const prepare = database?.prepare.bind(database);
  return (
    database &&
    prepare &&
    Object.assign(database, {
      prepare: (sql: string) => {
        const statement = prepare(sql);
        const fail = () => {
          throw Object.assign(new Error('database or disk is full'), { errcode: SQLITE_FULL });
        };
        return /^(?:INSERT|UPDATE|DELETE)/.test(sql.trim()) ? Object.assign(statement, { run: fail }) : statement;
      },
    })
  );
}

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
    jobs.addAll([sampleJob({ syncId: 'a' })]);
    const limit = (pages: number): void => opened?.exec(`PRAGMA max_page_count = ${pages}`);
    opening = () => {
      opened = openFile();
      limit(1);
      return opened;
    };
    limit(1);
    const long = 'x'.repeat(900);
    for (let index = 0; index < 200; index += 1) {
      jobs.addAll([sampleJob({ syncId: `b${index}`, startMessage: long })]);
    }
    assert.equal(jobs.jobs(ACCOUNT_ID).all.length, 201);
    assert.ok(written().length < 201);
    clock.tick(MINUTE_MS);
    assert.deepEqual(said(), [
      'error: The job ledger cannot grow because the disk is full; jobs are kept in memory until it can be written.',
    ]);
    opening = openFile;
    clock.tick(MINUTE_MS);
    assert.equal(written().length, 201);
    assert.equal(jobs.jobs(ACCOUNT_ID).all.length, 201);
    assert.equal(said().at(-1), 'info: The job ledger can be written again.');
  });

  it('lets the window poll with a lease in memory while the disk is full, although nothing waits to be written', () => {
    ledger.jobs.addAll([sampleJob()]);
    ledger.dispose();
    ledger = new Ledger({ open: () => asOnFullDisk(openFile()), log: folder.log });
    const lease = { holder: 'window', until: asMonotonic(1), isFocused: true, bookedUntil: asMonotonic(1) };
    const leases = [];
    for (let second = 0; second < 30; second += 1) {
      leases.push(ledger.jobs.updateLease(ACCOUNT_ID, () => lease));
      clock.tick(1000);
    }
    assert.deepEqual(leases.slice(-20), Array(20).fill(lease));
    assert.equal(folder.said.length, 1, folder.said.join('\n'));
  });

  it('shows the jobs of a read-only database, logs it once, and tracks them in memory', () => {
    ledger.jobs.addAll([sampleJob({ syncId: 'a' })]);
    ledger.dispose();
    opening = () => new DatabaseSync(folder.file, { readOnly: true });
    ledger = new Ledger({ open: () => opening(), log: folder.log });
    const { jobs } = ledger;
    assert.equal(jobs.jobs(ACCOUNT_ID).all.length, 1);
    jobs.updateAll(ACCOUNT_ID, ['a'], (job) => ({ ...job, status: runningStatus() }));
    jobs.addAll([sampleJob({ syncId: 'b' })]);
    for (let minute = 0; minute < 10; minute += 1) {
      clock.tick(MINUTE_MS);
      jobs.updateAll(ACCOUNT_ID, ['a'], (job) => ({ ...job, receivedAt: minute }));
      assert.equal(jobs.find(ACCOUNT_ID, 'a')?.receivedAt, minute);
    }
    assert.deepEqual(written(), ['a']);
    assert.deepEqual(said(), ['error: The job ledger is read-only; jobs are kept in memory until it can be written.']);
    opening = openFile;
    clock.tick(MINUTE_MS);
    assert.deepEqual(written(), ['a', 'b']);
  });

  it('disposes what it owns last, because it may open the database to write what is pending', () => {
    const calls: string[] = [];
    let isLocked = true;
    ledger.dispose();
    ledger = new Ledger({
      open: () => {
        if (isLocked) {
          throw new Error('database is locked');
        }
        calls.push('opened');
        return openFile();
      },
      log: folder.log,
      owned: { dispose: () => calls.push('disposed') },
    });
    ledger.jobs.addAll([sampleJob()]);
    isLocked = false;
    ledger.dispose();
    assert.deepEqual(calls, ['opened', 'disposed']);
    assert.deepEqual(written(), ['sync-1']);
  });

  it('skips a change that can never be written, and writes the others', () => {
    const { access, jobs } = ledger;
    opening = () => {
      throw Object.assign(new Error('no such folder'), { syscall: 'open' });
    };
    access.addPending(ACCOUNT_ID, 'first', (database) => {
      database.prepare('UPDATE ledger SET revision = 77').run();
      throw new Error('never');
    });
    jobs.addAll([sampleJob({ syncId: 'a' })]);
    opening = openFile;
    clock.tick(MINUTE_MS);
    assert.deepEqual(written(), ['a']);
    assert.ok(said().some((line) => line.startsWith('error: A change could not be written to the job ledger')));
    assert.ok(Number(opened?.prepare('SELECT revision FROM ledger').get()?.['revision']) < 77);
  });

  it('writes what is kept soon, and what was dropped never', () => {
    const { access } = ledger;
    for (const key of ['kept', 'dropped']) {
      access.addPending(ACCOUNT_ID, key, (database) => {
        database.prepare('INSERT INTO favorite (account_id, entity_id) VALUES (?, ?)').run(ACCOUNT_ID, key);
      });
    }
    access.dropPending(ACCOUNT_ID, 'dropped');
    clock.tick(250);
    const rows = opened?.prepare('SELECT entity_id FROM favorite').all() ?? [];
    assert.deepEqual(
      rows.map((row) => row['entity_id']),
      ['kept'],
    );
  });

  it('keeps all that the user has agreed to, marked and withdrawn', () => {
    opening = () => {
      throw Object.assign(new Error('database is locked'), { errcode: 5 });
    };
    const { consents, favorites, jobs } = ledger;
    const agreed = (window: Ledger): unknown => [
      ['a', 'b'].map((entityId) => window.consents.has(ACCOUNT_ID, 'uploadTarget', entityId)),
      ['a', 'b'].map((entityId) => window.consents.has(ACCOUNT_ID, 'taskSync', entityId)),
      ['a', 'b'].map((entityId) => window.consents.has(ACCOUNT_ID, 'toolSync', entityId)),
      [...window.favorites.read(ACCOUNT_ID)].sort(),
      [window.consents.has('another', 'uploadTarget', 'a'), window.consents.has('another', 'taskSync', 'a')],
      window.jobs.jobs(ACCOUNT_ID).all.map(({ syncId }) => syncId),
    ];
    for (const entityId of ['a', 'b']) {
      consents.add(ACCOUNT_ID, 'uploadTarget', entityId);
      consents.add(ACCOUNT_ID, 'taskSync', entityId);
      favorites.set(ACCOUNT_ID, [entityId], true);
    }
    consents.add(ACCOUNT_ID, 'toolSync', 'a');
    consents.add('another', 'uploadTarget', 'a');
    consents.add('another', 'taskSync', 'a');
    ledger.keepHistory('another');
    for (const syncId of ['1', '2', '3']) {
      jobs.restore(ACCOUNT_ID, [{ job: sampleJob({ syncId }), history: [] }]);
    }
    jobs.remove(ACCOUNT_ID, '1');
    jobs.remove(ACCOUNT_ID, '3');
    const expected = [[true, true], [true, true], [true, false], ['a', 'b'], [false, false], ['2']];
    assert.deepEqual(agreed(ledger), expected);
    opening = openFile;
    clock.tick(MINUTE_MS);
    ledger.dispose();
    ledger = new Ledger({ open: openFile, log: folder.log });
    assert.deepEqual(agreed(ledger), expected);
  });

  it('logs an error of its own each time, and can be used at once', () => {
    const { access, jobs } = ledger;
    const fail = (): void => {
      throw new Error('a defect');
    };
    access.write(fail);
    access.write(fail);
    assert.equal(access.isBlockedBriefly, false);
    jobs.addAll([sampleJob({ syncId: 'a' })]);
    assert.deepEqual(written(), ['a']);
    access.read(fail);
    const message = 'error: The job ledger could not be read or written. Error: a defect';
    assert.deepEqual(folder.said, [message, message]);
  });

  it('is blocked briefly for as long as a few attempts take', () => {
    opening = () => {
      throw Object.assign(new Error('database is locked'), { errcode: 5 });
    };
    ledger.jobs.addAll([sampleJob({ syncId: 'a' })]);
    assert.equal(ledger.access.isBlockedBriefly, true);
    clock.tick(3_500);
    assert.equal(ledger.access.isBlockedBriefly, true);
    clock.tick(500);
    assert.equal(ledger.access.isBlockedBriefly, false);
    opening = openFile;
    clock.tick(MINUTE_MS);
    assert.equal(ledger.access.isBlockedBriefly, false);
    assert.deepEqual(written(), ['a']);
  });

  it('reports its problem once it has lasted for seconds, until the database can be written again', () => {
    const { access } = ledger;
    const reported: unknown[] = [];
    access.onDidChangeLastingProblem(() => reported.push(access.lastingProblem));
    opening = () => {
      throw Object.assign(new Error('read-only file system'), { syscall: 'mkdir', code: 'EROFS' });
    };
    ledger.jobs.addAll([sampleJob({ syncId: 'a' })]);
    clock.tick(3_500);
    assert.deepEqual([access.problem, access.lastingProblem, reported], ['unwritable', undefined, []]);
    clock.tick(500);
    assert.equal(access.lastingProblem, 'unwritable');
    clock.tick(MINUTE_MS);
    assert.deepEqual(reported, ['unwritable']);
    opening = openFile;
    clock.tick(MINUTE_MS);
    assert.deepEqual([access.problem, reported], [undefined, ['unwritable', undefined]]);
  });

  it('reports at once that there will be no database', () => {
    opening = () => undefined;
    const { access } = ledger;
    let reports = 0;
    access.onDidChangeLastingProblem(() => (reports += 1));
    ledger.jobs.addAll([sampleJob({ syncId: 'a' })]);
    ledger.jobs.addAll([sampleJob({ syncId: 'b' })]);
    assert.deepEqual([access.lastingProblem, reports], ['noSqlite', 1]);
  });

  it('logs that it was not closed cleanly', () => {
    ledger.jobs.addAll([sampleJob({ syncId: 'a' })]);
    opened?.close();
    ledger.dispose();
    assert.deepEqual(said(), ['warn: The job ledger was not closed cleanly:']);
  });
});

describe('A ledger whose file is lost', () => {
  let folder: LedgerFolder;
  let clock: ReturnType<typeof FakeTimers.install>;

  beforeEach(() => {
    folder = new LedgerFolder();
    clock = FakeTimers.install({ now: Date.now(), toFake: ['setTimeout', 'clearTimeout', 'hrtime'] });
  });

  afterEach(() => {
    folder.close();
    clock.uninstall();
    folder.remove();
  });

  const ids = ({ jobs }: Ledger): string[] => jobs.jobs(ACCOUNT_ID).all.map(({ syncId }) => syncId);

  function deleteFiles(): void {
    ['', '-wal', '-shm'].forEach((part) => rmSync(folder.file + part, { force: true }));
  }

  /** Two windows that know the same jobs. */
  function openTwo(): readonly [Ledger, Ledger] {
    const [one, other] = [folder.open(), folder.open()];
    one.jobs.addAll([sampleJob({ syncId: 'a' })]);
    other.jobs.addAll([sampleJob({ syncId: 'b' })]);
    assert.deepEqual(
      [ids(one), ids(other)],
      [
        ['a', 'b'],
        ['a', 'b'],
      ],
    );
    return [one, other];
  }

  it('writes what every window knows to a new file, and logs it', () => {
    const [one, other] = openTwo();
    deleteFiles();
    one.jobs.addAll([sampleJob({ syncId: 'c' })]);
    assert.deepEqual(ids(folder.open()), ['a', 'b', 'c']);
    other.jobs.addAll([sampleJob({ syncId: 'd' })]);
    for (const window of [one, other, folder.open()]) {
      assert.deepEqual(ids(window), ['a', 'b', 'c', 'd']);
      // Both windows have written it.
      assert.equal(window.jobs.history(ACCOUNT_ID, 'a').length, 1);
    }
    assert.deepEqual(
      folder.said.map((line) => line.replace(/ ReplacedLedgerError.*/s, '')),
      Array(2).fill(
        'error: The job ledger was moved, deleted or emptied; what this window knows is written to a new file.',
      ),
    );
  });

  it('sets a damaged file aside with its log, and writes what every window knows to a new one', () => {
    const [one, other] = openTwo();
    assert.equal(one.access.read((database) => database.truncateWal())?.result, true);
    writeFileSync(folder.file, Buffer.alloc(statSync(folder.file).size, 0xab), { flag: 'r+' });
    other.jobs.addAll([sampleJob({ syncId: 'c' })]);
    one.jobs.addAll([sampleJob({ syncId: 'd' })]);
    clock.tick(MINUTE_MS);
    for (const window of [one, other, folder.open()]) {
      assert.deepEqual(ids(window).sort(), ['a', 'b', 'c', 'd']);
    }
    const kept = readdirSync(folder.path).filter((name) => name.includes('.damaged-'));
    const [name = ''] = kept.toSorted();
    assert.deepEqual(kept.toSorted(), [name, `${name}-shm`, `${name}-wal`]);
    assert.deepEqual(
      folder.said.map((line) => line.replace(/(?:as \/.*)?: Error: .*| ReplacedLedgerError.*/s, '')),
      [
        'info: The job ledger is damaged',
        'error: The job ledger is damaged and was set aside ',
        'error: The job ledger was moved, deleted or emptied; what this window knows is written to a new file.',
      ],
    );
  });

  it('writes everything to the file that has taken its place while it was closed', () => {
    let isReadOnly = false;
    const opened: DatabaseSync[] = [];
    const ledger = folder.own(
      new Ledger({
        open: () => {
          if (isReadOnly) {
            throw Object.assign(new Error('no access'), { syscall: 'open' });
          }
          const database = openLedgerFile(folder.file, folder.log);
          opened.push(...(database ? [database] : []));
          return database;
        },
        log: folder.log,
      }),
    );
    ledger.jobs.addAll([sampleJob({ syncId: 'a' })]);
    isReadOnly = true;
    opened[0]?.exec('PRAGMA query_only = 1');
    ledger.jobs.addAll([sampleJob({ syncId: 'b' })]);
    deleteFiles();
    const other = folder.open();
    other.jobs.addAll([sampleJob({ syncId: 'c' })]);
    isReadOnly = false;
    clock.tick(MINUTE_MS);
    for (const window of [ledger, other]) {
      assert.deepEqual(ids(window).sort(), ['a', 'b', 'c']);
    }
  });
});

describe('What a window has in memory about an account', () => {
  let folder: LedgerFolder;

  beforeEach(() => {
    folder = new LedgerFolder();
  });
  afterEach(() => {
    folder.remove();
  });

  function use({ jobs, consents, favorites }: Ledger): void {
    jobs.addAll([sampleJob({ syncId: 'a' })]);
    consents.add(ACCOUNT_ID, 'uploadTarget', 'entity');
    consents.add(ACCOUNT_ID, 'taskSync', 'entity');
    favorites.set(ACCOUNT_ID, ['entity'], true);
  }

  function isKnown({ jobs, consents, favorites }: Ledger): readonly boolean[] {
    return [
      jobs.jobs(ACCOUNT_ID).all.length > 0,
      consents.has(ACCOUNT_ID, 'uploadTarget', 'entity'),
      consents.has(ACCOUNT_ID, 'taskSync', 'entity'),
      favorites.read(ACCOUNT_ID).size > 0,
    ];
  }

  it('is dropped when it is removed, without a file', () => {
    const ledger = folder.own(openMemoryLedger(folder.log));
    use(ledger);
    assert.deepEqual(isKnown(ledger), [true, true, true, true]);
    ledger.removeAccount(ACCOUNT_ID);
    assert.deepEqual(isKnown(ledger), [false, false, false, false]);
    ledger.dispose();
    assert.deepEqual(folder.said, []);
    assert.deepEqual(readdirSync(folder.path), []);
  });

  it('is dropped when another window has removed it', () => {
    const [here, there] = [folder.open(), folder.open()];
    use(there);
    here.removeAccount(ACCOUNT_ID);
    there.access.read(() => undefined);
    // From here on, there is only the memory.
    there.access.dispose();
    assert.deepEqual(isKnown(there), [false, false, false, false]);
  });
});
