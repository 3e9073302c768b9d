import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import { asMonotonic, monotonicNow, plusMs } from '../../../../src/base/monotonicClock.ts';
import { exhaustedAt, INTERVAL_MS, RateLimiter, slowdownAfter } from '../../../../src/jobs/polling/rateLimiter.ts';
import type { Slowdown } from '../../../../src/jobs/store/jobStore.ts';

const MINUTE_MS = 60_000;

describe('The limit of polls', () => {
  let clock: ReturnType<typeof FakeTimers.install>;
  let slowdown: Slowdown | undefined;
  let limiter: RateLimiter;

  beforeEach(() => {
    clock = FakeTimers.install({ now: 1_000_000, toFake: ['Date', 'performance', 'hrtime'] });
    clock.tick(1_000_000);
    slowdown = undefined;
    limiter = new RateLimiter(() => slowdown);
  });
  afterEach(() => clock.uninstall());

  function spend(count: number): void {
    for (let index = 0; index < count; index += 1) {
      limiter.spend();
    }
  }

  const nextInMs = (): number => limiter.nextSlotAt() - monotonicNow();

  it('lets twenty go out at once, and then one every three quarters of a second', () => {
    assert.deepEqual([limiter.freeSlots(), nextInMs()], [20, 0]);
    spend(19);
    assert.deepEqual([limiter.freeSlots(), nextInMs()], [1, 0]);
    spend(1);
    assert.deepEqual([limiter.freeSlots(), nextInMs()], [0, 750]);
    clock.tick(749);
    assert.deepEqual([limiter.freeSlots(), nextInMs()], [0, 1]);
    clock.tick(1);
    assert.deepEqual([limiter.freeSlots(), nextInMs()], [1, 0]);
    clock.tick(19 * INTERVAL_MS);
    assert.equal(limiter.freeSlots(), 20);
    clock.tick(MINUTE_MS);
    assert.equal(limiter.freeSlots(), 20, 'no more than that, however long none goes out');
  });

  it('lets at most 100 go out in any minute', () => {
    let sent = 0;
    for (let ms = 0; ms < MINUTE_MS; ms += 250) {
      const free = limiter.freeSlots();
      spend(free);
      sent += free;
      clock.tick(250);
    }
    assert.ok(sent >= 95 && sent <= 100, String(sent));
  });

  it('is owed by more requests than were allowed, as lists by hand are', () => {
    spend(22);
    assert.deepEqual([limiter.freeSlots(), nextInMs()], [0, 3 * INTERVAL_MS]);
  });

  it('continues where another window stopped, and never earlier than it stood itself', () => {
    const other = new RateLimiter();
    spend(5);
    other.continueFrom(limiter.bookedUntil);
    assert.equal(other.freeSlots(), 15);
    other.continueFrom(asMonotonic(0));
    assert.equal(other.freeSlots(), 15);
    other.continueFrom(exhaustedAt(monotonicNow()));
    assert.deepEqual([other.freeSlots(), other.nextSlotAt() - monotonicNow()], [0, INTERVAL_MS]);
  });

  it('begins anew where its state is from before the machine was restarted', () => {
    limiter.continueFrom(plusMs(monotonicNow(), 2 * MINUTE_MS + 1));
    assert.equal(limiter.freeSlots(), 20);
    limiter.continueFrom(plusMs(monotonicNow(), 2 * MINUTE_MS));
    assert.equal(limiter.freeSlots(), 0);
  });

  it('lets one go out in the interval of a slowdown, without a burst, until that ends', () => {
    slowdown = { until: plusMs(monotonicNow(), 30_000), intervalMs: 10_000 };
    assert.deepEqual([limiter.freeSlots(), nextInMs()], [1, 0]);
    spend(1);
    assert.deepEqual([limiter.freeSlots(), nextInMs()], [0, 10_000]);
    clock.tick(10_000);
    assert.deepEqual([limiter.freeSlots(), nextInMs()], [1, 0]);
    clock.tick(20_000);
    assert.equal(limiter.freeSlots(), 20);
  });

  it('is as usual once a slowdown has ended, although the user refreshed several times meanwhile', () => {
    slowdown = { until: plusMs(monotonicNow(), MINUTE_MS), intervalMs: MINUTE_MS };
    spend(4);
    assert.deepEqual([limiter.freeSlots(), nextInMs()], [0, MINUTE_MS + 3 * INTERVAL_MS]);
    clock.tick(MINUTE_MS);
    assert.ok(limiter.freeSlots() >= 15);
  });

  it('ignores a slowdown that is from before the machine was restarted', () => {
    slowdown = { until: plusMs(monotonicNow(), MINUTE_MS + 1), intervalMs: 10_000 };
    assert.equal(limiter.freeSlots(), 20);
    slowdown = { until: plusMs(monotonicNow(), MINUTE_MS), intervalMs: 10_000 };
    assert.equal(limiter.freeSlots(), 1);
  });
});

describe('What the service says about how few requests are left', () => {
  const now = asMonotonic(1_000_000);
  const after = (remaining: number, of: { limit?: number; resetInMs?: number } = {}, before?: Slowdown) =>
    slowdownAfter(before, { remaining, limit: of.limit, resetInMs: of.resetInMs }, now);

  it('slows polling down with twenty left, or a tenth of the limit if that is fewer', () => {
    assert.equal(after(21), undefined);
    assert.ok(after(20));
    assert.equal(after(21, { limit: 1000 }), undefined);
    assert.ok(after(20, { limit: 1000 }));
    assert.equal(after(11, { limit: 100 }), undefined);
    assert.ok(after(10, { limit: 100 }));
  });

  it('spreads the requests over the time until the reset, and leaves one to others', () => {
    assert.deepEqual(after(11, { resetInMs: 30_000 }), { until: now + 30_000, intervalMs: 3000 });
    assert.deepEqual(after(2, { resetInMs: 30_000 }), { until: now + 30_000, intervalMs: 30_000 });
    assert.deepEqual(after(0, { resetInMs: 30_000 }), { until: now + 30_000, intervalMs: 30_000 });
  });

  it('slows down for at most a minute, and never polls more often than usual', () => {
    assert.equal(after(5)?.until, now + MINUTE_MS);
    assert.equal(after(5, { resetInMs: 3_600_000 })?.until, now + MINUTE_MS);
    assert.deepEqual(after(20, { resetInMs: 1000 }), { until: now + 1000, intervalMs: INTERVAL_MS });
    assert.deepEqual(after(20, { resetInMs: 0 }), { until: now + INTERVAL_MS, intervalMs: INTERVAL_MS });
  });

  it('ends a slowdown once enough are left again', () => {
    const current = { until: plusMs(now, 1), intervalMs: 5000 };
    assert.equal(after(100, {}, current), undefined);
    const over = { until: now, intervalMs: 5000 };
    assert.equal(after(100, {}, over), over, 'nothing has changed');
  });
});
