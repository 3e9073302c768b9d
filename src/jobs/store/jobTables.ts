import { parseJson } from '../../base/json.ts';
import { asMonotonic } from '../../base/monotonicClock.ts';
import type { EpochMs } from '../../base/time.ts';
import type { Job, JobKind, StatusChange, UploadedSource } from '../../model/job.ts';
import { isUsableId, limitedJob, limitedStatusChange, limitedHistory, MAX_STATUS_CHANGES } from '../../model/limits.ts';
import { statusChange } from '../history/jobSteps.ts';
import type { LedgerDatabase } from '../database/ledgerDatabase.ts';

interface JobRow {
  readonly sync_id: string;
  readonly entity_id: string;
  readonly kind: string;
  readonly source: string | null;
  readonly next_poll_at: number | null;
  readonly properties: string;
}

interface StatusChangeRow {
  readonly at: number;
  readonly status: string;
  readonly step: string | null;
  readonly request_id: string | null;
}

// Named, because a newer version may have added others.
const JOB_COLUMNS = 'sync_id, entity_id, kind, source, next_poll_at, properties';

/** The tables of jobs. Throws SQLite's errors. Write in a transaction. */
export class JobTables {
  readonly #database: LedgerDatabase;

  constructor(database: LedgerDatabase) {
    this.#database = database;
  }

  /** See `LedgerDatabase.dataVersion`. */
  dataVersion(): string {
    return this.#database.dataVersion();
  }

  /** The latest revision, and the number of deletions. Each job has the revision at which it was written. */
  position(): { readonly revision: number; readonly deletions: number } {
    return this.#database.prepare('SELECT revision, deletions FROM ledger').get() as unknown as {
      readonly revision: number;
      readonly deletions: number;
    };
  }

  /** The account's jobs written after a revision, in the order in which they became known. */
  jobs(accountId: string, afterRevision: number): Job[] {
    const rows = this.#database
      .prepare(`SELECT ${JOB_COLUMNS} FROM job WHERE account_id = ? AND revision > ? ORDER BY rowid`)
      .all(accountId, afterRevision) as unknown as readonly JobRow[];
    return rows.flatMap((row) => fromRow(accountId, row) ?? []);
  }

  /** The IDs of all the account's jobs, without reading the jobs themselves. */
  syncIds(accountId: string): string[] {
    const rows = this.#database.prepare('SELECT sync_id FROM job WHERE account_id = ?').all(accountId);
    return rows.map((row) => String(row['sync_id']));
  }

  job(accountId: string, syncId: string): Job | undefined {
    const row = this.#database
      .prepare(`SELECT ${JOB_COLUMNS} FROM job WHERE account_id = ? AND sync_id = ?`)
      .get(accountId, syncId) as unknown as JobRow | undefined;
    return row && fromRow(accountId, row);
  }

  writeJob(job: Job): void {
    const { accountId, syncId, entityId, kind, source, nextPollAt, ...properties } = job;
    this.#database
      .prepare(
        `INSERT INTO job (account_id, sync_id, entity_id, kind, source, next_poll_at, properties, revision)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET entity_id = excluded.entity_id, kind = excluded.kind, source = excluded.source,
         next_poll_at = excluded.next_poll_at, properties = excluded.properties,
         revision = excluded.revision`,
      )
      .run(
        accountId,
        syncId,
        entityId,
        kind,
        source === undefined ? null : JSON.stringify(source),
        nextPollAt ?? null,
        JSON.stringify(properties),
        this.#nextRevision(),
      );
  }

  /** Writes a job that was added or changed and, if its status or step has changed, adds that to its history. */
  writeChange(before: Job | undefined, after: Job): void {
    this.writeJob(after);
    const change = statusChange(before, after, Date.now());
    if (change) {
      this.writeStatusChange(after, change);
    }
  }

  deleteJob(accountId: string, syncId: string): void {
    this.#database.prepare('DELETE FROM job WHERE account_id = ? AND sync_id = ?').run(accountId, syncId);
    this.#database.prepare('DELETE FROM status_change WHERE account_id = ? AND sync_id = ?').run(accountId, syncId);
    this.#database.prepare('UPDATE ledger SET deletions = deletions + 1').run();
  }

  isDismissed(accountId: string, syncId: string): boolean {
    const row = this.#database
      .prepare('SELECT 1 FROM dismissed WHERE account_id = ? AND sync_id = ?')
      .get(accountId, syncId);
    return row !== undefined;
  }

  writeDismissed(accountId: string, syncId: string, at: EpochMs): void {
    this.#database
      .prepare('INSERT INTO dismissed (account_id, sync_id, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
      .run(accountId, syncId, at);
  }

  /** Allows the jobs of all accounts that were dismissed before that moment to be adopted again. */
  forgetDismissed(before: EpochMs): void {
    this.#database.prepare('DELETE FROM dismissed WHERE at < ?').run(before);
  }

  deleteDismissed(accountId: string, syncId: string): void {
    this.#database.prepare('DELETE FROM dismissed WHERE account_id = ? AND sync_id = ?').run(accountId, syncId);
  }

  writeStatusChange(job: Job, { at, status, step, requestId }: StatusChange): void {
    this.#database
      .prepare(
        'INSERT INTO status_change (account_id, sync_id, at, status, step, request_id) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(job.accountId, job.syncId, at, status, step ?? null, requestId ?? null);
    // Keeps the first one and the latest.
    this.#database
      .prepare(
        `DELETE FROM status_change WHERE account_id = ?1 AND sync_id = ?2
         AND rowid > (SELECT min(rowid) FROM status_change WHERE account_id = ?1 AND sync_id = ?2)
         AND rowid <= (SELECT rowid FROM status_change WHERE account_id = ?1 AND sync_id = ?2
                       ORDER BY rowid DESC LIMIT 1 OFFSET ${MAX_STATUS_CHANGES - 1})`,
      )
      .run(job.accountId, job.syncId);
  }

  history(accountId: string, syncId: string): readonly StatusChange[] {
    const rows = this.#database
      .prepare(
        'SELECT at, status, step, request_id FROM status_change WHERE account_id = ? AND sync_id = ? ORDER BY rowid',
      )
      .all(accountId, syncId) as unknown as readonly StatusChangeRow[];
    const changes = rows.map(({ at, status, step, request_id }) => ({
      at,
      status,
      step: step ?? undefined,
      requestId: request_id ?? undefined,
    }));
    return limitedHistory(changes).map(limitedStatusChange);
  }

  #nextRevision(): number {
    return Number(
      this.#database.prepare('UPDATE ledger SET revision = revision + 1 RETURNING revision').get()?.['revision'],
    );
  }
}

type JobProperties = Omit<Job, 'accountId' | 'syncId' | 'entityId' | 'kind' | 'source' | 'nextPollAt'>;

/** Undefined for an unreadable row. Applies the limits: those of the version that wrote it may have been higher. */
function fromRow(accountId: string, row: JobRow): Job | undefined {
  if (!isUsableId(row.sync_id) || !isUsableId(row.entity_id)) {
    return undefined;
  }
  try {
    const { status, receivedAt, failure, ...properties } = parseJson(row.properties) as JobProperties;
    return limitedJob({
      ...properties,
      // Restores the undefined properties that JSON omits, so that the job equals one that was never stored.
      status: status && {
        ...status,
        startedAt: status.startedAt,
        completedAt: status.completedAt,
        steps: status.steps.map((step) => ({
          ...step,
          count: step.count,
          startedAt: step.startedAt,
          completedAt: step.completedAt,
        })),
      },
      receivedAt,
      failure,
      accountId,
      syncId: row.sync_id,
      entityId: row.entity_id,
      kind: row.kind as JobKind,
      source: row.source === null ? undefined : (parseJson(row.source) as UploadedSource),
      nextPollAt: row.next_poll_at === null ? undefined : asMonotonic(row.next_poll_at),
    });
  } catch {
    return undefined;
  }
}
