import assert from 'node:assert/strict';
import { mayHaveAccounts } from '../../../../src/app/session/storedAccounts.ts';

describe('mayHaveAccounts', () => {
  const cases: readonly (readonly [string, () => Promise<readonly string[]>, boolean])[] = [
    ['nothing is stored', () => Promise.resolve([]), false],
    ['only something else is stored', () => Promise.resolve(['dataConnections.other']), false],
    ['a record is stored', () => Promise.resolve(['x', 'dataConnections.account.1']), true],
    // The features then try to read it, and log why they can't.
    ['the storage can’t be read', () => Promise.reject(new Error('locked')), true],
  ];
  for (const [what, keys, expected] of cases) {
    it(`is ${expected} if ${what}`, async () => assert.equal(await mayHaveAccounts({ keys }), expected));
  }
});
