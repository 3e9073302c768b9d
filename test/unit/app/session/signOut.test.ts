import assert from 'node:assert/strict';
import type { KnownAccount } from '../../../../src/app/session/accountStore.ts';
import { removeAccount, signOut } from '../../../../src/app/session/signOut.ts';
import type { HistoryChoice, SignOutOutcome } from '../../../../src/app/session/signOut.ts';
import type { Account } from '../../../../src/model/account.ts';
import { record } from './memoryStorage.ts';

describe('Removing an account', () => {
  it('removes it from memory, then its history, then its secret', async () => {
    const steps: string[] = [];
    await removeAccount('a', 'erase', {
      store: {
        remove: async (accountId) => {
          steps.push(`memory of ${accountId}`);
          await Promise.resolve();
          steps.push(`secret of ${accountId}`);
        },
      },
      eraseData: (accountId, choice) => Promise.resolve(void steps.push(`${choice} history of ${accountId}`)),
    });
    assert.deepEqual(steps, ['memory of a', 'erase history of a', 'secret of a']);
  });

  it('removes it and its history even if its secret cannot be deleted, and says so', async () => {
    const erased: string[] = [];
    const failure = new Error('locked');
    const outcome = await removeAccount('a', 'erase', {
      store: { remove: () => Promise.reject(failure) },
      eraseData: async (accountId, choice) => {
        await Promise.resolve();
        erased.push(`${choice} ${accountId}`);
      },
    });
    assert.deepEqual(outcome, { kind: 'incomplete', secretError: failure, dataError: undefined });
    assert.deepEqual(erased, ['erase a']);
  });
});

describe('Sign Out', () => {
  const accounts = ['a', 'b'].map((id) => ({ account: record(id, id).account, isStored: true }));
  let known: KnownAccount[];
  let removed: string[];
  let confirmed: string[];
  let choice: HistoryChoice | undefined;
  let history: string[];
  let failure: Error | undefined;
  let dataFailure: Error | undefined;

  beforeEach(() => {
    known = [...accounts];
    removed = [];
    confirmed = [];
    choice = 'erase';
    history = [];
    failure = undefined;
    dataFailure = undefined;
  });

  function run(accountId: string | undefined, chosen?: Account): Promise<SignOutOutcome> {
    const named = known.find(({ account }) => account.id === accountId);
    return signOut(named, {
      store: {
        all: known,
        remove: (id) => (failure ? Promise.reject(failure) : Promise.resolve(void removed.push(id))),
      },
      eraseData: (id, asChosen) =>
        dataFailure ? Promise.reject(dataFailure) : Promise.resolve(void history.push(`${asChosen} ${id}`)),
      prompts: {
        chooseAccount: () => Promise.resolve(chosen),
        confirm: ({ id }) => {
          confirmed.push(id);
          return Promise.resolve(choice);
        },
      },
    });
  }

  it('removes the named account, the only one, or the one the user selects', async () => {
    assert.deepEqual(await run('b'), { kind: 'signedOut' });
    await run(undefined, accounts[0]?.account);
    known = accounts.slice(0, 1);
    await run(undefined);
    assert.deepEqual(removed, ['b', 'a', 'a']);
    assert.deepEqual(confirmed, removed);
    assert.deepEqual(history, ['erase b', 'erase a', 'erase a']);
  });

  it('keeps the history of the account if the user chooses that', async () => {
    choice = 'keep';
    assert.deepEqual(await run('b'), { kind: 'signedOut' });
    assert.deepEqual([removed, history], [['b'], ['keep b']]);
  });

  it('removes nothing if there is no account, none is selected, or the user does not confirm', async () => {
    assert.deepEqual(await run(undefined), { kind: 'cancelled' });
    choice = undefined;
    assert.deepEqual(await run('a'), { kind: 'cancelled' });
    known = [];
    assert.deepEqual(await run(undefined), { kind: 'cancelled' });
    assert.deepEqual(removed, []);
  });

  it('reports a secret and a history that could not be deleted', async () => {
    dataFailure = new Error('read-only');
    assert.deepEqual(await run('a'), { kind: 'incomplete', secretError: undefined, dataError: dataFailure });
    assert.deepEqual(removed, ['a']);
    failure = new Error('locked');
    assert.deepEqual(await run('a'), { kind: 'incomplete', secretError: failure, dataError: dataFailure });
  });
});
