import assert from 'node:assert/strict';
import { once } from 'node:events';
import FakeTimers from '@sinonjs/fake-timers';
import { WorkerPool } from '../../../../src/data/worker/workerPool.ts';

/** Waits for a message, and ends: with an error if it is one. */
const PROGRAM = new URL(`data:text/javascript,
  import { parentPort } from "node:worker_threads";
  parentPort.once("message", (message) => {
    if (message instanceof Error) throw message;
    parentPort.close();
  });`);

describe('A pool of workers', () => {
  let pool: WorkerPool;
  beforeEach(() => (pool = new WorkerPool(PROGRAM)));
  afterEach(() => pool.dispose());

  it('gives a worker for one task after another, but not for two at once', () => {
    const first = pool.take();
    const second = pool.take();
    assert.notEqual(second, first);
    pool.giveBack(first);
    assert.equal(pool.take(), first);
    const third = pool.take();
    assert.ok(third !== first && third !== second);
  });

  it('keeps one worker that has nothing to do, and ends the others', async () => {
    const [kept, other] = [pool.take(), pool.take()];
    pool.giveBack(kept);
    const ended = once(other, 'exit');
    pool.giveBack(other);
    await ended;
    assert.equal(pool.take(), kept);
  });

  it('never gives a worker again that has ended while it had nothing to do', async () => {
    const worker = pool.take();
    pool.giveBack(worker);
    worker.postMessage('end');
    await once(worker, 'exit');
    assert.notEqual(pool.take(), worker);
  });

  it('never gives a worker again that has failed while it had nothing to do', async () => {
    const worker = pool.take();
    pool.giveBack(worker);
    worker.postMessage(new Error('It failed.'));
    // Not `once`, which rejects at the error.
    await new Promise((resolve) => worker.on('exit', resolve));
    assert.notEqual(pool.take(), worker);
  });

  it('never gives a worker again that has ended after its task, before it was given back', async () => {
    const worker = pool.take();
    worker.postMessage('end');
    await once(worker, 'exit');
    pool.giveBack(worker);
    assert.notEqual(pool.take(), worker);
  });

  describe('after a while', () => {
    let clock: ReturnType<typeof FakeTimers.install>;
    beforeEach(() => (clock = FakeTimers.install({ toFake: ['setTimeout', 'clearTimeout'] })));
    afterEach(() => clock.uninstall());

    it('ends a worker that has had nothing to do since then', async () => {
      const worker = pool.take();
      pool.giveBack(worker);
      const ended = once(worker, 'exit');
      clock.tick(30_000);
      await ended;
      assert.notEqual(pool.take(), worker);
    });

    it('keeps a worker that has had a task meanwhile', () => {
      const worker = pool.take();
      pool.giveBack(worker);
      clock.tick(20_000);
      pool.giveBack(pool.take());
      clock.tick(20_000);
      assert.equal(pool.take(), worker);
    });

    it('does not end a worker while it has a task', () => {
      const worker = pool.take();
      pool.giveBack(worker);
      pool.take();
      clock.tick(60_000);
      pool.giveBack(worker);
      assert.equal(pool.take(), worker);
    });

    it('leaves no timer when it is disposed', () => {
      pool.giveBack(pool.take());
      pool.dispose();
      assert.equal(clock.countTimers(), 0);
    });
  });

  it('ends a worker whose task has failed, and never gives it again', async () => {
    const worker = pool.take();
    const ended = once(worker, 'exit');
    await pool.end(worker);
    await ended;
    assert.notEqual(pool.take(), worker);
  });

  it('ends all workers when it is disposed, also those that are given back later', async () => {
    const [idle, busy] = [pool.take(), pool.take()];
    pool.giveBack(idle);
    const ended = [idle, busy].map((worker) => once(worker, 'exit'));
    pool.dispose();
    await Promise.all(ended);
    const late = pool.take();
    const lateEnded = once(late, 'exit');
    pool.giveBack(late);
    await lateEnded;
  });
});
