import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { EraseAccountData } from '../../src/app/session/signOut.ts';
import type { LedgerProblem } from '../../src/jobs/database/sqlite.ts';
import type { Account } from '../../src/model/account.ts';
import type { SignInEntry } from '../../src/app/session/signInEntry.ts';
import { createEraseAccountData } from '../../src/ui/accounts/eraseAccountData.ts';
import { UserError } from '../../src/ui/errors/userError.ts';
import { eventually } from '../eventually.ts';
import type { LocalService } from '../service/localService.ts';
import { ShownMessages, withMessages } from './shownMessages.ts';
import { connectService, extensionApi, logUpToNow, signInAfresh } from './extensionUnderTest.ts';

interface StoredData {
  readonly problem?: LedgerProblem | undefined;
  /** Gets the removals that the next start has to complete. */
  readonly pending: unknown[];
  /** Of the files of uploads. */
  readonly deleted?: Promise<void>;
}

function eraseDataWith({ problem, pending, deleted = Promise.resolve() }: StoredData): EraseAccountData {
  return createEraseAccountData({
    ledger: {
      access: { problem },
      removeAccount: () => undefined,
      keepHistory: () => undefined,
      addPendingRemoval: (...removal) => pending.push(removal),
    },
    upload: { deleteAccountData: () => deleted },
  });
}

describe('Accounts', () => {
  let service: LocalService;

  before(() => {
    service = connectService();
  });

  beforeEach(async () => {
    await service.reset();
  });

  after(() => service.reset());

  async function signIn(entry: Partial<SignInEntry>): Promise<Account> {
    const api = await extensionApi();
    return api.signIn({ baseUrl: service.baseUrl, method: 'apiKey', secret: service.apiKey, ...entry });
  }

  /** How the requests of the view were authenticated, once it asked. */
  async function schemesOfRefresh(): Promise<readonly unknown[]> {
    await service.clearRequests();
    await vscode.commands.executeCommand('dataConnections.refresh');
    const asked = (await service.requests()).filter(({ path }) => path.endsWith('/connections'));
    return asked.map(({ authScheme }) => authScheme);
  }

  it('sign in with an API key, a token, or an email address and a key', async () => {
    const byKey = await signIn({});
    assert.equal(byKey.baseUrl, service.baseUrl);
    assert.notEqual(byKey.workspace.name, '');
    const schemes = [...(await schemesOfRefresh())];
    await signIn({ method: 'bearer', secret: service.accessToken });
    schemes.push(...(await schemesOfRefresh()));
    await signIn({ method: 'basic', email: service.email });
    schemes.push(...(await schemesOfRefresh()));
    assert.equal(new Set(schemes).size, 3, schemes.join());
  });

  it('can be switched and signed out of by their id', async () => {
    const first = await signIn({});
    await service.setWorkspace(randomUUID());
    const second = await signIn({ method: 'bearer', secret: service.accessToken });
    assert.notEqual(first.id, second.id);
    assert.deepEqual(await schemesOfRefresh(), ['bearer']);
    await vscode.commands.executeCommand('dataConnections.switchAccount', first.id);
    assert.deepEqual(await schemesOfRefresh(), ['apiKey']);
    await withMessages(
      async (messages) => {
        await vscode.commands.executeCommand('dataConnections.signOut', first.id);
        assert.equal(messages.modal.length, 1);
        assert.deepEqual(await schemesOfRefresh(), [], 'the window is signed out');
      },
      ({ isModal }) => (isModal ? 'Sign Out' : undefined),
    );
  });

  it('are updated, not duplicated, by signing in again', async () => {
    const first = await signIn({});
    const again = await signIn({ method: 'bearer', secret: `Bearer ${service.accessToken}\n` });
    assert.equal(again.id, first.id);
  });

  it('contain no secret', async () => {
    const account = await signIn({});
    assert.ok(!JSON.stringify(account).includes(service.apiKey));
  });

  it('are not signed in to with a secret that the service refuses, and the previous account stays', async () => {
    await signIn({});
    await assert.rejects(signIn({ secret: 'wrong' }), { name: 'ApiError' });
    assert.equal((await schemesOfRefresh()).length, 1);
    assert.deepEqual(await service.violations(), []);
  });

  it('refuse invalid values before anything is sent', async () => {
    const entries: readonly Partial<SignInEntry>[] = [
      { baseUrl: 'http://service.example.com' },
      { baseUrl: 'https://jane:key@service.example.com' },
      { secret: ' \n' },
      { secret: 'a\nx-evil: 1' },
      { method: 'basic', email: 'jane' },
    ];
    for (const entry of entries) {
      await assert.rejects(signIn(entry), { name: 'UserError' });
    }
    assert.deepEqual(await service.requests(), []);
  });

  it('start nothing in another workspace than the one signed in to without confirmation', async () => {
    await signIn({});
    const entityId = (await service.state()).connections.find((connection) => connection.isActive)?.entityId;
    assert.ok(entityId);
    await service.setWorkspace('another-workspace');
    await vscode.commands.executeCommand('dataConnections.refresh');
    await withMessages(async (messages) => {
      assert.equal(await vscode.commands.executeCommand('dataConnections.startSync', { entityId }), undefined);
      assert.equal(messages.modal.length, 1);
      assert.match(messages.modal[0]?.text ?? '', /another-workspace/);
    });
    const posts = (await service.requests()).filter(({ method }) => method === 'POST');
    assert.deepEqual(posts, []);
  });

  it('start jobs once answers come from the right workspace again', async () => {
    await signIn({});
    const entityId = (await service.state()).connections.find(
      ({ isActive, isCurrentlySyncing }) => isActive && !isCurrentlySyncing,
    )?.entityId;
    const { workspaceIdentifier } = (await service.state()).settings;
    await service.setWorkspace('another-workspace');
    await vscode.commands.executeCommand('dataConnections.refresh');
    await service.setWorkspace(workspaceIdentifier);
    await vscode.commands.executeCommand('dataConnections.refresh');
    assert.ok(await vscode.commands.executeCommand('dataConnections.startSync', { entityId }));
  });

  it('log an unsupported API version once', async () => {
    await signIn({});
    await service.setApiVersion('7.0');
    await vscode.commands.executeCommand('dataConnections.refresh');
    await vscode.commands.executeCommand('dataConnections.refresh');
    const text = await logUpToNow(service);
    assert.equal(text.split('version 7.0').length, 2);
  });

  it('report a refused key once, and again after another attempt of the user', async () => {
    await signIn({});
    await service.setKey('another-key');
    const messages = new ShownMessages();
    try {
      await vscode.commands.executeCommand('dataConnections.refresh');
      assert.equal(messages.all.length, 1, messages.all.map(({ text }) => text).join(' | '));
      await vscode.commands.executeCommand('dataConnections.refresh');
      assert.equal(messages.all.length, 2);
    } finally {
      messages.dispose();
      await service.setKey(service.apiKey);
    }
  });

  it('are signed out of while the database can’t be written, with advice, and removed once it can be', async () => {
    const account = await signInAfresh(service);
    const { storagePath } = await extensionApi();
    const file = join(storagePath, 'jobs.db');
    const [connection] = (await service.state()).connections.filter(({ isCurrentlySyncing }) => !isCurrentlySyncing);
    await vscode.commands.executeCommand('dataConnections.startSync', { entityId: connection?.entityId });
    const jobs = (): unknown => {
      const database = new DatabaseSync(file, { readOnly: true });
      const found = database.prepare('SELECT count(*) AS jobs FROM job WHERE account_id = ?').get(account.id);
      database.close();
      return found?.['jobs'];
    };
    assert.equal(jobs(), 1);
    // At once: in between, the extension would create another database.
    renameSync(file, `${file}-away`);
    mkdirSync(file);
    const messages = new ShownMessages(({ isModal }) => (isModal ? 'Sign Out' : undefined));
    try {
      await vscode.commands.executeCommand('dataConnections.signOut', account.id);
      const { text } = await messages.including(
        /^You are signed out, but the history of the account could not be removed/,
      );
      assert.match(text, / Check the permissions of the folder .* even after a restart\.$/);
      assert.equal(messages.all.length, 2, messages.all.map((message) => message.text).join(' | '));
    } finally {
      messages.dispose();
      rmdirSync(file);
      renameSync(`${file}-away`, file);
    }
    await eventually(() => jobs() === 0, 'it is removed');
  });

  for (const [problem, words] of [
    ['unwritable', /can’t be written\. Check the permissions of the folder globalStorage/],
    ['full', /disk is full\. Free up disk space\./],
    ['failing', /can’t be read or written\. Check the free disk space/],
    ['newer', /newer version of the extension .*\. Update this extension/],
  ] as const) {
    it(`are signed out of with the reason why their data is still there (${problem})`, async () => {
      const pending: unknown[] = [];
      const eraseData = eraseDataWith({ problem, pending });
      await assert.rejects(eraseData('a', 'erase'), (error) => error instanceof UserError && words.test(error.message));
      await assert.rejects(
        eraseData('a', 'keep'),
        /^UserError: You are signed out, but your confirmations for the account /,
      );
      assert.deepEqual(pending, []);
    });
  }

  it('are signed out of without a word if the database is only locked, or there is none', async () => {
    for (const problem of [undefined, 'locked', 'noSqlite'] as const) {
      const pending: unknown[] = [];
      await eraseDataWith({ problem, pending })('a', 'erase');
      assert.deepEqual(pending, []);
    }
  });

  it('are removed again at the next start if files of their uploads could not be deleted', async () => {
    const pending: unknown[] = [];
    const inUse = Object.assign(new Error('EBUSY: resource busy'), { code: 'EBUSY' });
    const eraseData = eraseDataWith({ pending, deleted: Promise.reject(inUse) });
    const isExpected = (error: unknown): boolean =>
      error instanceof UserError &&
      error.cause === inUse &&
      /^You are signed out, but fingerprints or copies of uploads could not be removed .*Close the programs/.test(
        error.message,
      );
    await assert.rejects(eraseData('a', 'erase'), isExpected);
    await assert.rejects(eraseData('b', 'keep'), isExpected);
    assert.deepEqual(pending, [
      ['a', { keepsHistory: false }],
      ['b', { keepsHistory: true }],
    ]);
  });

  it('leave no secret in the log', async () => {
    await signIn({ method: 'basic', email: service.email });
    await assert.rejects(signIn({ secret: 'a-wrong-key-that-was-tried' }));
    const text = await logUpToNow(service);
    assert.match(text, /unauthorized/);
    const pair = Buffer.from(`${service.email}:${service.apiKey}`).toString('base64');
    for (const secret of [service.apiKey, service.accessToken, pair, 'a-wrong-key-that-was-tried']) {
      assert.ok(!text.includes(secret));
    }
  });
});
