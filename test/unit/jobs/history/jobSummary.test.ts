import assert from 'node:assert/strict';
import { JobCollection } from '../../../../src/jobs/history/jobCollection.ts';
import { summarizeJobs } from '../../../../src/jobs/history/jobSummary.ts';
import type { JobSummary } from '../../../../src/jobs/history/jobSummary.ts';
import type { Job } from '../../../../src/model/job.ts';
import type { Failure } from '../../../../src/model/failure.ts';
import { completedStatus, runningStatus, sampleJob, sampleStep } from '../sampleJobs.ts';

const refused: Failure = { kind: 'unreachable', reason: 'refused', detail: '' };
const ended = sampleJob({ syncId: 'ended', status: completedStatus() });
const failed = sampleJob({ syncId: 'failed', status: completedStatus({ status: 'failed' }) });

function summarize(jobs: readonly Job[], outageSince?: number, now = 8000): JobSummary {
  return summarizeJobs(new JobCollection(jobs), now, { outageSince, hasAccess: true });
}

describe('The summary of all jobs', () => {
  it('is idle if nothing is running', () => {
    assert.deepEqual(summarize([]), { kind: 'idle' });
    assert.deepEqual(summarize([ended, { ...failed, isSeen: true }]), { kind: 'idle' });
    assert.deepEqual(summarize([ended], 7000), { kind: 'idle' }, 'also during an outage');
  });

  it('says that the service refuses the account, whether jobs run or not, but a failure comes first', () => {
    const summaryOf = (...jobs: readonly Job[]): unknown =>
      summarizeJobs(new JobCollection(jobs), 8000, { outageSince: undefined, hasAccess: false }).kind;
    assert.deepEqual([summaryOf(), summaryOf(sampleJob()), summaryOf(failed)], ['noAccess', 'noAccess', 'failed']);
  });

  it('names the only running job, and its step', () => {
    const step = sampleStep();
    const job = sampleJob({ status: runningStatus({ steps: [step] }) });
    assert.deepEqual(summarize([job, ended]), { kind: 'one', job, step, othersCount: 0, usualMs: undefined });
  });

  it('gives the usual duration of the only job, from the runs of its connection', () => {
    const runs = ['a', 'b', 'c'].map((syncId) => sampleJob({ syncId, status: completedStatus() }));
    const others = runs.map((run) => ({ ...run, syncId: `other-${run.syncId}`, entityId: 'another' }));
    const usualOf = (entityId: string): unknown => {
      const summary = summarize([sampleJob({ syncId: 'now', entityId }), ...runs, ...others.slice(1)]);
      return summary.kind === 'one' ? summary.usualMs : summary.kind;
    };
    assert.equal(usualOf('entity-1'), 5000);
    assert.equal(usualOf('another'), undefined);
  });

  it('names the only job started here, and counts the others', () => {
    const job = sampleJob();
    const theirs = ['a', 'b'].map((syncId) => sampleJob({ syncId, origin: 'adopted' }));
    assert.deepEqual(summarize([...theirs, job]), {
      kind: 'one',
      job,
      step: undefined,
      othersCount: 2,
      usualMs: undefined,
    });
  });

  it('names an adopted job if it is the only one', () => {
    const job = sampleJob({ origin: 'adopted' });
    assert.deepEqual(summarize([job]), { kind: 'one', job, step: undefined, othersCount: 0, usualMs: undefined });
  });

  it('counts the running jobs if there are several', () => {
    const jobs = ['a', 'b', 'c'].map((syncId) => sampleJob({ syncId }));
    assert.deepEqual(summarize(jobs), { kind: 'many', runningCount: 3 });
    const theirs = jobs.map((job) => ({ ...job, origin: 'adopted' as const }));
    assert.deepEqual(summarize(theirs), { kind: 'many', runningCount: 3 });
  });

  it('shows a failed job that was started here until it has been seen, whatever else is running', () => {
    const running = sampleJob({ failure: refused });
    assert.deepEqual(summarize([running, failed]), { kind: 'failed', failed: [failed], runningCount: 1 });
    assert.equal(summarize([running, { ...failed, isSeen: true }], 7000).kind, 'offline');
    assert.equal(summarize([{ ...failed, origin: 'adopted' }]).kind, 'idle');
  });

  it('does not report a lost job as failed', () => {
    assert.deepEqual(summarize([sampleJob({ isLost: true })]), { kind: 'idle' });
  });

  it('is offline since the first failed request of the account, if no poll is answered', () => {
    const silent = sampleJob({ failure: refused, receivedAt: 3000 });
    const silentToo = sampleJob({ syncId: 'b', failure: { kind: 'timedOut', afterMs: 1 }, receivedAt: 5000 });
    const withoutResponse = sampleJob({
      syncId: 'c',
      knownSince: 1000,
      failure: { kind: 'unavailable', status: 503, retryAfterMs: undefined, problem: undefined },
    });
    const all = [silent, silentToo, withoutResponse];
    assert.deepEqual(summarize(all, 7000), { kind: 'offline', since: 7000, runningCount: 3 });
    assert.equal(summarize([silent, sampleJob({ syncId: 'd' })], 7000).kind, 'many');
    assert.equal(summarize(all, undefined).kind, 'many', 'something else was answered since');
  });

  it('is offline after 15 s, even if only a few of many jobs were polled since', () => {
    const jobs = ['a', 'b', 'c'].map((syncId) => sampleJob({ syncId }));
    assert.equal(summarize(jobs, 7000, 21_999).kind, 'many');
    assert.deepEqual(summarize(jobs, 7000, 22_000), { kind: 'offline', since: 7000, runningCount: 3 });
    assert.deepEqual(summarize([ended], 7000, 22_000), { kind: 'idle' }, 'nothing runs');
  });

  it('is not offline because of a rate limit or a 404', () => {
    const limited = sampleJob({ failure: { kind: 'rateLimited', retryAfterMs: 1000 } });
    assert.equal(summarize([limited]).kind, 'one');
  });

  it('reports that the secret is no longer accepted', () => {
    const unauthorized = sampleJob({ failure: { kind: 'unauthorized', problem: undefined } });
    assert.deepEqual(summarize([unauthorized]), { kind: 'noAccess', runningCount: 1 });
    const unread = sampleJob({ failure: { kind: 'signedOut' } });
    assert.equal(summarize([unread]).kind, 'one', 'it is polled again after the secret could not be read');
  });
});
