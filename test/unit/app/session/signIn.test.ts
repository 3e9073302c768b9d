import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { AccountStore } from '../../../../src/app/session/accountStore.ts';
import type { KnownAccount } from '../../../../src/app/session/accountStore.ts';
import { SignIn } from '../../../../src/app/session/signIn.ts';
import type { SignInPrompts, SubmitOutcome } from '../../../../src/app/session/signIn.ts';
import type { SignInEntry } from '../../../../src/app/session/signInEntry.ts';
import type { SignInPrefill } from '../../../../src/app/session/signInPrefill.ts';
import { WindowSession } from '../../../../src/app/session/windowSession.ts';
import { LocalService } from '../../../service/localService.ts';
import { clientOf, recordingLog } from '../../api/rawServer.ts';
import { failureOf } from '../../api/thrownBy.ts';
import { MemorySecrets, MemoryState } from './memoryStorage.ts';

describe('Sign In', function () {
  this.timeout(30_000);

  let service: LocalService;
  let secrets: MemorySecrets;
  let store: AccountStore;
  let session: WindowSession;
  let signIn: SignIn;
  let hidden: string[];
  let disposedClients: number;
  let shown: KnownAccount[];
  let prefills: SignInPrefill[];
  let log: ReturnType<typeof recordingLog>;
  let fillIn: (submit: Parameters<SignInPrompts['showForm']>[0]['submit']) => Promise<unknown>;

  const entry = (change: Partial<SignInEntry> = {}): SignInEntry => ({
    baseUrl: service.baseUrl,
    method: 'apiKey',
    secret: service.apiKey,
    ...change,
  });
  const signal = new AbortController().signal;

  before(async () => {
    service = await LocalService.start();
  });
  after(() => service.stop());

  beforeEach(async () => {
    await service.reset();
    log = recordingLog();
    hidden = [];
    disposedClients = 0;
    shown = [];
    prefills = [];
    secrets = new MemorySecrets();
    store = new AccountStore({ secrets, log: log.log, hide: () => undefined, lastSignOut: () => undefined });
    const prompts = {
      confirmForeignWorkspace: () => Promise.resolve(true),
      warnForeignWorkspace: () => undefined,
    };
    session = new WindowSession({
      store,
      prompts,
      workspaceState: new MemoryState(),
      log: log.log,
      createClient: ({ id, baseUrl }) => clientOf(baseUrl, { credential: () => store.credential(id) }),
    });
    fillIn = (submit) => submit(entry(), signal);
    signIn = new SignIn({
      store,
      session,
      log: log.log,
      hide: (secret) => hidden.push(secret),
      createClient: (baseUrl, credential) => {
        const created = clientOf(baseUrl, { credential });
        const dispose = created.dispose.bind(created);
        created.dispose = () => {
          disposedClients++;
          dispose();
        };
        return created;
      },
      prompts: {
        showForm: async ({ prefill, submit }) => {
          prefills.push(prefill);
          await fillIn(submit);
        },
        showSignedIn: (known) => Promise.resolve(void shown.push(known)),
      },
    });
  });

  it('verifies the secret, stores the account and activates it', async () => {
    assert.equal(await signIn.ask(), true);
    const [known] = store.all;
    assert.deepEqual(shown, [known]);
    assert.equal(session.state.kind === 'signedIn' && session.state.account, known?.account);
    assert.equal(known?.account.user.email, service.email);
    assert.deepEqual(hidden, [service.apiKey]);
    assert.equal(disposedClients, 1, 'the client that has the secret without the account');
  });

  it('sends nothing for an invalid entry, and lets the user correct it', async () => {
    await service.clearRequests();
    const outcomes: SubmitOutcome[] = [];
    fillIn = async (submit) => {
      outcomes.push(await submit(entry({ baseUrl: 'http://service.example.com' }), signal));
      assert.deepEqual(await service.requests(), []);
      outcomes.push(await submit(entry(), signal));
    };
    assert.equal(await signIn.ask(), true);
    assert.deepEqual(outcomes[0], { kind: 'invalid', problem: { field: 'baseUrl', problem: 'httpNotLoopback' } });
    assert.equal(outcomes[1]?.kind, 'signedIn');
  });

  it('stores nothing if the service refuses the secret', async () => {
    fillIn = async (submit) => {
      const outcome = await submit(entry({ secret: 'wrong' }), signal);
      assert.equal(outcome.kind === 'failed' && outcome.failure?.kind, 'unauthorized');
    };
    assert.equal(await signIn.ask(), false);
    assert.deepEqual(store.all, []);
    assert.equal(secrets.values.size, 0);
    assert.deepEqual(shown, []);
    assert.ok(log.lines.every(({ message }) => !message.includes('wrong')));
    await failureOf(signIn.signIn(entry({ secret: 'wrong' })), 'unauthorized');
  });

  it('reports an unexpected error in the log only', async () => {
    store.save = () => Promise.reject(new Error('out of order'));
    fillIn = async (submit) => assert.deepEqual(await submit(entry(), signal), { kind: 'failed' });
    assert.equal(await signIn.ask(), false);
    assert.ok(log.lines.some(({ message }) => message.includes('out of order')));
  });

  it('stores nothing if the form was closed meanwhile', async () => {
    fillIn = async (submit) => {
      const closing = new AbortController();
      const outcome = submit(entry(), closing.signal);
      closing.abort();
      assert.deepEqual(await outcome, { kind: 'cancelled' });
    };
    assert.equal(await signIn.ask(), false);
    assert.deepEqual(store.all, []);
    assert.equal(disposedClients, 1);
  });

  it('succeeds if the form is closed while the secret is being stored', async () => {
    const closing = new AbortController();
    const save = store.save.bind(store);
    store.save = async (record) => {
      closing.abort();
      await setImmediate();
      return save(record);
    };
    fillIn = async (submit) => {
      void submit(entry(), closing.signal);
      await once(closing.signal, 'abort');
    };
    assert.equal(await signIn.ask(), true);
    assert.deepEqual(shown, store.all);
  });

  it('is prefilled by its caller, else with the account whose secret was refused', async () => {
    fillIn = () => Promise.resolve();
    await signIn.run({ method: 'bearer' });
    await signIn.run(undefined);
    const outcome = await signIn.signIn(entry());
    assert.equal(outcome.kind, 'signedIn');
    await signIn.run(undefined);
    session.recordFailure({ kind: 'unauthorized', problem: undefined });
    await signIn.run(undefined);
    await signIn.run({});
    const again = { baseUrl: service.baseUrl, method: 'apiKey', email: service.email };
    assert.deepEqual(prefills, [{ method: 'bearer' }, {}, {}, again, {}]);
  });
});
