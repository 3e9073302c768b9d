import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import type { Ledger } from '../../../../src/jobs/store/ledger.ts';
import { LedgerFolder } from './ledgerFolder.ts';

describe('Favorite connections', () => {
  let folder: LedgerFolder;

  beforeEach(() => {
    folder = new LedgerFolder();
  });
  afterEach(() => {
    folder.remove();
  });

  const open = (): Ledger => folder.open();
  const idsOf = ({ favorites }: Ledger, accountId = 'account'): string[] => [...favorites.read(accountId)].sort();

  it('are kept per account, for every window, until they are removed', () => {
    const [one, other] = [open(), open()];
    for (const entityId of ['b', 'a', 'a']) {
      one.favorites.set('account', [entityId], true);
    }
    one.favorites.set('another account', ['c'], true);
    assert.deepEqual(
      [idsOf(one), idsOf(other), idsOf(open())],
      [
        ['a', 'b'],
        ['a', 'b'],
        ['a', 'b'],
      ],
    );
    other.favorites.set('account', ['b'], false);
    assert.deepEqual([idsOf(one), idsOf(one, 'another account')], [['a'], ['c']]);
  });

  it('are written in one transaction, however many change', () => {
    const { access, favorites } = open();
    const write = access.write.bind(access);
    let writes = 0;
    access.write = (...args) => {
      writes += 1;
      return write(...args);
    };
    const many = Array.from({ length: 100 }, (_, index) => `entity-${index}`);
    favorites.set('account', many, true);
    assert.equal(favorites.read('account').size, 100);
    favorites.set('account', many.slice(1), false);
    assert.deepEqual([...favorites.read('account')], ['entity-0']);
    assert.equal(writes, 2);
  });

  it('are removed with the account, in every window', () => {
    const [ledger, other] = [open(), open()];
    ledger.favorites.set('account', ['a'], true);
    ledger.favorites.set('another account', ['b'], true);
    ledger.removeAccount('account');
    for (const window of [ledger, other]) {
      assert.deepEqual([idsOf(window), idsOf(window, 'another account')], [[], ['b']]);
    }
  });

  it('are kept in memory without a database', () => {
    const ledger = open();
    ledger.access.dispose();
    ledger.favorites.set('account', ['a'], true);
    ledger.favorites.set('account', ['b'], true);
    ledger.favorites.set('account', ['a'], false);
    assert.deepEqual(idsOf(ledger), ['b']);
    ledger.favorites.dropFromMemory('account');
    assert.deepEqual(idsOf(ledger), []);
  });
  it('are written to the file that takes the place of one that was deleted', () => {
    const ledger = open();
    ledger.favorites.set('account', ['a', 'b'], true);
    ledger.favorites.set('another account', ['c'], true);
    ['', '-wal', '-shm'].forEach((suffix) => rmSync(`${folder.file}${suffix}`, { force: true }));
    ledger.favorites.set('account', ['d'], true);
    const next = open();
    assert.deepEqual([idsOf(next), idsOf(next, 'another account')], [['a', 'b', 'd'], ['c']]);
  });
});
