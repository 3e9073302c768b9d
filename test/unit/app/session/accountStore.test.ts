import assert from 'node:assert/strict';
import type { Logger } from '../../../../src/base/logger.ts';
import { serializeRecord } from '../../../../src/app/session/accountRecord.ts';
import { AccountStore } from '../../../../src/app/session/accountStore.ts';
import { MemorySecrets, record, settle } from './memoryStorage.ts';

const KEY = 'dataConnections.account.';

describe('The account store', () => {
  let secrets: MemorySecrets;
  let lines: string[];
  let hidden: string[];
  let signOuts: Map<string, number>;

  function openWindow(): AccountStore {
    const write = (message: string): void => void lines.push(message);
    const log: Logger = { debug: write, info: write, warn: write, error: write };
    return new AccountStore({
      secrets,
      log,
      hide: (secret) => hidden.push(secret),
      lastSignOut: (accountId) => signOuts.get(accountId),
    });
  }

  beforeEach(() => {
    secrets = new MemorySecrets();
    lines = [];
    hidden = [];
    signOuts = new Map();
  });

  it('stores an account with its secret for other windows', async () => {
    const saved = await openWindow().save(record('a', 'Contoso'));
    assert.equal(saved.isStored, true);

    const next = openWindow();
    await next.load();
    assert.deepEqual(next.all, [{ account: record('a', 'Contoso').account, isStored: true }]);
    assert.deepEqual(await next.credential('a'), record('a', 'Contoso').credential);
  });

  it('lists accounts by workspace name', async () => {
    const store = openWindow();
    for (const [id, name] of [
      ['a', 'Northwind'],
      ['b', 'Contoso'],
      ['c', 'fabrikam'],
    ] as const) {
      await store.save(record(id, name));
    }
    assert.deepEqual(
      store.all.map(({ account }) => account.id),
      ['b', 'c', 'a'],
    );
  });

  it('keeps an account for this window only if the storage does not return it', async () => {
    secrets.isForgetful = true;
    const store = openWindow();
    const saved = await store.save(record('a', 'Contoso'));
    assert.equal(saved.isStored, false);
    assert.deepEqual(await store.credential('a'), record('a', 'Contoso').credential);
    assert.equal(store.find('a'), saved);
  });

  it('keeps a new key for this window only if the storage still returns the old one', async () => {
    const store = openWindow();
    await store.save(record('a', 'Contoso', 'old key'));
    secrets.isForgetful = true;
    assert.equal((await store.save(record('a', 'Contoso', 'new key'))).isStored, false);
    assert.deepEqual(await store.credential('a'), record('a', 'Contoso', 'new key').credential);
  });

  it('keeps an account for this window only if the storage fails', async () => {
    secrets.failure = new Error('locked');
    const store = openWindow();
    assert.equal((await store.save(record('a', 'Contoso'))).isStored, false);
    assert.match(lines.join('\n'), /locked/);
  });

  it('stores an account of this window once the storage works', async () => {
    secrets.isForgetful = true;
    const store = openWindow();
    await store.save(record('a', 'Contoso'));
    secrets.isForgetful = false;
    assert.equal((await store.save(record('a', 'Contoso'))).isStored, true);
    await settle();
    assert.equal(store.find('a')?.isStored, true);
  });

  it('skips a damaged record, logs it without its content, and leaves it in the storage', async () => {
    secrets.values.set(`${KEY}a`, '{"secret":"s3cret"');
    secrets.values.set(`${KEY}b`, serializeRecord(record('b', 'Contoso')));
    secrets.values.set(`${KEY}c`, serializeRecord(record('other', 'Under another id')));
    secrets.values.set('unrelated', 'x');
    const store = openWindow();
    await store.load();
    assert.deepEqual(
      store.all.map(({ account }) => account.id),
      ['b'],
    );
    assert.match(lines.join('\n'), /account a is damaged/);
    assert.doesNotMatch(lines.join('\n'), /s3cret/);
    assert.equal(secrets.values.size, 4);
  });

  it('starts without accounts if the storage cannot be read', async () => {
    secrets.failure = new Error('locked');
    const store = openWindow();
    await store.load();
    assert.deepEqual(store.all, []);
    assert.match(lines.join('\n'), /locked/);
  });

  it('returns no secret while the storage fails, but keeps the account', async () => {
    const store = openWindow();
    await store.save(record('a', 'Contoso'));
    secrets.failure = new Error('locked');
    assert.equal(await store.credential('a'), undefined);
    assert.ok(store.find('a'));
  });

  it('follows no changes before it is loaded, when it is not known either which accounts were signed out', async () => {
    const store = openWindow();
    await openWindow().save(record('a', 'Contoso'));
    await settle();
    assert.deepEqual(store.all, []);
    await store.load();
    assert.equal(store.all.length, 1);
  });

  it('follows accounts that are added, changed and removed in another window', async () => {
    const here = openWindow();
    const there = openWindow();
    let changes = 0;
    here.onDidChange(() => changes++);

    await here.load();
    await there.save(record('a', 'Contoso'));
    await settle();
    assert.equal(here.find('a')?.account.workspace.name, 'Contoso');
    await there.save(record('a', 'Contoso, renamed'));
    await settle();
    assert.equal(here.find('a')?.account.workspace.name, 'Contoso, renamed');
    await there.remove('a');
    await settle();
    assert.equal(here.find('a'), undefined);
    assert.equal(changes, 3);
  });

  it('uses a new key from another window at once, without reporting a change of the account', async () => {
    const here = openWindow();
    await here.save(record('a', 'Contoso'));
    let changes = 0;
    here.onDidChange(() => changes++);
    await openWindow().save(record('a', 'Contoso', 'new key'));
    await settle();
    assert.deepEqual(await here.credential('a'), record('a', 'Contoso', 'new key').credential);
    assert.equal(changes, 0);
  });

  it('notices at the next request that a secret was deleted without an event', async () => {
    const store = openWindow();
    await store.save(record('a', 'Contoso'));
    await settle();
    secrets.values.clear();
    assert.equal(await store.credential('a'), undefined);
    assert.equal(store.find('a'), undefined);
  });

  it('leaves nothing behind when an account is removed', async () => {
    const store = openWindow();
    await store.save(record('a', 'Contoso'));
    await store.remove('a');
    assert.equal(secrets.values.size, 0);
    assert.equal(await store.credential('a'), undefined);
  });

  it('does not bring an account back that is removed while its record is read', async () => {
    const store = openWindow();
    // The event of the storage reads it.
    await store.save(record('a', 'Contoso'));
    await store.remove('a');
    await settle();
    assert.deepEqual(store.all, []);
  });

  it('forgets an account for the lifetime of the window if its secret could not be deleted', async () => {
    const store = openWindow();
    await store.save(record('a', 'Contoso'));
    secrets.failure = new Error('locked');
    const removal = store.remove('a');
    assert.equal(store.find('a'), undefined, 'before the storage has answered');
    await assert.rejects(removal, /locked/);
    secrets.failure = undefined;
    assert.equal(await store.credential('a'), undefined);
    await secrets.store(`${KEY}a`, serializeRecord(record('a', 'Contoso')));
    await settle();
    assert.equal(store.find('a'), undefined);
  });

  it('accepts an account again after its secret could not be deleted', async () => {
    const store = openWindow();
    await store.save(record('a', 'Contoso'));
    secrets.failure = new Error('locked');
    await assert.rejects(store.remove('a'));
    secrets.failure = undefined;
    await store.save(record('a', 'Contoso', 'new key'));
    assert.deepEqual(await store.credential('a'), record('a', 'Contoso', 'new key').credential);
    assert.ok(store.find('a'));
  });

  it('adds an account that another window signs in to after it was removed here', async () => {
    const store = openWindow();
    await store.load();
    await store.save(record('a', 'Contoso'));
    await store.remove('a');
    await openWindow().save(record('a', 'Contoso'));
    await settle();
    assert.ok(store.find('a'));
  });

  it('never uses a secret again that VS Code does not delete in this window', async () => {
    const store = openWindow();
    await store.save(record('a', 'Contoso'));
    let changes = 0;
    store.onDidChange(() => changes++);
    signOuts.set('a', Date.now());
    await store.handleSignOut('a');
    assert.deepEqual([store.all, changes, await store.credential('a')], [[], 1, undefined]);
    assert.ok(secrets.values.has(`${KEY}a`), 'deleting it would store the other secrets as this window knows them');
  });

  it('signs out at the next request, too', async () => {
    const store = openWindow();
    await store.save(record('a', 'Contoso'));
    signOuts.set('a', Date.now());
    assert.equal(await store.credential('a'), undefined);
    assert.deepEqual(store.all, []);
  });

  it('deletes a secret at its start that was stored before the account was signed out', async () => {
    await openWindow().save(record('a', 'Contoso'));
    await openWindow().save(record('b', 'Fabrikam'));
    signOuts.set('a', Date.now());
    const store = openWindow();
    await store.load();
    assert.deepEqual([store.all.map(({ account }) => account.id), [...secrets.values.keys()]], [['b'], [`${KEY}b`]]);
  });

  it('accepts an account that has signed in again, even if the clock was set back', async () => {
    signOuts.set('a', Date.now() + 60 * 60_000);
    const store = openWindow();
    assert.equal((await store.save(record('a', 'Contoso'))).isStored, true);
    await store.handleSignOut('a');
    const next = openWindow();
    await next.load();
    assert.deepEqual(await next.credential('a'), record('a', 'Contoso').credential);
    assert.ok(store.find('a'));
  });

  it('accepts a record of an earlier version, which does not say when it was stored', async () => {
    secrets.values.set(`${KEY}a`, serializeRecord(record('a', 'Contoso')));
    signOuts.set('a', Date.now());
    const store = openWindow();
    await store.load();
    assert.ok(store.find('a'));
  });

  it('does not read an account that it does not know when another window signs out of it', async () => {
    const store = openWindow();
    secrets.failure = new Error('locked');
    await store.handleSignOut('a');
    assert.deepEqual(lines, []);
  });

  it('hides every secret from the log before it is stored', async () => {
    const store = openWindow();
    let hiddenBefore: readonly string[] = [];
    secrets.onStore = () => {
      hiddenBefore = [...hidden];
      // What could not be stored may be part of the message, which is logged.
      throw new Error('locked');
    };
    await store.save(record('a', 'Contoso'));
    assert.deepEqual(hiddenBefore, ['key of a']);
  });

  it('hides the secrets that another window has stored, too', async () => {
    await openWindow().save(record('a', 'Contoso'));
    hidden = [];
    const store = openWindow();
    await store.load();
    assert.deepEqual([...new Set(hidden)], ['key of a']);
    secrets.values.set(`${KEY}a`, serializeRecord(record('a', 'Contoso', 'new key')));
    await store.credential('a');
    assert.ok(hidden.includes('new key'));
  });

  it('ignores what else is in the storage', async () => {
    secrets.values.set('dataConnections.diagnose.1', 'x');
    const store = openWindow();
    await store.load();
    await secrets.store('dataConnections.diagnose.2', 'x');
    await settle();
    assert.deepEqual([store.all, lines], [[], []]);
  });

  it('has no secret of an account of this window once it is removed, or stored after all', async () => {
    secrets.isForgetful = true;
    const store = openWindow();
    await store.save(record('a', 'Contoso'));
    await store.save(record('b', 'Fabrikam'));
    await store.remove('a');
    assert.equal(await store.credential('a'), undefined);
    secrets.isForgetful = false;
    await store.save(record('b', 'Fabrikam'));
    await openWindow().save(record('b', 'Fabrikam', 'new key'));
    assert.deepEqual(await store.credential('b'), record('b', 'Fabrikam', 'new key').credential);
  });

  it('no longer listens once disposed', async () => {
    const store = openWindow();
    store.dispose();
    await openWindow().save(record('a', 'Contoso'));
    await settle();
    assert.deepEqual(store.all, []);
  });
});
