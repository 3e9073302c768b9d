import assert from 'node:assert/strict';
import { jobsByDay } from '../../../../src/jobs/history/jobsByDay.ts';
import type { Job } from '../../../../src/model/job.ts';
import { completedStatus, runningStatus, sampleJob } from '../sampleJobs.ts';

describe('Jobs by day', () => {
  const now = new Date(2026, 10, 20, 9, 30).getTime();
  const ended = (syncId: string, at: Date): Job =>
    sampleJob({ syncId, status: completedStatus({ syncId, completedAt: at.getTime() }) });
  const namesOf = (jobs: readonly Job[]): string[] => jobs.map(({ syncId }) => syncId);

  it('are the running ones, then those that ended, latest day first', () => {
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

  it('are of the day on which they ended, in whatever order they come', () => {
    const midnight = new Date(2026, 10, 19).getTime();
    const jobs = [
      ended('first of the day', new Date(midnight)),
      ended('day before', new Date(midnight - 1)),
      ended('last of the day', new Date(2026, 10, 19, 23, 59, 59, 999)),
      ended('next day', new Date(2026, 10, 20)),
    ];
    for (const order of [jobs, jobs.toReversed()]) {
      assert.deepEqual(
        jobsByDay(order, now).days.map((day) => [day.date, namesOf(day.jobs).sort()]),
        [
          ['2026-11-20', ['next day']],
          ['2026-11-19', ['first of the day', 'last of the day']],
          ['2026-11-18', ['day before']],
        ],
      );
    }
  });

  it('never end tomorrow, even by a clock that is ahead', () => {
    const { days } = jobsByDay([ended('ahead', new Date(2026, 10, 22))], now);
    assert.deepEqual(
      days.map(({ date, daysAgo }) => [date, daysAgo]),
      [['2026-11-20', 0]],
    );
  });

  it('are empty without jobs', () => {
    assert.deepEqual(jobsByDay([], now), { running: [], days: [] });
  });
});
