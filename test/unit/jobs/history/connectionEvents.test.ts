import assert from 'node:assert/strict';
import { connectionEvents } from '../../../../src/jobs/history/connectionEvents.ts';
import type { Job, StatusChange } from '../../../../src/model/job.ts';
import { completedStatus, runningStatus, sampleJob } from '../sampleJobs.ts';

describe('The events of a connection', () => {
  const seen = (at: number, status: string, step?: string): StatusChange => ({
    at,
    status,
    step,
    requestId: undefined,
  });
  const change = { missing: ['vat'], added: ['tax'], recased: [], isReordered: false };
  const source = { name: 'ledger.csv', rows: 3, byteLength: 40 };

  function kindsOf(jobs: readonly Job[], states: readonly StatusChange[]): readonly (readonly [string, number])[] {
    return connectionEvents(jobs, () => states).map(({ kind, at }) => [kind, at]);
  }

  it('are the start, the states and the end of each job, the latest first', () => {
    const job = sampleJob({ status: completedStatus({ startedAt: 100, completedAt: 900 }) });
    const states = [
      seen(90, ''),
      seen(200, 'running', 'Extract'),
      seen(500, 'running', 'Load'),
      seen(900, 'completed'),
    ];
    assert.deepEqual(kindsOf([job], states), [
      ['ended', 900],
      ['state', 500],
      ['state', 200],
      ['started', 100],
    ]);
  });

  it('have no end while the job runs, and all its states', () => {
    const job = sampleJob({ status: runningStatus({ startedAt: 100 }) });
    assert.deepEqual(kindsOf([job], [seen(90, ''), seen(200, 'running')]), [
      ['state', 200],
      ['started', 100],
    ]);
  });

  it('have every state that was seen of a job that is no longer watched', () => {
    const job = sampleJob({ isLost: true, status: runningStatus({ startedAt: 100, status: 'running' }) });
    const states = [seen(200, 'running', 'Extract'), seen(500, 'running', 'Load')];
    assert.deepEqual(
      kindsOf([job], states).filter(([kind]) => kind === 'state'),
      [
        ['state', 500],
        ['state', 200],
      ],
    );
  });

  it('have one end, even if it was seen twice, with and without its steps', () => {
    const job = sampleJob({ status: completedStatus({ startedAt: 100, completedAt: 900, status: 'completed' }) });
    const states = [seen(200, 'running'), seen(900, 'completed'), seen(950, 'completed', 'Load')];
    assert.deepEqual(
      kindsOf([job], states).map(([kind]) => kind),
      ['ended', 'state', 'started'],
    );
  });

  it('say that an upload had another header', () => {
    const uploaded = { kind: 'upload', source: { ...source, headerChange: change } } as const;
    const job = sampleJob({ ...uploaded, status: completedStatus({ startedAt: 100, completedAt: 100 }) });
    const events = connectionEvents([job], () => []);
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['ended', 'headerChange', 'started'],
      'in their order, although all are of one moment',
    );
    assert.deepEqual(
      events.flatMap((event) => (event.kind === 'headerChange' ? event.change : [])),
      [change],
    );
  });

  it('of several jobs are one list, and never before their start by the clock of the service', () => {
    const first = sampleJob({ syncId: 'a', status: completedStatus({ startedAt: 1000, completedAt: 3000 }) });
    const second = sampleJob({ syncId: 'b', status: completedStatus({ startedAt: 2000, completedAt: 2500 }) });
    const events = connectionEvents([first, second], (id) =>
      id === 'a' ? [seen(5, 'running'), seen(9, 'completed')] : [],
    );
    assert.deepEqual(
      events.map(({ job, kind, at }) => [job.syncId, kind, at]),
      [
        ['a', 'ended', 3000],
        ['b', 'ended', 2500],
        ['b', 'started', 2000],
        ['a', 'state', 1000],
        ['a', 'started', 1000],
      ],
    );
  });
});
