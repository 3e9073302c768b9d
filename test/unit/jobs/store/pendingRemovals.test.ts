import assert from 'node:assert/strict';
import { hasPendingRemovals, PendingRemovals } from '../../../../src/jobs/store/pendingRemovals.ts';
import { LedgerFolder } from './ledgerFolder.ts';

describe('hasPendingRemovals', () => {
  it('is true from the first pending removal until all are completed', () => {
    const folder = new LedgerFolder();
    const removals = new PendingRemovals(folder.file, folder.log);
    assert.equal(hasPendingRemovals(folder.path), false);
    removals.add('account');
    assert.equal(hasPendingRemovals(folder.path), true);
    removals.clear();
    assert.equal(hasPendingRemovals(folder.path), false);
    folder.remove();
  });
});
