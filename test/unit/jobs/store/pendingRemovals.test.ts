import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasPendingRemovals } from '../../../../src/jobs/store/ledgerPaths.ts';
import { PendingRemovals } from '../../../../src/jobs/store/pendingRemovals.ts';
import { LedgerFolder } from './ledgerFolder.ts';

describe('hasPendingRemovals', () => {
  it('is true from the first pending removal until all are completed', () => {
    const folder = new LedgerFolder();
    const removals = new PendingRemovals(folder.file, folder.log);
    assert.equal(hasPendingRemovals(folder.path), false);
    removals.add('account');
    assert.equal(hasPendingRemovals(folder.path), true);
    removals.list();
    removals.clear();
    assert.equal(hasPendingRemovals(folder.path), false);
    folder.remove();
  });
});

describe('The pending removals', () => {
  let folder: LedgerFolder;
  beforeEach(() => {
    folder = new LedgerFolder();
  });
  afterEach(() => folder.remove());

  it('are listed once each, by every window, until they are completed', () => {
    const [one, other] = [folder, folder].map(() => new PendingRemovals(folder.file, folder.log));
    assert.ok(one && other);
    assert.deepEqual(one.list(), []);
    ['a', 'b', 'a'].forEach((accountId) => one.add(accountId));
    assert.deepEqual(other.list(), ['a', 'b']);
    other.clear();
    other.clear();
    assert.deepEqual(one.list(), []);
  });

  it('can be cancelled for an account, by any window, while data is still to be erased', () => {
    const [one, other] = [folder, folder].map(() => new PendingRemovals(folder.file, folder.log));
    assert.ok(one && other);
    assert.equal(one.isErasureDue, false);
    ['a', 'b'].forEach((accountId) => one.add(accountId));
    other.cancel('a');
    assert.deepEqual([one.list(), one.isErasureDue], [['b'], true]);
    one.cancel('b');
    assert.deepEqual([one.list(), one.isErasureDue], [[], true]);
    one.add('a');
    assert.deepEqual(other.list(), ['a']);
    other.clear();
    assert.equal(one.isErasureDue, false);
  });

  it('stay if another window adds them after those that are completed were listed', () => {
    const [one, other] = [folder, folder].map(() => new PendingRemovals(folder.file, folder.log));
    assert.ok(one && other);
    assert.equal(one.hasGrown, false);
    one.add('a');
    one.list();
    assert.equal(one.hasGrown, false);
    other.add('b');
    assert.equal(one.hasGrown, true);
    one.clear();
    assert.deepEqual(one.list(), ['b']);
    one.clear();
    assert.deepEqual([other.list(), readdirSync(folder.path)], [[], []]);
    other.add('c');
    assert.equal(one.hasGrown, true);
  });

  it('are saved in a folder that does not exist yet', () => {
    const removals = new PendingRemovals(join(folder.path, 'new', 'jobs.db'), folder.log);
    removals.add('a');
    assert.deepEqual([removals.list(), folder.said], [['a'], []]);
  });

  it('are reported if they can’t be saved', () => {
    const path = join(folder.path, 'taken');
    writeFileSync(path, '');
    new PendingRemovals(join(path, 'jobs.db'), folder.log).add('a');
    mkdirSync(`${folder.file}.removals`);
    new PendingRemovals(folder.file, folder.log).add('a');
    assert.equal(folder.said.length, 2);
    for (const line of folder.said) {
      assert.match(line, /^warn: A pending removal from the job ledger could not be saved: Error: E/);
    }
  });

  it('are reported if they can’t be deleted, which stops neither a start nor a sign-out', () => {
    mkdirSync(`${folder.file}.removals`);
    new PendingRemovals(folder.file, folder.log).clear();
    assert.match(folder.said.join(), /^warn: The pending removals from the job ledger could not be deleted: /);
  });
});
