import assert from 'node:assert/strict';
import { summarizeJobs } from '../../../../src/jobs/history/jobSummary.ts';
import type { Failure } from '../../../../src/model/failure.ts';
import { completedStatus, runningStatus, sampleJob, sampleStep } from '../sampleJobs.ts';

const refused: Failure = { kind: 'unreachable', reason: 'refused', detail: '' };
const ended = sampleJob({ syncId: 'ended', status: completedStatus() });
const failed = sampleJob({ syncId: 'failed', status: completedStatus({ status: 'failed' }) });

describe('The summary of all jobs', () => {
  it('is idle where nothing runs', () => {
    assert.deepEqual(summarizeJobs([]), { kind: 'idle' });
    assert.deepEqual(summarizeJobs([ended, { ...failed, isSeen: true }]), { kind: 'idle' });
  });

  it('names the one job that runs, and its step', () => {
    const step = sampleStep();
    const job = sampleJob({ status: runningStatus({ steps: [step] }) });
    assert.deepEqual(summarizeJobs([job, ended]), { kind: 'one', job, step, othersCount: 0, usualMs: undefined });
  });

  it('knows how long the one job usually takes, from the runs of its own connection', () => {
    const runs = ['a', 'b', 'c'].map((syncId) => sampleJob({ syncId, status: completedStatus() }));
    const others = runs.map((run) => ({ ...run, syncId: `other-${run.syncId}`, entityId: 'another' }));
    const usualOf = (entityId: string): unknown => {
      const summary = summarizeJobs([sampleJob({ syncId: 'now', entityId }), ...runs, ...others.slice(1)]);
      return summary.kind === 'one' ? summary.usualMs : summary.kind;
    };
    assert.equal(usualOf('entity-1'), 5000);
    assert.equal(usualOf('another'), undefined);
  });

  it('names the one job of ours, and counts those that others started', () => {
    const job = sampleJob();
    const theirs = ['a', 'b'].map((syncId) => sampleJob({ syncId, origin: 'adopted' }));
    assert.deepEqual(summarizeJobs([...theirs, job]), {
      kind: 'one',
      job,
      step: undefined,
      othersCount: 2,
      usualMs: undefined,
    });
  });

  it('names a job of others where it is the only one', () => {
    const job = sampleJob({ origin: 'adopted' });
    assert.deepEqual(summarizeJobs([job]), { kind: 'one', job, step: undefined, othersCount: 0, usualMs: undefined });
  });

  it('says how many run where there are several', () => {
    const jobs = ['a', 'b', 'c'].map((syncId) => sampleJob({ syncId }));
    assert.deepEqual(summarizeJobs(jobs), { kind: 'many', runningCount: 3 });
    const theirs = jobs.map((job) => ({ ...job, origin: 'adopted' as const }));
    assert.deepEqual(summarizeJobs(theirs), { kind: 'many', runningCount: 3 });
  });

  it('keeps to a failure of ours until it was seen, whatever else runs', () => {
    const running = sampleJob({ failure: refused });
    assert.deepEqual(summarizeJobs([running, failed]), { kind: 'failed', failed: [failed], runningCount: 1 });
    assert.equal(summarizeJobs([running, { ...failed, isSeen: true }], 7000).kind, 'offline');
    assert.equal(summarizeJobs([{ ...failed, origin: 'adopted' }]).kind, 'idle');
  });

  it('does not call a job failed that the service merely no longer knows', () => {
    assert.deepEqual(summarizeJobs([sampleJob({ isLost: true })]), { kind: 'idle' });
  });

  it('is offline since the account reached nothing, once no job is answered', () => {
    const silent = sampleJob({ failure: refused, answeredAt: 3000 });
    const silentToo = sampleJob({ syncId: 'b', failure: { kind: 'timedOut', afterMs: 1 }, answeredAt: 5000 });
    const neverAnswered = sampleJob({
      syncId: 'c',
      knownSince: 1000,
      failure: { kind: 'unavailable', status: 503, retryAfterMs: undefined, problem: undefined },
    });
    const all = [silent, silentToo, neverAnswered];
    assert.deepEqual(summarizeJobs(all, 7000), { kind: 'offline', since: 7000, runningCount: 3 });
    assert.equal(summarizeJobs([silent, sampleJob({ syncId: 'd' })], 7000).kind, 'many');
    assert.equal(summarizeJobs(all, undefined).kind, 'many', 'something else was answered since');
  });

  it('does not take a rate limit or a 404 for being offline', () => {
    const limited = sampleJob({ failure: { kind: 'rateLimited', retryAfterMs: 1000 } });
    assert.equal(summarizeJobs([limited]).kind, 'one');
  });

  it('says that the secret is no longer taken', () => {
    const unauthorized = sampleJob({ failure: { kind: 'unauthorized', problem: undefined } });
    assert.deepEqual(summarizeJobs([unauthorized]), { kind: 'noAccess', runningCount: 1 });
    assert.equal(summarizeJobs([sampleJob({ failure: { kind: 'signedOut' } })]).kind, 'noAccess');
  });
});
