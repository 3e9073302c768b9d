import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import FakeTimers from '@sinonjs/fake-timers';
import { later, latest, steadyNow, thisMoment } from '../../../src/base/steadyTime.ts';

describe('The steady clock', () => {
  it('is not moved by somebody who sets the other one', () => {
    const clock = FakeTimers.install({ now: 1_000_000 });
    try {
      const before = thisMoment();
      clock.setSystemTime(1_000_000 - 86_400_000);
      clock.tick(250);
      const { steady, epoch } = thisMoment();
      assert.equal(steady - before.steady, 250);
      assert.equal(epoch - before.epoch, 250 - 86_400_000);
    } finally {
      clock.uninstall();
    }
  });

  it('tells the same in every process of the machine', () => {
    const module = new URL('../../../src/base/steadyTime.ts', import.meta.url).href;
    const program = `console.log((await import('${module}')).steadyNow())`;
    const before = steadyNow();
    const there = Number(execFileSync(process.execPath, ['--input-type=module', '-e', program]).toString());
    assert.ok(before < there && there < steadyNow(), `${before}, there ${there}`);
  });

  it('has moments that are later, and a latest one', () => {
    const now = steadyNow();
    assert.equal(later(now, 5) - now, 5);
    assert.equal(latest(now, later(now, 2), later(now, -2)), later(now, 2));
  });
});
