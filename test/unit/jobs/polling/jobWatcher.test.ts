import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import { asMonotonic, plusMs, monotonicNow } from '../../../../src/base/monotonicClock.ts';
import type { PollResult } from '../../../../src/jobs/polling/statusPoller.ts';
import { JobWatcher } from '../../../../src/jobs/polling/jobWatcher.ts';
import { MemoryJobStore } from '../memoryJobStore.ts';
import type { Failure } from '../../../../src/model/failure.ts';
import { awaitsSignIn } from '../../../../src/model/job.ts';
import type { Job } from '../../../../src/model/job.ts';
import type { JobStatus } from '../../../../src/model/jobStatus.ts';
import { ACCOUNT_ID, completedStatus, runningStatus, sampleJob, followJob } from '../sampleJobs.ts';
import { listOf, syncingConnection } from '../../model/sampleConnection.ts';

interface Question {
  readonly syncId: string;
  readonly at: number;
  readonly signal: AbortSignal;
  readonly settle: (result: PollResult) => void;
  readonly reject: (error: unknown) => void;
}

const running: PollResult = { kind: 'status', status: runningStatus() };
const completed: PollResult = { kind: 'status', status: completedStatus() };
const notFound = failure({ kind: 'notFound', problem: undefined });
const refused = failure({ kind: 'unreachable', reason: 'refused', detail: '' });
const unauthorized = failure({ kind: 'unauthorized', problem: undefined });

function failure(why: Failure): PollResult {
  return { kind: 'failure', failure: why };
}

function rateLimited(retryAfterMs: number | undefined): PollResult {
  return failure({ kind: 'rateLimited', retryAfterMs });
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('The job watcher', () => {
  let clock: ReturnType<typeof FakeTimers.install>;
  let store: MemoryJobStore;
  let watcher: JobWatcher;
  /** Every question asked, the oldest first. */
  let questions: Question[];
  /** The result of each poll, at once; undefined leaves polls open. */
  let respond: ((question: Question) => PollResult) | undefined;
  /** Lists all connections; undefined where that is not possible. */
  let list: (() => Promise<Failure | undefined>) | undefined;
  let finished: Job[];
  let accessLosses: number;
  let errors: string[];

  beforeEach(() => {
    clock = FakeTimers.install({ now: 1_000_000 });
    store = new MemoryJobStore();
    questions = [];
    respond = () => running;
    list = undefined;
    finished = [];
    accessLosses = 0;
    errors = [];
    watcher = watch();
  });

  afterEach(() => {
    watcher.dispose();
    clock.uninstall();
  });

  function watch(isFocused = true): JobWatcher {
    const ignore = (): void => undefined;
    const created = new JobWatcher({
      accountId: ACCOUNT_ID,
      store,
      poll: (syncId, signal) =>
        new Promise((settle, reject) => {
          const question = { syncId, at: Date.now(), signal, settle, reject };
          questions.push(question);
          const result = respond?.(question);
          if (result) {
            settle(result);
          }
        }),
      list,
      isFocused,
      isConnected: true,
      log: { debug: ignore, info: ignore, warn: ignore, error: (message) => errors.push(message) },
    });
    created.onDidFinish((job) => finished.push(job));
    created.health.onDidLoseAccess(() => (accessLosses += 1));
    return created;
  }

  function follow(syncId = 'sync-1', changes: Partial<Job> = {}): void {
    followJob(watcher, sampleJob({ syncId, knownSince: Date.now(), ...changes }));
  }

  function kept(syncId = 'sync-1'): Job | undefined {
    return store.find(ACCOUNT_ID, syncId);
  }

  async function advance(ms: number): Promise<void> {
    await clock.tickAsync(ms);
  }

  describe('while nothing runs', () => {
    it('has no timer and polls nothing', async () => {
      assert.equal(clock.countTimers(), 0);
      store.put(sampleJob({ status: completedStatus() }));
      assert.equal(clock.countTimers(), 0);
      await advance(600_000);
      assert.equal(questions.length, 0);
    });

    it('has no timer again after the last job has ended', async () => {
      respond = () => completed;
      follow();
      await advance(2000);
      assert.equal(finished.length, 1);
      assert.equal(clock.countTimers(), 0);
    });

    it("ignores another account's jobs", async () => {
      store.put(sampleJob({ accountId: 'other' }));
      assert.equal(clock.countTimers(), 0);
      await advance(60_000);
      assert.equal(questions.length, 0);
    });
  });

  describe('while a job runs', () => {
    it('polls a new job within about a second, and keeps the answer', async () => {
      follow();
      await advance(1150);
      assert.equal(questions.length, 1);
      assert.deepEqual(kept()?.status, runningStatus());
      assert.equal(kept()?.receivedAt, questions[0]?.at);
    });

    it('polls it at increasing intervals', async () => {
      follow();
      await advance(10_000);
      assert.ok(questions.length >= 8 && questions.length <= 12, String(questions.length));
      await advance(600_000);
      questions.length = 0;
      await advance(300_000);
      assert.ok(questions.length >= 8 && questions.length <= 12, String(questions.length));
    });

    it('reports its end once, and polls no more', async () => {
      follow();
      await advance(5000);
      respond = () => completed;
      await advance(60_000);
      assert.deepEqual(
        finished.map(({ syncId, status, nextPollAt }) => ({ syncId, status, nextPollAt })),
        [{ syncId: 'sync-1', status: completedStatus(), nextPollAt: undefined }],
      );
      assert.deepEqual(kept(), finished[0]);
      const asked = questions.length;
      watcher.pollNow();
      await advance(60_000);
      assert.equal(questions.length, asked);
    });

    it('never has two polls of it in flight, and plans the next only when one has settled', async () => {
      respond = undefined;
      follow();
      await advance(1150);
      watcher.pollNow();
      watcher.setFocused(false);
      watcher.setFocused(true);
      await advance(600_000);
      assert.equal(questions.length, 1);
      questions[0]?.settle(running);
      await advance(0);
      assert.equal(clock.countTimers(), 1);
      await advance(34_500);
      assert.equal(questions.length, 2);
    });

    it('polls at most eight jobs at a time, and gets to all', async () => {
      respond = undefined;
      for (let index = 0; index < 30; index += 1) {
        follow(`sync-${index}`);
      }
      await advance(5000);
      assert.equal(questions.length, 8);
      questions[3]?.settle(running);
      await advance(0);
      assert.equal(questions.length, 9);
      respond = () => running;
      for (const { settle } of [...questions]) {
        settle(running);
      }
      await advance(5000);
      assert.equal(new Set(questions.map(({ syncId }) => syncId)).size, 30);
    });

    it('follows a job that was added to the store elsewhere', async () => {
      store.put(sampleJob());
      await advance(0);
      assert.equal(questions.length, 1);
    });

    it('continues with jobs that were running when it began', async () => {
      watcher.dispose();
      store.put(sampleJob({ nextPollAt: plusMs(monotonicNow(), -3_600_000) }));
      watcher = watch();
      await advance(0);
      assert.equal(questions.length, 1);
    });

    /** As another window leaves it when it is killed. */
    function holdElsewhere(ms: number): void {
      const until = plusMs(monotonicNow(), ms);
      const lease = { holder: 'other', until, isFocused: true, bookedUntil: asMonotonic(0) };
      store.updateLease(ACCOUNT_ID, () => lease);
    }

    it('leaves polling to the window that holds the lease, until that lapses', async () => {
      holdElsewhere(9999);
      follow();
      await advance(9999);
      assert.equal(questions.length, 0);
      await advance(1000);
      assert.equal(questions.length, 1);
    });

    it('polls a final status that waits for a turn once the lease of a killed window has lapsed', async () => {
      holdElsewhere(10_000);
      const held = { listedEnd: 'pending', nextPollAt: monotonicNow() } as const;
      store.put(sampleJob({ origin: 'adopted', status: completedStatus({ steps: [] }), ...held }));
      respond = () => completed;
      await advance(9000);
      assert.equal(questions.length, 0);
      await advance(31_000);
      assert.equal(questions.length, 1);
      assert.equal(kept()?.listedEnd, undefined);
      assert.equal(clock.countTimers(), 0);
    });

    it('retries at intervals while the lease can not be read', async () => {
      let tries = 0;
      Object.assign(store, { updateLease: () => ((tries += 1), undefined) });
      follow();
      await advance(60_000);
      assert.equal(questions.length, 0);
      assert.ok(tries > 10 && tries <= 240, String(tries));
    });

    it('drops an answer about a job that was removed meanwhile', async () => {
      respond = undefined;
      follow();
      await advance(1150);
      store.remove(ACCOUNT_ID, 'sync-1');
      questions[0]?.settle(completed);
      await advance(60_000);
      assert.equal(kept(), undefined);
      assert.deepEqual(finished, []);
    });

    it('does not poll a job that was removed or ended while its poll waited for a slot', async () => {
      respond = undefined;
      for (let index = 0; index < 10; index += 1) {
        follow(`sync-${index}`);
      }
      await advance(1150);
      const waiting = store
        .jobs(ACCOUNT_ID)
        .all.filter(({ syncId }) => !questions.some((asked) => asked.syncId === syncId));
      assert.equal(waiting.length, 2);
      const [first, second] = waiting;
      store.remove(ACCOUNT_ID, first?.syncId ?? '');
      store.updateAll(ACCOUNT_ID, [second?.syncId ?? ''], (job) => ({ ...job, status: completedStatus() }));
      for (const { settle } of [...questions]) {
        settle(completed);
      }
      await advance(60_000);
      assert.equal(questions.length, 8);
      assert.equal(finished.length, 9);
    });

    it('keeps an end that another window has written, and reports it once', async () => {
      respond = undefined;
      follow();
      await advance(1150);
      const ended = { status: completedStatus({ status: 'failed' }), nextPollAt: undefined };
      store.updateAll(ACCOUNT_ID, ['sync-1'], (job) => ({ ...job, ...ended }));
      questions[0]?.settle(running);
      await advance(1000);
      assert.equal(kept()?.status?.status, 'failed');
      assert.equal(finished.length, 1);
    });

    it('treats an unknown status as running without an end, and as ended with one', async () => {
      const status: JobStatus = runningStatus({ status: 'Rebalancing' });
      respond = () => ({ kind: 'status', status });
      follow();
      await advance(5000);
      assert.deepEqual(finished, []);
      respond = () => ({ kind: 'status', status: { ...status, completedAt: 9 } });
      await advance(5000);
      assert.equal(finished.length, 1);
    });
  });

  describe('asked to poll now', () => {
    it('polls all of them at once', async () => {
      const old = { knownSince: Date.now() - 3_600_000, status: runningStatus() };
      follow('sync-1', old);
      follow('sync-2', old);
      watcher.pollNow();
      await advance(0);
      assert.deepEqual(
        questions.map(({ syncId }) => syncId),
        ['sync-1', 'sync-2'],
      );
    });

    it('does not poll a job twice within a second, however often that is requested', async () => {
      follow('sync-1', { knownSince: Date.now() - 3_600_000 });
      for (let count = 0; count < 50; count += 1) {
        watcher.pollNow();
        await advance(100);
      }
      const gaps = questions.slice(1).map(({ at }, index) => at - (questions[index]?.at ?? 0));
      assert.ok(gaps.length >= 4 && gaps.every((gap) => gap >= 1000), gaps.join());
    });
  });

  describe('in a window without the focus', () => {
    it('polls three times more rarely', async () => {
      watcher.setFocused(false);
      follow('sync-1', { knownSince: Date.now() - 3_600_000 });
      await advance(900_000);
      assert.ok(questions.length >= 8 && questions.length <= 12, String(questions.length));
    });

    it('polls at once when it regains the focus, and only once', async () => {
      watcher.dispose();
      watcher = watch(false);
      follow('sync-1', { knownSince: Date.now() - 3_600_000 });
      await advance(2000);
      assert.equal(questions.length, 0);
      watcher.setFocused(true);
      await advance(0);
      assert.equal(questions.length, 1);
      await advance(2000);
      watcher.setFocused(true);
      await advance(0);
      assert.equal(questions.length, 1);
    });
  });

  describe('when polls fail', () => {
    it('backs off, and keeps the last answer and why there is no newer one', async () => {
      follow();
      await advance(1150);
      respond = () => refused;
      await advance(120_000);
      questions.length = 0;
      await advance(600_000);
      assert.ok(questions.length >= 8 && questions.length <= 12, String(questions.length));
      assert.deepEqual(kept()?.status, runningStatus());
      assert.equal(kept()?.failure?.kind, 'unreachable');
      assert.deepEqual(finished, []);
    });

    it('sees the end at most about seventy seconds after an outage, however long that was', async () => {
      follow();
      respond = () => refused;
      await advance(12 * 3_600_000);
      respond = () => completed;
      await advance(70_000);
      assert.equal(finished.length, 1);
      assert.equal(kept()?.failure, undefined);
    });

    it('knows in every window since when the service is not reachable, from any request', async () => {
      const other = watch();
      assert.equal(watcher.health.outageSince, undefined);
      watcher.health.recordFailure({ kind: 'unreachable', reason: 'refused', detail: '' });
      const since = Date.now();
      await advance(60_000);
      other.health.recordFailure({ kind: 'timedOut', afterMs: 1 });
      assert.deepEqual([watcher.health.outageSince, other.health.outageSince], [since, since]);
      other.health.recordFailure({ kind: 'notFound', problem: undefined });
      assert.equal(watcher.health.outageSince, undefined, 'a refusal is an answer');
      watcher.health.recordFailure({ kind: 'unreachable', reason: 'refused', detail: '' });
      watcher.health.recordReachable();
      assert.equal(other.health.outageSince, undefined);
      other.dispose();
    });

    it('knows that the service is reachable again from a status or a list, though neither has a meta', async () => {
      const lose = (): void => watcher.health.recordFailure({ kind: 'unreachable', reason: 'refused', detail: '' });
      lose();
      watcher.updateFromList(listOf([]), 0);
      assert.equal(watcher.health.outageSince, undefined, 'a list');
      lose();
      assert.equal(watcher.health.outageSince, Date.now());
      follow();
      await advance(1150);
      assert.equal(questions.length, 1);
      assert.equal(watcher.health.outageSince, undefined, 'a status');
    });

    it('survives a defect in the function that polls', async () => {
      respond = undefined;
      follow();
      await advance(1150);
      respond = () => completed;
      questions[0]?.reject(new TypeError('defect'));
      await advance(3000);
      assert.equal(errors.length, 1);
      assert.equal(finished.length, 1);
    });

    it('gives a job up after three 404s over half a minute, as lost and not as failed', async () => {
      respond = () => notFound;
      follow();
      const startedAt = Date.now();
      await advance(29_000);
      assert.deepEqual(finished, []);
      await advance(60_000);
      assert.equal(finished.length, 1);
      assert.equal(kept()?.isLost, true);
      assert.equal(kept()?.status, undefined);
      assert.ok((questions.at(-1)?.at ?? 0) - startedAt >= 30_000);
      assert.equal(clock.countTimers(), 0);
    });

    const rejected = (status: number): PollResult =>
      failure({ kind: 'rejected', reason: 'byService', status, message: '', problem: undefined });
    const withoutData = failure({ kind: 'unexpectedResponse', status: 200, detail: 'noEnvelope' });
    const withoutState = failure({ kind: 'unexpectedResponse', status: 200, detail: 'missingFields' });

    for (const [what, result, lostReason] of [
      ['a lasting 403', rejected(403), 'refused'],
      ['a lasting 400', rejected(400), 'refused'],
      ['an id that can not be asked about', failure({ kind: 'rejected', reason: 'unusableId' }), 'refused'],
      ['answers without a state', withoutState, 'noStatus'],
      ['answers without data', withoutData, 'noStatus'],
    ] as const) {
      it(`gives a job up after 15 minutes of ${what}, and notes why`, async () => {
        respond = () => result;
        follow();
        await advance(14 * MINUTE_MS);
        assert.deepEqual(finished, []);
        await advance(4 * MINUTE_MS);
        assert.deepEqual([finished.length, kept()?.isLost, kept()?.lostReason], [1, true, lostReason]);
        assert.equal(clock.countTimers(), 0);
      });
    }

    it('gives a job up that is gone (410) as soon as one that is not found', async () => {
      respond = () => rejected(410);
      follow();
      await advance(90_000);
      assert.deepEqual([finished.length, kept()?.isLost, kept()?.lostReason], [1, true, undefined]);
    });

    it('continues after temporary refusals, unreadable answers, and a status in between', async () => {
      const unreadable = failure({ kind: 'unexpectedResponse', status: 200, detail: 'notJson' });
      respond = () => (questions.length % 2 === 0 ? rejected(409) : unreadable);
      follow();
      await advance(60 * MINUTE_MS);
      assert.equal(kept()?.isLost, false);
      respond = () => (questions.length % 4 === 0 ? running : rejected(403));
      await advance(60 * MINUTE_MS);
      assert.equal(kept()?.isLost, false);
      assert.deepEqual(finished, []);
    });

    it('follows a job that never ends for seven days, notes why it stops, and announces no outcome', async () => {
      respond = () => running;
      follow('sync-1', { knownSince: Date.now() - 7 * DAY_MS + 60 * MINUTE_MS });
      await advance(50 * MINUTE_MS);
      assert.deepEqual(finished, []);
      await advance(20 * MINUTE_MS);
      assert.deepEqual([kept()?.isLost, kept()?.lostReason], [true, 'tooOld']);
      assert.equal(typeof kept()?.announcedAt, 'number');
      assert.equal(clock.countTimers(), 0);
    });

    it('asks for the outcome of a job that was left for longer, also if the first attempts fail', async () => {
      for (const [syncId, first] of Object.entries({ offline: refused, 'old-key': unauthorized })) {
        const before = questions.length;
        respond = () => (questions.length < before + 3 ? first : completed);
        follow(syncId, { knownSince: Date.now() - 8 * DAY_MS });
        for (let attempt = 0; attempt < 3; attempt++) {
          await advance(MINUTE_MS);
          watcher.resume();
        }
        await advance(MINUTE_MS);
        assert.deepEqual([kept(syncId)?.isLost, kept(syncId)?.status], [false, completedStatus()]);
      }
    });

    it('continues with a young job if the service says that it began years ago, and if the clock is set', async () => {
      const status = runningStatus({ startedAt: Date.now() - 10 * 365 * DAY_MS });
      respond = () => ({ kind: 'status', status });
      follow('sync-1', { origin: 'adopted' });
      await advance(10 * MINUTE_MS);
      assert.deepEqual(finished, []);
      watcher.dispose();
      store.removeAccount(ACCOUNT_ID);
      watcher = watch();
      follow('sync-2');
      await advance(10 * MINUTE_MS);
      clock.setSystemTime(Date.now() + 365 * DAY_MS);
      await advance(10 * MINUTE_MS);
      assert.deepEqual(finished, []);
    });

    it('gives a job up just as soon if the clock is set back meanwhile', async () => {
      respond = () => notFound;
      follow();
      await advance(1150);
      clock.setSystemTime(Date.now() - 86_400_000);
      await advance(90_000);
      assert.equal(finished.length, 1);
    });

    it('counts 404s from zero after a real answer', async () => {
      let count = 0;
      respond = () => (++count % 3 === 0 ? running : notFound);
      follow();
      await advance(600_000);
      assert.ok(questions.length > 20);
      assert.deepEqual(finished, []);
    });
  });

  describe('asked to pause', () => {
    it('pauses the whole account for as long as requested', async () => {
      respond = ({ syncId }) => (syncId === 'sync-1' ? rateLimited(45_000) : running);
      follow('sync-1');
      await advance(1150);
      const pausedAt = questions.at(-1)?.at ?? 0;
      questions.length = 0;
      respond = () => running;
      follow('sync-2');
      watcher.pollNow();
      watcher.setFocused(false);
      watcher.setFocused(true);
      await advance(pausedAt + 44_999 - Date.now());
      assert.equal(questions.length, 0);
      await advance(2000);
      assert.deepEqual(new Set(questions.map(({ syncId }) => syncId)), new Set(['sync-1', 'sync-2']));
    });

    it('holds back polls that were already waiting for a slot', async () => {
      respond = undefined;
      for (let index = 0; index < 20; index += 1) {
        follow(`sync-${index}`);
      }
      await advance(1150);
      assert.equal(questions.length, 8);
      questions[0]?.settle(rateLimited(60_000));
      await advance(59_000);
      assert.equal(questions.length, 8);
    });

    it('respects the Retry-After of an unavailable service', async () => {
      respond = () => failure({ kind: 'unavailable', status: 503, retryAfterMs: 50_000, problem: undefined });
      follow();
      await advance(1150);
      watcher.pollNow();
      await advance(48_000);
      assert.equal(questions.length, 1);
      await advance(10_000);
      assert.equal(questions.length, 2);
    });

    it('continues at once if a refresh by hand was answered meanwhile', async () => {
      respond = () => rateLimited(3_600_000);
      follow();
      await advance(1150);
      respond = () => completed;
      await advance(60_000);
      assert.deepEqual(finished, []);
      watcher.endPause();
      await advance(1000);
      assert.equal(finished.length, 1);
    });

    it('does not pause for longer when the clock is set', async () => {
      respond = () => rateLimited(20_000);
      follow();
      await advance(1150);
      respond = () => completed;
      clock.setSystemTime(Date.now() - 86_400_000);
      await advance(60_000);
      assert.equal(finished.length, 1);
    });
  });

  describe('when the secret is refused', () => {
    it('stops polling and reports it once', async () => {
      respond = () => unauthorized;
      follow('sync-1');
      follow('sync-2');
      await advance(3000);
      assert.equal(accessLosses, 1);
      const asked = questions.length;
      assert.ok(asked <= 2);
      follow('sync-3');
      watcher.pollNow();
      watcher.setFocused(false);
      watcher.setFocused(true);
      await advance(3_600_000);
      assert.equal(questions.length, asked);
      assert.equal(clock.countTimers(), 0);
      assert.equal(kept()?.failure?.kind, 'unauthorized');
    });

    it('continues when the secret turned out to be accepted', async () => {
      watcher.resume();
      respond = () => unauthorized;
      follow();
      await advance(3000);
      respond = () => completed;
      watcher.resume();
      await advance(1000);
      assert.equal(finished.length, 1);
    });
  });

  it('polls again after the secret could not be read', async () => {
    respond = () => failure({ kind: 'signedOut' });
    follow();
    await advance(10_000);
    const job = kept();
    assert.deepEqual([job?.failure?.kind, job && awaitsSignIn(job)], ['signedOut', false]);
    respond = () => completed;
    await advance(60_000);
    assert.deepEqual([finished.length, accessLosses], [1, 0]);
  });

  describe('after sleep or a set clock', () => {
    it('polls soon when the clock has advanced while the machine slept', async () => {
      follow('sync-1', { knownSince: Date.now() - 3_600_000 });
      watcher.setFocused(false);
      await advance(40_000);
      questions.length = 0;
      clock.setSystemTime(Date.now() + 8 * 3_600_000);
      await advance(30_000);
      assert.ok(questions.length >= 1);
    });

    it('does not wait for a clock that was set back', async () => {
      follow();
      await advance(5000);
      questions.length = 0;
      clock.setSystemTime(Date.now() - 86_400_000);
      await advance(30_000);
      assert.ok(questions.length >= 1);
    });
  });

  describe('an adopted job', () => {
    const adopted: Partial<Job> = { origin: 'adopted' };

    it('is followed to its end like any other', async () => {
      follow('sync-1', adopted);
      await advance(1000);
      respond = () => completed;
      await advance(35_000);
      assert.equal(finished.length, 1);
      assert.ok(kept());
    });

    it('is dropped without a report if it had ended before the first poll', async () => {
      respond = () => completed;
      follow('sync-1', adopted);
      await advance(1000);
      assert.deepEqual(finished, []);
      assert.equal(kept(), undefined);
    });
  });

  describe('while many syncs run', () => {
    let lists: number[];
    let ended: ReadonlySet<string>;
    const ids = [...Array(12).keys()].map((index) => `sync-${index}`);

    beforeEach(() => {
      lists = [];
      ended = new Set();
      watcher.dispose();
      list = () => {
        lists.push(Date.now());
        const connections = ids.map((id) =>
          syncingConnection({
            entityId: id,
            lastSyncId: id,
            isCurrentlySyncing: !ended.has(id),
            lastSyncAt: Date.now(),
            lastSyncStatus: ended.has(id) ? 'completed' : 'running',
          }),
        );
        watcher.updateFromList(listOf(connections), 1000);
        return Promise.resolve(undefined);
      };
      watcher = watch();
      const startedAt = Date.now();
      ids.forEach((syncId) =>
        follow(syncId, { entityId: syncId, origin: 'adopted', status: runningStatus({ syncId, startedAt }) }),
      );
    });

    function pollsOf(syncId: string): number {
      return questions.filter((question) => question.syncId === syncId).length;
    }

    it('lists all connections every few seconds, and polls one of the syncs in between', async () => {
      await advance(30_000);
      assert.ok(lists.length >= 3 && lists.length <= 7, `${lists.length} lists`);
      assert.ok(questions.length >= 8 && questions.length <= 14, `${questions.length} polls`);
      assert.ok(ids.every((id) => pollsOf(id) > 0));
    });

    it('announces the ends that a list tells at once, and polls their final statuses', async () => {
      await advance(10_000);
      ended = new Set(['sync-1', 'sync-2']);
      respond = ({ syncId }) => (ended.has(syncId) ? completed : running);
      await advance(12_000);
      assert.deepEqual(finished.map(({ syncId }) => syncId).sort(), ['sync-1', 'sync-2']);
      await advance(10_000);
      assert.deepEqual([kept('sync-1')?.listedEnd, kept('sync-2')?.listedEnd], [undefined, undefined]);
      assert.equal(finished.length, 2);
    });

    it('polls what is on screen alone, as often as a single job', async () => {
      watcher.setOnScreen(new Set(['sync-3']));
      await advance(20_000);
      assert.ok(pollsOf('sync-3') >= 12, `${pollsOf('sync-3')} polls`);
      assert.ok(pollsOf('sync-1') <= 5, `${pollsOf('sync-1')} polls`);
      watcher.setOnScreen(new Set());
      questions.length = 0;
      await advance(20_000);
      assert.ok(pollsOf('sync-3') <= 5, `${pollsOf('sync-3')} polls`);
    });

    it('requests what is on screen from the window that polls', async () => {
      const shown = watch(false);
      shown.setOnScreen(new Set(['sync-3']));
      await advance(20_000);
      assert.ok(pollsOf('sync-3') >= 4, `${pollsOf('sync-3')} polls`);
      assert.ok(pollsOf('sync-3') > pollsOf('sync-1'), `${pollsOf('sync-1')} polls of another`);
      shown.dispose();
    });

    it('lists at once when it is asked to poll now, and not each of them', async () => {
      await advance(10_000);
      const [listed, polled] = [lists.length, questions.length];
      watcher.pollNow();
      await advance(1500);
      assert.equal(lists.length, listed + 1);
      assert.ok(questions.length <= polled + 2, `${questions.length - polled} polls`);
    });

    it('pauses when a list is refused, and lists again later', async () => {
      await advance(5000);
      const respondingList = list;
      list = () => Promise.resolve({ kind: 'rateLimited', retryAfterMs: 60_000 });
      watcher.dispose();
      watcher = watch();
      await advance(15_000);
      questions.length = 0;
      lists.length = 0;
      assert.ok(watcher.health.pauseLeftMs() > 30_000);
      await advance(30_000);
      assert.deepEqual(questions, []);
      list = respondingList;
      watcher.dispose();
      watcher = watch();
      await advance(60_000);
      assert.ok(lists.length > 0 && questions.length > 0);
    });
  });

  describe('while old jobs are looked up', () => {
    function lookUp(count: number): void {
      for (let index = 0; index < count; index += 1) {
        void watcher.lookups.lookUp(`old-${index}`);
      }
    }

    function countOf(prefix: string): number {
      return questions.filter(({ syncId }) => syncId.startsWith(prefix)).length;
    }

    it('polls a running job almost as often as without them', async () => {
      follow();
      await advance(20_000);
      const alone = countOf('sync-');
      watcher.dispose();
      questions.length = 0;
      watcher = watch();
      lookUp(100);
      await advance(0);
      follow('sync-2');
      await advance(20_000);
      assert.ok(countOf('sync-2') > 0.6 * alone, `${countOf('sync-2')} polls of ${alone}`);
      assert.ok(countOf('old-') > 20, `${countOf('old-')} lookups`);
    });

    it('leaves some requests to them where polls use up the limit', async () => {
      // At this age, each would be polled about ten times a minute.
      for (let index = 0; index < 25; index += 1) {
        follow(`sync-${index}`);
      }
      await advance(60_000);
      questions.length = 0;
      lookUp(100);
      await advance(60_000);
      const share = countOf('old-') / questions.length;
      assert.ok(share > 0.1 && share < 0.3, `${countOf('old-')} of ${questions.length}`);
    });
  });

  describe('disposed', () => {
    it('cancels its polls, drops late answers and leaves no timer', async () => {
      respond = undefined;
      for (let index = 0; index < 12; index += 1) {
        follow(`sync-${index}`);
      }
      await advance(1150);
      watcher.dispose();
      assert.ok(questions.every(({ signal }) => signal.aborted));
      questions[0]?.settle(completed);
      questions[1]?.reject(new Error('aborted'));
      await advance(600_000);
      assert.equal(questions.length, 8);
      assert.deepEqual(finished, []);
      assert.deepEqual(errors, []);
      assert.equal(clock.countTimers(), 0);
    });

    it('leaves its open polls to the next watcher at once', async () => {
      respond = undefined;
      follow();
      await advance(1150);
      watcher.dispose();
      watcher = watch();
      await advance(0);
      assert.equal(questions.length, 2);
    });
  });
});
