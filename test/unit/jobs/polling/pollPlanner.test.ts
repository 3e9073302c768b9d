import assert from 'node:assert/strict';
import { asMonotonic, plusMs } from '../../../../src/base/monotonicClock.ts';
import type { MonotonicMs } from '../../../../src/base/monotonicClock.ts';
import { FRESH_RATE_LIMITER } from '../../../../src/jobs/polling/rateLimiter.ts';
import type { RateLimiterState } from '../../../../src/jobs/polling/rateLimiter.ts';
import { LEASE_MS, planned } from '../../../../src/jobs/polling/pollState.ts';
import { planPolls } from '../../../../src/jobs/polling/pollPlanner.ts';
import type { Job } from '../../../../src/model/job.ts';
import { ACCOUNT_ID, runningStatus, sampleJob } from '../sampleJobs.ts';

const NOW = asMonotonic(50_000_000);
const TURN_MS = 2500;

type Facts = Parameters<typeof planPolls>[0];

function sync(index: number, changes: Partial<Job> = {}): Job {
  const own = { syncId: `sync-${index}`, knownSince: 0, origin: 'adopted', status: runningStatus() } as const;
  return planned(sampleJob({ ...own, ...changes }), { monotonic: NOW, epoch: 600_000 });
}

/** As if it had been asked about so long ago. */
function askedAgo(ms: number, job: Job): Job {
  return job.pollState ? { ...job, pollState: { ...job.pollState, attempts: 1, askedAt: plusMs(NOW, -ms) } } : job;
}

function many(): Job[] {
  return Array.from({ length: 100 }, (_, index) => askedAgo(60_000 + index, sync(index)));
}

function plan(jobs: readonly Job[], changes: Partial<Facts> = {}) {
  const pace: RateLimiterState = { ...FRESH_RATE_LIMITER, listSettledAt: NOW, turnTakenAt: NOW };
  const facts: Facts = {
    accountId: ACCOUNT_ID,
    jobs,
    pace,
    isFocused: true,
    onScreen: new Set(),
    wanted: new Map(),
    listWantedAt: undefined,
    canList: true,
    isAsking: () => false,
  };
  return planPolls({ ...facts, ...changes }, NOW);
}

describe('The plan of what is asked', () => {
  it('has a question about each job while they are few, and about all connections once they are many', () => {
    const few = plan([sync(1), sync(2)]);
    assert.equal(few.questions.length, 2);
    assert.equal(few.listAt, undefined);
    const all = plan(many());
    assert.equal(all.followedByList.size, 100);
    assert.ok(all.listAt !== undefined && all.listAt - NOW >= 5000 && all.listAt - NOW <= 11_500);
    assert.equal(plan(many(), { canList: false }).questions.length, 100);
  });

  it('asks about uploads and what is on screen by themselves, however many syncs there are', () => {
    const upload = sync(200, { kind: 'upload' });
    const { questions, followedByList } = plan([...many(), upload], { onScreen: new Set(['sync-3']) });
    assert.equal(followedByList.size, 99);
    assert.deepEqual(new Set(questions.slice(0, 1).map(({ syncId }) => syncId)), new Set(['sync-3']));
    assert.ok(questions.some(({ syncId }) => syncId === upload.syncId));
  });

  it('gives each of the many its turn, the one that was asked about longest ago first', () => {
    const { questions } = plan(many());
    assert.deepEqual(questions, [{ syncId: 'sync-99', at: NOW + TURN_MS }]);
    const others = plan(many(), { isAsking: (syncId) => syncId === 'sync-99' });
    assert.deepEqual(others.questions, [{ syncId: 'sync-98', at: NOW + TURN_MS }]);
    const until = plusMs(NOW, LEASE_MS);
    const held = many().map((job) => (job.syncId === 'sync-99' ? { ...job, askingUntil: until } : job));
    assert.equal(plan(held).questions[0]?.syncId, 'sync-98', 'another window asks about the other');
  });

  it("gives the user's own that was never asked about the first turn", () => {
    const own = sync(200, { origin: 'started' });
    assert.equal(plan([...many(), sync(199), own, sync(201)]).questions[0]?.syncId, own.syncId);
  });

  it('takes turns more slowly where nobody looks, and while the question about all gets no answer', () => {
    const at = (changes: Partial<Facts>): number => (plan(many(), changes).questions[0]?.at ?? NaN) - NOW;
    assert.equal(at({ isFocused: false }), 4 * TURN_MS);
    const pace: RateLimiterState = { ...FRESH_RATE_LIMITER, turnTakenAt: NOW, listFailuresInARow: 1 };
    assert.equal(at({ pace }), 4 * TURN_MS);
    assert.equal(
      at({ pace: { ...FRESH_RATE_LIMITER, turnTakenAt: plusMs(NOW, 1) } }),
      0,
      'from before the machine was started',
    );
  });

  it('asks for all connections at once where nobody has, and after whoever is doing so', () => {
    const ahead = { ...FRESH_RATE_LIMITER, listSettledAt: plusMs(NOW, 86_400_000) };
    assert.equal(plan(many(), { pace: FRESH_RATE_LIMITER }).listAt, NOW);
    assert.equal(plan(many(), { pace: ahead }).listAt, NOW, 'from before the machine was started anew');
    const listingUntil = plusMs(NOW, 3000);
    assert.equal(plan(many(), { pace: { ...FRESH_RATE_LIMITER, listingUntil } }).listAt, listingUntil);
    assert.equal(plan(many(), { isAsking: (syncId) => syncId === undefined }).listAt, undefined);
  });

  it('grants a wish once, whichever window does so, and never within a second of the last answer', () => {
    const wanted = (at: MonotonicMs): Partial<Facts> => ({ wanted: new Map([['sync-1', at]]) });
    const job = askedAgo(500, sync(1));
    assert.deepEqual(plan([job], wanted(NOW)).questions, [{ syncId: 'sync-1', at: NOW + 1000 }]);
    const granted = plan([job], wanted(plusMs(NOW, -500))).questions;
    assert.deepEqual(granted, plan([job]).questions);
    const pace = { ...FRESH_RATE_LIMITER, listSettledAt: NOW, listAskedAt: plusMs(NOW, -500) };
    assert.equal(plan(many(), { pace, listWantedAt: NOW }).listAt, NOW + 1000);
    assert.ok((plan(many(), { pace, listWantedAt: plusMs(NOW, -500) }).listAt ?? 0) > NOW + 1000);
  });
});
