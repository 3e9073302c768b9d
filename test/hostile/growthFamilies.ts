import { compareConnections } from '../../src/app/compare/compareConnections.ts';
import { ConnectionIndex } from '../../src/app/connections/connectionIndex.ts';
import { ConnectionRows } from '../../src/app/connections/connectionRows.ts';
import { lanesOf } from '../../src/app/connections/lanes.ts';
import { parseGlob } from '../../src/base/glob.ts';
import { connectionEvents } from '../../src/jobs/history/connectionEvents.ts';
import { JobCollection } from '../../src/jobs/history/jobCollection.ts';
import { filterJobs } from '../../src/jobs/history/jobFilter.ts';
import { jobsByDay } from '../../src/jobs/history/jobsByDay.ts';
import { concurrencyOver, longestIdleSpan } from '../../src/jobs/history/concurrency.ts';
import { usualDuration } from '../../src/jobs/history/usualDurations.ts';
import { MemoryJobStore } from '../unit/jobs/memoryJobStore.ts';
import type { Connection } from '../../src/model/connection.ts';
import { byName, connectionGroupings, connectionSortings } from '../../src/model/connectionViewOptions.ts';
import type { ConnectionViewOptions } from '../../src/model/connectionViewOptions.ts';
import type { Job } from '../../src/model/job.ts';
import { ACCOUNT_ID, completedStatus, sampleJob } from '../unit/jobs/sampleJobs.ts';
import { sampleConnection } from '../unit/model/sampleConnection.ts';
import { HOSTILE_SHAPES } from './shapes.ts';

/** How much the work on four times as much input may grow: four times, and a little for sizes at which something begins. */
export const LINEAR_GROWTH = 4.2;
/** Where the work sorts: n log n. */
export const SORTING_GROWTH = 5;

/** Input that makes work grow, and the work on so much of it. */
export interface GrowthFamily {
  readonly name: string;
  /** The larger one of the sizes to compare in `npm test`. */
  readonly size: number;
  /** The larger one in `npm run test:long`. */
  readonly longSize: number;
  /** The work sorts: n log n. */
  readonly isSorted: boolean;
  readonly prepare: (size: number) => () => unknown;
}

const TEXT_SIZE = 32_000;
/** A quarter is much more than the start of a text that the check keeps, in which single bytes cost less. */
const LONG_TEXT_SIZE = 1_600_000;
const GLOB_SIZE = 4000;
const ROWS = 2000;
const LONG_ROWS = 20_000;
const NOW = 1_800_000_000_000;

export const GROWTH_FAMILIES: readonly GrowthFamily[] = [
  ...HOSTILE_SHAPES.map(({ name, size, prepare }): GrowthFamily => {
    const isGlob = name.startsWith('glob');
    return {
      name,
      prepare,
      size: Math.min(size, isGlob ? GLOB_SIZE : TEXT_SIZE),
      longSize: isGlob ? 10 * GLOB_SIZE : Math.min(8 * size, LONG_TEXT_SIZE),
      isSorted: false,
    };
  }),
  {
    name: 'glob: alternatives in alternatives',
    size: 960,
    longSize: 960,
    isSorted: false,
    prepare: (size) => () => parseGlob(`${'{a,'.repeat(size / 4)}b${'}'.repeat(size / 4)}`)?.('a'.repeat(9)),
  },
  {
    name: 'glob: characters in brackets',
    size: 960,
    longSize: 960,
    isSorted: false,
    prepare: (size) => () => parseGlob('[!a-z]'.repeat(size / 6))?.('a'.repeat(9)),
  },
  rows('connections: a first list', true, (count) => {
    const list = connections(count);
    return () => new ConnectionIndex('en').replace(list);
  }),
  rows('connections: a first list with the same name', true, (count) => {
    const list = connections(count, () => ({ entityName: 'x'.repeat(200) }));
    return () => new ConnectionIndex('en').replace(list);
  }),
  rows('connections: a list with the same last sync', true, (count) => {
    const list = connections(count, () => ({ lastSyncId: 'same', isCurrentlySyncing: true }));
    return () => new ConnectionIndex('en').replace(list);
  }),
  rows('connections: the same list in another order', true, (count) => {
    const index = new ConnectionIndex('en');
    index.replace(connections(count));
    const list = connections(count).reverse();
    return () => index.replace(list);
  }),
  rows('connections: all others than before', true, (count) => {
    const index = new ConnectionIndex('en');
    index.replace(connections(count));
    const list = connections(count, (at) => ({ entityId: `other-${at}` }));
    return () => index.replace(list);
  }),
  ...connectionGroupings.flatMap((grouping) =>
    connectionSortings.map((sorting) =>
      rows(`connection rows: grouped by ${grouping}, sorted by ${sorting}`, true, (count) => {
        const list = connections(count, (at) => ({ sourceSystem: `system ${at}`, lastSyncAt: NOW - (at % 9) }));
        return () => arrangedRows(list, { grouping, sorting, filter: '', language: 'en' });
      }),
    ),
  ),
  rows('connection rows: a filter that nearly matches', true, (count) => {
    const list = connections(count, () => ({ entityName: 'a'.repeat(200) }));
    const order = { grouping: 'none', sorting: 'name', filter: `${'a'.repeat(100)}b`, language: 'en' } as const;
    return () => arrangedRows(list, order);
  }),
  rows('connection rows: all change at a time', true, (count) => {
    const list = connections(count);
    const arranged = arrangedRows(list, { grouping: 'none', sorting: 'name', filter: '', language: 'en' });
    return () => arranged.update(list.map(({ entityId }) => entityId));
  }),
  rows('compared accounts: the same name many times', true, (count) => {
    const [left, right] = ['left', 'right'].map((side) =>
      connections(count, (at) => ({ entityId: `${side} ${at}`, entityName: 'same' })),
    );
    return () => compareConnections(left ?? [], right ?? [], 'en');
  }),
  rows('lanes: each connection ran', true, (count) => {
    const [list, { sorted }] = [connections(count), new JobCollection(jobs(count))];
    const viewOptions = { grouping: 'none', sorting: 'name', filter: '', language: 'en' } as const;
    return () =>
      lanesOf(list, {
        jobs: { sorted, find: () => undefined },
        since: 0,
        viewOptions,
        searchTextOf: ({ entityName }) => entityName,
      });
  }),
  rows('jobs: read at a time', true, (count) => {
    const list = jobs(count);
    return () => new JobCollection(list).sorted;
  }),
  rows('jobs: read at a time, the last one first', true, (count) => {
    const list = jobs(count).reverse();
    return () => new JobCollection(list).sorted;
  }),
  rows('jobs: of one connection', true, (count) => {
    const list = jobs(count, () => ({ entityId: 'same' }));
    return () => new JobCollection(list).ofConnection('same');
  }),
  rows('jobs: ended at the same moment', true, (count) => {
    const list = jobs(count, (syncId) => ({ status: completedStatus({ syncId, completedAt: NOW }) }));
    return () => new JobCollection(list).sorted;
  }),
  rows('jobs: running, in a store', true, (count) => {
    const list = jobs(count, () => ({ status: undefined }));
    return () => {
      const store = new MemoryJobStore();
      store.addAll(list);
      return store.jobs(ACCOUNT_ID).sorted;
    };
  }),
  rows('jobs: each of another day', true, (count) => {
    const list = new JobCollection(
      jobs(count, (syncId, at) => ({ status: completedStatus({ syncId, completedAt: NOW - at * 86_400_000 }) })),
    ).sorted;
    return () => jobsByDay(list, NOW);
  }),
  rows('jobs: a filter that nearly matches', false, (count) => {
    const list = jobs(count, () => ({ entityName: 'a'.repeat(200) }));
    return () => filterJobs(list, { text: `${'a'.repeat(100)}b`, entityId: undefined });
  }),
  rows('runs: the usual durations of one connection', true, (count) => {
    const list = new JobCollection(jobs(count, () => ({ entityId: 'same' }))).sorted;
    return () => usualDuration(list, { entityId: 'same', kind: 'sync' });
  }),
  rows('events: many states of each job', true, (count) => {
    const list = new JobCollection(jobs(count / 20, () => ({ entityId: 'same' }))).sorted;
    // In no order, as sorted runs are merged sooner.
    const seen = list.map((_, job) =>
      Array.from({ length: 20 }, (__, at) => ({
        at: NOW - (((20 * job + at) * 7919) % 100_003),
        status: `state ${at}`,
        step: undefined,
        requestId: undefined,
      })),
    );
    return () => connectionEvents(list, (syncId) => seen[Number(syncId.slice(5))] ?? []);
  }),
  rows('concurrency: spans within each other', true, (count) => {
    const spans = Array.from({ length: count }, (_, at) => ({ startMs: at, endMs: 2 * count - at }));
    return () => [concurrencyOver(spans, 0, 2 * count, 48), longestIdleSpan(spans, 0, 2 * count)];
  }),
];

/** What the count must find: work that grows with the square of its input, half of it in a native function. */
export const QUADRATIC: GrowthFamily = rows('quadratic', true, (count) => {
  const list = jobs(count);
  const collection = new JobCollection();
  return () =>
    list.map((job) => {
      collection.put(job);
      return collection.sorted;
    });
});

function rows(name: string, isSorted: boolean, prepare: GrowthFamily['prepare']): GrowthFamily {
  return { name, size: ROWS, longSize: LONG_ROWS, isSorted, prepare };
}

function connections(count: number, of: (at: number) => Partial<Connection> = () => ({})): Connection[] {
  return Array.from({ length: count }, (_, at) => {
    // Neither in the order of their names nor in the reverse one.
    const entityId = `entity-${(at * 7919) % count}`;
    return sampleConnection({ entityId, lastSyncId: `sync-${at}`, lastSyncAt: NOW - at, ...of(at) });
  });
}

function jobs(count: number, of: (syncId: string, at: number) => Partial<Job> = () => ({})): Job[] {
  return Array.from({ length: count }, (_, at) => {
    const syncId = `sync-${at}`;
    const completedAt = NOW - ((at * 7919) % count) * 1000;
    const status = completedStatus({ syncId, startedAt: completedAt - 500, completedAt });
    return sampleJob({ syncId, entityId: `entity-${at}`, knownSince: completedAt - 500, status, ...of(syncId, at) });
  });
}

function arrangedRows(list: readonly Connection[], order: ConnectionViewOptions): ConnectionRows {
  const sorted = [...list].sort(byName('en'));
  const known = new Map(list.map((connection) => [connection.entityId, connection]));
  const rowsOf = new ConnectionRows(
    {
      find: (entityId) => known.get(entityId),
      readJobs: () => () => [],
      getAll: () => sorted,
      stateWords: (state) => state,
    },
    () => true,
  );
  rowsOf.arrange(order);
  return rowsOf;
}
