import assert from 'node:assert/strict';
import { SyncStarter } from '../../../../src/app/sync/syncStarter.ts';
import { planSync, startToolSync } from '../../../../src/app/tools/syncTool.ts';
import type { PlannedSync, SyncToolContext } from '../../../../src/app/tools/syncTool.ts';
import { JobCollection } from '../../../../src/jobs/history/jobCollection.ts';
import type { Ledger } from '../../../../src/jobs/store/ledger.ts';
import { LocalService } from '../../../service/localService.ts';
import { LedgerFolder } from '../../jobs/store/ledgerFolder.ts';
import { accountOf, UploadWindow } from '../upload/uploadWindow.ts';
import { codeOf, toolErrorOf } from './toolErrors.ts';

describe('The sync of a tool', function () {
  this.timeout(30_000);

  let service: LocalService;
  let folder: LedgerFolder;
  let ledger: Ledger;
  let window: UploadWindow;
  let entityId: string;
  let reviews: PlannedSync[];
  let agrees: boolean;
  const { signal } = new AbortController();

  before(async () => {
    service = await LocalService.start();
  });
  after(() => service.stop());
  beforeEach(async () => {
    await service.reset();
    const idle = (await service.state()).connections.find((known) => known.isActive && !known.isCurrentlySyncing);
    entityId = idle?.entityId ?? '';
    folder = new LedgerFolder();
    ledger = folder.open();
    window = new UploadWindow(service, accountOf(service), ledger);
    reviews = [];
    agrees = true;
  });
  afterEach(() => {
    window.dispose();
    folder.remove();
  });

  function createStarter(
    session: ConstructorParameters<typeof SyncStarter>[0]['session'] = window.session,
  ): SyncStarter {
    const { feed } = window;
    const tracker = {
      jobs: new JobCollection(),
      jobsForListAt: () => () => [],
      trackBatched: () => Promise.resolve(),
      hasAccount: () => true,
      inBatch: <T>(_count: number, work: (batch: string | undefined) => Promise<T>) => work(undefined),
    };
    const ignore = (): void => undefined;
    const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
    const prompts = {
      chooseConnection: () => assert.fail('asked'),
      chooseConnections: () => assert.fail('asked'),
      showInactive: ignore,
      showAlreadySyncing: ignore,
      showReconciled: ignore,
      showStartedBeforeSignOut: ignore,
      warnOtherConnection: ignore,
      setStarting: ignore,
      showProgress: <T>(work: () => Promise<T>) => work(),
    };
    return new SyncStarter({ session, feed, tracker, prompts, log });
  }

  function context(): SyncToolContext {
    const { session, feed } = window;
    return {
      session,
      feed,
      tracker: { jobsForListAt: () => () => [] },
      starter: () => Promise.resolve(createStarter()),
      consents: ledger.consents,
      reviewSync: (planned) => {
        reviews.push(planned);
        return Promise.resolve(agrees);
      },
    };
  }

  const plan = () => planSync({ entityId }, context());
  const start = (confirmation: PlannedSync['confirmation'] | undefined) =>
    startToolSync({ entityId }, { confirmation, context: context(), signal });

  async function posts(): Promise<number> {
    return (await service.requests()).filter(({ method }) => method === 'POST').length;
  }

  it('is started once confirmed, and asks itself the first time for a connection', async () => {
    const { confirmation } = await plan();
    assert.equal(await posts(), 0);
    agrees = false;
    assert.equal(await codeOf(() => start(confirmation)), 'declined');
    agrees = true;
    const { started } = await start(confirmation);
    const [{ syncId } = assert.fail()] = (await service.state()).jobs.slice(-1);
    assert.deepEqual([started, reviews.length, await posts()], [{ syncId, entityId }, 2, 1]);
    await service.setJob(syncId, { outcome: 'complete' });
    await window.feed.refresh();
    await start((await plan()).confirmation);
    assert.equal(reviews.length, 2, 'the user has agreed to syncs of the connection');
  });

  it('is not started if it was cancelled while the account was verified or the user was asked', async () => {
    const cancelled = new AbortController();
    const reason = new Error('cancelled');
    const { confirmation } = await plan();
    ledger.consents.add(confirmation.accountId, 'toolSync', entityId);
    const slow = context();
    const clientForStarting = () => {
      cancelled.abort(reason);
      return window.session.clientForStarting();
    };
    const starter = () => Promise.resolve(createStarter({ state: window.session.state, clientForStarting }));
    await assert.rejects(
      startToolSync({ entityId }, { confirmation, context: { ...slow, starter }, signal: cancelled.signal }),
      reason,
    );
    const asked = new AbortController();
    const reviewSync = () => {
      asked.abort(reason);
      return Promise.resolve(true);
    };
    await assert.rejects(
      startToolSync({ entityId }, { confirmation: undefined, context: { ...slow, reviewSync }, signal: asked.signal }),
      reason,
    );
    assert.equal(await posts(), 0);
  });

  it('without a confirmed plan asks every time', async () => {
    const { confirmation } = await plan();
    ledger.consents.add(confirmation.accountId, 'toolSync', entityId);
    agrees = false;
    assert.equal(await codeOf(() => start(undefined)), 'declined');
    assert.deepEqual([reviews.length, await posts()], [1, 0]);
    agrees = true;
    await start(undefined);
    assert.equal(await posts(), 1);
  });

  it('is refused if the account or the connection has changed since it was confirmed', async () => {
    const { confirmation } = await plan();
    const { state } = window;
    assert.ok(state.kind === 'signedIn');
    for (const change of [{ id: 'other' }, { baseUrl: 'https://other.example' }]) {
      window.state = { ...state, account: { ...state.account, ...change } };
      const { code, details } = await toolErrorOf(() => start(confirmation));
      assert.deepEqual([code, details], ['changedSinceConfirmation', { changed: ['account'] }]);
    }
    window.state = state;
    await service.putConnection({ entityId: 'same-name', entityName: confirmation.connection });
    await window.feed.refresh();
    const other = () => startToolSync({ entityId: 'same-name' }, { confirmation, context: context(), signal });
    assert.deepEqual((await toolErrorOf(other)).details, { changed: ['connection'] });
    await service.putConnection({ entityId, entityName: 'Salaries' });
    await window.feed.refresh();
    assert.deepEqual((await toolErrorOf(() => start(confirmation))).details, { changed: ['connection'] });
    assert.deepEqual([reviews, await posts()], [[], 0]);
  });

  it('is refused if the connection is syncing, or the account does not have it', async () => {
    const syncId = await service.startElsewhere(entityId);
    await window.feed.refresh();
    const { code, details } = await toolErrorOf(plan);
    assert.deepEqual([code, details], ['alreadySyncing', { syncId }]);
    assert.equal(await codeOf(() => planSync({ entityId: '..' }, context())), 'connectionNotFound');
    window.state = { kind: 'signedOut' };
    assert.equal(await codeOf(plan), 'signedOut');
  });

  it('whose answer was lost is never called started, unless the connection shows it', async () => {
    const { confirmation } = await plan();
    await service.addFault({ path: '/connections/sync', method: 'POST', times: 1, action: { kind: 'cut' } });
    assert.equal(await codeOf(() => start(confirmation)), 'outcomeUnknown');
    assert.equal(await posts(), 1);
  });
  it('is not started once the caller has cancelled', async () => {
    const { confirmation } = await plan();
    const cancel = new AbortController();
    cancel.abort(new Error('cancelled'));
    await assert.rejects(
      startToolSync({ entityId }, { confirmation, context: context(), signal: cancel.signal }),
      /cancelled/,
    );
    assert.deepEqual([reviews, await posts()], [[], 0]);
  });

  it('shows the user the account and the connection that they confirm', async () => {
    const { account, connection, confirmation } = await plan();
    assert.equal(account.workspace.name, 'Acme');
    assert.equal(connection.entityId, entityId);
    assert.deepEqual(confirmation, {
      accountId: account.id,
      service: service.baseUrl,
      entityId,
      connection: connection.entityName,
    });
    await start(confirmation);
    assert.deepEqual(reviews, [{ account, connection, confirmation }]);
  });

  it('fails with the failure of the request', async () => {
    const { confirmation } = await plan();
    await service.addFault({ path: '/connections/sync', method: 'POST', action: { kind: 'response', status: 429 } });
    await assert.rejects(start(confirmation), { name: 'ApiError', message: 'rateLimited' });
  });
});
