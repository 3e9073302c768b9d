// What the control port of the local service takes and gives, as src/localService/README.md describes it.

export interface ServiceState {
  /** The service's time, milliseconds since the epoch. */
  readonly now: number;
  readonly isFrozen: boolean;
  readonly timeRate: number;
  readonly settings: Settings;
  readonly connections: readonly ConnectionState[];
  readonly jobs: readonly JobState[];
}

/** A connection as GET /connections answers it, and what only the service knows. */
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

/** A job as its status is answered, and whose it is. */
export interface JobState {
  readonly syncId: string;
  readonly entityId: string;
  readonly kind: 'sync' | 'upload';
  readonly status: string;
  readonly message: string;
  readonly startedAt: string;
  readonly completedAt: string | null;
  readonly steps: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly count: number;
    readonly startedAt: string;
    readonly completedAt: string | null;
  }[];
}

export interface Settings {
  readonly apiKey: string;
  readonly accessToken: string;
  readonly email: string;
  readonly fullName: string;
  readonly workspaceIdentifier: string;
  readonly workspaceName: string;
  readonly apiVersion: string;
  /** `requestId`, `correlationId` and `timestamp` in problem details; on unless switched off. */
  readonly hasProblemExtensions: boolean;
  /** `X-RateLimit-*` on every answer; off unless switched on, as is the limit itself. */
  readonly hasRateLimitHeaders: boolean;
  readonly isRateLimited: boolean;
  readonly rateLimit: number;
  readonly rateLimitQueue: number;
  /** What stands for the syncId of an upload that is refused with 200. */
  readonly refusedSyncId: 'absent' | 'null' | 'empty';
}

export interface ConnectionPatch {
  readonly entityName?: string;
  readonly sourceSystem?: string;
  readonly isActive?: boolean;
  readonly hasError?: boolean;
  readonly lastSyncId?: string | null;
  readonly lastSyncStatus?: string;
  /** Milliseconds since the epoch, by the service's clock (`state().now`). */
  readonly lastSyncAt?: number;
  readonly nextScheduledSyncAt?: number;
  /** Time between scheduled syncs; with `nextScheduledSyncAt` they start by themselves. */
  readonly everyMs?: number;
  readonly acceptsUploads?: boolean;
  /** How long its syncs take (8 s unless told), and how many rows they bring. */
  readonly durationMs?: number;
  readonly rows?: number;
  /** Laid over what GET /connections says about it: any member, any type. Such answers are not held against the contract. */
  readonly answer?: Readonly<Record<string, unknown>>;
  /** Members left out of what GET /connections says about it. */
  readonly absent?: readonly string[];
}

export interface JobScript {
  readonly outcome?: 'fail' | 'complete';
  /** Shown as the job's status, whatever the word. */
  readonly status?: string;
  readonly message?: string;
}

export interface NextJob extends JobScript {
  readonly durationMs?: number;
}

/** A test's word for src/localService/faults.ts, where each action is explained. */
export interface Fault {
  readonly method?: string;
  readonly path?: string;
  readonly times?: number;
  readonly skip?: number;
  readonly action: FaultAction;
}

export type FaultAction =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly bodyBase64?: string;
      readonly repeat?: number;
      readonly early?: true;
    }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'hang'; readonly afterBytes?: number }
  | { readonly kind: 'cut'; readonly afterBytes?: number }
  | { readonly kind: 'loseAnswer' }
  | { readonly kind: 'halfBody' }
  | { readonly kind: 'rateLimit'; readonly retryAfterS: number }
  | { readonly kind: 'redirect'; readonly location: string; readonly status?: number }
  | { readonly kind: 'merge'; readonly patch: unknown };

export interface LoggedRequest {
  readonly method: string;
  /** With its query, as it came. */
  readonly path: string;
  readonly headerNames: readonly string[];
  /** `none`, `apiKey`, `bearer`, `basic`, or two of them joined by `+`. */
  readonly authScheme: string;
  readonly contentType?: string;
  readonly contentLength?: number;
  /** Real time, milliseconds since the epoch. */
  readonly at: number;
  readonly status?: number;
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
  /** Cells as text; numbers of JSON as they were written, null and absent members as ''. */
  readonly rows: readonly (readonly string[])[];
  /** Why the load fails, where it does. */
  readonly problem?: string;
}

export interface Violation {
  readonly direction: 'request' | 'answer';
  /** For example `POST /connections/sync`. */
  readonly endpoint: string;
  readonly status: number;
  readonly messages: readonly string[];
}
