import assert from 'node:assert/strict';
import { TransferRate } from '../../../../src/app/upload/transferRate.ts';
import { asMonotonic } from '../../../../src/base/monotonicClock.ts';
import type { MonotonicMs } from '../../../../src/base/monotonicClock.ts';

const START = 1_790_000_000;
const after = (ms: number): MonotonicMs => asMonotonic(START + ms);

describe('A transfer rate', () => {
  it('is unknown until there is something to go by', () => {
    const rate = new TransferRate();
    assert.equal(rate.estimate(0, 100, after(0)), undefined);
    rate.add(0, after(0));
    assert.equal(rate.estimate(10, 100, after(400)), undefined, 'too early');
    assert.equal(rate.estimate(0, 100, after(10_000)), undefined, 'nothing moved');
  });

  it('tells how fast it goes and how long it will take', () => {
    const rate = new TransferRate();
    rate.add(0, after(0));
    assert.equal(rate.estimate(499, 5_000, after(499)), undefined);
    assert.deepEqual(rate.estimate(500, 5_000, after(500)), { bytesPerSecond: 1_000, leftMs: 4_500 });
    assert.deepEqual(rate.estimate(1_000, 5_000, after(1_000)), { bytesPerSecond: 1_000, leftMs: 4_000 });
  });

  it('follows a network that changes', () => {
    const rate = new TransferRate();
    let bytes = 0;
    for (let at = 0; at <= 20_000; at += 50) {
      bytes += at < 10_000 ? 100 : 10;
      rate.add(bytes, after(at));
    }
    const { bytesPerSecond = 0 } = rate.estimate(bytes, 2 * bytes, after(20_000)) ?? {};
    assert.ok(bytesPerSecond > 150 && bytesPerSecond < 250, String(bytesPerSecond));
  });

  it('is unknown once nothing was transferred for some seconds', () => {
    const rate = new TransferRate();
    for (let at = 0; at <= 2_000; at += 100) {
      rate.add(at, after(at));
    }
    rate.add(2_000, after(6_900));
    assert.notEqual(rate.estimate(2_000, 4_000, after(6_900)), undefined);
    rate.add(2_000, after(7_100));
    assert.equal(rate.estimate(2_000, 4_000, after(7_100)), undefined);
  });
});
