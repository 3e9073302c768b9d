import assert from 'node:assert/strict';
import { ApiError } from '../../../../src/api/apiError.ts';
import type { ServiceClient } from '../../../../src/api/serviceClient.ts';
import { ConnectionFeed } from '../../../../src/app/connections/connectionFeed.ts';
import type { ConnectionsResponse } from '../../../../src/app/connections/feedState.ts';
import type { AccountClient, SessionState } from '../../../../src/app/session/session.ts';
import { SyncStarter } from '../../../../src/app/sync/syncStarter.ts';
import type { StartOptions, SyncTarget } from '../../../../src/app/sync/syncStarter.ts';
import type { SyncPrompts } from '../../../../src/app/sync/syncPrompts.ts';
import type { SyncResult } from '../../../../src/app/sync/syncOutcome.ts';
import type { JobDescription } from '../../../../src/app/tracking/startedJobs.ts';
import { JobCollection } from '../../../../src/jobs/history/jobCollection.ts';
import type { Connection } from '../../../../src/model/connection.ts';
import type { Job } from '../../../../src/model/job.ts';
import type { StartedJob } from '../../../../src/model/upload.ts';
import type { ConnectionState } from '../../../service/controlTypes.ts';
import { LocalService } from '../../../service/localService.ts';
import { clientOf } from '../../api/rawServer.ts';
import { failureOf } from '../../api/thrownBy.ts';
import { sampleJob } from '../../jobs/sampleJobs.ts';
import { record } from '../session/memoryStorage.ts';

describe('Start Sync', function () {
  this.timeout(30_000);

  const { account } = record('a', 'Contoso');
  let service: LocalService;
  let client: ServiceClient;
  let idle: ConnectionState[];
  let feed: ConnectionFeed;
  let jobs: Job[];
  let jobReads: number;
  let started: { readonly job: StartedJob; readonly as: JobDescription }[];
  let shown: string[];
  let starting: Set<string>;
  let logged: string[];
  let chosen: readonly Connection[];
  let sessionState: SessionState;
  let hasAccount: boolean;
  let trackingError: Error | undefined;
  let as: AccountClient | undefined;
  /** What happens while the workspace is verified. */
  let beforeStarting: () => Promise<unknown>;
  let proposed: readonly string[];
  let starter: SyncStarter;

  before(async () => {
    service = await LocalService.start();
  });
  after(() => service.stop());

  beforeEach(async () => {
    await service.reset();
    const origin = new URL(service.baseUrl).origin;
    const credential = { method: 'apiKey', origin, apiKey: service.apiKey } as const;
    client = clientOf(service.baseUrl, { credential: () => Promise.resolve(credential) });
    const { connections } = await service.state();
    idle = connections.filter(({ isActive, isCurrentlySyncing }) => isActive && !isCurrentlySyncing);
    feed = new ConnectionFeed({ list, intervalMs: () => 0, pauseLeftMs: () => 0 });
    jobs = [];
    jobReads = 0;
    started = [];
    shown = [];
    starting = new Set();
    logged = [];
    const ignore = (): void => undefined;
    chosen = [];
    hasAccount = true;
    trackingError = undefined;
    sessionState = { kind: 'signedIn', account, client, isStored: true };
    as = { account, client };
    beforeStarting = () => Promise.resolve();
    const prompts: SyncPrompts = {
      chooseConnections: (entityIds) => {
        proposed = entityIds;
        return Promise.resolve(chosen);
      },
      showAlreadySyncing: (names) => shown.push(`syncing: ${names.join()}`),
      showInactive: (names) => shown.push(`inactive: ${names.join()}`),
      showReconciled: (name) => shown.push(`reconciled: ${name}`),
      showStartedBeforeSignOut: (names) => shown.push(`signed out: ${names.join()}`),
      warnOtherConnection: (requested, other) => shown.push(`${requested} -> ${other}`),
      setStarting: (entityIds, isStarting) =>
        entityIds.forEach((entityId) => (isStarting ? starting.add(entityId) : starting.delete(entityId))),
      showProgress: (work) => work(),
    };
    starter = new SyncStarter({
      feed,
      prompts,
      log: { debug: ignore, info: ignore, warn: ignore, error: (message) => logged.push(message) },
      session: {
        get state() {
          return sessionState;
        },
        clientForStarting: () => beforeStarting().then(() => as),
      },
      tracker: {
        get jobs() {
          return new JobCollection(jobs);
        },
        jobsForListAt: () => {
          jobReads += 1;
          return () => jobs;
        },
        hasAccount: () => hasAccount,
        inBatch: (count, work) => work(count > 1 ? `batch of ${count}` : undefined),
        trackBatched: (job, description) => {
          started.push({ job, as: description });
          return trackingError === undefined ? Promise.resolve() : Promise.reject(trackingError);
        },
      },
    });
  });

  async function list(signal: AbortSignal): Promise<ConnectionsResponse> {
    try {
      return { kind: 'connections', ...(await client.listConnections({ signal })) };
    } catch (error) {
      assert.ok(error instanceof ApiError);
      return { kind: 'failure', failure: error.failure };
    }
  }

  /** A connection that is not syncing. */
  function any(index = 0): ConnectionState {
    const connection = idle[index];
    assert.ok(connection);
    return connection;
  }

  function row({ entityId, entityName }: ConnectionState, isRow = true): SyncTarget {
    return { entityId, entityName: isRow ? entityName : undefined, isRow };
  }

  async function resultsOf(
    targets: readonly SyncTarget[] | undefined,
    options?: StartOptions,
  ): Promise<readonly SyncResult[]> {
    const outcome = await starter.start(targets, options);
    assert.equal(outcome.kind, 'requested');
    return outcome.results;
  }

  async function startRequests(): Promise<number> {
    return (await service.requests()).filter(({ method, path }) => method === 'POST' && path.endsWith('/sync')).length;
  }

  async function syncIdOf({ entityId }: ConnectionState): Promise<string | undefined> {
    const state = await service.state();
    return state.jobs.findLast((job) => job.entityId === entityId)?.syncId;
  }

  /** What becomes of requests to start a sync. */
  async function whenStarting(action: Parameters<LocalService['addFault']>[0]['action']): Promise<void> {
    await service.addFault({ method: 'POST', path: '/connections/sync', action });
  }

  it('starts the sync and tracks its job under the name of the connection', async () => {
    await feed.refresh();
    const [result] = await resultsOf([row(any(), false)]);
    const { entityId, entityName } = any();
    assert.ok(result?.kind === 'started');
    assert.deepEqual(result.sync, { syncId: await syncIdOf(any()), entityId });
    assert.equal(result.name, entityName);
    assert.deepEqual(
      started.map(({ as: description }) => description),
      [{ kind: 'sync', entityName, accountId: account.id }],
    );
  });

  it('says which syncs were started although the user has signed out meanwhile', async () => {
    hasAccount = false;
    await resultsOf([row(any()), row(any(1))]);
    assert.deepEqual(shown, [`signed out: ${any().entityName},${any(1).entityName}`]);
    shown = [];
    await resultsOf([{ entityId: '12345' }]);
    assert.deepEqual(shown, [], 'none was started');
  });

  it('tracks the job under the name of a connection that was listed while the workspace was verified', async () => {
    beforeStarting = () => feed.refresh();
    const [result] = await resultsOf([row(any(), false)]);
    assert.equal(result?.name, any().entityName);
    assert.equal(started[0]?.as.entityName, any().entityName);
  });

  it('asks for connections if none is given, unless signed out', async () => {
    assert.deepEqual(await starter.start(undefined), { kind: 'cancelled' });
    await feed.refresh();
    assert.deepEqual(proposed, []);
    chosen = [any(), any(1)].flatMap(({ entityId }) => feed.find(entityId) ?? []);
    const results = await resultsOf(undefined, { proposed: [any().entityId] });
    assert.deepEqual(proposed, [any().entityId]);
    assert.deepEqual(
      results.map(({ kind }) => kind),
      ['started', 'started'],
    );
    sessionState = { kind: 'signedOut' };
    await failureOf(starter.start(undefined), 'signedOut');
  });

  it('starts nothing without targets, or if the user declines', async () => {
    assert.deepEqual(await starter.start([]), { kind: 'cancelled' });
    as = undefined;
    assert.deepEqual(await starter.start([row(any())]), { kind: 'cancelled' });
    assert.equal(await startRequests(), 0);
  });

  it('asks before anything is sent, with the account and the names of the connections, if the caller wants that', async () => {
    const asked: unknown[] = [];
    for (const isAllowed of [false, true]) {
      const outcome = await starter.start([row(any(), false)], {
        confirm: async (forAccount, names) => {
          asked.push([forAccount, names, await startRequests()]);
          return isAllowed;
        },
      });
      assert.equal(outcome.kind, isAllowed ? 'requested' : 'cancelled');
    }
    assert.equal((await service.requests()).filter(({ path }) => path.endsWith('/connections')).length, 1, 'for names');
    const question = [account, [any().entityName], 0];
    assert.deepEqual(asked, [question, question]);
    assert.equal(await startRequests(), 1);
  });

  it('starts nothing for another account than the requested one', async () => {
    for (const accountId of ['another', account.id]) {
      const outcome = await starter.start([row(any(), false)], { accountId });
      assert.equal(outcome.kind, accountId === account.id ? 'requested' : 'cancelled');
    }
    assert.equal(await startRequests(), 1);
  });

  it('starts no second sync for a syncing row, but sends an ID in any case', async () => {
    await service.startElsewhere(any().entityId);
    await feed.refresh();
    assert.deepEqual(await starter.start([row(any())]), { kind: 'alreadySyncing' });
    assert.equal(await startRequests(), 0);
    const [result] = await resultsOf([row(any()), row(any(1))]);
    assert.equal(result?.kind === 'started' && result.sync.entityId, any(1).entityId);
    assert.deepEqual(shown, [`syncing: ${any().entityName}`, `syncing: ${any().entityName}`]);
    const [refused] = await resultsOf([row(any(), false)]);
    assert.ok(refused?.kind === 'failed' && refused.error instanceof ApiError);
  });

  it('says why it starts no sync for an inactive row, but sends an ID in any case', async () => {
    const inactive = (await service.state()).connections.find(({ isActive }) => !isActive);
    assert.ok(inactive);
    await feed.refresh();
    assert.deepEqual(await starter.start([row(inactive)]), { kind: 'inactive' });
    assert.equal(await startRequests(), 0);
    const [result] = await resultsOf([row(inactive), row(any())]);
    assert.equal(result?.kind === 'started' && result.sync.entityId, any().entityId);
    assert.deepEqual(shown, [`inactive: ${inactive.entityName}`, `inactive: ${inactive.entityName}`]);
    await resultsOf([row(inactive, false)]);
    assert.equal(await startRequests(), 2);
  });

  it('reads the connections again once if the service refuses some, and says what they show', async () => {
    await feed.refresh();
    const [gone, inactive, running, fine] = [any(0), any(1), any(2), any(3)];
    await service.removeConnection(gone.entityId);
    await service.putConnection({ entityId: inactive.entityId, isActive: false });
    await service.startElsewhere(running.entityId);
    await service.clearRequests();
    const results = await resultsOf([gone, inactive, running, fine].map((one) => row(one)));
    assert.deepEqual(
      results.map((result) => {
        const failure = result.kind === 'failed' && result.error instanceof ApiError ? result.error.failure : result;
        return 'connection' in failure ? failure.connection : failure.kind;
      }),
      ['unlisted', 'inactive', 'rejected', 'started'],
    );
    assert.equal(feed.find(gone.entityId), undefined);
    assert.equal(feed.find(inactive.entityId)?.isActive, false);
    assert.equal((await service.requests()).filter(({ method }) => method === 'GET').length, 1);
    await service.clearRequests();
    await resultsOf([row(any(4))]);
    assert.equal((await service.requests()).filter(({ method }) => method === 'GET').length, 0, 'without a refusal');
  });

  it('reads the jobs no more often for many rows than for one', async () => {
    const inactive = (await service.state()).connections.find(({ isActive }) => !isActive);
    assert.ok(inactive);
    await feed.refresh();
    const readsFor = async (count: number): Promise<number> => {
      jobReads = 0;
      assert.deepEqual(await starter.start(Array.from({ length: count }, () => row(inactive))), { kind: 'inactive' });
      return jobReads;
    };
    assert.equal(await readsFor(100), await readsFor(1));
  });

  it('takes a row with a tracked job as syncing', async () => {
    await feed.refresh();
    jobs = [sampleJob({ entityId: any().entityId })];
    assert.deepEqual(await starter.start([row(any())]), { kind: 'alreadySyncing' });
  });

  it('sends one request if called again while the first is in flight', async () => {
    const [first, second] = await Promise.all([resultsOf([row(any())]), resultsOf([row(any())])]);
    assert.deepEqual(first, second);
    assert.equal(await startRequests(), 1);
    assert.equal(started.length, 1);
  });

  it('returns a result for each target, in their order', async () => {
    const digits = { entityId: '12345' };
    const results = await resultsOf([row(any()), digits, row(any(1))]);
    assert.deepEqual(
      results.map(({ kind, name }) => [kind, name]),
      [
        ['started', any().entityName],
        ['failed', '12345'],
        ['started', any(1).entityName],
      ],
    );
    assert.deepEqual(
      started.map(({ as: { batch } }) => batch),
      ['batch of 3', 'batch of 3'],
      'their outcomes are announced as one',
    );
  });

  it('goes on after a failure of one connection', async () => {
    const digits = { entityId: '12345' };
    const outcome = await starter.start([digits, ...idle.slice(0, 6).map((one) => row(one))]);
    assert.ok(outcome.kind === 'requested');
    const kinds = outcome.results.map(({ kind }) => kind);
    assert.deepEqual(kinds, ['failed', ...Array<string>(6).fill('started')]);
    assert.equal(outcome.stoppedBy, undefined);
  });

  it('shows each sync as starting from the first request on until it has an outcome, whatever that is', async () => {
    const body = JSON.stringify({ title: 'Not Found', status: 404 });
    const action = { kind: 'response', status: 404, body } as const;
    await service.addFault({ method: 'POST', path: '/connections/sync', times: 1, action });
    const targets = idle.map((connection) => row(connection));
    let atFirst: ReadonlySet<string> | undefined;
    beforeStarting = () => {
      assert.equal(starting.size, 0);
      setImmediate(() => (atFirst = new Set(starting)));
      return Promise.resolve();
    };
    const results = await resultsOf(targets);
    assert.deepEqual(atFirst, new Set(targets.map(({ entityId }) => entityId)));
    assert.deepEqual(new Set(results.map(({ kind }) => kind)), new Set(['failed', 'started']));
    assert.equal(starting.size, 0);
  });

  it('sends no more once the service has refused the secret', async () => {
    await whenStarting({ kind: 'response', status: 401, body: JSON.stringify({ title: 'Unauthorized', status: 401 }) });
    const outcome = await starter.start(idle.slice(0, 8).map((one) => row(one)));
    assert.ok(outcome.kind === 'requested');
    assert.equal(outcome.stoppedBy?.failure.kind, 'unauthorized');
    assert.ok(outcome.results.every(({ kind }) => kind === 'failed'));
    assert.equal(await startRequests(), 4, 'those that were in flight');
  });

  for (const [what, { headers, isListed, requests }] of [
    [
      'sends no more once the service has requested a pause',
      { headers: { 'retry-after': '60' }, isListed: true, requests: 4 },
    ],
    ['sends no more once the connections can’t be listed either', { headers: {}, isListed: false, requests: 4 }],
    [
      'goes on after an error of the service that says nothing about the others',
      { headers: {}, isListed: true, requests: 8 },
    ],
  ] as const) {
    it(what, async () => {
      await whenStarting({ kind: 'response', status: 503, headers, body: '' });
      if (!isListed) {
        await service.addFault({ path: '^/connections$', action: { kind: 'response', status: 503, body: '' } });
      }
      const outcome = await starter.start(idle.slice(0, 8).map((one) => row(one)));
      assert.ok(outcome.kind === 'requested');
      assert.deepEqual(
        outcome.results.map(({ kind }) => kind),
        [...Array<string>(requests).fill('unknown'), ...Array<string>(8 - requests).fill('failed')],
      );
      assert.equal(outcome.stoppedBy?.failure.kind, requests === 4 ? 'unavailable' : undefined);
      assert.equal(await startRequests(), requests);
    });
  }

  it('returns an unexpected error as the result of its target, and logs it', async () => {
    const defect = new Error('out of order');
    client.startSync = () => Promise.reject(defect);
    assert.deepEqual(await resultsOf([row(any())]), [{ kind: 'failed', error: defect, name: any().entityName }]);
    assert.deepEqual(logged, [`Starting the sync of ${any().entityId} failed unexpectedly: Error: out of order`]);
    client.startSync = () => Promise.reject(new ApiError({ kind: 'signedOut' }));
    const [signedOut] = await resultsOf([row(any())]);
    assert.ok(signedOut?.kind === 'failed' && signedOut.error instanceof ApiError, 'it is requested once more');
    assert.equal(logged.length, 1, 'an expected failure is shown, not logged');
  });

  it('has been started also if its job can’t be stored, which is logged', async () => {
    trackingError = new Error('full');
    const [result] = await resultsOf([row(any())]);
    const syncId = await syncIdOf(any());
    assert.equal(result?.kind === 'started' && result.sync.syncId, syncId);
    assert.deepEqual(logged, [`The sync ${syncId} was started, but can't be watched: Error: full`]);
  });

  it('warns if the service starts the sync of another connection, and tracks that one', async () => {
    await feed.refresh();
    await whenStarting({ kind: 'merge', patch: { data: { entityId: any(1).entityId } } });
    const [result] = await resultsOf([row(any())]);
    assert.equal(result?.kind === 'started' && result.sync.entityId, any(1).entityId);
    assert.deepEqual(shown, [`${any().entityName} -> ${any(1).entityName}`]);
    assert.equal(started[0]?.as.entityName, any(1).entityName);
  });

  describe('with a lost answer', () => {
    it('finds the sync in the list of connections, and does not request it again', async () => {
      await feed.refresh();
      await whenStarting({ kind: 'loseResponse' });
      const [result] = await resultsOf([row(any())]);
      assert.equal(result?.kind === 'started' && result.sync.syncId, await syncIdOf(any()));
      assert.deepEqual(shown, [`reconciled: ${any().entityName}`]);
      assert.equal(await startRequests(), 1);
      assert.equal(started.length, 1);
    });

    it('finds a running sync if nothing was known before', async () => {
      await whenStarting({ kind: 'loseResponse' });
      const [result] = await resultsOf([row(any())]);
      assert.equal(result?.kind, 'started');
    });

    for (const isLoaded of [true, false]) {
      it(`is unknown if no new sync is listed, ${isLoaded ? 'with' : 'without'} an earlier list`, async () => {
        if (isLoaded) {
          await feed.refresh();
        }
        await whenStarting({ kind: 'cut' });
        const [result] = await resultsOf([row(any())]);
        assert.ok(result?.kind === 'unknown');
        assert.equal(result.failure.kind, 'unreachable');
        assert.deepEqual(result.reconciliation, { kind: 'notFound' });
        assert.deepEqual(started, []);
      });
    }

    it('is looked for, too, if a defect kept its response from being read', async () => {
      const read = client.startSync.bind(client);
      const defect = new TypeError('Cannot read properties of undefined');
      client.startSync = async (id) => {
        await read(id);
        throw defect;
      };
      await feed.refresh();
      assert.equal((await resultsOf([row(any())]))[0]?.kind, 'started');
      client.startSync = () => Promise.reject(defect);
      const [result] = await resultsOf([row(any(1))]);
      assert.equal(result?.kind === 'failed' && result.error, defect);
      assert.deepEqual(
        logged.map((line) => line.replace(/ of \S+/, '')),
        [
          `The sync was started, but its response could not be processed: ${String(defect)}`,
          `Starting the sync failed unexpectedly: ${String(defect)}`,
        ],
      );
    });

    it('does not mistake a tracked sync for the new one', async () => {
      await feed.refresh();
      const syncId = await service.startElsewhere(any().entityId);
      jobs = [sampleJob({ entityId: any().entityId, syncId })];
      await whenStarting({ kind: 'cut' });
      const [result] = await resultsOf([row(any(), false)]);
      assert.equal(result?.kind, 'unknown');
    });

    it('is unknown if the list cannot be read, and reports why', async () => {
      await whenStarting({ kind: 'cut' });
      await service.addFault({ path: '^/connections$', action: { kind: 'response', status: 503, body: '{}' } });
      const [result] = await resultsOf([row(any())]);
      assert.ok(result?.kind === 'unknown' && result.reconciliation.kind === 'failure');
      assert.equal(result.reconciliation.failure.kind, 'unavailable');
    });

    it('is unknown if the account changes meanwhile', async () => {
      await whenStarting({ kind: 'cut' });
      feed.dispose();
      const [result] = await resultsOf([row(any())]);
      assert.deepEqual(result?.kind === 'unknown' && result.reconciliation, { kind: 'accountChanged' });
    });
  });
});
