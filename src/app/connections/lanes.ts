import type { EpochMs } from '../../base/time.ts';
import type { Jobs } from '../../jobs/history/jobCollection.ts';
import type { Connection } from '../../model/connection.ts';
import { orderConnections } from '../../model/connectionViewOptions.ts';
import type { ConnectionGroup, ConnectionViewOptions } from '../../model/connectionViewOptions.ts';
import { isRunning, jobEndedAt, jobStartedAt, jobState } from '../../model/job.ts';
import type { Job, JobState } from '../../model/job.ts';

/** A run of a connection. */
interface LaneRun {
  readonly state: JobState;
  /** Undefined for a sync of which only the end is known, from the list of connections. */
  readonly startMs: EpochMs | undefined;
  /** Undefined while it runs. */
  readonly endMs: EpochMs | undefined;
}

/** A connection that ran. */
export interface Lane {
  readonly connection: Connection;
  /** The oldest first. */
  readonly runs: readonly LaneRun[];
}

interface LaneGroup {
  /** Undefined if connections are not grouped. */
  readonly group: Pick<ConnectionGroup, 'grouping' | 'key'> | undefined;
  readonly lanes: readonly Lane[];
}

interface LanesOptions {
  readonly jobs: Pick<Jobs, 'sorted' | 'find'>;
  readonly since: EpochMs;
  readonly viewOptions: ConnectionViewOptions;
  readonly searchTextOf: (connection: Connection) => string;
}

/** The connections that ran since that moment, filtered, sorted and grouped as the view does. */
export function lanesOf(
  connections: readonly Connection[],
  { jobs, since, viewOptions, searchTextOf }: LanesOptions,
): readonly LaneGroup[] {
  const runs = runsSince(jobs.sorted, since);
  const isKnown = (syncId: string): boolean => jobs.find(syncId) !== undefined;
  const lanes = new Map<Connection, Lane>();
  for (const connection of connections) {
    const known = runs.get(connection.entityId) ?? [];
    const listed = listedRun(connection, known, isKnown);
    const all = [...known, ...(listed && listed.endMs >= since ? [listed] : [])];
    if (all.length > 0) {
      lanes.set(connection, { connection, runs: all.sort((a, b) => moment(a) - moment(b)) });
    }
  }
  const lanesFor = (sorted: readonly Connection[]): readonly Lane[] =>
    sorted.flatMap((connection) => lanes.get(connection) ?? []);
  const { ungrouped, groups } = orderConnections([...lanes.keys()], viewOptions, searchTextOf);
  return viewOptions.grouping === 'none'
    ? [{ group: undefined, lanes: lanesFor(ungrouped) }]
    : groups.map((group) => ({ group, lanes: lanesFor(group.connections) }));
}

/** The jobs that ran since that moment, by connection. `jobs`: running ones, then the latest to end first. */
function runsSince(jobs: readonly Job[], since: EpochMs): ReadonlyMap<string, readonly LaneRun[]> {
  const runs = new Map<string, LaneRun[]>();
  for (const job of jobs) {
    const endMs = isRunning(job) ? undefined : jobEndedAt(job);
    if (endMs !== undefined && endMs < since) {
      // All following ones ended even earlier.
      break;
    }
    const ofConnection = runs.get(job.entityId) ?? [];
    runs.set(job.entityId, ofConnection);
    const startMs = startOf(job);
    ofConnection.push({
      state: jobState(job),
      startMs,
      endMs: endMs === undefined ? undefined : Math.max(startMs ?? endMs, endMs),
    });
  }
  return runs;
}

/** Undefined for a sync that was found while it ran and has ended, and of whose start the service said nothing. */
function startOf(job: Job): EpochMs | undefined {
  return job.origin === 'started' || isRunning(job) ? jobStartedAt(job) : job.status?.startedAt;
}

/** If the ID of the last sync is unknown, a run that ended this close to it counts as that sync. */
const SAME_END_MS = 2000;

/** The last sync, if it was not tracked: only its end is known, from the list. None while a sync runs, because the list has its ID. */
function listedRun(
  { isCurrentlySyncing, hasError, lastSyncAt, lastSyncId }: Connection,
  known: readonly LaneRun[],
  isKnown: (syncId: string) => boolean,
): (LaneRun & { readonly endMs: EpochMs }) | undefined {
  if (isCurrentlySyncing || lastSyncAt === undefined) {
    return undefined;
  }
  const isTracked =
    lastSyncId === undefined
      ? known.some(({ endMs = Infinity }) => Math.abs(endMs - lastSyncAt) <= SAME_END_MS)
      : isKnown(lastSyncId);
  return isTracked ? undefined : { state: hasError ? 'failed' : 'succeeded', startMs: undefined, endMs: lastSyncAt };
}

function moment({ startMs, endMs }: LaneRun): EpochMs {
  return startMs ?? endMs ?? Infinity;
}
