import assert from 'node:assert/strict';
import type { Ledger } from '../../../../src/jobs/store/ledger.ts';
import { LedgerFolder } from './ledgerFolder.ts';

describe('Consents', () => {
  let folder: LedgerFolder;

  beforeEach(() => {
    folder = new LedgerFolder();
  });
  afterEach(() => {
    folder.remove();
  });

  const open = (): Ledger => folder.open();

  it('are kept per account and kind, for every window', () => {
    const [one, other] = [open().consents, open().consents];
    assert.equal(one.has('account', 'taskSync', 'entity'), false);
    one.add('account', 'taskSync', 'entity');
    one.add('account', 'taskSync', 'entity');
    for (const consents of [one, other]) {
      assert.equal(consents.has('account', 'taskSync', 'entity'), true);
      assert.equal(consents.has('account', 'taskSync', 'another entity'), false);
      assert.equal(consents.has('account', 'uploadTarget', 'entity'), false);
      assert.equal(consents.has('account', 'uploadOnSave', 'entity'), false);
      assert.equal(consents.has('another account', 'taskSync', 'entity'), false);
    }
  });

  it('are removed without the history of the account, in every window', () => {
    const [ledger, other] = [open(), open()];
    ledger.consents.add('account', 'taskSync', 'entity');
    ledger.consents.add('another account', 'taskSync', 'entity');
    ledger.keepHistory('account');
    for (const { consents } of [ledger, other]) {
      assert.equal(consents.has('account', 'taskSync', 'entity'), false);
      assert.equal(consents.has('another account', 'taskSync', 'entity'), true);
    }
  });

  it('are removed with the account, in every window', () => {
    const [ledger, other] = [open(), open()];
    ledger.consents.add('account', 'uploadOnSave', 'file');
    ledger.consents.add('another account', 'uploadOnSave', 'file');
    ledger.removeAccount('account');
    for (const { consents } of [ledger, other]) {
      assert.equal(consents.has('account', 'uploadOnSave', 'file'), false);
      assert.equal(consents.has('another account', 'uploadOnSave', 'file'), true);
    }
  });

  it('are kept in memory without a database', () => {
    const { consents, access } = open();
    access.dispose();
    consents.add('account', 'taskSync', 'entity');
    assert.equal(consents.has('account', 'taskSync', 'entity'), true);
    consents.dropFromMemory('account');
    assert.equal(consents.has('account', 'taskSync', 'entity'), false);
  });
});
