import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import FakeTimers from '@sinonjs/fake-timers';
import { ClockJumpDetector, readClocks, latestOf, monotonicNow, plusMs } from '../../../src/base/monotonicClock.ts';

describe('monotonicClock', () => {
  it('is not affected when the wall clock is set', () => {
    const clock = FakeTimers.install({ now: 1_000_000 });
    try {
      const before = readClocks();
      clock.setSystemTime(1_000_000 - 86_400_000);
      clock.tick(250);
      const { monotonic, epoch } = readClocks();
      assert.equal(monotonic - before.monotonic, 250);
      assert.equal(epoch - before.epoch, 250 - 86_400_000);
    } finally {
      clock.uninstall();
    }
  });

  it('reads the same in every process of the machine', () => {
    const module = new URL('../../../src/base/monotonicClock.ts', import.meta.url).href;
    const program = `console.log((await import('${module}')).monotonicNow())`;
    const before = monotonicNow();
    const there = Number(execFileSync(process.execPath, ['--input-type=module', '-e', program]).toString());
    assert.ok(before < there && there < monotonicNow(), `${before}, there ${there}`);
  });

  it('adds to a moment and finds the latest', () => {
    const now = monotonicNow();
    assert.equal(plusMs(now, 5) - now, 5);
    assert.equal(latestOf(now, plusMs(now, 2), plusMs(now, -2)), plusMs(now, 2));
  });
});

describe('Jumps of the clock', () => {
  let clock: ReturnType<typeof FakeTimers.install>;
  let jumps: ClockJumpDetector;
  beforeEach(() => {
    clock = FakeTimers.install({ now: 1_000_000 });
    jumps = new ClockJumpDetector();
  });
  afterEach(() => clock.uninstall());

  function setClock(byMs: number): void {
    clock.setSystemTime(Date.now() + byMs);
  }

  it('are detected once, in both directions', () => {
    assert.equal(jumps.hasJumped(), false);
    clock.tick(3_600_000);
    assert.equal(jumps.hasJumped(), false);
    setClock(60_000);
    assert.equal(jumps.hasJumped(), true);
    assert.equal(jumps.hasJumped(), false);
    setClock(-60_000);
    assert.equal(jumps.hasJumped(), true);
  });

  it('are not detected while the clock is synchronized', () => {
    jumps.hasJumped();
    for (let look = 0; look < 100; look += 1) {
      setClock(900);
      assert.equal(jumps.hasJumped(), false);
    }
  });

  it('are ignored while nothing is waiting', () => {
    jumps.hasJumped();
    jumps.reset();
    setClock(86_400_000);
    assert.equal(jumps.hasJumped(), false);
  });
});
