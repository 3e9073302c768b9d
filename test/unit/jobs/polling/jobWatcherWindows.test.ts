import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import FakeTimers from '@sinonjs/fake-timers';
import type { PollResult } from '../../../../src/jobs/polling/statusPoller.ts';
import { JobWatcher } from '../../../../src/jobs/polling/jobWatcher.ts';
import { openLedgerFile } from '../../../../src/jobs/database/ledgerFile.ts';
import { Ledger } from '../../../../src/jobs/store/ledger.ts';
import type { LedgerJobStore } from '../../../../src/jobs/store/ledgerJobStore.ts';
import type { Connection } from '../../../../src/model/connection.ts';
import { isFinalStatusPending, isRunning } from '../../../../src/model/job.ts';
import type { Job } from '../../../../src/model/job.ts';
import { LedgerFolder } from '../store/ledgerFolder.ts';
import { ACCOUNT_ID, completedStatus, runningStatus, sampleJob, followJob } from '../sampleJobs.ts';
import { listOf, sampleConnection } from '../../model/sampleConnection.ts';

const MINUTE_MS = 60_000;

interface Window {
  readonly ledger: Ledger;
  readonly store: LedgerJobStore;
  readonly watcher: JobWatcher;
  readonly finished: string[];
}

describe('Job watchers in several windows', () => {
  let clock: ReturnType<typeof FakeTimers.install>;
  let folder: LedgerFolder;
  let windows: Window[];
  let requests: { readonly what: string; readonly at: number }[];
  let ended: Set<string>;
  let respond: (syncId: string) => PollResult;
  let respondAfterMs: number;

  beforeEach(() => {
    clock = FakeTimers.install({ now: Date.now() });
    folder = new LedgerFolder();
    windows = [];
    requests = [];
    ended = new Set();
    respondAfterMs = 20;
    respond = (syncId) => ({
      kind: 'status',
      status: ended.has(syncId) ? completedStatus({ syncId }) : runningStatus({ syncId }),
    });
  });

  afterEach(() => {
    windows.forEach(close);
    clock.uninstall();
    folder.remove();
  });

  function open(isFocused = true, openFile = () => openLedgerFile(folder.file, folder.log)): Window {
    const ignore = (): void => undefined;
    const ledger = new Ledger({ open: openFile, log: folder.log });
    const store = ledger.jobs;
    const responded = async (what: string): Promise<void> => {
      requests.push({ what, at: performance.now() });
      await new Promise((resolve) => setTimeout(resolve, respondAfterMs));
    };
    const watcher: JobWatcher = new JobWatcher({
      accountId: ACCOUNT_ID,
      store,
      poll: async (syncId) => {
        await responded(syncId);
        return respond(syncId);
      },
      list: async () => {
        await responded('all');
        watcher.updateFromList(listOf(store.jobs(ACCOUNT_ID).all.map(connectionOf)), 0);
        return undefined;
      },
      isFocused,
      isConnected: true,
      log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    });
    const finished: string[] = [];
    watcher.onDidFinish(({ syncId }) => finished.push(syncId));
    const opened = { ledger, store, watcher, finished };
    windows.push(opened);
    return opened;
  }

  function close({ ledger, watcher }: Window): void {
    watcher.dispose();
    ledger.dispose();
  }

  function connectionOf({ syncId, entityId }: Job): Connection {
    const isOver = ended.has(syncId);
    return sampleConnection({
      entityId,
      isCurrentlySyncing: !isOver,
      lastSyncId: syncId,
      lastSyncStatus: isOver ? 'completed' : 'running',
      lastSyncAt: isOver ? Date.now() : undefined,
    });
  }

  /** The windows hear of each other's writing now and then, as the file system tells them. */
  async function advance(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 100) {
      await clock.tickAsync(100);
      windows.forEach(({ store }) => store.catchUp());
    }
  }

  function follow(count: number, changes: Partial<Job> = {}): void {
    for (let index = 0; index < count; index += 1) {
      const own = { syncId: `sync-${index}`, entityId: `entity-${index}` };
      followJob(windows[0]?.watcher, sampleJob({ ...own, knownSince: Date.now(), ...changes }));
    }
  }

  function mostInAMinute(): number {
    return Math.max(0, ...requests.map(({ at }) => requests.filter((r) => r.at >= at && r.at < at + MINUTE_MS).length));
  }

  it('poll as one', async () => {
    open();
    follow(1);
    await advance(2 * MINUTE_MS);
    const alone = requests.length;
    requests.length = 0;
    windows[0]?.store.remove(ACCOUNT_ID, 'sync-0');
    open();
    open(false);
    follow(1);
    await advance(2 * MINUTE_MS);
    assert.ok(requests.length <= alone * 1.1, `${requests.length} instead of ${alone}`);
  });

  it('each show and report once what one of them has learned', async () => {
    open();
    open();
    follow(1);
    await advance(3000);
    ended.add('sync-0');
    await advance(3000);
    assert.deepEqual(
      windows.map(({ finished }) => finished),
      [['sync-0'], ['sync-0']],
    );
    assert.ok(windows.every(({ store }) => store.jobs(ACCOUNT_ID).all.every((job) => !isRunning(job))));
  });

  it('take over at once from one that closes, and soon from one that was killed with a poll in flight', async () => {
    const first = open();
    follow(1, { knownSince: Date.now() - 10_000 });
    await advance(3000);
    respondAfterMs = 3_600_000;
    await advance(3000);
    const second = open();
    respondAfterMs = 20;
    // Killed: nothing is disposed of, it just never writes again.
    first.store.catchUp = () => undefined;
    Object.assign(first.store, { update: () => undefined, updateLease: () => undefined });
    requests.length = 0;
    await advance(12_000);
    assert.ok(requests.length >= 1);
    ended.add('sync-0');
    await advance(5000);
    assert.deepEqual(second.finished, ['sync-0']);
  });

  it('keep polling when the window that they took over from was held up and comes back', async () => {
    const first = open();
    follow(1, { knownSince: Date.now() - 10_000 });
    respondAfterMs = 25_000;
    await advance(3000);
    assert.equal(requests.length, 1);
    const second = open();
    // Held up: for longer than its lease lasts the first window gets to nothing.
    const updateLease = first.store.updateLease.bind(first.store);
    Object.assign(first.store, { updateLease: () => undefined });
    await advance(12_000);
    Object.assign(first.store, { updateLease });
    assert.equal(requests.length, 2);
    const held = second.store.lease(ACCOUNT_ID)?.holder;
    close(first);
    windows.shift();
    assert.equal(second.store.lease(ACCOUNT_ID)?.holder, held);
    await advance(12_000);
    assert.equal(requests.length, 2, 'the second window goes on holding the lease');
  });

  it('take over at once from one whose extension host has lost its window, with a list in flight that is never sent', async () => {
    const first = open();
    open(false);
    follow(100, { status: runningStatus() });
    respondAfterMs = 3_600_000;
    await advance(3000);
    const lists = (): number => requests.filter(({ what }) => what === 'all').length;
    assert.equal(lists(), 1);
    respondAfterMs = 20;
    first.watcher.setConnected(false);
    ended.add('sync-0');
    await advance(5000);
    assert.equal(lists(), 2);
    assert.ok(windows.every(({ finished }) => finished.includes('sync-0')));

    requests.length = 0;
    await advance(60_000);
    assert.ok(requests.length <= 40, 'the window that was lost sends nothing');
    const other = first.store.lease(ACCOUNT_ID)?.holder;
    first.watcher.setConnected(true);
    await advance(5000);
    assert.equal(first.store.lease(ACCOUNT_ID)?.holder === other, false, 'it has the focus, so it takes over again');
  });

  it('record no outage that is one of their own window', () => {
    const first = open();
    const timedOut = { kind: 'timedOut', afterMs: 30_000 } as const;
    first.watcher.setConnected(false);
    first.watcher.health.recordFailure(timedOut);
    assert.equal(first.watcher.health.outageSince, undefined);
    first.watcher.setConnected(true);
    first.watcher.health.recordFailure(timedOut);
    assert.notEqual(first.watcher.health.outageSince, undefined);
  });

  it('keep the lease during a long list of all connections, too', async () => {
    open();
    open();
    respondAfterMs = 25_000;
    follow(100, { status: runningStatus() });
    await advance(24_000);
    assert.equal(requests.filter(({ what }) => what === 'all').length, 1);
  });

  it('poll as one also when the machine slept or its clock was set', async () => {
    open();
    open();
    open();
    follow(3, { knownSince: Date.now() - 3_600_000 });
    await advance(65_000);
    for (const byMs of [8 * 3_600_000, -8 * 3_600_000]) {
      requests.length = 0;
      clock.setSystemTime(Date.now() + byMs);
      await advance(30_000);
      const times = requests.map(({ what }) => what).sort();
      assert.ok(times.length <= 2 * 3, times.join());
      assert.equal(new Set(times).size, 3);
    }
  });

  it('pause together when one of them was asked to', async () => {
    open();
    open();
    follow(2);
    respond = () => ({ kind: 'failure', failure: { kind: 'rateLimited', retryAfterMs: 50_000 } });
    await advance(1300);
    await advance(1000);
    requests.length = 0;
    await advance(45_000);
    assert.deepEqual(requests, []);
    await advance(20_000);
    assert.ok(requests.length > 0);
  });

  it('stay paused when the clock is set, also those that are opened meanwhile', async () => {
    open();
    follow(2);
    respond = () => ({ kind: 'failure', failure: { kind: 'rateLimited', retryAfterMs: 50_000 } });
    await advance(2300);
    requests.length = 0;
    clock.setSystemTime(Date.now() + 24 * 3_600_000);
    open();
    await advance(20_000);
    clock.setSystemTime(Date.now() - 48 * 3_600_000);
    open();
    await advance(25_000);
    assert.deepEqual(requests, []);
    await advance(20_000);
    assert.ok(requests.length > 0);
  });

  it('give up an adopted job for good when one of them stops watching it', async () => {
    open();
    open();
    const adopted = { origin: 'adopted', status: runningStatus() } as const;
    follow(1, adopted);
    await advance(3000);
    windows[1]?.store.dismiss(ACCOUNT_ID, 'sync-0');
    await advance(100);
    requests.length = 0;
    windows.splice(0).forEach(close);
    open();
    open();
    follow(1, adopted);
    followJob(windows[1]?.watcher, sampleJob({ syncId: 'sync-0', ...adopted }));
    await advance(30_000);
    assert.deepEqual(requests, []);
    assert.deepEqual(windows.at(0)?.store.jobs(ACCOUNT_ID).all, []);
    assert.equal(clock.countTimers(), 0);
    follow(1);
    assert.equal(windows.at(0)?.store.find(ACCOUNT_ID, 'sync-0')?.origin, 'started', 'the user has started it anew');
  });

  it('leave polling to the one that gets the focus, which polls at once, and poll rarely while none has it', async () => {
    const [first, second] = [open(), open(false)];
    follow(1, { knownSince: Date.now() - 3_600_000 });
    await advance(60_000);
    const focused = requests.length;
    const holder = first.store.lease(ACCOUNT_ID)?.holder;
    first.watcher.setFocused(false);
    await advance(5000);
    requests.length = 0;
    second.watcher.setFocused(true);
    await advance(1000);
    assert.equal(requests.length, 1);
    assert.notEqual(second.store.lease(ACCOUNT_ID)?.holder, holder);
    second.watcher.setFocused(false);
    await advance(60_000);
    requests.length = 0;
    await advance(180_000);
    assert.ok(requests.length <= 3 * focused && requests.length >= 1, String(requests.length));
  });

  it('poll alone what is on screen in any of them, however many syncs run', async () => {
    const [, second] = [open(), open(false)];
    follow(100, { origin: 'adopted', status: runningStatus({ startedAt: Date.now() }) });
    await advance(3000);
    second.watcher.setOnScreen(new Set(['sync-99']));
    requests.length = 0;
    await advance(30_000);
    const polls = requests.filter(({ what }) => what === 'sync-99').length;
    assert.ok(polls >= 3 && polls <= 31, String(polls));
    assert.ok(requests.length < 60, String(requests.length));
  });

  it('poll on while another process locks the ledger for 12 s, and as one again afterwards', async () => {
    const [first, second] = [open(), open(false)];
    follow(2);
    await advance(3000);
    const lock = new DatabaseSync(folder.file);
    lock.exec('BEGIN IMMEDIATE');
    requests.length = 0;
    await advance(6000);
    ended.add('sync-0');
    await advance(6000);
    assert.ok(requests.length >= 6, String(requests.length));
    assert.deepEqual(first.finished, ['sync-0']);
    lock.exec('ROLLBACK');
    lock.close();
    await advance(15_000);
    assert.deepEqual([first.finished, second.finished], [['sync-0'], ['sync-0']]);
    assert.ok(mostInAMinute() <= 100, String(mostInAMinute()));
    const polledBy = requests.length;
    await advance(30_000);
    // A job of half a minute to a minute is polled every 3 to 6 s.
    assert.ok(requests.length - polledBy <= 12, String(requests.length - polledBy));
    ended.add('sync-1');
    await advance(10_000);
    assert.deepEqual(
      [first.finished, second.finished],
      [
        ['sync-0', 'sync-1'],
        ['sync-0', 'sync-1'],
      ],
    );
  });

  it('leave no lease of an account that one of them has signed out', async () => {
    const [first, second] = [open(false), open()];
    follow(2);
    await advance(3000);
    for (const leaving of [first, second]) {
      leaving.ledger.removeAccount(ACCOUNT_ID);
      await advance(20_000);
      const database = new DatabaseSync(folder.file);
      assert.deepEqual(database.prepare('SELECT * FROM poll_lease').all(), []);
      database.close();
      follow(2);
      await advance(3000);
    }
  });

  it('poll from memory where there is no ledger, or where it stays locked', async () => {
    const locked = (): never => {
      throw Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 });
    };
    for (const openFile of [() => undefined, locked]) {
      open(true, openFile);
      follow(1);
      await advance(12_000);
      assert.ok(requests.length >= 4, String(requests.length));
      ended.add('sync-0');
      await advance(8000);
      assert.deepEqual(windows[0]?.finished, ['sync-0']);
      windows.splice(0).forEach(close);
      ended.clear();
      requests.length = 0;
    }
  });

  it('poll the final status of what is on screen in any of them before those that wait for a turn', async () => {
    const [, second] = [open(), open(false)];
    follow(100, { origin: 'adopted', status: runningStatus({ startedAt: Date.now() }) });
    await advance(3000);
    second.store.jobs(ACCOUNT_ID).all.forEach(({ syncId }) => ended.add(syncId));
    await advance(15_000);
    const waiting = second.store.jobs(ACCOUNT_ID).all.filter(isFinalStatusPending);
    const syncId = waiting.at(-1)?.syncId ?? '';
    assert.ok(waiting.length > 50);
    second.watcher.setOnScreen(new Set([syncId]));
    await advance(3000);
    assert.equal(second.store.find(ACCOUNT_ID, syncId)?.listedEnd, undefined);
  });

  it('poll a job within about a second, whichever of them has started it', async () => {
    const [first, second] = [open(), open(false)];
    follow(1, { knownSince: Date.now() - 3_600_000 });
    await advance(20_000);
    const holder = first.store.lease(ACCOUNT_ID)?.holder;
    requests.length = 0;
    followJob(second.watcher, sampleJob({ syncId: 'young', knownSince: Date.now() }));
    await advance(1400);
    assert.deepEqual(
      requests.map(({ what }) => what),
      ['young'],
    );
    assert.equal(first.store.lease(ACCOUNT_ID)?.holder, holder);
  });

  it('learn from a refresh by hand in a window without the lease, too', async () => {
    const [first, second] = [open(), open(false)];
    follow(100, { origin: 'adopted', status: runningStatus({ startedAt: Date.now() }) });
    await advance(3000);
    ended.add('sync-7');
    second.watcher.updateFromList(listOf(second.store.jobs(ACCOUNT_ID).all.map(connectionOf)), 0);
    await advance(100);
    assert.deepEqual([first.finished, second.finished], [['sync-7'], ['sync-7']]);
  });

  it('keep what the others learned when one was frozen for longer than its lease and its answer comes late', async () => {
    const first = open();
    follow(1);
    respondAfterMs = 20_000;
    await advance(2000);
    assert.equal(requests.length, 1);
    const second = open();
    // Frozen: it can neither renew its lease nor see that another window has taken it.
    Object.assign(first.store, { updateLease: () => undefined, lease: () => undefined });
    respondAfterMs = 20;
    requests.length = 0;
    await advance(15_000);
    const holder = second.store.lease(ACCOUNT_ID)?.holder;
    assert.notDeepEqual(requests, []);
    const messages: (string | undefined)[] = [];
    second.store.onDidChange(() => messages.push(second.store.find(ACCOUNT_ID, 'sync-0')?.status?.message));
    let count = 0;
    respond = (syncId) => ({ kind: 'status', status: runningStatus({ syncId, message: `answer ${(count += 1)}` }) });
    // What the first one asked for gets the response of that time.
    const late = first.store.updateAll.bind(first.store);
    Object.assign(first.store, {
      updateAll: (...[accountId, syncIds, change]: Parameters<typeof late>) =>
        late(accountId, syncIds, (job) => {
          const changed = change(job);
          return changed.status === job.status ? changed : { ...changed, status: runningStatus({ message: 'old' }) };
        }),
    });
    await advance(5000);
    ['updateLease', 'lease'].forEach((name) => Reflect.deleteProperty(first.store, name));
    await advance(5000);
    assert.ok(messages.length > 0);
    assert.equal(messages.includes('old'), false);
    assert.equal(second.store.lease(ACCOUNT_ID)?.holder, holder);
    ended.add('sync-0');
    respond = (syncId) => ({ kind: 'status', status: completedStatus({ syncId }) });
    await advance(5000);
    assert.deepEqual([first.finished, second.finished], [['sync-0'], ['sync-0']]);
  });

  it('pause together also when the lease passes to another one meanwhile', async () => {
    open();
    open();
    follow(2);
    respond = () => ({ kind: 'failure', failure: { kind: 'rateLimited', retryAfterMs: 50_000 } });
    await advance(2300);
    requests.length = 0;
    windows.splice(0, 1).forEach(close);
    await advance(20_000);
    open();
    windows[1]?.watcher.pollNow();
    await advance(22_000);
    assert.deepEqual(requests, []);
    await advance(20_000);
    assert.ok(requests.length > 0);
  });

  it('slow down before they have to, when few requests are left', async () => {
    open();
    open();
    follow(2);
    await advance(1000);
    windows[0]?.watcher.health.recordRateLimit({ limit: 1000, remaining: 4, resetInMs: MINUTE_MS });
    requests.length = 0;
    await advance(MINUTE_MS - 1000);
    assert.ok(requests.length <= 4, String(requests.length));
    windows[0]?.watcher.health.recordRateLimit({ limit: 1000, remaining: 999, resetInMs: MINUTE_MS });
    requests.length = 0;
    await advance(20_000);
    assert.ok(requests.length > 4, String(requests.length));
  });

  it('slow down also when another one was told, and when the lease passes to it', async () => {
    open();
    open();
    follow(10);
    await advance(1000);
    windows[1]?.watcher.health.recordRateLimit({ limit: 1000, remaining: 4, resetInMs: MINUTE_MS });
    requests.length = 0;
    await advance(20_000);
    windows.splice(0, 1).forEach(close);
    await advance(MINUTE_MS - 21_000);
    assert.ok(requests.length <= 4, String(requests.length));
    requests.length = 0;
    await advance(MINUTE_MS);
    assert.ok(requests.length > 10, String(requests.length));
  });

  it('go on soon after a slowdown, however many lists were requested by hand meanwhile', async () => {
    const [first] = [open(), open()];
    follow(2);
    await advance(1000);
    first.watcher.health.recordRateLimit({ limit: 1000, remaining: 1, resetInMs: MINUTE_MS });
    for (let lists = 0; lists < 10; lists += 1) {
      first.watcher.updateFromList(listOf([]), 0);
    }
    await advance(MINUTE_MS);
    requests.length = 0;
    await advance(MINUTE_MS);
    assert.notDeepEqual(requests, []);
  });

  it('never send more than 120 requests a minute, whatever runs', async () => {
    open();
    open();
    follow(100, { kind: 'upload' });
    await advance(2 * MINUTE_MS);
    assert.ok(mostInAMinute() <= 120, String(mostInAMinute()));
    const asked = new Set(requests.map(({ what }) => what));
    assert.equal(asked.size, 100);
  });

  it('follow a thousand syncs by listing all connections, and see every end within 15 s', async function () {
    this.timeout(60_000);
    open();
    follow(1000, { origin: 'adopted', status: runningStatus() });
    await advance(MINUTE_MS);
    requests.length = 0;
    for (let index = 0; index < 300; index += 1) {
      ended.add(`sync-${index * 3}`);
    }
    await advance(15_000);
    assert.equal(windows[0]?.finished.length, 300);
    await advance(45_000);
    assert.ok(requests.length <= 60, String(requests.length));
  });
});
