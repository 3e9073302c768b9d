import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import { asMonotonic, monotonicNow, plusMs } from '../../../../src/base/monotonicClock.ts';
import { LEASE_MS, PollLease } from '../../../../src/jobs/polling/pollLease.ts';
import { RateLimiter } from '../../../../src/jobs/polling/rateLimiter.ts';
import { MemoryJobStore } from '../memoryJobStore.ts';
import { ACCOUNT_ID, sampleLease } from '../sampleJobs.ts';

describe('The lease of an account', () => {
  let clock: ReturnType<typeof FakeTimers.install>;
  let store: MemoryJobStore;
  let lost: PollLease[];
  const focused = { isFocused: true, canHandOver: true };
  const unfocused = { isFocused: false, canHandOver: true };

  beforeEach(() => {
    clock = FakeTimers.install({ now: 1_000_000 });
    clock.tick(100_000);
    store = new MemoryJobStore();
    lost = [];
  });

  afterEach(() => {
    store.dispose();
    clock.uninstall();
  });

  function open(limiter = new RateLimiter()): PollLease {
    const lease: PollLease = new PollLease({
      accountId: ACCOUNT_ID,
      store,
      limiter,
      onDidLose: () => lost.push(lease),
    });
    return lease;
  }

  /** Looks as often as it says. */
  function isHeldAfter(ms: number, ...leases: readonly PollLease[]): readonly boolean[] {
    for (let passed = 0; passed < ms; passed += 100) {
      clock.tick(100);
      leases
        .filter(({ nextAttemptAt }) => nextAttemptAt <= monotonicNow())
        .forEach((lease) => lease.tryAcquireOrRenew(focused));
    }
    return leases.map(({ isHeld }) => isHeld);
  }

  it('is held by one window for as long as that renews it', () => {
    const [first, second] = [open(), open()];
    assert.deepEqual([first.tryAcquireOrRenew(focused), second.tryAcquireOrRenew(focused)], [true, false]);
    assert.deepEqual(isHeldAfter(60_000, first, second), [true, false]);
    assert.deepEqual(lost, []);
  });

  it('passes at once from a window that releases it, and soon from one that was killed', () => {
    const [first, second, third] = [open(), open(), open()];
    first.tryAcquireOrRenew(focused);
    first.release();
    assert.deepEqual([second.tryAcquireOrRenew(focused), first.tryAcquireOrRenew(focused)], [true, false]);
    third.tryAcquireOrRenew(focused);
    assert.deepEqual(isHeldAfter(LEASE_MS + 400, third), [false]);
    assert.deepEqual(isHeldAfter(100, third), [true]);
    second.release();
    assert.equal(third.isHeld && third.tryAcquireOrRenew(focused), true, 'a window releases nothing but its own');
  });

  it('stays with a window that slept with the others, and is lost by one that was held up', () => {
    const [first, second] = [open(), open()];
    first.tryAcquireOrRenew(focused);
    second.tryAcquireOrRenew(focused);
    clock.tick(3_600_000);
    assert.deepEqual(
      [first.isHeld, second.tryAcquireOrRenew(focused), first.tryAcquireOrRenew(focused)],
      [false, false, true],
    );
    assert.deepEqual(isHeldAfter(12_000, second), [true]);
    assert.equal(first.tryAcquireOrRenew(focused), false);
    assert.deepEqual(lost, [first]);
  });

  it('is handed over to a focused window by one that is not, once nothing keeps it', () => {
    const [first, second] = [open(), open()];
    first.tryAcquireOrRenew(focused);
    second.tryAcquireOrRenew(focused);
    assert.equal(store.lease(ACCOUNT_ID)?.requestedBy, undefined);
    assert.equal(first.tryAcquireOrRenew({ isFocused: false, canHandOver: false }), true);
    assert.deepEqual([second.tryAcquireOrRenew(unfocused), store.lease(ACCOUNT_ID)?.requestedBy], [false, undefined]);
    second.tryAcquireOrRenew(focused);
    assert.equal(first.tryAcquireOrRenew({ isFocused: false, canHandOver: false }), true);
    assert.equal(first.tryAcquireOrRenew(unfocused), false);
    assert.equal(second.tryAcquireOrRenew(focused), true);
    assert.deepEqual(lost, [first]);
  });

  it('is not handed to a window that lost the focus or closed meanwhile, and another one can request it', () => {
    const [first, second, third] = [open(), open(), open()];
    first.tryAcquireOrRenew({ isFocused: false, canHandOver: false });
    second.tryAcquireOrRenew(focused);
    third.tryAcquireOrRenew(focused);
    second.tryAcquireOrRenew(unfocused);
    assert.equal(store.lease(ACCOUNT_ID)?.requestedBy, undefined);
    third.tryAcquireOrRenew(focused);
    third.release();
    assert.equal(store.lease(ACCOUNT_ID)?.requestedBy, undefined);
    assert.equal(first.tryAcquireOrRenew(unfocused), true);
    second.tryAcquireOrRenew(focused);
    assert.deepEqual([first.tryAcquireOrRenew(unfocused), second.tryAcquireOrRenew(focused)], [false, true]);
  });

  it('passes on from a window that got it on request and does not poll, and soon from one that was killed meanwhile', () => {
    const [first, second, third] = [open(), open(), open()];
    first.tryAcquireOrRenew(unfocused);
    second.tryAcquireOrRenew(focused);
    first.tryAcquireOrRenew(unfocused);
    second.release();
    assert.equal(third.tryAcquireOrRenew(unfocused), true);
    open().tryAcquireOrRenew(focused);
    assert.equal(third.tryAcquireOrRenew(unfocused), false);
    assert.deepEqual(isHeldAfter(LEASE_MS + 1000, first), [true]);
  });

  it('follows the focus through three windows, with a look at each change only', () => {
    const leases = [open(), open(), open()];
    let focus = 0;
    let changes = 0;
    store.onDidChangeLease(() => (changes += 1));
    const look = (index: number): boolean | undefined =>
      leases[index]?.tryAcquireOrRenew({ isFocused: index === focus, canHandOver: true });
    for (let turn = 0; turn < 30; turn += 1) {
      // The window that gets the focus may hear of it first.
      const [before, after] = [focus, (turn * 7) % 3];
      focus = after;
      [after, before].forEach(look);
      for (let known = -1; known !== changes && changes < 1000;) {
        known = changes;
        [0, 1, 2].forEach(look);
      }
      assert.deepEqual(
        leases.map(({ isHeld }) => isHeld),
        leases.map((_, index) => index === focus),
        `turn ${turn}`,
      );
    }
    assert.ok(changes < 1000);
  });

  it('is from before the machine was restarted where it ends later than any can', () => {
    const until = plusMs(monotonicNow(), LEASE_MS + 1);
    store.updateLease(ACCOUNT_ID, () => sampleLease({ until, bookedUntil: asMonotonic(1e9) }));
    const limiter = new RateLimiter();
    assert.equal(open(limiter).tryAcquireOrRenew(focused), true);
    assert.ok(limiter.freeSlots() > 1);
  });

  it('takes the state of the rate limiter along, and none of the burst of a window that was killed', () => {
    const [used, limiter] = [new RateLimiter(), new RateLimiter()];
    const [first, second] = [open(used), open(limiter)];
    first.tryAcquireOrRenew(focused);
    while (used.freeSlots() > 0) {
      used.spend();
    }
    first.release();
    second.tryAcquireOrRenew(focused);
    assert.equal(limiter.freeSlots(), 0);
    clock.tick(60_000);
    const third = new RateLimiter();
    const lease = open(third);
    isHeldAfter(1000, lease);
    assert.equal(lease.isHeld, true);
    assert.equal(third.freeSlots() > 1, true, 'it was killed long ago');
  });

  it('can not be taken while the store can not be read, and is kept until it lapses', () => {
    const lease = open();
    lease.tryAcquireOrRenew(focused);
    Object.assign(store, { updateLease: () => undefined });
    assert.equal(open().tryAcquireOrRenew(focused), false);
    clock.tick(LEASE_MS - 1);
    assert.equal(lease.tryAcquireOrRenew(focused), true);
    clock.tick(1);
    assert.equal(lease.tryAcquireOrRenew(focused), false);
  });
});
