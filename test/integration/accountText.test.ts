import assert from 'node:assert/strict';
import { accountFacts } from '../../src/ui/format/accountText.ts';
import { record } from '../unit/app/session/memoryStorage.ts';

describe('The account in a review', () => {
  it('has the name of its user, or a dash, if the service returned no email address', () => {
    const { account } = record('a', 'Contoso');
    const factsOf = (email: string, fullName: string) => accountFacts({ ...account, user: { email, fullName } })[0];
    assert.deepEqual(
      [factsOf('jane@contoso.example', 'Jane'), factsOf('', 'Jane'), factsOf('', '')],
      ['Account: jane@contoso.example, Contoso', 'Account: Jane, Contoso', 'Account: –, Contoso'],
    );
  });
});
