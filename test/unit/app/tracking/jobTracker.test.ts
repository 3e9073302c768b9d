import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import { ApiError } from '../../../../src/api/apiError.ts';
import type { ServiceClient } from '../../../../src/api/serviceClient.ts';
import type { ConnectionFeed } from '../../../../src/app/connections/connectionFeed.ts';
import type { ReceivedConnections } from '../../../../src/app/connections/feedState.ts';
import type { Session, SessionState } from '../../../../src/app/session/session.ts';
import { waitForJob } from '../../../../src/app/tracking/waitForJob.ts';
import { JobTracker } from '../../../../src/app/tracking/jobTracker.ts';
import type { JobsChange } from '../../../../src/app/tracking/jobsChange.ts';
import { Emitter } from '../../../../src/base/event.ts';
import { summarizeJobs } from '../../../../src/jobs/history/jobSummary.ts';
import { MemoryJobStore } from '../../jobs/memoryJobStore.ts';
import type { RateLimit } from '../../../../src/model/rateLimit.ts';
import type { Connection } from '../../../../src/model/connection.ts';
import type { Failure } from '../../../../src/model/failure.ts';
import { awaitsSignIn } from '../../../../src/model/job.ts';
import type { JobStatus } from '../../../../src/model/jobStatus.ts';
import { ACCOUNT_ID, completedStatus, runningStatus, sampleJob } from '../../jobs/sampleJobs.ts';
import { listOf, sampleConnection, syncingConnection } from '../../model/sampleConnection.ts';
import { SampleWindow } from './sampleWindow.ts';

const OTHER_ID = 'account-2';
const STARTED = { syncId: 'sync-1', entityId: 'entity-1', message: 'Queued', requestId: 'request-1' };
const A_SYNC = { kind: 'sync', entityName: 'Orders', accountId: ACCOUNT_ID } as const;

describe('The job tracker', () => {
  let clock: ReturnType<typeof FakeTimers.install>;
  let store: MemoryJobStore;
  let states: Emitter<SessionState>;
  let state: SessionState;
  let lists: Emitter<ReceivedConnections>;
  let listed: readonly Connection[];
  /** What the first refresh lists; undefined: it has been listed. */
  let unread: readonly Connection[] | undefined;
  let refreshes: number;
  let respond: () => JobStatus | Failure | Error;
  let polled: string[];
  let notes: Emitter<RateLimit>;
  let responses: Emitter<void>;
  let failures: Emitter<Failure>;
  let refused: Failure[];
  let knownIds: readonly string[];
  let windowConnection: SampleWindow;
  let tracker: JobTracker;

  beforeEach(() => {
    clock = FakeTimers.install({
      now: 1_000_000,
      toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance', 'hrtime'],
    });
    store = new MemoryJobStore();
    states = new Emitter();
    lists = new Emitter();
    listed = [];
    unread = undefined;
    [notes, responses, failures] = [new Emitter(), new Emitter(), new Emitter()];
    [refreshes, polled, refused] = [0, [], []];
    knownIds = [ACCOUNT_ID, OTHER_ID];
    respond = () => runningStatus();
    state = signedIn(ACCOUNT_ID);
    windowConnection = new SampleWindow();
    tracker = open();
  });

  afterEach(() => {
    tracker.dispose();
    const timers = clock.countTimers();
    clock.uninstall();
    assert.equal(timers, 0);
  });

  function signedIn(id: string): SessionState {
    const client = {
      getJobStatus: (syncId: string) => {
        polled.push(syncId);
        const result = respond();
        if ('status' in result && 'steps' in result) {
          return Promise.resolve({ ...result, meta: { requestId: 'request-2', correlationId: 'correlation-2' } });
        }
        return Promise.reject(result instanceof Error ? result : new ApiError(result));
      },
      onDidReceiveRateLimit: notes.event,
      onDidReceiveResponse: responses.event,
      onDidFail: failures.event,
    } as unknown as ServiceClient;
    return { kind: 'signedIn', account: { id }, client, isStored: true } as SessionState;
  }

  function open(): JobTracker {
    const ignore = (): void => undefined;
    const session = {
      get state() {
        return state;
      },
      onDidChange: states.event,
      recordFailure: (failure: Failure) => refused.push(failure),
    } as unknown as Session;
    const refresh = (): ReturnType<ConnectionFeed['refresh']> => {
      refreshes += 1;
      listed = unread ?? listed;
      unread = undefined;
      return Promise.resolve({ kind: 'failure', failure: { kind: 'unreachable', reason: 'refused', detail: '' } });
    };
    const feed = {
      get state(): { readonly kind: 'loading' | 'loaded' } {
        return { kind: unread ? 'loading' : 'loaded' };
      },
      refresh,
      find: (entityId: string) => listOf(listed).find(entityId),
      findBySync: (syncId: string) => listOf(listed).findBySync(syncId),
      get syncing() {
        return new Map(listed.filter((row) => row.isCurrentlySyncing).map((row) => [row.entityId, row]));
      },
      onDidReceiveResponse: lists.event,
    };
    return new JobTracker({
      session,
      store,
      uploads: { hasInFlight: () => false },
      windowConnection,
      windowId: 'window',
      feed,
      log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      hasAccount: (accountId) => knownIds.includes(accountId),
      isFocused: () => true,
    });
  }

  function change(next: SessionState): void {
    state = next;
    states.fire(next);
  }

  function list(...connections: readonly Connection[]): void {
    const receivedAt = Date.now();
    listed = connections;
    lists.fire({ requestedAt: receivedAt, changes: { added: connections, changed: [], removed: [] }, byteLength: 0 });
  }

  describe('A sync that was started', () => {
    it('is followed to its end, which this window announces', async () => {
      const finished: string[] = [];
      const claimed: string[] = [];
      tracker.onDidFinish(({ syncId }) => finished.push(syncId));
      tracker.onDidClaimOutcome((jobs) => claimed.push(...jobs.map(({ syncId }) => syncId)));
      const job = tracker.track(STARTED, A_SYNC);
      assert.deepEqual([job.startMessage, job.origin, job.startedIn], ['Queued', 'started', 'window']);
      await clock.tickAsync(3000);
      assert.equal(tracker.jobs.sorted[0]?.requestId, 'request-2');
      assert.equal(tracker.jobs.sorted[0].correlationId, 'correlation-2');
      respond = () => completedStatus();
      await clock.tickAsync(3000);
      assert.deepEqual([finished, claimed], [['sync-1'], ['sync-1']]);
      assert.deepEqual(
        tracker.history('sync-1').map(({ status }) => status),
        ['', 'running', 'completed'],
      );
    });

    it('is not remembered where its account was signed out before the answer', () => {
      knownIds = [];
      assert.equal(tracker.track(STARTED, A_SYNC).syncId, 'sync-1');
      assert.deepEqual(store.jobs(ACCOUNT_ID).all, []);
    });

    it('is remembered where this window only changed to another account', () => {
      assert.equal(tracker.track(STARTED, { ...A_SYNC, accountId: OTHER_ID }).accountId, OTHER_ID);
      assert.deepEqual([store.jobs(OTHER_ID).all.length, tracker.jobs.sorted.length], [1, 0]);
    });

    it('is the user’s own where a list came first', () => {
      list(syncingConnection());
      assert.equal(tracker.jobs.sorted[0]?.origin, 'adopted');
      assert.equal(tracker.track(STARTED, A_SYNC).origin, 'started');
      assert.equal(tracker.jobs.sorted.length, 1);
      const again = tracker.track({ ...STARTED, message: 'Twice' }, A_SYNC);
      assert.equal(again.startMessage, 'Queued', 'it was started already');
    });
  });

  describe('with the connections', () => {
    it('adopts the syncs of each list', () => {
      list(syncingConnection());
      assert.deepEqual(
        tracker.jobs.sorted.map(({ syncId, origin }) => [syncId, origin]),
        [['sync-1', 'adopted']],
      );
    });

    it('names a job that was started by an ID as soon as its connection is listed', async () => {
      tracker.track(STARTED, { ...A_SYNC, entityName: 'entity-1' });
      tracker.track({ ...STARTED, syncId: 'sync-2', entityId: 'entity-2' }, { ...A_SYNC, entityName: '' });
      tracker.track({ ...STARTED, syncId: 'sync-3' }, A_SYNC);
      await Promise.resolve();
      const changes: JobsChange[] = [];
      tracker.onDidChange((event) => changes.push(event));
      list(
        sampleConnection({ entityId: 'entity-1', entityName: 'Purchase Orders' }),
        sampleConnection({ entityId: 'entity-3', entityName: 'Returns' }),
      );
      await Promise.resolve();
      const names = ['sync-1', 'sync-2', 'sync-3'].map((syncId) => tracker.find(syncId)?.entityName);
      assert.deepEqual(names, ['Purchase Orders', '', 'Orders'], 'a name that the user has seen stays');
      assert.deepEqual(changes, [{ syncIds: new Set(['sync-1']), entityIds: new Set(['entity-1']) }]);
    });

    it('names it when it is stored if its connection was listed while it was started', async () => {
      const started = tracker.trackBatched(STARTED, { ...A_SYNC, entityName: 'entity-1' });
      list(syncingConnection());
      await started;
      assert.deepEqual([tracker.find('sync-1')?.entityName, tracker.find('sync-1')?.origin], ['Orders', 'started']);
    });

    it('leaves a job as it is whose connection has its ID for a name', () => {
      const job = tracker.track(STARTED, { ...A_SYNC, entityName: 'entity-1' });
      list(syncingConnection({ entityName: 'entity-1' }));
      assert.equal(tracker.find('sync-1'), job);
    });

    it('refreshes them soon after jobs have ended, at most every 15 seconds', async () => {
      respond = () => completedStatus();
      tracker.track(STARTED, A_SYNC);
      await clock.tickAsync(2000);
      assert.equal(refreshes, 1);
      tracker.track({ ...STARTED, syncId: 'sync-2' }, A_SYNC);
      await clock.tickAsync(10_000);
      assert.equal(refreshes, 1);
      await clock.tickAsync(5000);
      assert.equal(refreshes, 2);
    });

    it('polls many syncs by refreshing them', async () => {
      list(
        ...Array.from({ length: 100 }, (_, index) => {
          return syncingConnection({ entityId: `entity-${index}`, lastSyncId: `sync-${index}` });
        }),
      );
      await clock.tickAsync(20_000);
      assert.ok(refreshes >= 1, String(refreshes));
      assert.ok(polled.length < 30, String(polled.length));
    });

    it('is stored together with those that are accepted in the same turn, also while the window closes', async () => {
      const stored: number[] = [];
      const addStarted = store.addStarted.bind(store);
      store.addStarted = (jobs) => {
        stored.push(jobs.length);
        return addStarted(jobs);
      };
      const start = (syncId: string, accountId = ACCOUNT_ID): Promise<void> =>
        tracker.trackBatched({ ...STARTED, syncId }, { ...A_SYNC, accountId });
      await Promise.all([start('a'), start('b'), start('c', OTHER_ID), start('d', 'removed')]);
      assert.deepEqual(stored, [2, 1]);
      assert.equal(store.find(OTHER_ID, 'c')?.startedIn, 'window');
      await start('e');
      void start('f');
      tracker.dispose();
      assert.deepEqual(stored, [2, 1, 1, 1]);
      assert.deepEqual(
        store.jobs(ACCOUNT_ID).all.map(({ syncId }) => syncId),
        ['a', 'b', 'e', 'f'],
      );
    });

    it('is named by the event of its change, with its connection', async () => {
      const changes: JobsChange[] = [];
      tracker.onDidChange((event) => changes.push(event));
      await clock.tickAsync(0);
      changes.length = 0;
      tracker.track(STARTED, A_SYNC);
      tracker.track({ ...STARTED, syncId: 'sync-2', entityId: 'entity-2' }, A_SYNC);
      await Promise.resolve();
      const [first, ...more] = changes;
      assert.deepEqual(more, []);
      assert.deepEqual(first, {
        syncIds: new Set(['sync-1', 'sync-2']),
        entityIds: new Set(['entity-1', 'entity-2']),
      });
      assert.equal(tracker.jobs.ofConnection('entity-2').length, 1);
      assert.equal(tracker.jobsForListAt(0)('entity-2').length, 1);
      store.removeAccount(ACCOUNT_ID);
      await Promise.resolve();
      assert.deepEqual(changes.at(-1), { syncIds: 'all', entityIds: 'all' });
    });

    it('knows of removed syncs that a list of before says nothing about', async () => {
      tracker.track(STARTED, A_SYNC);
      await clock.tickAsync(0);
      tracker.stopWatching(['sync-1']);
      await clock.tickAsync(0);
      assert.equal(tracker.jobsForListAt(Date.now() - 1)('entity-1').length, 1);
      assert.deepEqual(tracker.jobsForListAt(Date.now() - 1)('entity-2'), [], 'another connection');
      assert.equal(tracker.jobsForListAt(Date.now() + 1)('entity-1').length, 0);
      list(syncingConnection());
      assert.deepEqual(tracker.jobs.sorted, [], 'it is not adopted again');
    });
  });

  describe('of an account', () => {
    it('follows its jobs for as long as it is signed in, and those of the next one then', async () => {
      let changes = 0;
      tracker.onDidChange(() => (changes += 1));
      store.put(sampleJob({ accountId: OTHER_ID, syncId: 'other' }));
      await clock.tickAsync(2000);
      assert.deepEqual([polled, tracker.jobs.sorted], [[], []]);
      change(signedIn(OTHER_ID));
      await clock.tickAsync(2000);
      assert.ok(polled.includes('other'));
      assert.ok(changes > 0);
      change({ kind: 'signedOut' });
      assert.deepEqual([tracker.jobs.sorted, tracker.history('other'), tracker.outageSince], [[], [], undefined]);
      for (const call of [() => tracker.pollNow(), () => tracker.endPause(), () => tracker.setFocused(true)]) {
        call();
      }
      tracker.remove(['other']);
      tracker.stopWatching(['other']);
      tracker.setOnScreen(['other']);
      assert.equal(store.jobs(OTHER_ID).all.length, 1);
    });

    it('pauses for as long as the service said to any request, or until it answers one by hand', async () => {
      tracker.track(STARTED, A_SYNC);
      failures.fire({ kind: 'rateLimited', retryAfterMs: 60_000 });
      await clock.tickAsync(30_000);
      assert.deepEqual(polled, []);
      tracker.endPause();
      await clock.tickAsync(1000);
      assert.deepEqual(polled, ['sync-1']);
    });

    it('slows down when few requests are left', async () => {
      tracker.track(STARTED, A_SYNC);
      notes.fire({ remaining: 1, limit: 100, resetInMs: 60_000 });
      await clock.tickAsync(59_000);
      assert.ok(polled.length <= 2, String(polled.length));
    });

    it('knows since when the service is not reachable', async () => {
      respond = () => ({ kind: 'unreachable', reason: 'refused', detail: '' });
      tracker.track(STARTED, A_SYNC);
      await clock.tickAsync(1500);
      assert.equal(typeof tracker.outageSince, 'number');
      responses.fire();
      assert.equal(tracker.outageSince, undefined);
    });

    it('leaves jobs to other windows while its own is lost, and says nothing about the service', async () => {
      tracker.track(STARTED, A_SYNC);
      await clock.tickAsync(1500);
      windowConnection.setConnected(false);
      polled = [];
      failures.fire({ kind: 'timedOut', afterMs: 30_000 });
      await clock.tickAsync(60_000);
      assert.deepEqual([polled, tracker.outageSince], [[], undefined]);
      change(signedIn(OTHER_ID));
      change(signedIn(ACCOUNT_ID));
      await clock.tickAsync(60_000);
      assert.deepEqual(polled, []);
      windowConnection.setConnected(true);
      await clock.tickAsync(1500);
      assert.equal(polled[0], 'sync-1');
    });

    it('reports a refused secret once, and polls again once it is accepted for any request', async () => {
      respond = () => ({ kind: 'unauthorized', problem: undefined });
      tracker.track(STARTED, A_SYNC);
      await clock.tickAsync(60_000);
      assert.deepEqual([refused.length, polled.length], [1, 1]);
      respond = () => runningStatus();
      responses.fire();
      await clock.tickAsync(1000);
      assert.equal(polled.length, 2);
    });

    it('pauses all running jobs once any request is refused, and ends that once one is accepted, in another window, too', async () => {
      tracker.track(STARTED, A_SYNC);
      tracker.track({ ...STARTED, syncId: 'sync-2' }, A_SYNC);
      store.put(sampleJob({ syncId: 'ended', status: completedStatus({ syncId: 'ended' }) }));
      await clock.tickAsync(1500);
      const paused = (of = tracker) => of.jobs.sorted.filter(awaitsSignIn).map(({ syncId }) => syncId);
      assert.deepEqual(paused(), []);
      failures.fire({ kind: 'unauthorized', problem: undefined });
      const count = polled.length;
      await clock.tickAsync(60_000);
      assert.equal(polled.length, count, 'nothing is polled');
      assert.deepEqual(paused().toSorted(), ['sync-1', 'sync-2']);
      assert.equal(
        summarizeJobs(tracker.jobs, Date.now(), { outageSince: undefined, hasAccess: true }).kind,
        'noAccess',
      );
      const other = open();
      assert.equal(paused(other).length, 2);
      responses.fire();
      assert.deepEqual([paused(), paused(other)], [[], []]);
      other.dispose();
    });

    it('tells that the service refuses the secret and accepts it again, without any job', async () => {
      const access: boolean[] = [];
      tracker.onDidChange(() => access.push(tracker.hasAccess));
      failures.fire({ kind: 'unauthorized', problem: undefined });
      await clock.tickAsync(1);
      responses.fire();
      responses.fire();
      await clock.tickAsync(1);
      assert.deepEqual(access, [false, true]);
    });

    it('outlives a defect', async () => {
      respond = () => new TypeError('defect');
      tracker.track(STARTED, A_SYNC);
      await clock.tickAsync(1500);
      respond = () => completedStatus();
      await clock.tickAsync(5000);
      assert.equal(tracker.jobs.sorted[0]?.status?.status, 'completed');
    });
  });

  describe('for the user', () => {
    it('forgets jobs, and marks failures as seen, one or all', () => {
      for (const syncId of ['sync-1', 'sync-2', 'sync-3']) {
        store.put(sampleJob({ syncId, status: completedStatus({ syncId, status: 'failed' }) }));
      }
      const unseen = (): number => tracker.jobs.sorted.filter(({ isSeen }) => !isSeen).length;
      tracker.markSeen([sampleJob({ syncId: 'sync-1' })]);
      assert.equal(unseen(), 2);
      tracker.markAllSeen();
      assert.equal(unseen(), 0);
      tracker.remove(['sync-1', 'sync-3']);
      assert.deepEqual(
        tracker.jobs.sorted.map(({ syncId }) => syncId),
        ['sync-2'],
      );
    });

    it('brings back jobs that it forgot or stopped watching, as they were', async () => {
      const failed = sampleJob({ syncId: 'failed', status: completedStatus({ syncId: 'failed', status: 'failed' }) });
      store.put(failed);
      tracker.track(STARTED, A_SYNC);
      await clock.tickAsync(3000);
      const seen = tracker.history('sync-1');
      const before = tracker.jobs.sorted;
      const undoStop = tracker.stopWatching(['sync-1']);
      const undoForget = tracker.remove(['failed']);
      assert.deepEqual(tracker.jobs.sorted, []);
      await clock.tickAsync(60_000);
      polled.length = 0;
      assert.deepEqual([undoStop(), undoForget()], ['restored', 'restored']);
      assert.deepEqual(tracker.jobs.sorted, before);
      assert.deepEqual(tracker.history('sync-1'), seen);
      await clock.tickAsync(60_000);
      assert.ok(polled.includes('sync-1'), 'it is polled again');
      assert.equal(undoStop(), 'restored', 'again, which changes nothing');
      assert.equal(tracker.jobs.sorted.length, 2);
    });

    it('brings nothing back once the account was signed out', () => {
      tracker.track(STARTED, A_SYNC);
      const [undo, undoOther] = [tracker.stopWatching(['sync-1']), tracker.remove(['sync-1'])];
      knownIds = [];
      assert.equal(undo(), 'signedOut');
      knownIds = [ACCOUNT_ID];
      store.removeAccount(ACCOUNT_ID);
      assert.deepEqual([undo(), undoOther()], ['signedOut', 'signedOut'], 'also if it signed in again');
      assert.deepEqual(store.jobs(ACCOUNT_ID).all, []);
      change({ kind: 'signedOut' });
      assert.equal(tracker.remove(['sync-1'])(), 'signedOut');
    });

    it('brings nothing back once the window has other features, as in the demo', () => {
      tracker.track(STARTED, A_SYNC);
      const undo = tracker.remove(['sync-1']);
      tracker.dispose();
      assert.equal(undo(), 'disposed');
      assert.deepEqual(store.jobs(ACCOUNT_ID).all, []);
    });

    it('announces the syncs that one command started together', async () => {
      const claimed: (readonly string[])[] = [];
      tracker.onDidClaimOutcome((jobs) => claimed.push(jobs.map(({ syncId }) => syncId)));
      respond = () => completedStatus();
      await tracker.inBatch(2, async (batch) => {
        tracker.track(STARTED, { ...A_SYNC, batch });
        await clock.tickAsync(20_000);
        assert.deepEqual(claimed, []);
        tracker.track({ ...STARTED, syncId: 'sync-2' }, { ...A_SYNC, batch });
      });
      await clock.tickAsync(20_000);
      assert.deepEqual(claimed, [['sync-1', 'sync-2']]);
      await tracker.inBatch(1, (batch) => {
        assert.equal(batch, undefined);
        return Promise.resolve();
      });
    });

    it('announces them together if the account is entered again meanwhile, as with a new secret', async () => {
      const claimed: (readonly string[])[] = [];
      tracker.onDidClaimOutcome((jobs) => claimed.push(jobs.map(({ syncId }) => syncId)));
      respond = () => completedStatus();
      await tracker.inBatch(2, async (batch) => {
        tracker.track(STARTED, { ...A_SYNC, batch });
        change(signedIn(ACCOUNT_ID));
        await clock.tickAsync(20_000);
        tracker.track({ ...STARTED, syncId: 'sync-2' }, { ...A_SYNC, batch });
      });
      await clock.tickAsync(20_000);
      assert.deepEqual(claimed, [['sync-1', 'sync-2']]);
    });

    it('reports changes of the jobs of its account, and of no other one', async () => {
      await clock.tickAsync(0);
      const changes: unknown[] = [];
      tracker.onDidChange((jobs) => changes.push(jobs));
      store.put(sampleJob({ accountId: OTHER_ID }));
      await clock.tickAsync(0);
      assert.deepEqual(changes, []);
      store.put(sampleJob());
      await clock.tickAsync(0);
      assert.notDeepEqual(changes, []);
    });

    it('says that no job is tracked any more once it is disposed, as when the demo is started', async () => {
      tracker.track(STARTED, A_SYNC);
      const { signal } = new AbortController();
      const followed = waitForJob(tracker, 'sync-1', { onChange: () => undefined, signal, timeoutMs: undefined });
      tracker.dispose();
      assert.deepEqual(await followed, { kind: 'notTracked' });
    });

    it('says that the service refused the key for any request, until it accepts it again', async () => {
      tracker.track(STARTED, A_SYNC);
      const { signal } = new AbortController();
      const followed = waitForJob(tracker, 'sync-1', { onChange: () => undefined, signal, timeoutMs: undefined });
      assert.equal(tracker.hasAccess, true);
      failures.fire({ kind: 'unauthorized', problem: undefined });
      assert.deepEqual(await followed, { kind: 'noAccess' });
      assert.equal(tracker.hasAccess, false);
      responses.fire();
      assert.equal(tracker.hasAccess, true);
      change({ kind: 'signedOut' });
      assert.equal(tracker.hasAccess, false);
    });

    it('marks jobs as retried, which also counts as seen', () => {
      store.put(sampleJob({ status: completedStatus({ status: 'failed' }) }));
      tracker.markRetried([sampleJob()]);
      tracker.markRetried([sampleJob()]);
      assert.deepEqual(
        tracker.jobs.sorted.map(({ isRetried, isSeen }) => [isRetried, isSeen]),
        [[true, true]],
      );
    });

    it('marks jobs of the account that they belong to, whichever is signed in by then, and none of one that was signed out', () => {
      const ofOther = sampleJob({ accountId: OTHER_ID, status: completedStatus({ status: 'failed' }) });
      store.put(ofOther);
      store.put(sampleJob({ status: completedStatus({ status: 'failed' }) }));
      const marks = (): unknown =>
        [OTHER_ID, ACCOUNT_ID].map((accountId) => {
          const { isRetried, isSeen } = store.find(accountId, 'sync-1') ?? {};
          return [isRetried ?? false, isSeen];
        });
      tracker.markSeen([ofOther]);
      assert.deepEqual(marks(), [
        [false, true],
        [false, false],
      ]);
      change({ kind: 'signedOut' });
      tracker.markRetried([ofOther]);
      assert.deepEqual(marks(), [
        [true, true],
        [false, false],
      ]);
      knownIds = [];
      tracker.markRetried([sampleJob()]);
      assert.deepEqual(marks(), [
        [true, true],
        [false, false],
      ]);
    });

    it('looks a sync up before the connections are known, as after a reload, and names its connection', async () => {
      unread = [syncingConnection({ isCurrentlySyncing: false })];
      respond = () => completedStatus();
      await tracker.lookUp('sync-1');
      assert.equal(tracker.find('sync-1')?.entityName, 'Orders');
    });

    it('looks a sync up that is no longer the last one of its connection, of which the ID is known', async () => {
      unread = [syncingConnection({ isCurrentlySyncing: false, lastSyncId: 'later' })];
      respond = () => completedStatus();
      await tracker.lookUp('sync-1', { entityId: 'entity-1' });
      assert.equal(tracker.find('sync-1')?.entityName, 'Orders');
      await tracker.lookUp('sync-2', { entityId: 'gone' });
      const { entityId, entityName } = tracker.find('sync-2') ?? {};
      assert.deepEqual([entityId, entityName], ['gone', '']);
    });

    it('looks a sync up that ended elsewhere, without following it, and says that its connection has another job to show', async () => {
      listed = [syncingConnection({ isCurrentlySyncing: false })];
      respond = () => completedStatus({ status: 'failed' });
      const changes: JobsChange[] = [];
      tracker.onDidChange((jobs) => changes.push(jobs));
      await clock.tickAsync(0);
      changes.length = 0;
      const result = await tracker.lookUp('sync-1');
      assert.ok(result?.kind === 'job');
      assert.equal(tracker.find('sync-1'), result.job);
      assert.equal(result.job.entityName, 'Orders');
      await clock.tickAsync(120_000);
      assert.deepEqual([polled, tracker.jobs.sorted], [['sync-1'], []]);
      assert.deepEqual(
        changes.map(({ entityIds }) => entityIds),
        [new Set(['entity-1'])],
      );
      change(signedIn(OTHER_ID));
      assert.equal(tracker.find('sync-1'), undefined);
      change({ kind: 'signedOut' });
      assert.equal(await tracker.lookUp('sync-1'), undefined);
    });

    it('marks a job as retried that was only looked up, for as long as its account is signed in', async () => {
      respond = () => completedStatus({ status: 'failed' });
      await tracker.lookUp('sync-1');
      const changes: JobsChange[] = [];
      tracker.onDidChange((jobs) => changes.push(jobs));
      await clock.tickAsync(0);
      changes.length = 0;
      tracker.markRetried([sampleJob({ accountId: OTHER_ID }), sampleJob({ accountId: OTHER_ID, syncId: 'unknown' })]);
      assert.equal(tracker.find('sync-1')?.isRetried, undefined, 'a job of another account');
      tracker.markRetried([sampleJob(), sampleJob({ syncId: 'unknown' })]);
      assert.equal(tracker.find('sync-1')?.isRetried, true);
      assert.deepEqual([...tracker.jobs.sorted], []);
      await clock.tickAsync(0);
      assert.deepEqual(
        changes.map(({ syncIds }) => syncIds),
        [new Set(['sync-1'])],
      );
    });

    it('takes a followed job as it is, and follows one that is running', async () => {
      const job = tracker.track(STARTED, A_SYNC);
      assert.deepEqual(await tracker.lookUp('sync-1'), { kind: 'job', job });
      respond = () => runningStatus({ syncId: 'sync-2' });
      await tracker.lookUp('sync-2', { connection: { entityId: 'entity-2', entityName: 'Budget' } });
      assert.equal(tracker.jobs.sorted.find(({ syncId }) => syncId === 'sync-2')?.entityName, 'Budget');
    });

    it('polls what is on screen alone, however many syncs run', async () => {
      respond = () => runningStatus({ startedAt: Date.now() });
      tracker.setOnScreen(['sync-70']);
      tracker.setOnScreen(['sync-70']);
      list(
        ...Array.from({ length: 100 }, (_, index) => {
          return syncingConnection({ entityId: `entity-${index}`, lastSyncId: `sync-${index}` });
        }),
      );
      await clock.tickAsync(10_000);
      assert.ok(polled.filter((syncId) => syncId === 'sync-70').length > 5);
    });
  });
});
