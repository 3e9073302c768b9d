import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import type { PollResult } from '../../../../src/jobs/polling/statusPoller.ts';
import { JobWatcher } from '../../../../src/jobs/polling/jobWatcher.ts';
import { MemoryJobStore } from '../memoryJobStore.ts';
import { OutcomeClaims } from '../../../../src/app/tracking/outcomeClaims.ts';
import type { Connection } from '../../../../src/model/connection.ts';
import { isRunning, jobState } from '../../../../src/model/job.ts';
import type { Job, JobOrigin } from '../../../../src/model/job.ts';
import { ACCOUNT_ID, completedStatus, runningStatus, sampleJob, sampleStep, followJob } from '../sampleJobs.ts';
import { listOf, sampleConnection } from '../../model/sampleConnection.ts';
import { SampleWindow } from '../../app/tracking/sampleWindow.ts';

const LOADING = [
  sampleStep({ name: 'Extract', status: 'completed', count: 20_310, completedAt: 9 }),
  sampleStep({ name: 'Load', count: 7806 }),
];
const LOADED = LOADING.map((step) => ({ ...step, status: 'completed', count: 20_310, completedAt: 9 }));
const NOT_FOUND: PollResult = { kind: 'failure', failure: { kind: 'notFound', problem: undefined } };
const REFUSED: PollResult = { kind: 'failure', failure: { kind: 'unreachable', reason: 'refused', detail: '' } };

describe('Syncs that end together', () => {
  let clock: ReturnType<typeof FakeTimers.install>;
  let store: MemoryJobStore;
  let watcher: JobWatcher;
  let outcomes: OutcomeClaims;
  /** What the service says of each sync, in the list and when it is asked about it alone. */
  let listed: 'running' | 'completed';
  let respond: (syncId: string) => PollResult | Promise<PollResult>;
  let syncIds: string[];
  let asked: { readonly syncId: string | undefined; readonly at: number }[];
  let finished: string[];
  let told: Job[];
  /** Those that were once seen to have ended with a step that still runs. */
  let stale: Set<string>;

  beforeEach(() => {
    clock = FakeTimers.install({ now: 1_000_000 });
    store = new MemoryJobStore();
    listed = 'running';
    respond = runs;
    syncIds = [];
    asked = [];
    finished = [];
    told = [];
    stale = new Set();
    const ignore = (): void => undefined;
    watcher = new JobWatcher({
      accountId: ACCOUNT_ID,
      store,
      poll: (syncId) => {
        asked.push({ syncId, at: Date.now() });
        return Promise.resolve(respond(syncId));
      },
      list: () => {
        asked.push({ syncId: undefined, at: Date.now() });
        watcher.updateFromList(listOf(syncIds.map(connectionOf)), 0);
        return Promise.resolve(undefined);
      },
      isFocused: true,
      isConnected: true,
      log: { debug: ignore, info: ignore, warn: ignore, error: (message) => assert.fail(message) },
    });
    outcomes = new OutcomeClaims({
      accountId: ACCOUNT_ID,
      store,
      windowId: 'window',
      uploads: { hasInFlight: () => false },
      openBatches: new Set(),
      windowConnection: new SampleWindow(),
    });
    watcher.onDidFinish(({ syncId }) => finished.push(syncId));
    outcomes.onDidClaim((jobs) => told.push(...jobs));
    store.onDidChange(() => {
      for (const job of jobs()) {
        if (!isRunning(job) && job.status?.steps.some(({ count }) => count === 7806)) {
          stale.add(job.syncId);
        }
      }
    });
  });

  afterEach(() => {
    [outcomes, watcher, store].forEach((owned) => owned.dispose());
    clock.uninstall();
    assert.deepEqual([...stale], [], 'what has ended shows no step that still runs');
  });

  function runs(syncId: string): PollResult {
    return { kind: 'status', status: runningStatus({ syncId, steps: LOADING }) };
  }

  function isOver(syncId: string): PollResult {
    return { kind: 'status', status: completedStatus({ syncId, steps: LOADED }) };
  }

  function connectionOf(syncId: string): Connection {
    return sampleConnection({
      entityId: syncId,
      isCurrentlySyncing: listed === 'running',
      lastSyncId: syncId,
      lastSyncStatus: listed,
      lastSyncAt: listed === 'running' ? undefined : Date.now(),
    });
  }

  function jobs(): readonly Job[] {
    return store.jobs(ACCOUNT_ID).all;
  }

  function pending(): readonly Job[] {
    return jobs().filter(({ listedEnd }) => listedEnd === 'pending');
  }

  /** Starts them, and waits until each was seen loading. */
  async function follow(count: number, origin: JobOrigin = 'started', { startedAt = 0 } = {}): Promise<void> {
    syncIds = Array.from({ length: count }, (_, index) => `sync-${index}`);
    for (const syncId of syncIds) {
      const own = { syncId, entityId: syncId, origin, startedIn: 'window', knownSince: Date.now() };
      followJob(watcher, sampleJob({ ...own, status: runningStatus({ syncId, startedAt, steps: LOADING }) }));
    }
    // So young that even three are followed through the list.
    await clock.tickAsync(5000);
    asked = [];
  }

  function end(): void {
    listed = 'completed';
    respond = isOver;
  }

  function mostInOneMinute(): number {
    return Math.max(...asked.map(({ at }) => asked.filter((one) => one.at >= at && one.at < at + 60_000).length));
  }

  for (const [count, withinMs] of [
    [3, 15_000],
    [10, 15_000],
    [200, 240_000],
  ] as const) {
    it(`have their final status polled, ${count} of them within the limits of the account`, async () => {
      await follow(count);
      end();
      await clock.tickAsync(15_000);
      assert.deepEqual(jobs().map(jobState), Array(count).fill('succeeded'), 'the end itself is seen at once');
      await clock.tickAsync(withinMs);
      for (const { status, listedEnd } of jobs()) {
        assert.deepEqual(
          [status, listedEnd],
          [completedStatus({ syncId: status?.syncId ?? '', steps: LOADED }), undefined],
        );
      }
      assert.deepEqual(finished.toSorted(), syncIds.toSorted());
      assert.deepEqual(told.map(({ syncId }) => syncId).toSorted(), syncIds.toSorted(), 'each is told once');
      assert.ok(mostInOneMinute() <= 100, String(mostInOneMinute()));
      assert.equal(clock.countTimers(), 0);
    });
  }

  it('are announced with their counts if there are few', async () => {
    await follow(10);
    end();
    await clock.tickAsync(20_000);
    assert.equal(told.length, 10);
    assert.ok(told.every(({ status }) => status?.steps.at(-1)?.count === 20_310));
  });

  it('that others started are polled one after another, and never together', async () => {
    await follow(200, 'adopted');
    end();
    await clock.tickAsync(120_000);
    assert.ok(mostInOneMinute() <= 60, String(mostInOneMinute()));
    await clock.tickAsync(300_000);
    assert.deepEqual(pending(), []);
    assert.ok(mostInOneMinute() <= 60, String(mostInOneMinute()));
  });

  it('that others started are all polled within seconds if there are few, once each', async () => {
    await follow(20, 'adopted', { startedAt: Date.now() });
    end();
    // The list that shows their end is due after 10 s at most.
    await clock.tickAsync(12_000);
    assert.ok(jobs().every((job) => !isRunning(job)));
    await clock.tickAsync(5000);
    assert.deepEqual(pending(), []);
    assert.deepEqual(asked.flatMap(({ syncId }) => syncId ?? []).toSorted(), syncIds.toSorted());
  });

  it('are polled first if they are on screen, then if the user started them', async () => {
    await follow(60, 'adopted');
    store.updateAll(ACCOUNT_ID, ['sync-40'], (job) => ({ ...job, origin: 'started' }));
    end();
    respond = runs;
    watcher.setOnScreen(new Set(['sync-50']));
    await clock.tickAsync(1000);
    asked = [];
    respond = isOver;
    await clock.tickAsync(12_000);
    const [first, second] = asked.flatMap(({ syncId }) => syncId ?? []).filter((syncId) => syncId !== 'sync-50');
    assert.equal(store.find(ACCOUNT_ID, 'sync-50')?.listedEnd, undefined);
    assert.equal(first, 'sync-40', second);
  });

  it('are announced with what is known if no answer comes in time, and shown in full once one does', async () => {
    await follow(10);
    end();
    respond = () => REFUSED;
    await clock.tickAsync(20_000);
    assert.deepEqual(
      told.map(({ status }) => status?.steps),
      Array(10).fill([]),
    );
    assert.equal(pending().length, 10);
    respond = isOver;
    await clock.tickAsync(120_000);
    assert.deepEqual(
      jobs().map(({ status }) => status?.steps),
      Array(10).fill(LOADED),
    );
    assert.equal(told.length, 10);
  });

  it('stay as listed if the service no longer knows them', async () => {
    await follow(10);
    end();
    respond = () => NOT_FOUND;
    await clock.tickAsync(180_000);
    assert.deepEqual(jobs().map(jobState), Array(10).fill('succeeded'));
    assert.ok(jobs().every(({ listedEnd, status }) => listedEnd === 'only' && status?.steps.length === 0));
    assert.equal(clock.countTimers(), 0);
  });

  for (const failure of [
    { kind: 'unavailable', status: 500, retryAfterMs: undefined, problem: undefined },
    { kind: 'tooLarge', limitBytes: 1 },
    { kind: 'unexpectedResponse', status: 200, detail: 'notJson' },
  ] as const) {
    it(`stay as listed if their status could not be polled for an hour (${failure.kind})`, async () => {
      await follow(3);
      end();
      respond = () => ({ kind: 'failure', failure });
      await clock.tickAsync(50 * 60_000);
      assert.equal(pending().length, 3);
      await clock.tickAsync(20 * 60_000);
      assert.deepEqual(
        jobs().map((job) => [jobState(job), job.listedEnd, job.failure]),
        Array(3).fill(['succeeded', 'only', undefined]),
      );
      assert.equal(clock.countTimers(), 0);
    });
  }

  it('still have their status polled if the machine was offline for longer', async () => {
    await follow(3);
    end();
    respond = () => REFUSED;
    await clock.tickAsync(120 * 60_000);
    assert.equal(pending().length, 3);
    respond = isOver;
    await clock.tickAsync(120_000);
    assert.deepEqual(
      jobs().map(({ status }) => status?.steps),
      Array(3).fill(LOADED),
    );
  });

  it('run on if their own status says so, and are then polled before the list is believed again', async () => {
    await follow(10);
    listed = 'completed';
    await clock.tickAsync(15_000);
    assert.ok(jobs().every(isRunning));
    assert.deepEqual(told, []);
    const changes: string[] = [];
    store.onDidChange(({ syncId }) => changes.push(jobState(store.find(ACCOUNT_ID, syncId ?? '') ?? sampleJob())));
    await clock.tickAsync(60_000);
    assert.deepEqual(new Set(changes), new Set(['running']));
    respond = isOver;
    await clock.tickAsync(60_000);
    assert.equal(told.length, 10);
  });

  it('are polled at once if they are few, and taken from the list if that gets no answer', async () => {
    await follow(1);
    end();
    respond = () => REFUSED;
    watcher.updateFromList(listOf(syncIds.map(connectionOf)), 0);
    await clock.tickAsync(2000);
    assert.ok(jobs().every(isRunning));
    assert.ok(asked.some(({ syncId }) => syncId === 'sync-0'));
    watcher.updateFromList(listOf(syncIds.map(connectionOf)), 0);
    assert.equal(pending().length, 1);
    respond = isOver;
    await clock.tickAsync(120_000);
    assert.deepEqual(jobs()[0]?.status?.steps, LOADED);
  });

  it('do not seem to run again because of a poll that was sent before the list', async () => {
    await follow(10);
    let current = runs;
    respond = (syncId) => {
      const result = current(syncId);
      return new Promise((resolve) => setTimeout(() => resolve(result), 6000));
    };
    await clock.tickAsync(8000);
    const changes: string[] = [];
    store.onDidChange(({ syncId = '' }) =>
      changes.push(`${syncId} ${jobState(store.find(ACCOUNT_ID, syncId) ?? sampleJob())}`),
    );
    listed = 'completed';
    current = isOver;
    watcher.updateFromList(listOf(syncIds.map(connectionOf)), 0);
    const ended = changes.length;
    await clock.tickAsync(60_000);
    assert.deepEqual(
      changes.slice(ended).filter((change) => change.endsWith('running')),
      [],
    );
    assert.ok(jobs().every(({ status }) => status?.steps.at(-1)?.count === 20_310));
  });

  it('are not ended by a list whose times are from before they began', async () => {
    await follow(10);
    end();
    respond = () => REFUSED;
    store.jobs(ACCOUNT_ID).all.forEach(
      ({ syncId }) =>
        store.updateAll(ACCOUNT_ID, [syncId], (job) => ({
          ...job,
          status: runningStatus({ syncId, startedAt: Date.now() + 3_600_000 }),
        }))[0],
    );
    await clock.tickAsync(15_000);
    assert.ok(jobs().every(isRunning));
    respond = isOver;
    await clock.tickAsync(120_000);
    assert.deepEqual(told.map(({ status }) => status?.completedAt).toSorted(), Array(10).fill(5000));
  });
});
