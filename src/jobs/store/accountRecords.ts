import type { HealthRecord, LeaseChange, LeaseRecord } from './jobStore.ts';
import type { LedgerAccess } from './ledgerAccess.ts';
import { LedgerTables } from './ledgerTables.ts';
import type { MemoryJobStore } from './memoryJobStore.ts';

/** What the ledger keeps of accounts beside their jobs: their health, and the lease of the window that polls. */
export class AccountRecords {
  readonly #access: LedgerAccess;
  readonly #memory: MemoryJobStore;

  /** `memory` has what was last read, for while the database can't be used. */
  constructor(access: LedgerAccess, memory: MemoryJobStore) {
    this.#access = access;
    this.#memory = memory;
  }

  health(accountId: string): HealthRecord {
    const read = this.#access.read((database) => new LedgerTables(database).health(accountId));
    return this.#memory.updateHealth(accountId, (kept) => read?.result ?? kept);
  }

  updateHealth(accountId: string, change: (health: HealthRecord) => HealthRecord): HealthRecord {
    const written = this.#access.write((database) => {
      const tables = new LedgerTables(database);
      const before = tables.health(accountId);
      const after = change(before);
      if (after !== before) {
        tables.writeHealth(accountId, after);
      }
      return after;
    });
    const health = this.#memory.updateHealth(accountId, (kept) => written?.result ?? change(kept));
    if (!written) {
      this.#access.keep(accountId, 'health', (database) => {
        const tables = new LedgerTables(database);
        tables.writeHealth(accountId, mergedHealth(tables.health(accountId), health));
      });
    }
    return health;
  }

  lease(accountId: string): LeaseRecord | undefined {
    const read = this.#access.read((database) => ({ lease: new LedgerTables(database).lease(accountId) }));
    return this.#memory.updateLease(accountId, (kept) => (read ? read.result.lease : kept));
  }

  updateLease(accountId: string, change: LeaseChange): LeaseRecord | undefined {
    const written = this.#access.write((database) => {
      const tables = new LedgerTables(database);
      const before = tables.lease(accountId);
      const after = change(before);
      if (after && after !== before) {
        tables.writeLease(accountId, after);
      }
      return { lease: after };
    });
    // A long lock is no reason to stop polling. Nothing is kept to be written: it would be outdated by then.
    return !written && this.#access.isBlockedBriefly
      ? undefined
      : this.#memory.updateLease(accountId, (kept) => (written ? written.result.lease : change(kept)));
  }
}

/** The longer pause of the two: what the service asked of either window holds for both. */
function mergedHealth(theirs: HealthRecord, ours: HealthRecord): HealthRecord {
  return (ours.pause?.until ?? 0) > (theirs.pause?.until ?? 0) ? { ...theirs, pause: ours.pause } : theirs;
}
