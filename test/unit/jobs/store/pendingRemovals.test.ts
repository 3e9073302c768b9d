import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MemoryStorage } from '../../../../src/app/demo/memoryStorage.ts';
import { hasPendingRemovals } from '../../../../src/jobs/database/ledgerPaths.ts';
import { PendingRemovals } from '../../../../src/jobs/store/pendingRemovals.ts';
import { LedgerFolder } from './ledgerFolder.ts';

describe('The pending removals', () => {
  let folder: LedgerFolder;
  let storage: MemoryStorage;

  beforeEach(() => {
    folder = new LedgerFolder();
    storage = new MemoryStorage();
  });
  afterEach(() => folder.remove());

  function open(databasePath = folder.file): PendingRemovals {
    return new PendingRemovals({ databasePath, storage, log: folder.log });
  }

  /** A path in a folder that can't be created. */
  function unwritable(): string {
    const path = join(folder.path, 'taken');
    writeFileSync(path, '');
    return join(path, 'jobs.db');
  }

  const ids = (removals: PendingRemovals): readonly string[] => removals.list().map(({ accountId }) => accountId);

  it('are found without opening the database, from the first one until all are completed', () => {
    for (const path of [folder.file, unwritable()]) {
      const removals = open(path);
      const has = (): boolean => hasPendingRemovals(dirname(path), storage);
      assert.equal(has(), false);
      removals.add('account');
      assert.equal(has(), true);
      removals.list();
      removals.clear();
      assert.equal(has(), false);
    }
  });

  it('are kept elsewhere while the folder can’t be written, each once, and are listed by the next window', () => {
    const path = unwritable();
    const removals = open(path);
    ['a', 'b', 'a'].forEach((accountId) => removals.add(accountId));
    assert.deepEqual(ids(open(path)).toSorted(), ['a', 'b']);
    assert.deepEqual([...ids(removals)].length, 2);
    assert.deepEqual([open(path).isErasureDue, removals.hasGrown], [true, false]);
    open(path).add('c');
    assert.equal(removals.hasGrown, true);
    removals.clear();
    assert.deepEqual(ids(removals), ['c']);
  });

  it('are cancelled or repeated in the right order once the folder can be written again', () => {
    open(unwritable()).add('a');
    const removals = open();
    removals.cancel('a');
    assert.deepEqual(ids(open()), []);
    removals.add('a');
    removals.add('b', { keepsHistory: true });
    assert.deepEqual(open().list(), [
      { accountId: 'a', keepsHistory: false },
      { accountId: 'b', keepsHistory: true },
    ]);
    removals.list();
    removals.clear();
    assert.deepEqual([ids(open()), storage.keys(), readdirSync(folder.path)], [[], [], ['taken']]);
  });

  it('are reported if they can’t be kept elsewhere either', async () => {
    storage.update = () => Promise.reject(new Error('no storage'));
    open(unwritable()).add('a');
    await Promise.resolve();
    await Promise.resolve();
    assert.equal(
      folder.said.at(-1),
      'warn: The pending removals from the job ledger could not be stored: Error: no storage',
    );
  });

  it('are listed once each, by every window, until they are completed', () => {
    const [one, other] = [open(), open()];
    assert.deepEqual(ids(one), []);
    ['a', 'b', 'a'].forEach((accountId) => one.add(accountId));
    assert.deepEqual(ids(other), ['a', 'b']);
    other.clear();
    other.clear();
    assert.deepEqual(ids(one), []);
  });

  it('can be cancelled for an account, by any window, while data is still to be erased', () => {
    const [one, other] = [open(), open()];
    assert.equal(one.isErasureDue, false);
    ['a', 'b'].forEach((accountId) => one.add(accountId));
    other.cancel('a');
    assert.deepEqual([ids(one), one.isErasureDue], [['b'], true]);
    one.cancel('b');
    assert.deepEqual([ids(one), one.isErasureDue], [[], true]);
    one.add('a');
    assert.deepEqual(ids(other), ['a']);
    other.clear();
    assert.equal(one.isErasureDue, false);
  });

  it('stay if another window adds them after those that are completed were listed', () => {
    const [one, other] = [open(), open()];
    assert.equal(one.hasGrown, false);
    one.add('a');
    one.list();
    assert.equal(one.hasGrown, false);
    other.add('b');
    assert.equal(one.hasGrown, true);
    one.clear();
    assert.deepEqual(ids(one), ['b']);
    one.clear();
    assert.deepEqual([ids(other), readdirSync(folder.path)], [[], []]);
    other.add('c');
    assert.equal(one.hasGrown, true);
  });

  it('stay if another window has completed those that were listed, before they are added', () => {
    const [one, other] = [open(), open()];
    one.add('a');
    one.list();
    other.list();
    other.clear();
    other.add('b');
    assert.equal(one.hasGrown, true);
    one.clear();
    assert.deepEqual(ids(one), ['b']);
  });

  it('are saved in a folder that does not exist yet', () => {
    const removals = open(join(folder.path, 'new', 'jobs.db'));
    removals.add('a');
    assert.deepEqual([ids(removals), folder.said], [['a'], []]);
  });

  it('are reported if they can’t be saved', () => {
    const path = join(folder.path, 'taken');
    writeFileSync(path, '');
    open(join(path, 'jobs.db')).add('a');
    mkdirSync(`${folder.file}.removals`);
    open().add('a');
    assert.equal(folder.said.length, 2);
    for (const line of folder.said) {
      assert.match(line, /^warn: A pending removal could not be saved next to the job ledger: Error: E/);
    }
  });

  it('are reported if they can’t be deleted, which stops neither a start nor a sign-out', () => {
    mkdirSync(`${folder.file}.removals`);
    open().clear();
    assert.match(folder.said.join(), /^warn: The pending removals from the job ledger could not be deleted: /);
  });
});
