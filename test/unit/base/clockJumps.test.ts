import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import { ClockJumps } from '../../../src/base/monotonicClock.ts';

describe('Jumps of the clock', () => {
  let clock: ReturnType<typeof FakeTimers.install>;
  let jumps: ClockJumps;
  beforeEach(() => {
    clock = FakeTimers.install({ now: 1_000_000 });
    jumps = new ClockJumps();
  });
  afterEach(() => clock.uninstall());

  function setClock(byMs: number): void {
    clock.setSystemTime(Date.now() + byMs);
  }

  it('are noticed once, forth and back', () => {
    assert.equal(jumps.look(), false);
    clock.tick(3_600_000);
    assert.equal(jumps.look(), false);
    setClock(60_000);
    assert.equal(jumps.look(), true);
    assert.equal(jumps.look(), false);
    setClock(-60_000);
    assert.equal(jumps.look(), true);
  });

  it('are none where the network keeps the clock right', () => {
    jumps.look();
    for (let look = 0; look < 100; look += 1) {
      setClock(900);
      assert.equal(jumps.look(), false);
    }
  });

  it('are of no interest while nothing waits', () => {
    jumps.look();
    jumps.rest();
    setClock(86_400_000);
    assert.equal(jumps.look(), false);
  });
});
