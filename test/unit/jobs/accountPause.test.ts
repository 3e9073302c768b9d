import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import { AccountPause } from '../../../src/jobs/accountPause.ts';

describe('The pause of an account', () => {
  let clock: ReturnType<typeof FakeTimers.install>;
  beforeEach(() => (clock = FakeTimers.install()));
  afterEach(() => clock.uninstall());

  it('is over when its time has passed', () => {
    const pause = new AccountPause();
    assert.equal(pause.leftMs(), 0);
    pause.begin(5000);
    clock.tick(4999);
    assert.equal(pause.leftMs(), 1);
    clock.tick(1);
    assert.equal(pause.leftMs(), 0);
  });

  it('is never shortened by a later, shorter wish', () => {
    const pause = new AccountPause();
    pause.begin(60_000);
    pause.begin(1000);
    assert.equal(pause.leftMs(), 60_000);
  });

  it('keeps its length when somebody sets the clock', () => {
    const pause = new AccountPause();
    pause.begin(60_000);
    clock.setSystemTime(Date.now() - 3_600_000);
    assert.equal(pause.leftMs(), 60_000);
    clock.setSystemTime(Date.now() + 7_200_000);
    assert.equal(pause.leftMs(), 60_000);
  });

  it('counts answers that arrive together as one, and grows with each that follows', () => {
    const pause = new AccountPause();
    for (let answer = 0; answer < 8; answer += 1) {
      pause.begin(undefined);
    }
    assert.equal(pause.leftMs(), 10_000);
    clock.tick(10_000);
    pause.begin(undefined);
    assert.equal(pause.leftMs(), 20_000);
  });

  it('begins short again after a real answer, without ending early', () => {
    const pause = new AccountPause();
    pause.begin(undefined);
    clock.tick(10_000);
    pause.begin(undefined);
    pause.forget();
    assert.equal(pause.leftMs(), 20_000);
    clock.tick(20_000);
    pause.begin(undefined);
    assert.equal(pause.leftMs(), 10_000);
  });
});
