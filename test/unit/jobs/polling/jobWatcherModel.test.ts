import assert from 'node:assert/strict';
import type { DatabaseSync } from 'node:sqlite';
import FakeTimers from '@sinonjs/fake-timers';
import fc from 'fast-check';
import { runs } from '../../../scale.ts';
import type { PollResult } from '../../../../src/jobs/polling/statusPoller.ts';
import { JobWatcher } from '../../../../src/jobs/polling/jobWatcher.ts';
import { openLedgerFile } from '../../../../src/jobs/database/ledgerFile.ts';
import { Ledger } from '../../../../src/jobs/store/ledger.ts';
import type { LedgerJobStore } from '../../../../src/jobs/store/ledgerJobStore.ts';
import { OutcomeClaims } from '../../../../src/app/tracking/outcomeClaims.ts';
import { LedgerFolder } from '../store/ledgerFolder.ts';
import type { Connection } from '../../../../src/model/connection.ts';
import type { Failure } from '../../../../src/model/failure.ts';
import { isFinalStatusPending, isRunning, jobState, needsPolling } from '../../../../src/model/job.ts';
import type { Job, JobKind, JobOrigin, JobState } from '../../../../src/model/job.ts';
import { ACCOUNT_ID, completedStatus, runningStatus, sampleJob, sampleStep, followJob } from '../sampleJobs.ts';
import { listOf, sampleConnection } from '../../model/sampleConnection.ts';
import { SampleWindow } from '../../app/tracking/sampleWindow.ts';

type Mood = 'responds' | 'unavailable' | 'unreachable' | 'rateLimited' | 'unauthorized' | 'broken';
/** `completedOnList`: the list of connections says so, and the service no longer knows the job. */
type Fate = 'running' | 'completed' | 'failed' | 'completedOnList' | 'unknownWord' | 'forgotten';

type Step =
  | { readonly kind: 'start'; readonly what: JobKind; readonly origin: JobOrigin; readonly count: number }
  | { readonly kind: 'wait' | 'sleep'; readonly ms: number }
  | { readonly kind: 'mood'; readonly mood: Mood; readonly retryAfterMs: number | undefined; readonly slowMs: number }
  | { readonly kind: 'fate'; readonly index: number; readonly fate: Fate }
  | { readonly kind: 'stopWatching'; readonly index: number }
  | { readonly kind: 'focus'; readonly isFocused: boolean; readonly index: number }
  | { readonly kind: 'connection'; readonly isConnected: boolean; readonly index: number }
  | { readonly kind: 'impatience' | 'resume' | 'reload' | 'openWindow' | 'closeWindow' | 'killWindow' | 'signOut' }
  | { readonly kind: 'setClock' | 'reboot'; readonly byMs: number };

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('start'),
      what: fc.constantFrom('sync', 'upload'),
      origin: fc.constantFrom('started', 'adopted'),
      // Now and then more than are followed one by one, and more than there is room for in a minute.
      count: fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, fc.integer({ min: 3, max: 30 })),
    }),
  },
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.nat(90_000) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('mood'),
      mood: fc.constantFrom<Mood[]>('responds', 'unavailable', 'unreachable', 'rateLimited', 'unauthorized', 'broken'),
      retryAfterMs: fc.option(fc.nat(120_000), { nil: undefined }),
      slowMs: fc.nat(20_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fate'),
      index: fc.nat(20),
      fate: fc.constantFrom<Fate[]>('running', 'completed', 'failed', 'completedOnList', 'unknownWord', 'forgotten'),
    }),
  },
  fc.record({ kind: fc.constant('stopWatching'), index: fc.nat(20) }),
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('focus'), isFocused: fc.boolean(), index: fc.nat(2) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('connection'), isConnected: fc.boolean(), index: fc.nat(2) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('impatience', 'resume', 'reload', 'openWindow', 'closeWindow', 'killWindow'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('setClock'),
      byMs: fc.integer({ min: -86_400_000, max: 86_400_000 }),
    }),
  },
  fc.record({ kind: fc.constant('signOut') }),
  fc.record({ kind: fc.constant('sleep'), ms: fc.nat(7_200_000) }),
  fc.record({ kind: fc.constant('reboot'), byMs: fc.nat(600_000) }),
);

interface Window {
  readonly ledger: Ledger;
  readonly store: LedgerJobStore;
  readonly watcher: JobWatcher;
  /** Of the extension host to its window. Without it, requests hang until they time out. */
  readonly setConnected: (isConnected: boolean) => void;
  readonly close: () => void;
  /** As the operating system would: nothing is let go of, nothing is written any more. */
  readonly kill: () => void;
}

interface UnderWay {
  readonly signal: AbortSignal;
  readonly isWindowAlive: () => boolean;
}

/** More timers than this, for each second that passes, and something goes round in circles. */
const MAX_TIMERS_PER_SECOND = 500;
const ALL = 'all connections';
const TIMED_OUT: Failure = { kind: 'timedOut', afterMs: 30_000 };
const LOADING = [sampleStep({ name: 'Load', count: 7806 })];
const LOADED = [sampleStep({ name: 'Load', status: 'completed', count: 20_310, completedAt: 9 })];

/** A service, a ledger and the windows that share it, with every promise of the watcher checked at each question. */
class World {
  clock = FakeTimers.install({ now: 1_000_000_000 });
  readonly folder = new LedgerFolder();
  readonly fates = new Map<string, Fate>();
  readonly origins = new Map<string, JobOrigin>();
  /** How often the user was told of each. */
  readonly told = new Map<string, number>();
  /** The user has stopped watching them. */
  readonly stopped = new Set<string>();
  /** Broken promises, kept here because the watcher survives whatever is thrown at it. */
  readonly violations: string[] = [];
  questions = 0;
  readonly #underWay = new Map<string, UnderWay>();
  readonly #killed: Window[] = [];
  #mood: Extract<Step, { kind: 'mood' }> = { kind: 'mood', mood: 'responds', retryAfterMs: undefined, slowMs: 0 };
  #quietUntil = 0;
  #refusals = 0;
  #wasClockSet = false;
  #passedBefore = 0;
  #timersLeft = 0;
  readonly #windows: Window[] = [this.#open()];
  #sentAt: number[] = [];

  constructor() {
    this.#countTimers();
  }

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'start':
        this.#start(step);
        return;
      case 'wait':
        await this.pass(step.ms);
        return;
      case 'sleep':
        // Where the monotonic clock goes on meanwhile. Where it does not, it is as if the other one were set.
        this.#timersLeft += 1000;
        this.clock.jump(step.ms);
        await this.pass(1);
        return;
      case 'mood':
        this.#mood = step;
        return;
      case 'fate': {
        const syncId = [...this.fates.keys()][step.index];
        // What has ended stays as it is.
        if (syncId !== undefined && ['running', 'unknownWord'].includes(this.fates.get(syncId) ?? '')) {
          this.fates.set(syncId, step.fate);
        }
        return;
      }
      case 'stopWatching': {
        const syncId = [...this.fates.keys()][step.index];
        if (syncId !== undefined && this.fates.get(syncId) === 'running') {
          this.#windows.at(-1)?.store.dismiss(ACCOUNT_ID, syncId);
          this.stopped.add(syncId);
        }
        return;
      }
      case 'focus':
        this.#windows.forEach(({ watcher }, index) => watcher.setFocused(step.isFocused && index === step.index));
        return;
      case 'connection':
        this.#windows[step.index]?.setConnected(step.isConnected);
        return;
      case 'impatience':
        this.#windows.forEach(({ watcher }) => watcher.pollNow());
        return;
      case 'resume':
        this.#refusals = 0;
        this.#windows.forEach(({ watcher }) => watcher.resume());
        return;
      case 'reload':
        // A refusal is known to the windows that met it; a pause to all that come.
        this.#refusals = 0;
        this.#windows.splice(0).forEach((window) => window.close());
        this.#windows.push(this.#open());
        return;
      case 'openWindow':
        if (this.#windows.length < 3) {
          this.#refusals = 0;
          this.#windows.push(this.#open());
        }
        return;
      case 'closeWindow':
      case 'killWindow':
        if (this.#windows.length > 1) {
          this.#leave(this.#windows.splice(0, 1), step.kind === 'killWindow');
        }
        return;
      case 'signOut':
        this.#windows.splice(0).forEach((window, index) => {
          window.watcher.dispose();
          if (index === 0) {
            window.ledger.removeAccount(ACCOUNT_ID);
          }
          window.close();
        });
        this.fates.clear();
        this.told.clear();
        this.stopped.clear();
        this.#quietUntil = 0;
        this.#refusals = 0;
        this.#windows.push(this.#open());
        return;
      case 'setClock':
        this.#wasClockSet = true;
        this.clock.setSystemTime(Date.now() + step.byMs);
        return;
      case 'reboot':
        this.#reboot(step.byMs);
    }
  }

  /** All is well again, and every job is over. */
  async settle(): Promise<void> {
    for (const [syncId, fate] of this.fates) {
      this.fates.set(syncId, fate === 'running' || fate === 'unknownWord' ? 'completed' : fate);
    }
    await this.take({ kind: 'mood', mood: 'responds', retryAfterMs: undefined, slowMs: 0 });
    this.#windows.forEach((window) => window.setConnected(true));
    await this.pass(20_000);
    await this.take({ kind: 'resume' });
    await this.pass(900_000);
    // Many final statuses take their time.
    for (let rounds = 0; rounds < 5 && this.#jobs().some(isFinalStatusPending); rounds += 1) {
      await this.pass(300_000);
    }
    this.#killed.forEach((window) => window.close());
  }

  #jobs(): readonly Job[] {
    return this.#windows[0]?.store.jobs(ACCOUNT_ID).all ?? [];
  }

  find(syncId: string): Job | undefined {
    return this.#windows[0]?.store.find(ACCOUNT_ID, syncId);
  }

  /** Windows hear of each other's writing as the file system tells them. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 2000) {
      this.#timersLeft = 2 * MAX_TIMERS_PER_SECOND;
      await this.clock.tickAsync(Math.min(left, 2000));
      this.#windows.forEach(({ store }) => store.catchUp());
    }
  }

  dispose(): void {
    [...this.#windows, ...this.#killed].forEach((window) => window.close());
    this.clock.uninstall();
    this.folder.remove();
  }

  /** A loop of timers without end would hang the test, and the machine soon after. */
  #countTimers(): void {
    const set = globalThis.setTimeout;
    const counted = (...args: Parameters<typeof setTimeout>): NodeJS.Timeout => {
      this.#timersLeft -= 1;
      if (this.#timersLeft < -MAX_TIMERS_PER_SECOND) {
        this.violations.push('no timers without end');
        throw new Error('Timers without end');
      }
      return set(...args);
    };
    globalThis.setTimeout = Object.assign(counted, { __promisify__: set.__promisify__ });
  }

  /** The time that has passed, whatever was done to clocks. */
  #now(): number {
    return this.#passedBefore + performance.now();
  }

  #reboot(offMs: number): void {
    this.#leave(this.#windows.splice(0), true);
    this.#killed.splice(0).forEach((window) => window.close());
    this.#refusals = 0;
    if (this.#wasClockSet) {
      // Only that clock tells a machine that was off how much of a rest is over.
      this.#quietUntil = 0;
    }
    this.#passedBefore = this.#now() + offMs;
    const now = Date.now() + offMs;
    // Both clocks begin anew; whatever waited for the old one waits for good.
    this.clock.uninstall();
    this.clock = FakeTimers.install({ now });
    this.#countTimers();
    this.#windows.push(this.#open());
  }

  #leave(windows: readonly Window[], isKilled: boolean): void {
    for (const window of windows) {
      if (isKilled) {
        window.kill();
        this.#killed.push(window);
      } else {
        window.close();
      }
    }
  }

  #start({ what, origin, count }: Extract<Step, { kind: 'start' }>): void {
    for (let index = 0; index < count; index += 1) {
      const syncId = `${what}-${this.origins.size}`;
      this.fates.set(syncId, 'running');
      this.origins.set(syncId, origin);
      const job = sampleJob({ syncId, entityId: syncId, kind: what, origin, knownSince: Date.now() });
      followJob(this.#windows[0]?.watcher, job);
    }
  }

  #open(): Window {
    const ignore = (): void => undefined;
    const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
    let isAlive = true;
    let database: DatabaseSync | undefined;
    const open = (): DatabaseSync | undefined => (database = openLedgerFile(this.folder.file, this.folder.log));
    const ledger = new Ledger({ open, log });
    const store = ledger.jobs;
    store.onDidChange(({ accountId, syncId = '' }) => {
      const job = isAlive ? store.find(accountId, syncId) : undefined;
      const isStale = job && !isRunning(job) && !job.isLost && !hasOnlyEndedSteps(job);
      this.#expect(isStale !== true, 'no final job keeps stale steps');
    });
    const noResponse = new Promise<never>(ignore);
    const windowConnection = new SampleWindow();
    let isLost = false;
    let lossTimer: NodeJS.Timeout | undefined;
    const setConnected = (isConnected: boolean): void => {
      isLost = !isConnected;
      clearTimeout(lossTimer);
      const tell = (): void => {
        windowConnection.setConnected(isConnected);
        watcher.setConnected(isConnected);
      };
      if (isConnected) {
        tell();
      } else {
        lossTimer = setTimeout(tell, 3000);
      }
    };
    const timedOut = async (): Promise<PollResult> => {
      await new Promise((resolve) => setTimeout(resolve, 30_000));
      return { kind: 'failure', failure: TIMED_OUT };
    };
    const watcher: JobWatcher = new JobWatcher({
      accountId: ACCOUNT_ID,
      store,
      poll: (syncId, signal) => {
        const ask = isLost ? timedOut : () => this.#ask(syncId, { signal, isWindowAlive: () => isAlive });
        return isAlive ? ask() : noResponse;
      },
      list: async () => {
        if (isLost) {
          await timedOut();
          return TIMED_OUT;
        }
        return isAlive ? this.#list(watcher, () => isAlive) : noResponse;
      },
      isFocused: true,
      isConnected: true,
      log,
    });
    const outcomes = new OutcomeClaims({
      accountId: ACCOUNT_ID,
      store,
      windowId: 'window',
      uploads: { hasInFlight: () => false },
      openBatches: new Set(),
      windowConnection,
    });
    outcomes.onDidClaim(([{ syncId }]) => isAlive && this.told.set(syncId, (this.told.get(syncId) ?? 0) + 1));
    const close = (): void => {
      isAlive = false;
      clearTimeout(lossTimer);
      [outcomes, watcher, ledger].forEach((owned) => owned.dispose());
    };
    const kill = (): void => {
      isAlive = false;
      database?.close();
    };
    return { ledger, store, watcher, setConnected, close, kill };
  }

  async #ask(syncId: string, by: UnderWay): Promise<PollResult> {
    const job = this.find(syncId);
    this.#expect(job !== undefined && needsPolling(job), 'polls only of jobs whose end is not fully known');
    this.#expect(!this.stopped.has(syncId), 'no poll of a job that is no longer watched');
    await this.#beAsked(syncId, by);
    return this.#respond(() => this.#truth(syncId), by);
  }

  async #list(watcher: JobWatcher, isWindowAlive: () => boolean): Promise<Failure | undefined> {
    const by = { signal: new AbortController().signal, isWindowAlive };
    await this.#beAsked(ALL, by);
    if (!isWindowAlive()) {
      return undefined;
    }
    try {
      const result = this.#respond(() => ({ kind: 'status', status: runningStatus() }), by);
      if (result.kind === 'failure') {
        return result.failure;
      }
    } catch {
      return { kind: 'unreachable', reason: 'refused', detail: '' };
    }
    const syncs = [...this.fates].filter(([syncId]) => syncId.startsWith('sync'));
    for (const [syncId, fate] of syncs) {
      if (fate === 'running') {
        // Found running, as by the Connections view.
        const adopted = { syncId, entityId: syncId, origin: 'adopted', knownSince: Date.now() } as const;
        followJob(watcher, sampleJob(adopted));
      }
    }
    watcher.updateFromList(listOf(syncs.flatMap(([syncId, fate]) => connectionOf(syncId, fate))), 0);
    return undefined;
  }

  async #beAsked(what: string, by: UnderWay): Promise<void> {
    this.questions += 1;
    const now = this.#now();
    this.#sentAt = [...this.#sentAt.filter((at) => at > now - 60_000), now];
    this.#expect(this.#sentAt.length <= 120, 'at most 120 requests a minute');
    this.#expect(!this.#isUnderWay(what), 'one poll at a time for a job');
    this.#expect(now >= this.#quietUntil, 'no request while the account pauses');
    this.#expect(this.#refusals < 9 * this.#windows.length, 'no window continues with a refused secret');
    this.#underWay.set(what, by);
    const open = [...this.#underWay.keys()].filter((each) => each !== ALL && this.#isUnderWay(each));
    this.#expect(open.length <= 8 * this.#windows.length, 'eight polls at a time, a window');
    await new Promise((resolve) => setTimeout(resolve, 1 + this.#mood.slowMs));
    if (this.#underWay.get(what) === by) {
      this.#underWay.delete(what);
    }
  }

  #isUnderWay(what: string): boolean {
    const by = this.#underWay.get(what);
    return by !== undefined && !by.signal.aborted && by.isWindowAlive();
  }

  #expect(holds: boolean, promise: string): void {
    if (!holds) {
      this.violations.push(promise);
    }
  }

  #respond(truth: () => PollResult, { signal, isWindowAlive }: UnderWay): PollResult {
    const { mood, retryAfterMs } = this.#mood;
    if (mood === 'broken') {
      throw new TypeError('a defect');
    }
    if (mood === 'responds') {
      return truth();
    }
    if (!signal.aborted && isWindowAlive()) {
      this.#refusals += mood === 'unauthorized' ? 1 : 0;
      const restMs = mood === 'rateLimited' || mood === 'unavailable' ? (retryAfterMs ?? 0) : 0;
      this.#quietUntil = Math.max(this.#quietUntil, this.#now() + restMs);
    }
    return { kind: 'failure', failure: failureOf(mood, retryAfterMs) };
  }

  #truth(syncId: string): PollResult {
    switch (this.fates.get(syncId) ?? 'forgotten') {
      case 'running':
        return { kind: 'status', status: runningStatus({ syncId, steps: LOADING }) };
      case 'completed':
        return { kind: 'status', status: completedStatus({ syncId, steps: LOADED }) };
      case 'failed':
        return {
          kind: 'status',
          status: completedStatus({ syncId, status: 'failed', completedAt: undefined, steps: LOADED }),
        };
      case 'unknownWord':
        return { kind: 'status', status: runningStatus({ syncId, status: 'Re-balancing', steps: LOADING }) };
      case 'completedOnList':
      case 'forgotten':
        return { kind: 'failure', failure: { kind: 'notFound', problem: undefined } };
    }
  }
}

function connectionOf(syncId: string, fate: Fate): Connection[] {
  const isOver = fate === 'completed' || fate === 'failed' || fate === 'completedOnList';
  const end = fate === 'failed' ? 'failed' : 'completed';
  const connection = sampleConnection({
    entityId: syncId,
    isCurrentlySyncing: !isOver,
    lastSyncId: syncId,
    lastSyncStatus: isOver ? end : 'running',
  });
  return fate === 'forgotten' ? [] : [connection];
}

function failureOf(mood: Exclude<Mood, 'responds' | 'broken'>, retryAfterMs: number | undefined): Failure {
  switch (mood) {
    case 'unavailable':
      return { kind: 'unavailable', status: 503, retryAfterMs, problem: undefined };
    case 'unreachable':
      return { kind: 'unreachable', reason: 'refused', detail: '' };
    case 'rateLimited':
      return { kind: 'rateLimited', retryAfterMs };
    case 'unauthorized':
      return { kind: 'unauthorized', problem: undefined };
  }
}

const EXPECTED_STATES: Partial<Record<Fate, readonly JobState[]>> = {
  completed: ['succeeded'],
  failed: ['failed'],
  // Where few jobs run, the list is not taken at its word.
  completedOnList: ['succeeded', 'lost'],
  forgotten: ['lost'],
};

function hasOnlyEndedSteps({ status }: Job): boolean {
  return (status?.steps ?? []).every(({ completedAt }) => completedAt !== undefined);
}

describe('The job watcher, whatever happens', () => {
  it('loses no job, announces each end once, keeps to every limit, and comes to rest', async function () {
    this.timeout(runs(120_000));
    let questions = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 60, size: 'max' }), async (happenings) => {
        const world = new World();
        try {
          for (const step of happenings) {
            await world.take(step);
          }
          await world.settle();
          assert.deepEqual(world.violations, []);
          questions += world.questions;
          for (const [syncId, fate] of world.fates) {
            const job = world.find(syncId);
            const told = world.told.get(syncId) ?? 0;
            const isOurs = world.origins.get(syncId) === 'started';
            if (world.stopped.has(syncId)) {
              assert.equal(job, undefined, `${syncId} came back`);
            } else if (job === undefined) {
              assert.deepEqual([isOurs, told], [false, 0], `${syncId} was lost`);
            } else {
              const state = jobState(job);
              assert.ok(EXPECTED_STATES[fate]?.includes(state), `${syncId} is ${state}`);
              const isKnownInFull = job.status?.steps.at(-1)?.count === 20_310;
              assert.equal(isKnownInFull, fate === 'completed' || fate === 'failed', `the steps of ${syncId}`);
              assert.equal(told, isOurs ? 1 : 0, `${syncId} was told ${told} times`);
            }
          }
          assert.equal(world.clock.countTimers(), 0);
        } finally {
          world.dispose();
        }
      }),
      { numRuns: runs(60), interruptAfterTimeLimit: runs(100_000), markInterruptAsFailure: true },
    );
    assert.ok(questions > runs(1000), 'the runs sent requests at all');
  });
});
