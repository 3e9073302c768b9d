import assert from 'node:assert/strict';
import type { Ledger } from '../../../../src/jobs/store/ledger.ts';
import { LedgerFolder } from './ledgerFolder.ts';

describe('Confirmed targets', () => {
  let folder: LedgerFolder;

  beforeEach(() => {
    folder = new LedgerFolder();
  });
  afterEach(() => {
    folder.remove();
  });

  const open = (): Ledger => folder.open();

  it('are kept per account, for every window', () => {
    const [one, other] = [open().confirmedTargets, open().confirmedTargets];
    assert.equal(one.has('account', 'entity'), false);
    one.add('account', 'entity');
    one.add('account', 'entity');
    for (const targets of [one, other]) {
      assert.equal(targets.has('account', 'entity'), true);
      assert.equal(targets.has('account', 'another entity'), false);
      assert.equal(targets.has('another account', 'entity'), false);
    }
  });

  it('are removed without the history of the account, in every window', () => {
    const [ledger, other] = [open(), open()];
    ledger.confirmedTargets.add('account', 'entity');
    ledger.confirmedTargets.add('another account', 'entity');
    ledger.keepHistory('account');
    for (const { confirmedTargets } of [ledger, other]) {
      assert.equal(confirmedTargets.has('account', 'entity'), false);
      assert.equal(confirmedTargets.has('another account', 'entity'), true);
    }
  });

  it('are removed with the account, in every window', () => {
    const [ledger, other] = [open(), open()];
    ledger.confirmedTargets.add('account', 'entity');
    ledger.confirmedTargets.add('another account', 'entity');
    ledger.removeAccount('account');
    for (const { confirmedTargets } of [ledger, other]) {
      assert.equal(confirmedTargets.has('account', 'entity'), false);
      assert.equal(confirmedTargets.has('another account', 'entity'), true);
    }
  });

  it('are kept in memory without a database', () => {
    const { confirmedTargets, access } = open();
    access.dispose();
    confirmedTargets.add('account', 'entity');
    assert.equal(confirmedTargets.has('account', 'entity'), true);
    confirmedTargets.forget('account');
    assert.equal(confirmedTargets.has('account', 'entity'), false);
  });
});
