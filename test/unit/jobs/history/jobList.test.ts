import assert from 'node:assert/strict';
import { JobCollection } from '../../../../src/jobs/history/jobCollection.ts';
import { NO_FILTER, compareJobs, filterJobs, isFiltering, jobsByDay } from '../../../../src/jobs/history/jobList.ts';
import { jobEndedAt } from '../../../../src/model/job.ts';
import type { Job } from '../../../../src/model/job.ts';
import { completedStatus, runningStatus, sampleJob } from '../sampleJobs.ts';

function sorted(jobs: readonly Job[]): readonly Job[] {
  return new JobCollection(jobs).sorted;
}

describe('The order of jobs', () => {
  it('puts running jobs first, then those that ended last', () => {
    const jobs = [
      sampleJob({ syncId: 'ended early', status: completedStatus({ completedAt: 1000 }) }),
      sampleJob({ syncId: 'older', knownSince: 10 }),
      sampleJob({ syncId: 'ended late', status: completedStatus({ completedAt: 9000 }) }),
      sampleJob({ syncId: 'newer', knownSince: 20 }),
    ];
    assert.deepEqual(
      sorted(jobs).map(({ syncId }) => syncId),
      ['newer', 'older', 'ended late', 'ended early'],
    );
  });

  it('is not changed by polls of running jobs', () => {
    const [a, b] = [sampleJob({ syncId: 'a' }), sampleJob({ syncId: 'b' })];
    const answered = { ...b, status: runningStatus({ startedAt: 5000 }), receivedAt: 6000 };
    assert.deepEqual(
      sorted([answered, a]).map(({ syncId }) => syncId),
      sorted([a, b]).map(({ syncId }) => syncId),
    );
  });

  it('is that of the IDs for jobs of the same moment', () => {
    const ids = ['b', 'a', 'c'];
    const order = (jobs: readonly Job[]) => sorted(jobs).map(({ syncId }) => syncId);
    assert.deepEqual(order(ids.map((syncId) => sampleJob({ syncId }))), ['a', 'b', 'c']);
    assert.deepEqual(order(ids.toReversed().map((syncId) => sampleJob({ syncId }))), ['a', 'b', 'c']);
    const [a, b] = [sampleJob({ syncId: 'a' }), sampleJob({ syncId: 'b' })];
    assert.deepEqual([compareJobs(a, b), compareJobs(b, a), compareJobs(a, { ...a, isSeen: true })], [-1, 1, 0]);
  });

  it('uses the time the end became known if the service gives none', () => {
    const status = completedStatus({ completedAt: undefined });
    assert.equal(jobEndedAt(sampleJob({ status, receivedAt: 4000 })), 4000);
    assert.equal(jobEndedAt(sampleJob({ isLost: true, knownSince: 300 })), 300);
  });
});

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

describe('The filter of jobs', () => {
  const orders = sampleJob({ syncId: 's-1', status: completedStatus({ status: 'Failed', message: 'No such column' }) });
  const ledger = sampleJob({
    syncId: 's-2',
    entityId: 'entity-2',
    entityName: 'Ledger',
    kind: 'upload',
    source: { name: 'October close.csv', rows: 3, byteLength: 10 },
  });
  const found = (text: string, entityId?: string): string[] =>
    filterJobs([orders, ledger], { text, entityId }).map(({ syncId }) => syncId);

  it('matches everything if it is empty', () => {
    assert.deepEqual(found(''), ['s-1', 's-2']);
    assert.deepEqual(found('  '), ['s-1', 's-2']);
    assert.deepEqual(filterJobs([orders], NO_FILTER), [orders]);
  });

  it('finds words in the connection, file, IDs, kind, state and messages', () => {
    for (const text of ['orders', 'ENTITY-1', 's-1', 'failed', 'such column']) {
      assert.deepEqual(found(text), ['s-1'], text);
    }
    for (const text of ['ledger', 'october', 'upload', 'started']) {
      assert.deepEqual(found(text), ['s-2'], text);
    }
  });

  it('finds words without their accents, as the filter of connections does', () => {
    const job = sampleJob({ entityName: 'Müller Umsätze' });
    for (const text of ['muller', 'UMSATZE', 'Müller']) {
      assert.deepEqual(filterJobs([job], { text, entityId: undefined }), [job], text);
    }
  });

  it('requires every word, in any order', () => {
    assert.deepEqual(found('close ledger'), ['s-2']);
    assert.deepEqual(found('close orders'), []);
  });

  it('finds no word in two texts side by side', () => {
    assert.deepEqual(found('ordersentity'), []);
    assert.deepEqual(found('close   ledger '), ['s-2'], 'however many spaces there are');
  });

  it('selects one connection', () => {
    assert.deepEqual(found('', 'entity-2'), ['s-2']);
    assert.deepEqual(found('orders', 'entity-2'), []);
    assert.deepEqual(found('', 'entity'), []);
  });

  it('reports whether it is active', () => {
    assert.equal(isFiltering(NO_FILTER), false);
    assert.equal(isFiltering({ text: ' ', entityId: undefined }), false);
    assert.equal(isFiltering({ text: 'a', entityId: undefined }), true);
    assert.equal(isFiltering({ text: '', entityId: 'a' }), true);
  });
});
