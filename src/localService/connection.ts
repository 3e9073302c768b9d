import type { EpochMs } from '../base/time.ts';
import { isoTime } from './clock.ts';
import type { Job } from './job.ts';

/** A data connection. */
export interface ConnectionRecord {
  readonly entityId: string;
  entityName: string;
  sourceSystem: string;
  isActive: boolean;
  hasError: boolean;
  /** Undefined is omitted from responses, null is sent as null (contract: "when available"). */
  lastSyncId: string | null | undefined;
  lastSyncStatus: string | undefined;
  lastSyncAt: EpochMs | undefined;
  nextScheduledSyncAt: EpochMs | undefined;
  /** Time between scheduled syncs; undefined without a schedule. */
  everyMs: number | undefined;
  /** Whether it is a Data Loader. */
  acceptsUploads: boolean;
  /** The duration of its syncs, and their number of rows. */
  durationMs: number;
  rows: number;
  /** Overrides members of its response, with any name and type; those in `absent` are omitted. */
  response: Readonly<Record<string, unknown>>;
  absent: readonly string[];
  readonly running: Set<Job>;
}

/** What the control port can set for a connection. */
export type ConnectionPatch = Partial<Omit<ConnectionRecord, 'entityId' | 'running'>>;

export function createConnection(entityId: string, patch: ConnectionPatch): ConnectionRecord {
  return {
    entityId,
    entityName: entityId,
    sourceSystem: 'Data Loader',
    isActive: true,
    hasError: false,
    lastSyncId: undefined,
    lastSyncStatus: undefined,
    lastSyncAt: undefined,
    nextScheduledSyncAt: undefined,
    everyMs: undefined,
    acceptsUploads: false,
    durationMs: 8_000,
    rows: 1_200,
    response: {},
    absent: [],
    ...patch,
    running: new Set(),
  };
}

/** An element of `data` of GET /connections (contract, Connection). */
export function connectionResponse(connection: ConnectionRecord): Readonly<Record<string, unknown>> {
  const response = {
    entityId: connection.entityId,
    entityName: connection.entityName,
    hasError: connection.hasError,
    isActive: connection.isActive,
    isCurrentlySyncing: connection.running.size > 0,
    // JSON.stringify omits undefined members.
    lastSyncId: connection.lastSyncId,
    lastSyncStatus: connection.lastSyncStatus,
    lastSyncAt: connection.lastSyncAt === undefined ? undefined : isoTime(connection.lastSyncAt),
    nextScheduledSyncAt:
      connection.nextScheduledSyncAt === undefined ? undefined : isoTime(connection.nextScheduledSyncAt),
    sourceSystem: connection.sourceSystem,
    ...connection.response,
  };
  return Object.fromEntries(Object.entries(response).filter(([name]) => !connection.absent.includes(name)));
}
