import { tryParseJson } from '../../base/json.ts';
import { asMonotonic, monotonicNow } from '../../base/monotonicClock.ts';
import type { LedgerAccess } from '../database/ledgerAccess.ts';
import type { LedgerDatabase } from '../database/ledgerDatabase.ts';
import type { HealthRecord, JobStore, LeaseChange, LeaseRecord } from './jobStore.ts';

interface LeaseRow {
  readonly holder: string | null;
  readonly until: number;
  readonly is_focused: number;
  readonly requested_by: string | null;
  readonly booked_until: number;
}

/**
 * What the windows share about polling an account: the lease, and the health of the service. `memory` holds what was last
 * read, for when the database can't be used.
 */
export class PollRecords {
  readonly #access: LedgerAccess;
  readonly #memory: Pick<JobStore, 'updateHealth' | 'updateLease'>;
  /** At which data version each record was last read. Until that changes, only this window writes it. */
  readonly #readAt = new Map<string, string>();

  constructor(access: LedgerAccess, memory: Pick<JobStore, 'updateHealth' | 'updateLease'>) {
    this.#access = access;
    this.#memory = memory;
  }

  /** Reads everything again next time: from another database, or after pending writes. */
  invalidate(): void {
    this.#readAt.clear();
  }

  health(accountId: string): HealthRecord {
    const read = this.#readIfChanged(`health ${accountId}`, (database) => readHealth(database, accountId));
    return this.#memory.updateHealth(accountId, (kept) => read?.result ?? kept);
  }

  updateHealth(accountId: string, change: (health: HealthRecord) => HealthRecord): HealthRecord {
    const written = this.#access.write((database) => {
      const before = readHealth(database, accountId);
      const after = change(before);
      if (after !== before) {
        writeHealth(database, accountId, after);
      }
      return after;
    });
    const health = this.#memory.updateHealth(accountId, (kept) => written?.result ?? change(kept));
    if (!written) {
      this.#access.addPending(accountId, 'health', (database) =>
        writeHealth(database, accountId, mergedHealth(readHealth(database, accountId), health)),
      );
    }
    return health;
  }

  lease(accountId: string): LeaseRecord | undefined {
    const read = this.#readIfChanged(`lease ${accountId}`, (database) => ({ lease: readLease(database, accountId) }));
    return this.#memory.updateLease(accountId, (kept) => (read ? read.result.lease : kept));
  }

  updateLease(accountId: string, change: LeaseChange): LeaseRecord | undefined {
    const written = this.#access.write((database) => {
      const before = readLease(database, accountId);
      const after = change(before);
      if (after && after !== before) {
        writeLease(database, accountId, after);
      }
      return { lease: after };
    });
    // A long lock is no reason to stop polling. The change is not kept as a pending write: it would be outdated by then.
    return !written && this.#access.isBlockedBriefly
      ? undefined
      : this.#memory.updateLease(accountId, (kept) => (written ? written.result.lease : change(kept)));
  }

  /** See `LedgerAccess.readIfChanged`. */
  #readIfChanged<T>(key: string, work: (database: LedgerDatabase) => T): { readonly result: T } | undefined {
    const read = this.#access.readIfChanged(this.#readAt.get(key), work);
    if (read !== undefined) {
      this.#readAt.set(key, read.dataVersion);
    }
    return read;
  }
}

/** Empty for an unreadable row. */
function readHealth(database: LedgerDatabase, accountId: string): HealthRecord {
  const record = database.prepare('SELECT record FROM health WHERE account_id = ?').get(accountId)?.['record'];
  return typeof record === 'string' ? (tryParseJson(record) ?? {}) : {};
}

function writeHealth(database: LedgerDatabase, accountId: string, health: HealthRecord): void {
  database
    .prepare(
      `INSERT INTO health (account_id, record) VALUES (?, ?)
       ON CONFLICT DO UPDATE SET record = excluded.record`,
    )
    .run(accountId, JSON.stringify(health));
}

/** The longer pause of the two: one that the service asked of either window holds for both. */
function mergedHealth(theirs: HealthRecord, ours: HealthRecord): HealthRecord {
  return endOfPause(ours) > endOfPause(theirs) ? { ...theirs, pause: ours.pause } : theirs;
}

/** 0 without a pause, and for one that seems to begin in the future: it is from before the machine was restarted. */
function endOfPause({ pause }: HealthRecord): number {
  return pause === undefined || pause.since > monotonicNow() ? 0 : pause.until;
}

function readLease(database: LedgerDatabase, accountId: string): LeaseRecord | undefined {
  const row = database
    .prepare('SELECT holder, until, is_focused, requested_by, booked_until FROM poll_lease WHERE account_id = ?')
    .get(accountId) as unknown as LeaseRow | undefined;
  return (
    row && {
      holder: row.holder ?? undefined,
      until: asMonotonic(row.until),
      isFocused: row.is_focused === 1,
      requestedBy: row.requested_by ?? undefined,
      bookedUntil: asMonotonic(row.booked_until),
    }
  );
}

function writeLease(
  database: LedgerDatabase,
  accountId: string,
  { holder, until, isFocused, requestedBy, bookedUntil }: LeaseRecord,
): void {
  database
    .prepare(
      `INSERT INTO poll_lease (account_id, holder, until, is_focused, requested_by, booked_until)
       VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET holder = excluded.holder, until = excluded.until, is_focused = excluded.is_focused,
         requested_by = excluded.requested_by, booked_until = excluded.booked_until`,
    )
    .run(accountId, holder ?? null, until, isFocused ? 1 : 0, requestedBy ?? null, bookedUntil);
}
