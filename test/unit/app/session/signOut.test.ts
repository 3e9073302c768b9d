import assert from 'node:assert/strict';
import { removeAccount } from '../../../../src/app/session/signOut.ts';

describe('An account that is signed out', () => {
  it('is forgotten in memory, then its history, and last its secret is deleted', async () => {
    const steps: string[] = [];
    await removeAccount('a', {
      store: {
        remove: async (accountId) => {
          steps.push(`memory of ${accountId}`);
          await Promise.resolve();
          steps.push(`secret of ${accountId}`);
        },
      },
      forgetHistory: (accountId) => steps.push(`history of ${accountId}`),
    });
    assert.deepEqual(steps, ['memory of a', 'history of a', 'secret of a']);
  });

  it('is forgotten with its history where its secret can not be deleted, and the failure is told', async () => {
    const forgotten: string[] = [];
    const removal = removeAccount('a', {
      store: { remove: () => Promise.reject(new Error('locked')) },
      forgetHistory: (accountId) => forgotten.push(accountId),
    });
    await assert.rejects(removal, /locked/);
    assert.deepEqual(forgotten, ['a']);
  });
});
