import assert from 'node:assert/strict';
import type { DatabaseSync } from 'node:sqlite';
import FakeTimers from '@sinonjs/fake-timers';
import type { ServiceClient } from '../../../../src/api/serviceClient.ts';
import type { ReceivedConnections } from '../../../../src/app/connections/feedState.ts';
import type { Session, SessionState } from '../../../../src/app/session/session.ts';
import { JobTracker } from '../../../../src/app/tracking/jobTracker.ts';
import type { JobsChange } from '../../../../src/app/tracking/jobsChange.ts';
import { Emitter } from '../../../../src/base/event.ts';
import { Ledger } from '../../../../src/jobs/store/ledger.ts';
import { openLedgerFile } from '../../../../src/jobs/database/ledgerFile.ts';
import type { Connection } from '../../../../src/model/connection.ts';
import type { JobStatus } from '../../../../src/model/jobStatus.ts';
import { ACCOUNT_ID, completedStatus, runningStatus } from '../../jobs/sampleJobs.ts';
import { LedgerFolder } from '../../jobs/store/ledgerFolder.ts';
import { sampleConnection, syncingConnection } from '../../model/sampleConnection.ts';
import { SampleWindow } from './sampleWindow.ts';

const A_SYNC = { kind: 'sync', entityName: 'Orders', accountId: ACCOUNT_ID } as const;
const ignore = (): void => undefined;

/** What a database was used for. */
interface Work {
  transactions: number;
  statements: number;
  /** Rows of jobs that were read, each of which is decoded. */
  jobRows: number;
}

/** A window with so many jobs and connections. */
class TestWindow {
  readonly work: Work = { transactions: 0, statements: 0, jobRows: 0 };
  readonly changes: JobsChange[] = [];
  readonly polls = new Map<string, (status: JobStatus) => void>();
  /** How often a connection was looked up, or a syncing one visited. */
  lookups = 0;
  readonly tracker: JobTracker;
  readonly #ledger: Ledger;
  readonly #responses = new Emitter<ReceivedConnections>();
  readonly #byEntity = new Map<string, Connection>();
  readonly #bySync = new Map<string, Connection>();
  readonly #syncing = new Map<string, Connection>();

  constructor(folder: LedgerFolder) {
    const { log } = folder;
    this.#ledger = folder.own(
      new Ledger({
        log,
        open: () => {
          const database = openLedgerFile(folder.file, log);
          return database && counting(database, this.work);
        },
      }),
    );
    const client = {
      getJobStatus: (syncId: string) =>
        new Promise<JobStatus>((resolve) => this.polls.set(syncId, (status) => resolve({ ...status, syncId }))),
      onDidReceiveRateLimit: new Emitter().event,
      onDidReceiveResponse: new Emitter().event,
      onDidFail: new Emitter().event,
    } as unknown as ServiceClient;
    const session = {
      state: { kind: 'signedIn', account: { id: ACCOUNT_ID }, client, isStored: true } as SessionState,
      onDidChange: new Emitter<SessionState>().event,
      recordFailure: ignore,
    } as unknown as Session;
    const feed = {
      state: { kind: 'loaded' } as const,
      refresh: () => Promise.resolve({ kind: 'cancelled' } as const),
      onDidReceiveResponse: this.#responses.event,
      find: (entityId: string) => this.#count(this.#byEntity.get(entityId)),
      findBySync: (syncId: string) => this.#count(this.#bySync.get(syncId)),
      syncing: this.#syncing,
    };
    this.tracker = new JobTracker({
      session,
      store: this.#ledger.jobs,
      uploads: this.#ledger.uploads,
      feed,
      windowConnection: new SampleWindow(),
      windowId: 'window',
      hasAccount: () => true,
      isFocused: () => true,
      log: { debug: ignore, info: ignore, warn: ignore, error: (message) => assert.fail(message) },
    });
    this.tracker.onDidChange((change) => this.changes.push(change));
  }

  /** The response to a list of connections, some of which are others than before. */
  list(...others: readonly Connection[]): void {
    for (const connection of others) {
      const { entityId, lastSyncId = '', isCurrentlySyncing } = connection;
      this.#byEntity.set(entityId, connection);
      this.#bySync.set(lastSyncId, connection);
      this.#syncing.delete(entityId);
      if (isCurrentlySyncing) {
        this.#syncing.set(entityId, connection);
      }
    }
    this.#responses.fire({
      requestedAt: Date.now(),
      changes: { added: [], changed: others, removed: [] },
      byteLength: 0,
    });
  }

  forgetWork(): void {
    Object.assign(this.work, { transactions: 0, statements: 0, jobRows: 0 });
    this.changes.length = 0;
    this.lookups = 0;
  }

  #count<T>(found: T): T {
    this.lookups += 1;
    return found;
  }
}

/** The same database, with the work counted that is done by prepared statements. */
function counting(database: DatabaseSync, work: Work): DatabaseSync {
  const prepare = database.prepare.bind(database);
  database.prepare = (sql) => {
    const readsJobs = /^SELECT .*properties.* FROM job/.test(sql);
    return new Proxy(prepare(sql), {
      get: (statement, name) => {
        const method: unknown = Reflect.get(statement, name);
        if (typeof method !== 'function') {
          return method;
        }
        return (...args: unknown[]): unknown => {
          const result: unknown = Reflect.apply(method, statement, args);
          work.statements += 1;
          work.transactions += sql.startsWith('BEGIN') ? 1 : 0;
          work.jobRows += readsJobs ? [result ?? []].flat().length : 0;
          return result;
        };
      },
    });
  };
  return database;
}

describe('The work for one job', () => {
  let clock: ReturnType<typeof FakeTimers.install>;
  let folders: LedgerFolder[];
  let windows: TestWindow[];

  beforeEach(() => {
    clock = FakeTimers.install({
      now: 1_000_000,
      toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance', 'hrtime'],
    });
    folders = [];
    windows = [];
  });

  afterEach(() => {
    windows.forEach(({ tracker }) => tracker.dispose());
    folders.forEach((folder) => folder.remove());
    clock.uninstall();
  });

  function openWindow(): TestWindow {
    const folder = new LedgerFolder();
    folders.push(folder);
    const window = new TestWindow(folder);
    windows.push(window);
    return window;
  }

  /** A window that follows so many syncs, 1 of which is on screen, among ten times as many connections. */
  async function windowWith(jobCount: number): Promise<TestWindow> {
    const window = openWindow();
    const idle = Array.from({ length: jobCount * 9 }, (_, index) => sampleConnection({ entityId: `idle-${index}` }));
    window.tracker.setOnScreen(['sync-3']);
    window.list(...idle, ...Array.from({ length: jobCount }, (_, index) => syncing(index)));
    await clock.tickAsync(100);
    return window;
  }

  function syncing(index: number, changes: Partial<Connection> = {}): Connection {
    return syncingConnection({ entityId: `entity-${index}`, lastSyncId: `sync-${index}`, ...changes });
  }

  async function workOf(window: TestWindow, does: () => unknown): Promise<unknown> {
    window.forgetWork();
    await does();
    await clock.tickAsync(0);
    const { work, changes, lookups } = window;
    return { ...work, lookups, changes: changes.map(({ syncIds, entityIds }) => ({ syncIds, entityIds })) };
  }

  it('is the same with 10 and with 1,000 jobs when its status comes', async () => {
    const [few, many] = [await windowWith(10), await windowWith(1000)];
    const receive = (window: TestWindow): Promise<unknown> =>
      workOf(window, () => window.polls.get('sync-3')?.(runningStatus({ status: 'Loading' })));
    const work = await receive(few);
    assert.deepEqual(work, await receive(many));
    assert.deepEqual((work as Work & Pick<TestWindow, 'changes'>).changes, [
      { syncIds: new Set(['sync-3']), entityIds: new Set(['entity-3']) },
    ]);
    assert.equal((work as Work).jobRows, 1);
    assert.equal((work as Work).transactions, 1);
  });

  it('is the same with 10 and with 1,000 jobs when it is started', async () => {
    const [few, many] = [await windowWith(10), await windowWith(1000)];
    const start = (window: TestWindow): Promise<unknown> =>
      workOf(window, () =>
        window.tracker.trackBatched({ syncId: 'new', entityId: 'idle-1', message: '', requestId: undefined }, A_SYNC),
      );
    const work = await start(few);
    assert.deepEqual(work, await start(many));
    assert.deepEqual([(work as Work).transactions, (work as Work).jobRows], [1, 0]);
  });

  it('is the same among 100 and 10,000 connections, of which a list shows one more as syncing', async () => {
    const window = await windowWith(10);
    const crowd = await windowWith(10);
    crowd.list(...Array.from({ length: 9900 }, (_, index) => sampleConnection({ entityId: `other-${index}` })));
    await clock.tickAsync(100);
    const list = (of: TestWindow): Promise<unknown> => workOf(of, () => of.list(syncing(77)));
    assert.deepEqual(await list(window), await list(crowd));
  });

  it('is one write for all syncs that a list shows as ended, and one for all outcomes that a window announces', async () => {
    const window = openWindow();
    const started = Array.from({ length: 100 }, (_, index) => syncing(index));
    const announced: string[] = [];
    window.tracker.onDidClaimOutcome((jobs) => announced.push(...jobs.map(({ syncId }) => syncId)));
    await Promise.all(
      started.map(({ entityId, lastSyncId = '' }) =>
        window.tracker.trackBatched({ syncId: lastSyncId, entityId, message: '', requestId: undefined }, A_SYNC),
      ),
    );
    await clock.tickAsync(0);
    window.forgetWork();
    const ended = { isCurrentlySyncing: false, lastSyncStatus: 'completed' };
    window.list(...started.map((connection) => ({ ...connection, ...ended })));
    assert.ok(window.work.transactions <= 2, `${window.work.transactions} transactions`);
    await clock.tickAsync(0);
    assert.equal(window.changes.length, 1);
    window.forgetWork();
    // Those whose final status is not polled by then.
    await clock.tickAsync(5100);
    assert.ok(announced.length > 80, `${announced.length} announced`);
    assert.ok(window.work.transactions < 20, `${window.work.transactions} transactions`);
    window.polls.get('sync-0')?.(completedStatus());
  });

  it('is one write for all syncs that are no longer watched', async () => {
    const [few, many] = [await windowWith(10), await windowWith(100)];
    const stopWatching = async (window: TestWindow): Promise<number> => {
      await workOf(window, () => window.tracker.stopWatching(window.tracker.jobs.all.map(({ syncId }) => syncId)));
      assert.deepEqual(window.tracker.jobs.all, []);
      return window.work.transactions;
    };
    assert.equal(await stopWatching(few), await stopWatching(many));
  });

  it('is one row in another window, also when others are deleted', async () => {
    const window = await windowWith(100);
    const [folder] = folders;
    assert.ok(folder);
    const late = new TestWindow(folder);
    windows.push(late);
    assert.equal(late.tracker.jobs.sorted.length, 100);
    window.tracker.remove(['sync-5']);
    window.tracker.track({ syncId: 'new', entityId: 'idle-1', message: '', requestId: undefined }, A_SYNC);
    late.forgetWork();
    assert.equal(late.tracker.jobs.sorted.length, 100);
    assert.equal(late.work.jobRows, 1);
  });
});
