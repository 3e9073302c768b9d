import { randomBytes } from 'node:crypto';
import type { EpochMs } from '../base/time.ts';
import type { ServiceClock } from './clock.ts';
import { createConnection } from './connection.ts';
import type { ConnectionPatch, ConnectionRecord } from './connection.ts';
import { jobEndsAt, jobFails, jobStatus } from './job.ts';
import type { Job, JobKind, JobPlan, JobScript } from './job.ts';

/** What the control port can set for the next job. */
export interface NextJob extends JobScript {
  readonly durationMs?: number;
}

/**
 * The connections and jobs of a workspace. There are no timers: callers call `settle` before reading, which applies all events
 * until now (ended jobs, scheduled syncs) in their order.
 */
export class Workspace {
  readonly connections = new Map<string, ConnectionRecord>();
  readonly jobs = new Map<string, Job>();
  readonly #clock: ServiceClock;
  #nextJobs: NextJob[] = [];

  constructor(clock: ServiceClock) {
    this.#clock = clock;
  }

  clear(): void {
    this.connections.clear();
    this.jobs.clear();
    this.#nextJobs = [];
  }

  putConnection(entityId: string, patch: ConnectionPatch): ConnectionRecord {
    const known = this.connections.get(entityId);
    const connection = known ? Object.assign(known, patch) : createConnection(entityId, patch);
    this.connections.set(entityId, connection);
    return connection;
  }

  /** Scripts the next job that starts. Several scripts apply to consecutive jobs. */
  scriptNextJob(script: NextJob): void {
    this.#nextJobs.push(script);
  }

  /** Starts a job. Without a plan it stays in Extract until `planJob` is called. */
  startJob(
    connection: ConnectionRecord,
    kind: JobKind,
    options: { plan?: JobPlan; startedAt?: EpochMs; syncId?: string } = {},
  ): Job {
    const { durationMs, ...script } = this.#nextJobs.shift() ?? {};
    const startedAt = options.startedAt ?? this.#clock.now();
    const job: Job = {
      syncId: options.syncId ?? randomBytes(16).toString('hex'),
      entityId: connection.entityId,
      entityName: connection.entityName,
      sourceSystem: connection.sourceSystem,
      kind,
      startedAt,
      plan: undefined,
      rowsRead: 0,
      script,
      scriptedDurationMs: durationMs,
      forcedEnd: undefined,
      isForgotten: false,
      isSettled: false,
    };
    if (options.plan) {
      this.planJob(job, options.plan);
    }
    this.jobs.set(job.syncId, job);
    connection.running.add(job);
    connection.lastSyncId = job.syncId;
    connection.lastSyncStatus = jobStatus(job, startedAt);
    return job;
  }

  /** Sets the plan of a job, adapted to its script. */
  planJob(job: Job, plan: JobPlan): void {
    const { outcome, message } = job.script;
    const factor = job.scriptedDurationMs === undefined ? 1 : job.scriptedDurationMs / (plan.extractMs + plan.loadMs);
    const success = { rows: plan.rows, extractMs: plan.extractMs * factor, loadMs: plan.loadMs * factor };
    const scripted = { step: 'Load', fraction: 0.6, message: message ?? 'The target refused the rows.' } as const;
    const failures = { fail: scripted, complete: undefined };
    const failure = outcome === undefined ? plan.failure : failures[outcome];
    job.plan = failure === undefined ? success : { ...success, failure };
  }

  /** Scripts a running job; an outcome ends it immediately. */
  scriptJob(job: Job, script: JobScript): void {
    const now = this.#clock.now();
    job.script = { ...job.script, ...script };
    if (script.outcome !== undefined && !job.isSettled) {
      job.forcedEnd = { at: now, outcome: script.outcome };
    }
    const connection = this.connections.get(job.entityId);
    if (connection?.lastSyncId === job.syncId) {
      connection.lastSyncStatus = jobStatus(job, now);
    }
    this.settle();
  }

  /** Applies all events that are due. */
  settle(): void {
    const now = this.#clock.now();
    for (let due = this.#firstDue(now); due !== undefined; due = this.#firstDue(now)) {
      due.apply();
    }
  }

  #firstDue(now: EpochMs): { readonly at: EpochMs; readonly apply: () => void } | undefined {
    let first: { at: EpochMs; apply: () => void } | undefined;
    const consider = (at: EpochMs, apply: () => void) => {
      if (at <= now && at < (first?.at ?? Infinity)) {
        first = { at, apply };
      }
    };
    for (const connection of this.connections.values()) {
      for (const job of connection.running) {
        consider(jobEndsAt(job), () => this.#endJob(connection, job));
      }
      if (connection.isActive && connection.everyMs !== undefined && connection.nextScheduledSyncAt !== undefined) {
        const { everyMs, nextScheduledSyncAt } = connection;
        consider(nextScheduledSyncAt, () => this.#startScheduled(connection, nextScheduledSyncAt, everyMs));
      }
    }
    return first;
  }

  #endJob(connection: ConnectionRecord, job: Job): void {
    const endedAt = jobEndsAt(job);
    job.isSettled = true;
    connection.running.delete(job);
    connection.lastSyncAt = Math.max(connection.lastSyncAt ?? 0, endedAt);
    if (connection.lastSyncId === job.syncId) {
      connection.lastSyncStatus = jobStatus(job, endedAt);
      connection.hasError = jobFails(job);
    }
  }

  #startScheduled(connection: ConnectionRecord, dueAt: EpochMs, everyMs: number): void {
    connection.nextScheduledSyncAt = dueAt + everyMs;
    // A scheduled sync is skipped if the last one is still running.
    if (connection.running.size === 0) {
      this.startJob(connection, 'sync', { plan: planSync(connection), startedAt: dueAt });
    }
  }
}

/** The default plan of a sync: 40 % of its duration in Extract, the rest in Load. */
export function planSync({ durationMs, rows }: ConnectionRecord): JobPlan {
  return { extractMs: durationMs * 0.4, loadMs: durationMs * 0.6, rows };
}
