import assert from 'node:assert/strict';
import { lanesOf } from '../../../../src/app/connections/lanes.ts';
import { JobCollection } from '../../../../src/jobs/history/jobCollection.ts';
import type { Connection } from '../../../../src/model/connection.ts';
import { searchText } from '../../../../src/model/connectionViewOptions.ts';
import type { ConnectionViewOptions } from '../../../../src/model/connectionViewOptions.ts';
import type { Job } from '../../../../src/model/job.ts';
import { completedStatus, runningStatus, sampleJob } from '../../jobs/sampleJobs.ts';
import { sampleConnection } from '../../model/sampleConnection.ts';

const SINCE = 1000;
const ORDER: ConnectionViewOptions = { grouping: 'none', sorting: 'name', filter: '', language: 'en' };

function run(entityId: string, startedAt: number, completedAt: number | undefined, status = 'completed'): Job {
  return sampleJob({
    syncId: `${entityId}-${startedAt}`,
    entityId,
    status:
      completedAt === undefined ? runningStatus({ startedAt }) : completedStatus({ status, startedAt, completedAt }),
  });
}

describe('The lanes of the overview', () => {
  const jobs = new JobCollection([
    run('a', 2000, undefined),
    run('a', 1500, 1600, 'failed'),
    run('a', 100, 200),
    run('b', 900, 1100),
    run('c', 100, 900),
  ]);
  const connections = ['a', 'b', 'c', 'd'].map((entityId) => sampleConnection({ entityId }));

  function lanes(
    order: Partial<ConnectionViewOptions> = {},
    listed: readonly Connection[] = connections,
    known = jobs,
  ) {
    return lanesOf(listed, {
      jobs: known,
      since: SINCE,
      viewOptions: { ...ORDER, ...order },
      searchTextOf: searchText,
    });
  }

  const namesOf = (groups: ReturnType<typeof lanes>): readonly (readonly [string | undefined, string])[] =>
    groups.map((one) => [one.group?.key, one.lanes.map(({ connection }) => connection.entityId).join()]);

  it('are those of the connections that ran since then, with their runs, the oldest first', () => {
    assert.deepEqual(namesOf(lanes()), [[undefined, 'a,b']]);
    assert.deepEqual(lanes()[0]?.lanes[0]?.runs, [
      { state: 'failed', startMs: 1500, endMs: 1600 },
      { state: 'running', startMs: 2000, endMs: undefined },
    ]);
  });

  it('have the end of a last sync that was not followed, and no other twice', () => {
    const [, b, c, d] = connections as [Connection, Connection, Connection, Connection];
    const listed = [
      { ...b, lastSyncId: 'b-900', lastSyncAt: 1100 },
      { ...c, lastSyncId: 'elsewhere', lastSyncAt: 1700, hasError: true },
      { ...d, lastSyncId: 'elsewhere', lastSyncAt: 999 },
      sampleConnection({ entityId: 'e', lastSyncId: 'running', lastSyncAt: 1700, isCurrentlySyncing: true }),
    ];
    const shown = lanes({}, listed);
    assert.deepEqual(namesOf(shown), [[undefined, 'b,c']]);
    const [ofB, ofC] = shown.flatMap((group) => group.lanes.map(({ runs }) => runs));
    assert.equal(ofB?.length, 1);
    assert.deepEqual(ofC, [{ state: 'failed', startMs: undefined, endMs: 1700 }]);
  });

  it('have a last sync whose ID is not listed once, by the time of its end', () => {
    const runsAt = (lastSyncAt: number): number =>
      lanes({}, [sampleConnection({ entityId: 'b', lastSyncId: undefined, lastSyncAt })])[0]?.lanes[0]?.runs.length ??
      0;
    assert.equal(runsAt(1100), 1);
    assert.equal(runsAt(3100), 1, 'the service rounds the times in lists');
    assert.equal(runsAt(3101), 2);
  });

  it('have only the end of a sync whose start is not known', () => {
    const ended = { status: completedStatus({ startedAt: undefined, completedAt: 2000 }), knownSince: 1500 };
    const states = (['adopted', 'started'] as const).flatMap((origin) => {
      const known = new JobCollection([sampleJob({ entityId: 'a', origin, ...ended })]);
      return lanes({}, connections, known)[0]?.lanes[0]?.runs ?? [];
    });
    assert.deepEqual(states, [
      { state: 'succeeded', startMs: undefined, endMs: 2000 },
      { state: 'succeeded', startMs: 1500, endMs: 2000 },
    ]);
  });

  it('are filtered, sorted and grouped as the view', () => {
    const others = connections.map((one) => ({ ...one, sourceSystem: one.entityId === 'a' ? 'Web' : 'ERP' }));
    assert.deepEqual(namesOf(lanes({ filter: 'web' }, others)), [[undefined, 'a']]);
    assert.deepEqual(namesOf(lanes({ grouping: 'sourceSystem' }, others)), [
      ['ERP', 'b'],
      ['Web', 'a'],
    ]);
    assert.deepEqual(namesOf(lanes({ favorites: new Set(['b']) }, others)), [[undefined, 'b,a']]);
  });
  it('have runs that ended exactly then, and none that ended before', () => {
    const edge = new JobCollection([run('a', 900, SINCE), run('b', 900, SINCE - 1)]);
    assert.deepEqual(namesOf(lanes({}, connections, edge)), [[undefined, 'a']]);
    const listed = [SINCE, SINCE - 1].map((lastSyncAt) =>
      sampleConnection({ entityId: `at ${lastSyncAt}`, lastSyncId: 'elsewhere', lastSyncAt }),
    );
    assert.deepEqual(namesOf(lanes({}, listed)), [[undefined, 'at 1000']]);
    assert.equal(lanes({}, listed)[0]?.lanes[0]?.runs[0]?.state, 'succeeded');
  });

  it('have a run that ends no earlier than it began, whatever the times of the service are', () => {
    const [one] = lanes({}, connections, new JobCollection([run('a', 3000, 2000)]))[0]?.lanes[0]?.runs ?? [];
    assert.deepEqual([one?.startMs, one?.endMs], [3000, 3000]);
  });

  it('have runs of which only the end is known in the order of their ends', () => {
    const listed = [sampleConnection({ entityId: 'a', lastSyncId: 'elsewhere', lastSyncAt: 1700 })];
    assert.deepEqual(
      lanes({}, listed)[0]?.lanes[0]?.runs.map(({ startMs, endMs }) => startMs ?? endMs),
      [1500, 1700, 2000],
    );
  });
});
