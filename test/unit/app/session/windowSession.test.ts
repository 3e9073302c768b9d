import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { AccountStore } from '../../../../src/app/session/accountStore.ts';
import type { KnownAccount } from '../../../../src/app/session/accountStore.ts';
import type { SessionState } from '../../../../src/app/session/session.ts';
import { WindowSession } from '../../../../src/app/session/windowSession.ts';
import type { ServiceClient } from '../../../../src/api/serviceClient.ts';
import { clientOf, envelope, recordingLog, sendJson, startRawServer } from '../../api/rawServer.ts';
import type { RawServer } from '../../api/rawServer.ts';
import { failureOf } from '../../api/thrownBy.ts';
import { MemorySecrets, MemoryState, record, settle } from './memoryStorage.ts';

describe("The window's session", () => {
  let server: RawServer;
  /** The workspace that responses come from; '' leaves it out. */
  let respondingWorkspace: string;
  /** The workspace that the envelope names, where it is another than that of the data. */
  let enveloped: string | undefined;
  let apiVersion: string;
  let disposedClients: number;
  let workspaceState: MemoryState;
  let secrets: MemorySecrets;
  let store: AccountStore;
  let session: WindowSession;
  let asked: string[];
  let warned: string[];
  let confirms: (foreign: string) => boolean | Promise<boolean>;
  let log: ReturnType<typeof recordingLog>;

  const respond = (response: ServerResponse): void => {
    const user = { email: 'jane@contoso.example', fullName: 'Jane' };
    const data = { user, workspace: { identifier: respondingWorkspace, name: 'Contoso' } };
    sendJson(response, 200, envelope(data, { workspaceIdentifier: enveloped ?? respondingWorkspace, apiVersion }));
  };

  before(async () => {
    server = await startRawServer((_, response) => respond(response));
  });
  after(() => server.stop());

  beforeEach(async () => {
    respondingWorkspace = 'w-a';
    apiVersion = '1.0';
    enveloped = undefined;
    disposedClients = 0;
    workspaceState = new MemoryState();
    secrets = new MemorySecrets();
    log = recordingLog();
    store = new AccountStore({ secrets, log: log.log, hide: () => undefined, lastSignOut: () => undefined });
    await store.load();
    asked = [];
    warned = [];
    confirms = () => true;
    session = open();
  });

  function open(): WindowSession {
    return new WindowSession({
      store,
      workspaceState,
      log: log.log,
      createClient: () => {
        const created = clientOf(server.baseUrl);
        const dispose = created.dispose.bind(created);
        created.dispose = () => {
          disposedClients++;
          dispose();
        };
        return created;
      },
      prompts: {
        confirmForeignWorkspace: async (foreign) => {
          asked.push(foreign);
          return confirms(foreign);
        },
        warnForeignWorkspace: (foreign) => warned.push(foreign),
      },
    });
  }

  async function use(id = 'a'): Promise<KnownAccount> {
    const known = await store.save(record(id, 'Contoso'));
    await session.use(known);
    return known;
  }

  function client(): ServiceClient {
    assert.equal(session.state.kind, 'signedIn');
    return session.state.client;
  }

  it('is signed out at first, and starts nothing', async () => {
    assert.deepEqual(session.state, { kind: 'signedOut' });
    assert.deepEqual(session.warnings, []);
    await failureOf(session.clientForStarting(), 'signedOut');
  });

  it('restores the last account of its workspace', async () => {
    await use('b');
    await use('a');
    const next = open();
    next.restore();
    assert.equal(next.state.kind === 'signedIn' && next.state.account.id, 'a');
  });

  it('restores the only account if none was selected, but none of several', async () => {
    await store.save(record('a', 'Contoso'));
    session.restore();
    assert.equal(session.state.kind, 'signedIn');
    await store.save(record('b', 'Northwind'));
    const next = open();
    next.restore();
    assert.equal(next.state.kind, 'signedOut');
  });

  it('stays signed out if the remembered account was removed', async () => {
    workspaceState.values.set('dataConnections.activeAccount', 'gone');
    await store.save(record('a', 'Contoso'));
    session.restore();
    assert.equal(session.state.kind, 'signedOut');
  });

  it('is signed in even if the account cannot be remembered', async () => {
    workspaceState.failure = new Error('read-only');
    await use();
    assert.equal(session.state.kind, 'signedIn');
    assert.ok(log.lines.some(({ level, message }) => level === 'warn' && message.includes('read-only')));
  });

  it('signs out when its account is removed, and ignores other accounts', async () => {
    await use('a');
    await store.save(record('b', 'Northwind'));
    const states: SessionState['kind'][] = [];
    session.onDidChange(({ kind }) => states.push(kind));
    await store.remove('b');
    assert.deepEqual(states, []);
    await store.remove('a');
    assert.deepEqual(states, ['signedOut']);
    await store.save(record('c', 'Fabrikam'));
    assert.deepEqual(states, ['signedOut']);
  });

  it('does not use an account that was signed out after it was chosen', async () => {
    const { account } = await store.save(record('a', 'Contoso'));
    await store.remove('a');
    await session.use({ account, isStored: true });
    assert.equal(session.state.kind, 'signedOut');
  });

  it('disposes the client of the account that it had before', async () => {
    await use('a');
    assert.equal(disposedClients, 0);
    await use('b');
    assert.equal(disposedClients, 1);
    await store.remove('b');
    assert.equal(disposedClients, 2);
  });

  it('follows a change of its account in another window', async () => {
    await use('a');
    const there = new AccountStore({ secrets, log: log.log, hide: () => undefined, lastSignOut: () => undefined });
    await there.save(record('a', 'Renamed'));
    await settle();
    assert.equal(session.state.kind === 'signedIn' && session.state.account.workspace.name, 'Renamed');
  });

  it('notes an account that could not be stored', async () => {
    secrets.isForgetful = true;
    await use();
    assert.deepEqual(session.warnings, [{ kind: 'notStored' }]);
  });

  it('notes an unsupported API version and a foreign workspace, and warns of the latter', async () => {
    const { account } = await use();
    let changes = 0;
    session.onDidChangeWarnings(() => changes++);
    await client().getIdentity();
    assert.deepEqual(session.warnings, []);
    apiVersion = '7.0';
    respondingWorkspace = 'elsewhere';
    await client().getIdentity();
    assert.deepEqual(session.warnings, [
      { kind: 'unsupportedVersion', version: '7.0' },
      { kind: 'foreignWorkspace', foreign: 'elsewhere', account },
    ]);
    assert.ok(changes >= 1);
    assert.deepEqual(warned, ['elsewhere']);
    assert.ok(log.lines.some(({ message }) => message.includes('elsewhere')));
  });

  it('shortens the names of workspaces in the log', async () => {
    await use();
    respondingWorkspace = 'x'.repeat(500);
    await client().getIdentity();
    const { message = '' } = log.lines.find(({ level }) => level === 'warn') ?? {};
    assert.match(message, /xxx…, .*Contoso \(w-a\)/);
    assert.ok(message.length < 300, message);
  });

  describe('before something is started', () => {
    it('verifies the workspace once if no answer has named it yet', async () => {
      const { account } = await use();
      const before = server.requests.length;
      assert.equal((await session.clientForStarting())?.account, account);
      await session.clientForStarting();
      assert.deepEqual(server.requests.slice(before), ['GET /api/public/v1/me']);
      assert.deepEqual(asked, []);
    });

    it('asks once whether to use another workspace', async () => {
      await use();
      respondingWorkspace = 'elsewhere';
      assert.ok(await session.clientForStarting());
      assert.ok(await session.clientForStarting());
      assert.deepEqual(asked, ['elsewhere']);
    });

    it('asks about the workspace of the account if the answer itself comes from none', async () => {
      await use();
      [respondingWorkspace, enveloped] = ['elsewhere', ''];
      assert.ok(await session.clientForStarting());
      assert.deepEqual(asked, ['elsewhere']);
    });

    it('starts nothing if the user declines, and asks again the next time', async () => {
      await use();
      respondingWorkspace = 'elsewhere';
      confirms = () => false;
      assert.equal(await session.clientForStarting(), undefined);
      assert.equal(await session.clientForStarting(), undefined);
      assert.deepEqual(asked, ['elsewhere', 'elsewhere']);
    });

    it('asks again if yet another workspace answers meanwhile', async () => {
      await use();
      respondingWorkspace = 'elsewhere';
      confirms = async (foreign) => {
        respondingWorkspace = 'third';
        await client().getIdentity();
        return foreign !== 'none';
      };
      assert.ok(await session.clientForStarting());
      assert.deepEqual(asked, ['elsewhere', 'third']);
    });

    it('starts nothing if the account changes meanwhile', async () => {
      await use('a');
      respondingWorkspace = 'elsewhere';
      confirms = async () => {
        await use('b');
        return true;
      };
      assert.equal(await session.clientForStarting(), undefined);
    });
  });

  describe('after a refused secret', () => {
    const unauthorized = { kind: 'unauthorized', problem: undefined } as const;

    it('reports it once, until an answer shows that it is accepted', async () => {
      const { account } = await use();
      let refusals = 0;
      session.onDidRefuseSecret(() => refusals++);
      session.recordFailure(unauthorized);
      session.recordFailure(unauthorized);
      assert.equal(refusals, 1);
      assert.equal(session.refusedAccount, account);
      await client().getIdentity();
      assert.equal(session.refusedAccount, undefined);
      session.recordFailure(unauthorized);
      assert.equal(refusals, 2);
    });

    it('is entered anew once another window has stored a secret for its account, and only then', async () => {
      await use();
      const states: SessionState[] = [];
      session.onDidChange((state) => states.push(state));
      const other = new AccountStore({ secrets, log: log.log, hide: () => undefined, lastSignOut: () => undefined });
      await other.save(record('a', 'Contoso'));
      await settle();
      assert.equal(states.length, 0);
      session.recordFailure(unauthorized);
      await other.save(record('b', 'Northwind'));
      await settle();
      assert.equal(states.length, 0);
      await other.save(record('a', 'Contoso'));
      await settle();
      assert.deepEqual([states.length, session.refusedAccount], [1, undefined]);
    });

    it('reports no other failures, and nothing while signed out', async () => {
      let refusals = 0;
      session.onDidRefuseSecret(() => refusals++);
      session.recordFailure(unauthorized);
      await use();
      session.recordFailure({ kind: 'rateLimited', retryAfterMs: undefined });
      assert.equal(refusals, 0);
      assert.equal(session.refusedAccount, undefined);
    });
  });

  it('is signed out once disposed, whatever still holds it', async () => {
    const known = await use();
    const states: string[] = [];
    session.onDidChange(({ kind }) => states.push(kind));
    session.dispose();
    assert.deepEqual([session.state.kind, states], ['signedOut', []]);
    await session.use(known);
    assert.equal(session.state.kind, 'signedOut');
    await failureOf(session.clientForStarting(), 'signedOut');
  });

  it('reports nothing once disposed', async () => {
    await use();
    let changes = 0;
    session.onDidChange(() => changes++);
    session.dispose();
    await store.remove('a');
    assert.equal(changes, 0);
    open().dispose();
  });
});
