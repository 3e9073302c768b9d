import assert from 'node:assert/strict';
import { latestEnded, runHistory } from '../../../../src/jobs/history/runHistory.ts';
import type { Job } from '../../../../src/model/job.ts';
import { completedStatus, runningStatus, sampleJob, sampleStep } from '../sampleJobs.ts';

describe('The history of a connection', () => {
  const run = (syncId: string, startedAt: number) =>
    sampleJob({ syncId, status: completedStatus({ startedAt, completedAt: startedAt + 7 }) });

  it('lists its runs of the same kind, oldest first, with duration and count', () => {
    const steps = [sampleStep({ count: 9 }), sampleStep({ count: 8 }), sampleStep({ count: undefined })];
    const running = sampleJob({ syncId: 'now', status: runningStatus({ startedAt: 300, steps }) });
    const history = runHistory(
      [
        running,
        run('b', 200),
        run('a', 100),
        sampleJob({ syncId: 'upload', kind: 'upload' }),
        sampleJob({ syncId: 'other', entityId: 'other' }),
      ],
      running,
    );
    assert.deepEqual(
      history.map(({ job, startedAt, durationMs, count }) => [job.syncId, startedAt, durationMs, count]),
      [
        ['a', 100, 7, undefined],
        ['b', 200, 7, undefined],
        ['now', 300, undefined, 8],
      ],
    );
  });

  it('keeps the latest thirty, in a stable order if two started at once', () => {
    const jobs = Array.from({ length: 40 }, (_, index) => run(`run-${index}`, index));
    const history = runHistory(jobs, run('run-39', 39));
    assert.equal(history.length, 30);
    assert.equal(history[0]?.job.syncId, 'run-10');
    const twins = runHistory([run('b', 1), run('a', 1)], run('a', 1));
    assert.deepEqual(
      twins.map(({ job }) => job.syncId),
      ['a', 'b'],
    );
  });
});

describe('The latest runs that have ended', () => {
  it('are the first ones in the order of the jobs, oldest first, without those that run', () => {
    const ended = (syncId: string): Job => sampleJob({ syncId, status: completedStatus() });
    const jobs = [sampleJob({ syncId: 'now', status: runningStatus() }), ended('c'), ended('b'), ended('a')];
    assert.deepEqual(
      latestEnded(jobs, 2).map(({ syncId }) => syncId),
      ['b', 'c'],
    );
  });
});
