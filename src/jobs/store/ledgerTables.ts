import { parseJson } from '../../base/json.ts';
import { asMonotonic } from '../../base/monotonicClock.ts';
import type { MonotonicMs } from '../../base/monotonicClock.ts';
import type { EpochMs } from '../../base/time.ts';
import type { Job, JobKind, PollState, SeenState, UploadSource } from '../../model/job.ts';
import { isUsableId, limitedJob, limitedState, limitedStates, MAX_SEEN_STATES } from '../../model/limits.ts';
import { FRESH_RATE_LIMITER } from '../polling/rateLimiter.ts';
import type { RateLimiterState } from '../polling/rateLimiter.ts';
import type { LedgerDatabase } from './ledgerDatabase.ts';

interface JobRow {
  readonly sync_id: string;
  readonly entity_id: string;
  readonly kind: string;
  readonly source: string | null;
  readonly next_check_at: number | null;
  readonly asking_until: number | null;
  readonly facts: string;
}

interface SeenRow {
  readonly at: number;
  readonly status: string;
  readonly step: string | null;
  readonly request_id: string | null;
}

// Named, as a newer version may have added others.
const JOB_COLUMNS = 'sync_id, entity_id, kind, source, next_check_at, asking_until, facts';

/** The tables of jobs. Everything throws what SQLite throws; what writes is called in a transaction. */
export class LedgerTables {
  readonly #database: LedgerDatabase;

  constructor(database: LedgerDatabase) {
    this.#database = database;
  }

  /** Changes whenever another connection has written. */
  dataVersion(): number {
    return this.#database.dataVersion();
  }

  /** How far the ledger has been written: each written job has the revision it was written at. */
  position(): { readonly revision: number; readonly deletions: number } {
    return this.#database.prepare('SELECT revision, deletions FROM ledger').get() as unknown as {
      readonly revision: number;
      readonly deletions: number;
    };
  }

  /** The account's jobs that were written after that revision, in the order in which they became known. */
  jobs(accountId: string, afterRevision: number): Job[] {
    const rows = this.#database
      .prepare(`SELECT ${JOB_COLUMNS} FROM job WHERE account_id = ? AND revision > ? ORDER BY rowid`)
      .all(accountId, afterRevision) as unknown as readonly JobRow[];
    return rows.flatMap((row) => fromRow(accountId, row) ?? []);
  }

  job(accountId: string, syncId: string): Job | undefined {
    const row = this.#database
      .prepare(`SELECT ${JOB_COLUMNS} FROM job WHERE account_id = ? AND sync_id = ?`)
      .get(accountId, syncId) as unknown as JobRow | undefined;
    return row && fromRow(accountId, row);
  }

  writeJob(job: Job): void {
    const { accountId, syncId, entityId, kind, source, nextCheckAt, askingUntil, pollState, ...facts } = job;
    this.#database
      .prepare(
        `INSERT INTO job (account_id, sync_id, entity_id, kind, source, next_check_at, asking_until, facts, revision)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET entity_id = excluded.entity_id, kind = excluded.kind, source = excluded.source,
         next_check_at = excluded.next_check_at, asking_until = excluded.asking_until, facts = excluded.facts,
         revision = excluded.revision`,
      )
      .run(
        accountId,
        syncId,
        entityId,
        kind,
        source === undefined ? null : JSON.stringify(source),
        nextCheckAt ?? null,
        askingUntil ?? null,
        JSON.stringify({ ...facts, asking: pollState }),
        this.#nextRevision(),
      );
  }

  /** One conditional update: who finds the question as expected has it. */
  claimJob(accountId: string, syncId: string, expected: MonotonicMs | undefined, until: MonotonicMs): boolean {
    const { changes } = this.#database
      .prepare(
        `UPDATE job SET next_check_at = ?, asking_until = ?, revision = ?
       WHERE account_id = ? AND sync_id = ? AND next_check_at IS ?`,
      )
      .run(until, until, this.#nextRevision(), accountId, syncId, expected ?? null);
    return changes === 1;
  }

  deleteJob(accountId: string, syncId: string): void {
    this.#database.prepare('DELETE FROM job WHERE account_id = ? AND sync_id = ?').run(accountId, syncId);
    this.#database.prepare('DELETE FROM seen_state WHERE account_id = ? AND sync_id = ?').run(accountId, syncId);
    this.#database.prepare('UPDATE ledger SET deletions = deletions + 1').run();
  }

  isDismissed(accountId: string, syncId: string): boolean {
    const row = this.#database
      .prepare('SELECT 1 FROM dismissed WHERE account_id = ? AND sync_id = ?')
      .get(accountId, syncId);
    return row !== undefined;
  }

  /** Forgets, too, what was dismissed before `forgottenBefore`. */
  writeDismissed(accountId: string, syncId: string, at: EpochMs, forgottenBefore: EpochMs): void {
    this.#database.prepare('DELETE FROM dismissed WHERE at < ?').run(forgottenBefore);
    this.#database
      .prepare('INSERT INTO dismissed (account_id, sync_id, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
      .run(accountId, syncId, at);
  }

  writeSeen(job: Job, { at, status, step, requestId }: SeenState): void {
    this.#database
      .prepare('INSERT INTO seen_state (account_id, sync_id, at, status, step, request_id) VALUES (?, ?, ?, ?, ?, ?)')
      .run(job.accountId, job.syncId, at, status, step ?? null, requestId ?? null);
    // All but the first one and the latest.
    this.#database
      .prepare(
        `DELETE FROM seen_state WHERE account_id = ?1 AND sync_id = ?2
         AND rowid > (SELECT min(rowid) FROM seen_state WHERE account_id = ?1 AND sync_id = ?2)
         AND rowid <= (SELECT rowid FROM seen_state WHERE account_id = ?1 AND sync_id = ?2
                       ORDER BY rowid DESC LIMIT 1 OFFSET ${MAX_SEEN_STATES - 1})`,
      )
      .run(job.accountId, job.syncId);
  }

  seen(accountId: string, syncId: string): readonly SeenState[] {
    const rows = this.#database
      .prepare(
        'SELECT at, status, step, request_id FROM seen_state WHERE account_id = ? AND sync_id = ? ORDER BY rowid',
      )
      .all(accountId, syncId) as unknown as readonly SeenRow[];
    const states = rows.map(({ at, status, step, request_id }) => ({
      at,
      status,
      step: step ?? undefined,
      requestId: request_id ?? undefined,
    }));
    return limitedStates(states).map(limitedState);
  }

  pace(accountId: string): RateLimiterState {
    const text = this.#database.prepare('SELECT pace FROM account WHERE account_id = ?').get(accountId)?.['pace'];
    return typeof text === 'string'
      ? { ...FRESH_RATE_LIMITER, ...(parseJson(text) as RateLimiterState) }
      : FRESH_RATE_LIMITER;
  }

  writePace(accountId: string, pace: RateLimiterState): void {
    this.#database
      .prepare('INSERT INTO account (account_id, pace) VALUES (?, ?) ON CONFLICT DO UPDATE SET pace = excluded.pace')
      .run(accountId, JSON.stringify(pace));
  }

  #nextRevision(): number {
    return Number(
      this.#database.prepare('UPDATE ledger SET revision = revision + 1 RETURNING revision').get()?.['revision'],
    );
  }
}

type Facts = Omit<
  Job,
  'accountId' | 'syncId' | 'entityId' | 'kind' | 'source' | 'nextCheckAt' | 'askingUntil' | 'pollState'
> & {
  /** The poll state, under its first name. */
  readonly asking?: PollState | undefined;
};

/** Undefined for a row that is not readable: it must not take the others with it. An earlier version knew no limits. */
function fromRow(accountId: string, row: JobRow): Job | undefined {
  if (!isUsableId(row.sync_id) || !isUsableId(row.entity_id)) {
    return undefined;
  }
  try {
    const { status, answeredAt, failure, asking, ...facts } = parseJson(row.facts) as Facts;
    return limitedJob({
      ...facts,
      // What JSON leaves out because it is undefined is there again, as in a job that was never written.
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
      answeredAt,
      failure,
      ...(asking && { pollState: asking }),
      accountId,
      syncId: row.sync_id,
      entityId: row.entity_id,
      kind: row.kind as JobKind,
      source: row.source === null ? undefined : (parseJson(row.source) as UploadSource),
      nextCheckAt: row.next_check_at === null ? undefined : asMonotonic(row.next_check_at),
      ...(row.asking_until === null ? {} : { askingUntil: asMonotonic(row.asking_until) }),
    });
  } catch {
    return undefined;
  }
}
