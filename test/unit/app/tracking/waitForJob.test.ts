import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import FakeTimers from '@sinonjs/fake-timers';
import type { JobsChange } from '../../../../src/app/tracking/jobsChange.ts';
import { waitForJob } from '../../../../src/app/tracking/waitForJob.ts';
import { Emitter } from '../../../../src/base/event.ts';
import type { JobCollection } from '../../../../src/jobs/history/jobCollection.ts';
import type { Job } from '../../../../src/model/job.ts';
import { completedStatus, runningStatus, sampleJob } from '../../jobs/sampleJobs.ts';

describe('Following a job', () => {
  const changes = new Emitter<JobsChange>();
  let job: Job | undefined;
  let seen: (string | undefined)[];
  let stop: AbortController;
  let hasAccess: boolean;

  const tracker = {
    get jobs() {
      return { find: () => job } as unknown as JobCollection;
    },
    get hasAccess() {
      return hasAccess;
    },
    onDidChange: changes.event,
  };

  beforeEach(() => {
    job = sampleJob();
    seen = [];
    stop = new AbortController();
    hasAccess = true;
  });

  function change(next: Job | undefined): void {
    job = next;
    changes.fire({ syncIds: 'all', entityIds: 'all' });
  }

  function follow(timeoutMs?: number) {
    return waitForJob(tracker, 'sync-1', {
      onChange: ({ status }) => seen.push(status?.status),
      signal: stop.signal,
      timeoutMs,
    });
  }

  it('leaves no timer and no listener once it is over', async () => {
    const clock = FakeTimers.install();
    try {
      for (const timeoutMs of [1000, undefined]) {
        job = sampleJob();
        const followed = follow(timeoutMs);
        assert.equal(clock.countTimers(), timeoutMs === undefined ? 0 : 1);
        change(sampleJob({ status: completedStatus() }));
        await followed;
        assert.deepEqual([clock.countTimers(), getEventListeners(stop.signal, 'abort').length], [0, 0]);
      }
    } finally {
      clock.uninstall();
    }
  });

  it('reports the job as it is, each change, and its end', async () => {
    const followed = follow();
    const running = sampleJob({ status: runningStatus() });
    change(running);
    change(running);
    const ended = sampleJob({ status: completedStatus() });
    change(ended);
    assert.deepEqual(await followed, { kind: 'ended', job: ended });
    assert.deepEqual(seen, [undefined, 'running', 'completed']);
  });

  it('waits for the final status of a job whose end only the list of connections shows', async () => {
    const followed = follow();
    change(sampleJob({ status: completedStatus(), listedEnd: 'pending' }));
    const final = sampleJob({ status: completedStatus({ message: 'All of it' }) });
    change(final);
    assert.deepEqual(await followed, { kind: 'ended', job: final });
  });

  it('ends at once for a job that has ended, and for one that is lost', async () => {
    job = sampleJob({ status: completedStatus() });
    assert.equal((await follow()).kind, 'ended');
    job = sampleJob({ isLost: true });
    assert.equal((await follow()).kind, 'ended');
  });

  it('ends when the job is no longer tracked', async () => {
    const followed = follow();
    change(undefined);
    assert.deepEqual(await followed, { kind: 'notTracked' });
  });

  it('ends when the service no longer accepts the key, unless the job has ended', async () => {
    const followed = follow();
    hasAccess = false;
    change(sampleJob({ failure: { kind: 'unauthorized', problem: undefined } }));
    assert.deepEqual(await followed, { kind: 'noAccess' });
    assert.deepEqual(await follow(), { kind: 'noAccess' });
    job = sampleJob({ status: completedStatus() });
    assert.equal((await follow()).kind, 'ended');
  });

  it('ends when the signal is aborted, before or while it waits', async () => {
    const followed = follow();
    stop.abort();
    assert.deepEqual(await followed, { kind: 'stopped' });
    seen = [];
    assert.deepEqual(await follow(), { kind: 'stopped' });
    assert.deepEqual(seen, []);
  });

  it('ends after the timeout', async () => {
    const clock = FakeTimers.install();
    try {
      const followed = follow(60_000);
      await clock.tickAsync(59_999);
      change(sampleJob({ status: runningStatus() }));
      assert.deepEqual(seen, [undefined, 'running']);
      await clock.tickAsync(1);
      assert.deepEqual(await followed, { kind: 'timedOut' });
      assert.equal(clock.countTimers(), 0);
    } finally {
      clock.uninstall();
    }
  });

  it('may have a timeout that is longer than timers can be', async () => {
    const followed = follow(1e15);
    change(sampleJob({ status: completedStatus() }));
    assert.equal((await followed).kind, 'ended');
  });
});
