import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import { monotonicNow, plusMs } from '../../../../src/base/monotonicClock.ts';
import { INTERVAL_MS, RateLimiter } from '../../../../src/jobs/polling/rateLimiter.ts';
import { StatusLookups } from '../../../../src/jobs/polling/statusLookups.ts';
import type { PollResult } from '../../../../src/jobs/polling/statusPoller.ts';
import type { Slowdown } from '../../../../src/jobs/store/jobStore.ts';
import { completedStatus } from '../sampleJobs.ts';

describe('The lookups of statuses', () => {
  let clock: ReturnType<typeof FakeTimers.install>;
  let limiter: RateLimiter;
  let slowdown: Slowdown | undefined;
  let health: { hasAccess: boolean; pauseMs: number };
  let asked: string[];
  let waiting: ((result: PollResult) => void)[];
  let lookups: StatusLookups;
  let isPolling: boolean;

  beforeEach(() => {
    clock = FakeTimers.install({
      now: 1_000_000,
      toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance', 'hrtime'],
    });
    slowdown = undefined;
    limiter = new RateLimiter(() => slowdown);
    health = { hasAccess: true, pauseMs: 0 };
    asked = [];
    waiting = [];
    isPolling = false;
    lookups = new StatusLookups({
      limiter,
      isPolling: () => isPolling,
      health: {
        get hasAccess() {
          return health.hasAccess;
        },
        pauseLeftMs: () => health.pauseMs,
      },
      poll: (syncId, signal) => {
        asked.push(syncId);
        return new Promise((resolve, reject) => {
          waiting.push(resolve);
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        });
      },
    });
  });

  afterEach(() => {
    lookups.dispose();
    assert.equal(clock.countTimers(), 0);
    clock.uninstall();
  });

  function respondToAll(): void {
    waiting.splice(0).forEach((respond) => respond({ kind: 'status', status: completedStatus() }));
  }

  it('request a status once, however often it is asked for meanwhile, and two at a time', async () => {
    const results = ['a', 'a', 'b', 'c'].map((syncId) => lookups.lookUp(syncId));
    await clock.tickAsync(0);
    assert.deepEqual(asked, ['a', 'b']);
    respondToAll();
    await clock.tickAsync(0);
    assert.deepEqual(asked, ['a', 'b', 'c']);
    respondToAll();
    assert.deepEqual(
      (await Promise.all(results)).map((result) => result?.kind),
      ['status', 'status', 'status', 'status'],
    );
  });

  function spendAll(): void {
    Array.from({ length: limiter.freeSlots() }, () => limiter.spend());
  }

  it('keep the pace of the polls', async () => {
    spendAll();
    const lookup = lookups.lookUp('a');
    await clock.tickAsync(INTERVAL_MS - 10);
    assert.deepEqual(asked, []);
    await clock.tickAsync(20);
    assert.deepEqual([asked, limiter.freeSlots()], [['a'], 0]);
    respondToAll();
    await lookup;
  });

  it('leave the last request to the polls, and reserve the next one after 6 s', async () => {
    isPolling = true;
    spendAll();
    // A poll takes each request as soon as it is free.
    Array.from({ length: 8 }, (_, index) => setTimeout(spendAll, (index + 1) * INTERVAL_MS));
    const lookup = lookups.lookUp('a');
    await clock.tickAsync(8 * INTERVAL_MS - 10);
    assert.deepEqual([asked, lookups.overdueCount], [[], 0]);
    await clock.tickAsync(INTERVAL_MS);
    assert.deepEqual([asked, lookups.overdueCount], [[], 1]);
    await clock.tickAsync(20);
    assert.deepEqual([asked, lookups.overdueCount], [['a'], 0]);
    respondToAll();
    await lookup;
  });

  it('take the only request there is after 6 s, without waiting for another interval', async () => {
    isPolling = true;
    // Then only one request at a time is free.
    slowdown = { until: plusMs(monotonicNow(), 60_000), intervalMs: 1_000 };
    const lookup = lookups.lookUp('a');
    await clock.tickAsync(5_990);
    assert.deepEqual([asked, limiter.freeSlots()], [[], 1]);
    await clock.tickAsync(20);
    assert.deepEqual([asked, lookups.overdueCount], [['a'], 0]);
    respondToAll();
    await lookup;
  });

  it('take what the polls leave, and everything once nothing is polled', async () => {
    isPolling = true;
    spendAll();
    const looking = [lookups.lookUp('a'), lookups.lookUp('b')];
    await clock.tickAsync(2 * INTERVAL_MS);
    assert.deepEqual(asked, ['a']);
    isPolling = false;
    await clock.tickAsync(INTERVAL_MS);
    assert.deepEqual(asked, ['a', 'b']);
    respondToAll();
    await Promise.all(looking);
  });

  it('send nothing during a pause that the service asked for, or once it refused the secret', async () => {
    health.pauseMs = 7000;
    assert.deepEqual(await lookups.lookUp('a'), {
      kind: 'failure',
      failure: { kind: 'rateLimited', retryAfterMs: 7000 },
    });
    health = { hasAccess: false, pauseMs: 0 };
    assert.deepEqual(await lookups.lookUp('a'), { kind: 'failure', failure: { kind: 'signedOut' } });
    assert.deepEqual(asked, []);
  });

  it('end without a result when the account changes, in flight and before', async () => {
    const inFlight = [lookups.lookUp('a'), lookups.lookUp('b'), lookups.lookUp('c')];
    await clock.tickAsync(0);
    lookups.dispose();
    assert.deepEqual(await Promise.all(inFlight), [undefined, undefined, undefined]);
    assert.deepEqual(asked, ['a', 'b']);
  });
});
