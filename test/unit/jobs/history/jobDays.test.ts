import assert from 'node:assert/strict';
import { jobsByDay } from '../../../../src/jobs/history/jobDays.ts';
import type { Job } from '../../../../src/model/job.ts';
import { completedStatus, runningStatus, sampleJob } from '../sampleJobs.ts';

describe('Jobs by day', () => {
  const now = new Date(2026, 10, 20, 9, 30).getTime();
  const ended = (syncId: string, at: Date): Job =>
    sampleJob({ syncId, status: completedStatus({ syncId, completedAt: at.getTime() }) });
  const namesOf = (jobs: readonly Job[]): string[] => jobs.map(({ syncId }) => syncId);

  it('are the running ones, then those that ended, the latest day first', () => {
    const { running, days } = jobsByDay(
      [
        ended('long ago', new Date(2026, 9, 1, 12)),
        ended('late yesterday', new Date(2026, 10, 19, 23, 59)),
        sampleJob({ syncId: 'running', status: runningStatus() }),
        ended('this morning', new Date(2026, 10, 20, 0, 0)),
        ended('just now', new Date(now)),
      ],
      now,
    );
    assert.deepEqual(namesOf(running), ['running']);
    assert.deepEqual(
      days.map(({ date, daysAgo, jobs }) => [date, daysAgo, namesOf(jobs)]),
      [
        ['2026-11-20', 0, ['this morning', 'just now']],
        ['2026-11-19', 1, ['late yesterday']],
        ['2026-10-01', 50, ['long ago']],
      ],
    );
  });

  it('have no tomorrow: what a clock ahead of ours says ended today', () => {
    const { days } = jobsByDay([ended('ahead', new Date(2026, 10, 22))], now);
    assert.deepEqual(
      days.map(({ date, daysAgo }) => [date, daysAgo]),
      [['2026-11-20', 0]],
    );
  });

  it('are nothing where there are none', () => {
    assert.deepEqual(jobsByDay([], now), { running: [], days: [] });
  });
});
