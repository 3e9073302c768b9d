import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { openMemoryLedger } from '../../../../src/jobs/store/ledger.ts';
import type { Ledger } from '../../../../src/jobs/store/ledger.ts';
import { eventually } from '../../../eventually.ts';
import { LedgerFolder } from './ledgerFolder.ts';

describe('The sign-outs of accounts', () => {
  let folder: LedgerFolder;

  beforeEach(() => (folder = new LedgerFolder()));
  afterEach(() => folder.remove());

  const signOuts: Readonly<Record<string, (ledger: Ledger) => void>> = {
    erased: (ledger) => ledger.removeAccount('account'),
    kept: (ledger) => ledger.keepHistory('account'),
  };
  for (const [history, signOut] of Object.entries(signOuts)) {
    it(`reach other windows, with the history ${history}`, async () => {
      const [here, there] = [folder.open(), folder.open()];
      const found: string[] = [];
      there.signOuts.onDidFind((accountId) => found.push(accountId));
      here.signOuts.onDidFind(() => assert.fail('It is this window that has signed out.'));
      // Opens the files, and so starts to watch them.
      assert.deepEqual([here.signOuts.lastOf('account'), there.signOuts.lastOf('account')], [undefined, undefined]);
      const before = Date.now();
      signOut(here);
      await eventually(() => found.length > 0, 'the other window learns of it');
      assert.deepEqual(found, ['account']);
      const last = there.signOuts.lastOf('account') ?? 0;
      assert.ok(before <= last && last <= Date.now());
      here.catchUp();
    });
  }

  it('stay known after the account has signed in again', () => {
    const ledger = folder.open();
    ledger.keepHistory('account');
    ledger.handleSignIn('account');
    assert.ok(folder.open().signOuts.lastOf('account') !== undefined);
  });

  it('are not added to when a removal that was pending is completed because the account has signed in again', () => {
    const ledger = folder.open();
    ledger.addPendingRemoval('account', { keepsHistory: true });
    ledger.handleSignIn('account');
    assert.equal(ledger.signOuts.lastOf('account'), undefined);
  });

  it('are found once each, and again for a later one', () => {
    const [here, there] = [folder.open(), folder.open()];
    const found: string[] = [];
    there.signOuts.onDidFind((accountId) => found.push(accountId));
    here.signOuts.add('a', 1);
    here.signOuts.add('b', 1);
    there.catchUp();
    there.catchUp();
    assert.deepEqual(found, ['a', 'b']);
    here.signOuts.add('a', 2);
    assert.equal(there.signOuts.lastOf('a'), 2);
    assert.deepEqual(found, ['a', 'b', 'a']);
  });

  it('are written to the file that takes the place of one that was deleted', () => {
    const ledger = folder.open();
    ledger.signOuts.add('a', 1);
    ledger.signOuts.add('b', 2);
    ['', '-wal', '-shm'].forEach((suffix) => rmSync(`${folder.file}${suffix}`, { force: true }));
    ledger.catchUp();
    const next = folder.open();
    assert.deepEqual([next.signOuts.lastOf('a'), next.signOuts.lastOf('b')], [1, 2]);
  });

  it('are known in memory without a database', () => {
    const ledger = openMemoryLedger(folder.log);
    ledger.removeAccount('account');
    assert.ok(ledger.signOuts.lastOf('account') !== undefined);
  });
});
