import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { sortInSlices, WorkSlices } from '../../../src/base/workSlices.ts';

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

describe('Sorting in slices', () => {
  const never = new AbortController().signal;

  it('sorts as Array.sort does, and keeps the order of equal elements', async () => {
    const element = fc.record({ key: fc.nat(5), at: fc.nat() });
    await fc.assert(
      fc.asyncProperty(fc.array(element, { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), async (items, perTurn) => {
        const compare = (a: { key: number }, b: { key: number }): number => a.key - b.key;
        const sorted = await sortInSlices(items, compare, { perTurn, signal: never });
        assert.deepEqual(sorted, [...items].sort(compare));
      }),
    );
  });

  it('compares no more than a few elements in a turn', async () => {
    let compared = 0;
    const sorted = { isDone: false };
    const items = Array.from({ length: 5000 }, (_, at) => (at * 7919) % 5000);
    const compare = (a: number, b: number): number => {
      compared += 1;
      return a - b;
    };
    const sorting = sortInSlices(items, compare, { perTurn: 100, signal: never }).then(() => (sorted.isDone = true));
    let most = compared;
    for (let before = compared; !sorted.isDone; before = compared) {
      await nextTurn();
      most = Math.max(most, compared - before);
    }
    await sorting;
    assert.ok(compared > 30_000);
    assert.ok(most < 100 * 10, `${most} in one turn`);
  });

  it('stops when it is aborted', async () => {
    const abort = new AbortController();
    let compared = 0;
    const sorting = sortInSlices(
      Array.from({ length: 5000 }, (_, at) => -at),
      (a, b) => {
        compared += 1;
        return a - b;
      },
      { perTurn: 100, signal: abort.signal },
    );
    abort.abort(new Error('signed out'));
    await assert.rejects(sorting, /signed out/);
    assert.ok(compared < 1000);
  });
});
