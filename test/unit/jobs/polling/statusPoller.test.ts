import assert from 'node:assert/strict';
import FakeTimers from '@sinonjs/fake-timers';
import { ServiceHealth } from '../../../../src/jobs/polling/serviceHealth.ts';
import { RateLimiter } from '../../../../src/jobs/polling/rateLimiter.ts';
import { StatusPoller } from '../../../../src/jobs/polling/statusPoller.ts';
import { StatusRecorder } from '../../../../src/jobs/polling/statusRecorder.ts';
import { MemoryJobStore } from '../memoryJobStore.ts';
import type { Failure } from '../../../../src/model/failure.ts';
import { ACCOUNT_ID } from '../sampleJobs.ts';

describe('The list of all connections', () => {
  for (const [how, list] of Object.entries<() => Promise<Failure | undefined>>({
    rejects: () => Promise.reject(new Error('a defect')),
    throws: () => {
      throw new Error('a defect');
    },
  })) {
    it(`can be requested again after a request that ${how}, counts as failed and is logged`, async () => {
      const store = new MemoryJobStore();
      const health = new ServiceHealth(ACCOUNT_ID, store);
      const limiter = new RateLimiter();
      const errors: string[] = [];
      const ignore = (): void => undefined;
      const log = { debug: ignore, info: ignore, warn: ignore, error: (message: string) => errors.push(message) };
      const recorder = new StatusRecorder({ accountId: ACCOUNT_ID, store, log });
      let sent = 0;
      const free = limiter.freeSlots();
      const poller = await new Promise<StatusPoller>((settled) => {
        const created: StatusPoller = new StatusPoller({
          health,
          limiter,
          recorder,
          log,
          list: () => ((sent += 1), list()),
          poll: () => Promise.reject(new Error('not polled')),
          onDidSettle: () => settled(created),
        });
        created.list();
      });
      assert.equal(poller.listState?.isInFlight, false);
      assert.equal(poller.listState.failuresInARow, 1);
      assert.ok(limiter.freeSlots() < free);
      assert.deepEqual(errors, ['Listing all connections failed unexpectedly: Error: a defect']);
      poller.list();
      assert.equal(sent, 2);
      poller.dispose();
      health.dispose();
    });
  }

  it('is weighed by the size of its answers, on average, and by how long they take', async () => {
    const clock = FakeTimers.install({ now: 1_000_000 });
    const store = new MemoryJobStore();
    const health = new ServiceHealth(ACCOUNT_ID, store);
    const ignore = (): void => undefined;
    const log = { debug: ignore, info: ignore, warn: ignore, error: (message: string) => assert.fail(message) };
    const poller: StatusPoller = new StatusPoller({
      health,
      log,
      limiter: new RateLimiter(),
      onDidSettle: ignore,
      recorder: new StatusRecorder({ accountId: ACCOUNT_ID, store, log }),
      list: async () => {
        await clock.tickAsync(4000);
        poller.recordList(1000);
        return undefined;
      },
      poll: () => Promise.reject(new Error('not polled')),
    });
    const cost = (): unknown => [poller.listState?.byteLength, poller.listState?.tookMs];
    poller.recordList(3000);
    assert.deepEqual(cost(), [3000, 0], 'one that was requested elsewhere');
    poller.list();
    await clock.tickAsync(5000);
    assert.deepEqual(cost(), [2000, 4000]);
    poller.recordList(0);
    assert.deepEqual(cost(), [1000, 4000]);
    [poller, health, store].forEach((owned) => owned.dispose());
    clock.uninstall();
  });
});
