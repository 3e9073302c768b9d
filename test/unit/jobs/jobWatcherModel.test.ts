import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import fc from 'fast-check';
import type { AskResult } from '../../../src/jobs/askResult.ts';
import { JobWatcher } from '../../../src/jobs/jobWatcher.ts';
import { openLedgerFile } from '../../../src/jobs/ledger/ledgerFile.ts';
import { LedgerJobStore } from '../../../src/jobs/ledger/ledgerJobStore.ts';
import { Outcomes } from '../../../src/jobs/outcomes.ts';
import { LedgerFolder } from './ledger/ledgerFolder.ts';
import type { Failure } from '../../../src/model/failure.ts';
import { isRunning, jobState } from '../../../src/model/job.ts';
import type { Job, JobOrigin } from '../../../src/model/job.ts';
import { ACCOUNT_ID, completedStatus, runningStatus, sampleJob } from './sampleJobs.ts';

type Mood = 'answers' | 'unavailable' | 'unreachable' | 'rateLimited' | 'unauthorized' | 'broken';
type Fate = 'running' | 'completed' | 'failed' | 'unknownWord' | 'forgotten';

type Step =
  | { readonly kind: 'start'; readonly origin: JobOrigin }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'mood'; readonly mood: Mood; readonly retryAfterMs: number | undefined; readonly slowMs: number }
  | { readonly kind: 'fate'; readonly index: number; readonly fate: Fate }
  | { readonly kind: 'focus'; readonly isFocused: boolean }
  | { readonly kind: 'impatience' | 'resume' | 'restart' | 'openWindow' | 'closeWindow' | 'signOut' }
  | { readonly kind: 'setClock'; readonly byMs: number };

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('start'), origin: fc.constantFrom('started', 'adopted') }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.nat(90_000) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('mood'),
      mood: fc.constantFrom<Mood[]>(
        ...(['answers', 'unavailable', 'unreachable', 'rateLimited', 'unauthorized', 'broken'] as const),
      ),
      retryAfterMs: fc.option(fc.nat(120_000), { nil: undefined }),
      slowMs: fc.nat(20_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fate'),
      index: fc.nat(20),
      fate: fc.constantFrom<Fate[]>('running', 'completed', 'failed', 'unknownWord', 'forgotten'),
    }),
  },
  fc.record({ kind: fc.constant('focus'), isFocused: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('impatience', 'resume', 'restart', 'openWindow', 'closeWindow', 'signOut') }),
  fc.record({ kind: fc.constant('setClock'), byMs: fc.integer({ min: -86_400_000, max: 86_400_000 }) }),
);

interface Window {
  readonly store: LedgerJobStore;
  readonly watcher: JobWatcher;
  readonly close: () => void;
}

/** A service, a ledger and the windows that share it, with every promise of the watcher checked at each question. */
class World {
  readonly clock = FakeTimers.install({ now: 1_000_000_000 });
  readonly folder = new LedgerFolder();
  readonly fates = new Map<string, Fate>();
  readonly origins = new Map<string, JobOrigin>();
  /** How often the user was told of each. */
  readonly told = new Map<string, number>();
  /** Broken promises, kept here because the watcher survives whatever is thrown at it. */
  readonly violations: string[] = [];
  questions = 0;
  readonly #underway = new Map<string, AbortSignal>();
  #wasClockSet = false;
  #mood: Extract<Step, { kind: 'mood' }> = { kind: 'mood', mood: 'answers', retryAfterMs: undefined, slowMs: 0 };
  #quietUntil = 0;
  #refusals = 0;
  readonly #windows: Window[] = [this.#open()];
  #askedAt: number[] = [];

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'start':
        this.#start(step.origin);
        return;
      case 'wait':
        await this.pass(step.ms);
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
      case 'focus':
        this.#windows[0]?.watcher.setFocused(step.isFocused);
        return;
      case 'impatience':
        this.#windows.forEach(({ watcher }) => watcher.askNow());
        return;
      case 'resume':
        this.#refusals = 0;
        this.#windows.forEach(({ watcher }) => watcher.resume());
        return;
      case 'restart':
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
        if (this.#windows.length > 1) {
          this.#windows.shift()?.close();
        }
        return;
      case 'signOut':
        this.#windows.splice(0).forEach((window, index) => {
          window.watcher.dispose();
          if (index === 0) {
            window.store.removeAccount(ACCOUNT_ID);
          }
          window.close();
        });
        this.fates.clear();
        this.told.clear();
        this.#quietUntil = 0;
        this.#refusals = 0;
        this.#windows.push(this.#open());
        return;
      case 'setClock':
        this.#wasClockSet = true;
        this.clock.setSystemTime(Date.now() + step.byMs);
    }
  }

  /** All is well again, and every job is over. */
  async settle(): Promise<void> {
    for (const [syncId, fate] of this.fates) {
      this.fates.set(syncId, fate === 'running' || fate === 'unknownWord' ? 'completed' : fate);
    }
    await this.take({ kind: 'mood', mood: 'answers', retryAfterMs: undefined, slowMs: 0 });
    await this.pass(20_000);
    await this.take({ kind: 'resume' });
    await this.pass(600_000);
  }

  find(syncId: string): Job | undefined {
    return this.#windows[0]?.store.find(ACCOUNT_ID, syncId);
  }

  /** Windows hear of each other's writing as the file system tells them. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 2000) {
      await this.clock.tickAsync(Math.min(left, 2000));
      this.#windows.forEach(({ store }) => store.catchUp());
    }
  }

  dispose(): void {
    this.#windows.forEach((window) => window.close());
    this.clock.uninstall();
    this.folder.remove();
  }

  #start(origin: JobOrigin): void {
    const syncId = `sync-${this.origins.size}`;
    this.fates.set(syncId, 'running');
    this.origins.set(syncId, origin);
    this.#windows[0]?.watcher.follow(sampleJob({ syncId, origin, knownSince: Date.now() }));
  }

  #open(): Window {
    const ignore = (): void => undefined;
    const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
    const store = new LedgerJobStore({ open: () => openLedgerFile(this.folder.file, this.folder.log), log });
    const watcher = new JobWatcher({
      accountId: ACCOUNT_ID,
      store,
      ask: (syncId, signal) => this.#ask(syncId, signal),
      isFocused: true,
      log,
    });
    const outcomes = new Outcomes({ accountId: ACCOUNT_ID, store, windowId: 'window' });
    outcomes.onDidClaim(({ syncId }) => this.told.set(syncId, (this.told.get(syncId) ?? 0) + 1));
    const close = (): void => [outcomes, watcher, store].forEach((owned) => owned.dispose());
    return { store, watcher, close };
  }

  /**
   * Leases and pauses are told by the clock that windows and restarts share. Where somebody sets it, a question may go out
   * too early; still no job may be lost and none be told of twice.
   */
  #expectOnTime(holds: boolean, promise: string): void {
    this.#expect(holds || this.#wasClockSet, promise);
  }

  async #ask(syncId: string, signal: AbortSignal): Promise<AskResult> {
    this.questions += 1;
    const now = performance.now();
    this.#askedAt = [...this.#askedAt.filter((at) => at > now - 60_000), now];
    this.#expectOnTime(this.#askedAt.length <= 120, 'at most 120 questions a minute');
    const before = this.#underway.get(syncId);
    this.#expectOnTime(before === undefined || before.aborted, 'one question at a time for a job');
    this.#expectOnTime(performance.now() >= this.#quietUntil, 'no question while the account rests');
    this.#expect(this.#refusals < 8 * this.#windows.length, 'no window asks on with a secret that was refused');
    const job = this.find(syncId);
    this.#expect(job !== undefined && isRunning(job), 'questions about running jobs only');
    this.#underway.set(syncId, signal);
    const open = [...this.#underway.values()].filter(({ aborted }) => !aborted);
    this.#expectOnTime(open.length <= 8 * this.#windows.length, 'eight questions at a time, a window');
    await new Promise((resolve) => setTimeout(resolve, 1 + this.#mood.slowMs));
    if (this.#underway.get(syncId) === signal) {
      this.#underway.delete(syncId);
    }
    return this.#answer(syncId, signal);
  }

  #expect(holds: boolean, promise: string): void {
    if (!holds) {
      this.violations.push(promise);
    }
  }

  #answer(syncId: string, signal: AbortSignal): AskResult {
    const { mood, retryAfterMs } = this.#mood;
    if (mood === 'broken') {
      throw new TypeError('a defect');
    }
    if (mood === 'answers') {
      return this.#truth(syncId);
    }
    if (!signal.aborted) {
      this.#refusals += mood === 'unauthorized' ? 1 : 0;
      const restMs = mood === 'rateLimited' || mood === 'unavailable' ? (retryAfterMs ?? 0) : 0;
      this.#quietUntil = Math.max(this.#quietUntil, performance.now() + restMs);
    }
    return { kind: 'failure', failure: failureOf(mood, retryAfterMs) };
  }

  #truth(syncId: string): AskResult {
    switch (this.fates.get(syncId) ?? 'forgotten') {
      case 'running':
        return { kind: 'status', status: runningStatus({ syncId }) };
      case 'completed':
        return { kind: 'status', status: completedStatus({ syncId }) };
      case 'failed':
        return { kind: 'status', status: completedStatus({ syncId, status: 'failed', completedAt: undefined }) };
      case 'unknownWord':
        return { kind: 'status', status: runningStatus({ syncId, status: 'Re-balancing' }) };
      case 'forgotten':
        return { kind: 'failure', failure: { kind: 'notFound', problem: undefined } };
    }
  }
}

function failureOf(mood: Exclude<Mood, 'answers' | 'broken'>, retryAfterMs: number | undefined): Failure {
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

const EXPECTED_STATE = { completed: 'succeeded', failed: 'failed', forgotten: 'lost' } as const;

describe('The job watcher, whatever happens', () => {
  it('loses no job, tells each end once, keeps to every limit, and comes to rest', async function () {
    this.timeout(120_000);
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
            if (job === undefined) {
              assert.deepEqual([world.origins.get(syncId), told], ['adopted', 0], `${syncId} was lost`);
            } else {
              assert.equal(jobState(job), EXPECTED_STATE[fate as keyof typeof EXPECTED_STATE], syncId);
              const once = world.origins.get(syncId) === 'started' ? 1 : 0;
              assert.equal(told, once, `${syncId} was told ${told} times`);
            }
          }
          assert.equal(world.clock.countTimers(), 0);
        } finally {
          world.dispose();
        }
      }),
      { numRuns: 60 },
    );
    assert.ok(questions > 500, 'the runs asked questions at all');
  });
});
