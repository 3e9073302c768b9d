// Types of the control port of the local service (src/localService/README.md). Types only: the service is a separate process,
// and none of its code runs in a test.
import type { JobKind, JobResponse } from '../../src/localService/job.ts';
import type { Settings } from '../../src/localService/settings.ts';

export interface ServiceState {
  /** The time of the service, in milliseconds since the epoch. */
  readonly now: number;
  readonly isFrozen: boolean;
  readonly timeRate: number;
  readonly settings: Readonly<Settings>;
  readonly connections: readonly ConnectionState[];
  readonly jobs: readonly JobState[];
}

/** A connection as returned by GET /connections, with internal fields of the service. */
export interface ConnectionState {
  readonly entityId: string;
  readonly entityName: string;
  readonly hasError: boolean;
  readonly isActive: boolean;
  readonly isCurrentlySyncing: boolean;
  readonly lastSyncId?: string | null;
  readonly lastSyncStatus?: string;
  readonly lastSyncAt?: string;
  readonly nextScheduledSyncAt?: string;
  readonly sourceSystem: string;
  readonly acceptsUploads: boolean;
  readonly everyMs?: number;
}

/** A job as returned by its status request, with its entity. */
interface JobState extends JobResponse {
  readonly entityId: string;
  readonly kind: JobKind;
}

export interface UploadInfo {
  readonly syncId: string;
  readonly entityId: string;
  readonly format: 'multipart' | 'json';
  readonly kind: 'csv' | 'json';
  readonly fileName?: string;
  /** Of the part `file`, or of the whole JSON body. */
  readonly byteLength: number;
  readonly sha256: string;
}

export interface UploadRows {
  readonly columns: readonly string[];
  /** Cells as text; JSON numbers as written, null and missing members as ''. */
  readonly rows: readonly (readonly string[])[];
  /** The reason if the load fails. */
  readonly problem?: string;
}
