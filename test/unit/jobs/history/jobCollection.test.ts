import assert from 'node:assert/strict';
import fc from 'fast-check';
import { JobCollection } from '../../../../src/jobs/history/jobCollection.ts';
import { compareJobs } from '../../../../src/jobs/history/sortedJobs.ts';
import { usualDuration } from '../../../../src/jobs/history/usualDurations.ts';
import type { Failure } from '../../../../src/model/failure.ts';
import { isRunning, isUnannounced, isUnnamed, isUnseenFailure, needsPolling } from '../../../../src/model/job.ts';
import type { Job } from '../../../../src/model/job.ts';
import { completedStatus, runningStatus, sampleJob } from '../sampleJobs.ts';

const failures: readonly (Failure | undefined)[] = [
  undefined,
  { kind: 'signedOut' },
  { kind: 'unauthorized', problem: undefined },
  { kind: 'unreachable', reason: 'refused', detail: '' },
];

const anyJob = fc
  .record({
    id: fc.integer({ min: 0, max: 9 }),
    entity: fc.integer({ min: 0, max: 2 }),
    entityName: fc.constantFrom('Orders', 'entity-1', ''),
    kind: fc.constantFrom('sync', 'upload'),
    origin: fc.constantFrom('started', 'adopted'),
    knownSince: fc.integer({ min: 0, max: 4 }),
    status: fc.constantFrom('', 'running', 'completed', 'failed', 'In Progress', 'Completed!'),
    completedAt: fc.integer({ min: 0, max: 4 }),
    listedEnd: fc.constantFrom('pending', 'only', undefined),
    isSeen: fc.boolean(),
    announcedAt: fc.constantFrom(undefined, 1),
    failure: fc.constantFrom(...failures),
  })
  .map(({ id, entity, status, completedAt, ...rest }): Job => {
    const isOver = /completed|failed/i.test(status);
    const known = isOver ? completedStatus({ status, completedAt }) : runningStatus({ status });
    return sampleJob({
      ...rest,
      syncId: `sync-${id}`,
      entityId: `entity-${entity}`,
      status: status === '' ? undefined : known,
    });
  });

const anyChange = fc.oneof(
  { weight: 4, arbitrary: anyJob.map((put) => ({ put })) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 9 }).map((id) => ({ deleted: `sync-${id}` })) },
);

describe('A collection of jobs', () => {
  it('gives after any changes what walking all jobs gives', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (changes, readEach) => {
        const collection = new JobCollection();
        const known = new Map<string, Job>();
        for (const [index, change] of changes.entries()) {
          if ('put' in change) {
            known.set(change.put.syncId, change.put);
            collection.put(change.put);
          } else {
            assert.equal(collection.delete(change.deleted), known.get(change.deleted));
            known.delete(change.deleted);
          }
          // Reading in between fills what is kept for the next reading, and sorts what has changed since.
          if (index % readEach === 0) {
            assertSame(collection, [...known.values()]);
          }
        }
        assertSame(collection, [...known.values()]);
      }),
      { numRuns: 150 },
    );
  });

  it('finds a job by its ID until it is deleted', () => {
    const job = sampleJob();
    const collection = new JobCollection([job, sampleJob({ syncId: 'b' })]);
    assert.equal(collection.find(job.syncId), job);
    collection.delete(job.syncId);
    assert.equal(collection.find(job.syncId), undefined);
  });

  it('gives the usual duration of the jobs as they are now', () => {
    const run = (syncId: string, completedAt: number, entityId = 'a'): Job =>
      sampleJob({ syncId, entityId, status: completedStatus({ startedAt: 0, completedAt }) });
    const collection = new JobCollection([run('1', 10), run('2', 20), run('3', 30), run('4', 40, 'b')]);
    const usual = (): readonly unknown[] => ['a', 'b'].map((entityId) => collection.usual({ entityId, kind: 'sync' }));
    assert.deepEqual(usual(), [20, undefined]);
    collection.put(run('5', 90));
    assert.deepEqual(usual(), [25, undefined], 'one more');
    collection.put(run('1', 60));
    assert.deepEqual(usual(), [45, undefined], 'one took longer');
    collection.delete('5');
    assert.deepEqual(usual(), [30, undefined], 'one less');
    collection.put(sampleJob({ syncId: '3', entityId: 'a' }));
    assert.deepEqual(usual(), [undefined, undefined], 'one runs again');
    collection.put(run('5', 50, 'b'));
    collection.put(run('1', 60, 'b'));
    assert.deepEqual(usual(), [undefined, 50], 'one belongs to another connection');
    assert.deepEqual(
      collection.ofConnection('a').map(({ syncId }) => syncId),
      ['3', '2'],
    );
  });

  it('keeps a list as the same array until one of its jobs changes', () => {
    const collection = new JobCollection([sampleJob(), sampleJob({ syncId: 'b', status: completedStatus() })]);
    const { sorted, needingStatus, unannounced } = collection;
    assert.equal(collection.needingStatus, needingStatus);
    assert.equal(collection.sorted, sorted);
    collection.put(sampleJob({ knownSince: 7 }));
    assert.notEqual(collection.sorted, sorted);
    assert.notEqual(collection.needingStatus, needingStatus);
    assert.equal(collection.unannounced, unannounced);
  });
});

function assertSame(collection: JobCollection, all: readonly Job[]): void {
  const sorted = all.toSorted(compareJobs);
  const running = all.filter(isRunning);
  assert.deepEqual(collection.sorted, sorted);
  assert.deepEqual(collection.all, all);
  assert.deepEqual(
    [collection.size, collection.runningCount, collection.settledCount],
    [all.length, running.length, all.filter((job) => !needsPolling(job) && !isUnannounced(job)).length],
  );
  assert.deepEqual(new Set(collection.needingStatus), new Set(all.filter(needsPolling)));
  assert.deepEqual(new Set(collection.unannounced), new Set(all.filter(isUnannounced)));
  assert.deepEqual(new Set(collection.unnamed), new Set(all.filter(isUnnamed)));
  assert.deepEqual(collection.unseenFailures, sorted.filter(isUnseenFailure));
  assert.deepEqual(new Set(collection.startedRunning), new Set(running.filter(({ origin }) => origin === 'started')));
  const failing = (...kinds: readonly string[]): number =>
    running.filter(({ failure }) => failure && kinds.includes(failure.kind)).length;
  assert.equal(collection.awaitingSignInCount, failing('unauthorized'));
  assert.equal(collection.unreachableCount, failing('unreachable'));
  for (const entityId of ['entity-0', 'entity-1', 'entity-2']) {
    assert.deepEqual(
      collection.ofConnection(entityId),
      sorted.filter((job) => job.entityId === entityId),
    );
    for (const kind of ['sync', 'upload'] as const) {
      assert.equal(collection.usual({ entityId, kind }), usualDuration(all, { entityId, kind }));
    }
  }
}
