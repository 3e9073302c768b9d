import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { WorkSlices } from '../../../src/base/workSlices.ts';

describe('Work in slices', () => {
  it('is done at once up to a number, and the rest in order over the next turns', async () => {
    const slices = new WorkSlices(3);
    const done: number[] = [];
    const results = Array.from({ length: 8 }, (_, at) => slices.run(() => done.push(at)));
    const counts = [done.length];
    while (done.length < 8) {
      await nextTurn();
      counts.push(done.length);
    }
    assert.deepEqual(counts, [3, 6, 8]);
    assert.deepEqual(done, [0, 1, 2, 3, 4, 5, 6, 7]);
    assert.equal(results[0], 1, 'not a promise');
    assert.deepEqual([results[2], await results[3], await results[7]], [3, 4, 8]);
  });

  it('keeps the order of what comes while some waits, and is done at once again after that', async () => {
    const slices = new WorkSlices(1);
    const done: string[] = [];
    void slices.run(() => done.push('a'));
    void slices.run(() => done.push('b'));
    await nextTurn();
    void slices.run(() => done.push('c'));
    assert.deepEqual(done, ['a', 'b']);
    await nextTurn();
    await nextTurn();
    assert.deepEqual(done, ['a', 'b', 'c']);
    assert.equal(
      slices.run(() => 'at once'),
      'at once',
    );
  });

  it('rejects for work that throws, and goes on', async () => {
    const slices = new WorkSlices(1);
    void slices.run(() => undefined);
    const broken = slices.run(() => {
      throw new TypeError('a defect');
    });
    const next = slices.run(() => 'next');
    await assert.rejects(Promise.resolve(broken), TypeError);
    assert.equal(await next, 'next');
  });
});
