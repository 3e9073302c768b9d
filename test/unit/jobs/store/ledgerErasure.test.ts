import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import FakeTimers from '@sinonjs/fake-timers';
import { MemoryStorage } from '../../../../src/app/demo/memoryStorage.ts';
import { Ledger, openLedger } from '../../../../src/jobs/store/ledger.ts';
import { deleteDamagedCopies, openLedgerFile } from '../../../../src/jobs/database/ledgerFile.ts';
import { PendingRemovals } from '../../../../src/jobs/store/pendingRemovals.ts';
import { UploadIntents } from '../../../../src/jobs/store/uploadIntents.ts';
import { eventually } from '../../../eventually.ts';
import { ACCOUNT_ID, sampleJob } from '../sampleJobs.ts';
import { sampleDraft, sampleUpload } from './sampleUploads.ts';
import { LedgerFolder } from './ledgerFolder.ts';

const NAME = 'payroll-of-october';
const COLUMN = 'iban_of_employee';
const DIGEST = 'c0ffee15c0ffee15';
const SECRETS = [NAME, COLUMN, DIGEST];

describe('No data of a removed account', () => {
  let folder: LedgerFolder;

  beforeEach(() => {
    folder = new LedgerFolder();
  });

  afterEach(async () => {
    await folder.unlock();
    folder.remove();
  });

  const open = (): Ledger => folder.open();

  /** Uploads, with a response and without, and their jobs. */
  function fill(ledger: Ledger): void {
    const intents = new UploadIntents(ledger.uploads);
    for (let index = 0; index < 20; index += 1) {
      const uri = `file:///folder/${NAME}-${index}.csv`;
      const name = `${NAME}.csv`;
      const syncId = `job-${index}`;
      const draft = sampleDraft({ uri, digest: `${DIGEST}-${index}`, name });
      assert.equal(intents.reserve(ACCOUNT_ID, [draft]).kind, 'reserved');
      intents.begin(draft.id);
      const columns = Array.from({ length: 500 }, (_, column) => `${COLUMN}_${column}`);
      const upload = sampleUpload({ syncId, uri, columns, digest: `${DIGEST}-${index}` });
      intents.settle(draft.id, index % 5 === 0 ? { kind: 'unknown' } : { kind: 'accepted', upload });
      ledger.jobs.addAll([sampleJob({ syncId, source: { name, rows: 1, byteLength: 1, uri } })]);
    }
  }

  /** The ledger after a window has signed out of the account while it was locked, and was closed. */
  function openWithPendingRemoval(): Ledger {
    fill(open());
    folder.close();
    const pendingRemovals = new PendingRemovals({ databasePath: folder.file, storage: undefined, log: folder.log });
    pendingRemovals.add(ACCOUNT_ID);
    const ledger = new Ledger({
      open: () => openLedgerFile(folder.file, folder.log),
      log: folder.log,
      pendingRemovals,
    });
    folder.own(ledger);
    return ledger;
  }

  it('is left of an account whose removal was still pending when another one was removed', () => {
    const ledger = openWithPendingRemoval();
    ledger.removeAccount('another');
    assert.deepEqual(
      [found(), new PendingRemovals({ databasePath: folder.file, storage: undefined, log: folder.log }).list()],
      [[], []],
    );
  });

  it('is what the account gets after its pending removal was completed: that stays', () => {
    const ledger = openWithPendingRemoval();
    ledger.completeRemovals();
    assert.deepEqual(found(), []);
    ledger.handleSignIn(ACCOUNT_ID);
    ledger.jobs.addAll([sampleJob({ syncId: 's1' })]);
    open().jobs.addAll([sampleJob({ syncId: 's2' })]);
    ledger.catchUp();
    assert.deepEqual(
      ledger.jobs
        .jobs(ACCOUNT_ID)
        .all.map(({ syncId }) => syncId)
        .toSorted(),
      ['s1', 's2'],
    );
  });

  /** Where any of the texts still is, by file. */
  function found(): string[] {
    return readdirSync(folder.path).flatMap((file) => {
      const bytes = readFileSync(join(folder.path, file));
      return SECRETS.filter((secret) => bytes.includes(secret)).map((secret) => `${file}: ${secret}`);
    });
  }

  it('is left in the ledger, its write-ahead log, or copies of a damaged one', () => {
    const ledger = open();
    fill(ledger);
    copyFileSync(folder.file, `${folder.file}.damaged-1`);
    copyFileSync(`${folder.file}-wal`, `${folder.file}.damaged-1-wal`);
    ledger.jobs.addAll([sampleJob({ accountId: 'another', syncId: 'kept' })]);
    assert.ok(found().some((where) => where.startsWith('jobs.db-wal')));
    assert.ok(found().some((where) => where.startsWith('jobs.db.damaged-1-wal')));

    ledger.removeAccount(ACCOUNT_ID);
    assert.deepEqual(found(), []);
    assert.equal(ledger.jobs.jobs('another').all.length, 1);
    assert.deepEqual(ledger.uploads.read(ACCOUNT_ID), { uploads: [], intents: [] });
    assert.deepEqual(folder.said, []);
  });

  it('is left while a second window has the ledger open', () => {
    const here = open();
    const there = open();
    fill(here);
    assert.equal(there.uploads.read(ACCOUNT_ID).uploads.length, 16);
    assert.equal(there.jobs.jobs(ACCOUNT_ID).all.length, 20);
    here.removeAccount(ACCOUNT_ID);
    assert.deepEqual(found(), []);
    assert.deepEqual(there.uploads.read(ACCOUNT_ID).uploads, []);
    assert.deepEqual(there.jobs.jobs(ACCOUNT_ID).all, []);
  });

  it('is left when a window that was reading has finished, and nothing is lost before that', async () => {
    const ledger = open();
    fill(ledger);
    const reader = new DatabaseSync(folder.file);
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM upload').get();
    ledger.removeAccount(ACCOUNT_ID);
    assert.notDeepEqual(found(), [], 'the reader still needs it');
    reader.exec('COMMIT');
    await eventually(() => found().length === 0, 'the log is emptied');
    reader.close();
  });

  it('is left when another process that was writing has finished', async () => {
    const ledger = open();
    fill(ledger);
    await folder.lock('IMMEDIATE');
    ledger.removeAccount(ACCOUNT_ID);
    assert.deepEqual(ledger.uploads.read(ACCOUNT_ID), { uploads: [], intents: [] }, 'forgotten in memory');
    assert.notDeepEqual(found(), []);
    await folder.unlock();
    await eventually(() => found().length === 0, 'it is erased');
  });

  it('is left when the next window opens, if a window was closed before it could erase it', () => {
    const here = open();
    fill(here);
    const reader = new DatabaseSync(folder.file);
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM upload').get();
    here.removeAccount(ACCOUNT_ID);
    here.dispose();
    assert.notDeepEqual(found(), []);
    reader.exec('COMMIT');
    open().jobs.jobs(ACCOUNT_ID);
    assert.deepEqual(found(), []);
    reader.close();
  });

  it('is left when the next window opens, which removes nothing of an account that is in use again', () => {
    const here = open();
    fill(here);
    const reader = new DatabaseSync(folder.file);
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM upload').get();
    here.removeAccount(ACCOUNT_ID);
    here.handleSignIn(ACCOUNT_ID);
    here.jobs.addAll([sampleJob({ syncId: 'new' })]);
    const there = open();
    for (const ledger of [here, there]) {
      assert.deepEqual(
        ledger.jobs.jobs(ACCOUNT_ID).all.map(({ syncId }) => syncId),
        ['new'],
      );
      ledger.dispose();
    }
    assert.notDeepEqual(found(), []);
    reader.exec('COMMIT');
    assert.equal(open().jobs.jobs(ACCOUNT_ID).all.length, 1);
    assert.deepEqual(found(), []);
    assert.equal(existsSync(`${folder.file}.removals`), false);
    reader.close();
  });

  it('is left when the next window can write, if a window was closed while the ledger was locked', async () => {
    const here = open();
    fill(here);
    here.jobs.addAll([sampleJob({ accountId: 'another', syncId: 'kept' })]);
    await folder.lock('IMMEDIATE');
    here.removeAccount(ACCOUNT_ID);
    here.dispose();
    assert.notDeepEqual(found(), []);
    // Locked at the next start, too.
    open().dispose();
    await folder.unlock();
    const next = open();
    await eventually(() => found().length === 0, 'it is erased');
    assert.deepEqual(next.jobs.jobs(ACCOUNT_ID).all, []);
    assert.equal(next.jobs.jobs('another').all.length, 1);
    assert.equal(existsSync(`${folder.file}.removals`), false);
    next.jobs.addAll([sampleJob()]);
    next.dispose();
    assert.equal(open().jobs.jobs(ACCOUNT_ID).all.length, 1, 'an account that is signed in again is kept');
  });

  describe('whose folder can’t be written', () => {
    const storage = new MemoryStorage();
    const openWithStorage = (): Ledger => folder.own(openLedger({ folder: folder.path, storage, log: folder.log }));
    const elsewhere = (): string => `${folder.path}-elsewhere`;

    /** Nothing can be read from the folder or written to it while `work` runs. */
    function withoutFolder(work: () => void): void {
      renameSync(folder.path, elsewhere());
      writeFileSync(folder.path, '');
      work();
      folder.close();
      rmSync(folder.path);
      renameSync(elsewhere(), folder.path);
    }

    it('is left at the next start at which it can be', () => {
      fill(open());
      folder.close();
      withoutFolder(() => openWithStorage().removeAccount(ACCOUNT_ID));
      withoutFolder(() => openWithStorage().jobs.jobs(ACCOUNT_ID));
      assert.notDeepEqual(found(), []);
      const next = openWithStorage();
      assert.deepEqual([found(), next.removedAtStart, storage.keys()], [[], [ACCOUNT_ID], []]);
      folder.close();
      assert.deepEqual(openWithStorage().removedAtStart, []);
    });

    it('is left of what the user agreed to, and the history stays, if that was chosen', () => {
      const first = open();
      fill(first);
      first.consents.add(ACCOUNT_ID, 'uploadTarget', 'entity');
      folder.close();
      withoutFolder(() => openWithStorage().keepHistory(ACCOUNT_ID));
      const next = openWithStorage();
      assert.equal(next.jobs.jobs(ACCOUNT_ID).all.length, 20);
      assert.equal(next.consents.has(ACCOUNT_ID, 'uploadTarget', 'entity'), false);
      assert.deepEqual([next.removedAtStart, storage.keys()], [[ACCOUNT_ID], []]);
    });

    it('is what the account gets after it has signed in again: that stays', () => {
      withoutFolder(() => {
        const ledger = openWithStorage();
        ledger.removeAccount(ACCOUNT_ID);
        ledger.handleSignIn(ACCOUNT_ID);
      });
      open().jobs.addAll([sampleJob()]);
      folder.close();
      assert.equal(openWithStorage().jobs.jobs(ACCOUNT_ID).all.length, 1);
    });
  });

  it('is left of what the user agreed to, if the window was closed while the ledger was locked', async () => {
    const here = open();
    here.consents.add(ACCOUNT_ID, 'uploadTarget', 'entity');
    await folder.lock('IMMEDIATE');
    here.keepHistory(ACCOUNT_ID);
    here.dispose();
    await folder.unlock();
    assert.equal(open().consents.has(ACCOUNT_ID, 'uploadTarget', 'entity'), false);
    assert.equal(existsSync(`${folder.file}.removals`), false);
  });

  it('is left if an earlier version deleted it without erasing it', () => {
    const earlier = open();
    fill(earlier);
    earlier.dispose();
    const database = new DatabaseSync(folder.file);
    database.exec('PRAGMA secure_delete = OFF; DELETE FROM upload; DELETE FROM upload_intent; DELETE FROM job');
    database.close();
    assert.notDeepEqual(found(), []);
    open().removeAccount(ACCOUNT_ID);
    assert.deepEqual(found(), []);
  });

  it('is left in a ledger that cannot be read, or in its copies', () => {
    const first = open();
    fill(first);
    first.dispose();
    const bytes = readFileSync(folder.file);
    bytes.fill(0xff, 0, 100);
    writeFileSync(folder.file, bytes);
    const ledger = open();
    assert.deepEqual(ledger.jobs.jobs(ACCOUNT_ID).all, []);
    assert.ok(found().some((where) => where.includes('.damaged-')));
    ledger.removeAccount(ACCOUNT_ID);
    assert.deepEqual(found(), []);
  });

  it('is searched for if there is no folder, as in an editor without SQLite', () => {
    const missing = join(folder.path, 'missing');
    const ledger = folder.own(
      new Ledger({
        open: () => undefined,
        log: folder.log,
        deleteDamagedCopies: () => deleteDamagedCopies(join(missing, 'jobs.db')),
      }),
    );
    ledger.removeAccount(ACCOUNT_ID);
    assert.deepEqual(folder.said, []);
    assert.equal(existsSync(missing), false);
  });
});

describe('The erasure of a removed account', () => {
  const REASON = 'a copy is in use';
  const SAID = `warn: A copy of a damaged ledger could not be deleted: Error: ${REASON}`;
  let folder: LedgerFolder;
  let clock: ReturnType<typeof FakeTimers.install>;
  let attempts: number;
  let canDelete: boolean;

  beforeEach(() => {
    folder = new LedgerFolder();
    clock = FakeTimers.install({ now: Date.now(), toFake: ['setTimeout', 'clearTimeout', 'hrtime'] });
    attempts = 0;
    canDelete = false;
  });

  afterEach(() => {
    folder.close();
    clock.uninstall();
    folder.remove();
  });

  function open(pendingRemovals?: PendingRemovals): Ledger {
    return folder.own(
      new Ledger({
        open: () => openLedgerFile(folder.file, folder.log),
        log: folder.log,
        deleteDamagedCopies: () => {
          attempts += 1;
          if (!canDelete) {
            throw new Error(REASON);
          }
        },
        ...(pendingRemovals && { pendingRemovals }),
      }),
    );
  }

  it('is tried again after half a second, and then after twice the time, up to a minute', () => {
    const pending = new PendingRemovals({ databasePath: folder.file, storage: undefined, log: folder.log });
    open(pending).removeAccount(ACCOUNT_ID);
    assert.deepEqual([attempts, folder.said], [1, [SAID]]);
    assert.deepEqual(
      pending.list().map(({ accountId }) => accountId),
      [ACCOUNT_ID],
    );
    for (const seconds of [0.5, 1, 2, 4, 8, 16, 32, 60, 60]) {
      const before = attempts;
      clock.tick(seconds * 1000 - 1);
      assert.equal(attempts, before, `before ${seconds} s`);
      clock.tick(1);
      assert.equal(attempts, before + 1, `after ${seconds} s`);
    }
    canDelete = true;
    clock.tick(60_000);
    assert.deepEqual(pending.list(), []);
    const last = attempts;
    clock.tick(600_000);
    assert.equal(attempts, last);
  });

  it('includes the account whose removal another window has left in the meantime', () => {
    const ledger = open(new PendingRemovals({ databasePath: folder.file, storage: undefined, log: folder.log }));
    ledger.jobs.addAll([sampleJob({ accountId: 'another' })]);
    ledger.removeAccount(ACCOUNT_ID);
    const other = new PendingRemovals({ databasePath: folder.file, storage: undefined, log: folder.log });
    other.add('another');
    canDelete = true;
    clock.tick(500);
    assert.deepEqual([ledger.jobs.jobs('another').all, other.list()], [[], []]);
  });

  it('is tried at once for the next account, and no longer waits', () => {
    const ledger = open();
    ledger.removeAccount(ACCOUNT_ID);
    clock.tick(4_000);
    ledger.removeAccount('another');
    const before = attempts;
    clock.tick(500);
    assert.equal(attempts, before + 1);
    clock.tick(1_000);
    assert.equal(attempts, before + 2);
  });

  it('is tried a last time when the window closes, and logged if it fails', () => {
    const ledger = open();
    ledger.removeAccount(ACCOUNT_ID);
    ledger.dispose();
    assert.equal(attempts, 2);
    assert.equal(folder.said.at(-1), 'warn: The job ledger is in use. Deleted data is erased when it is next opened.');
    clock.tick(600_000);
    ledger.dispose();
    assert.equal(attempts, 2);
  });

  it('is not tried when a window closes that has removed no account, or has erased it', () => {
    canDelete = true;
    const ledger = open();
    open().dispose();
    assert.equal(attempts, 0);
    ledger.removeAccount(ACCOUNT_ID);
    ledger.dispose();
    assert.deepEqual([attempts, folder.said], [1, []]);
  });
});
