import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { readClocks, monotonicNow } from '../../base/monotonicClock.ts';
import type { AcceptedUpload, UploadIntent, UploadRecords } from '../../model/upload.ts';
import type { LedgerAccess } from '../database/ledgerAccess.ts';
import type { Durability, LedgerDatabase } from '../database/ledgerDatabase.ts';
import type { LedgerWrite } from '../database/pendingWrites.ts';
import { isInFlight, NO_UPLOADS, withoutExpired } from './uploadRecords.ts';
import { UploadTables } from './uploadTables.ts';

interface RowWrite {
  readonly key: string;
  readonly write: LedgerWrite;
}

/** The changed records, and the result for the caller. If the records are the same object, nothing is written. */
export interface UploadChange<T> {
  readonly records: UploadRecords;
  readonly result: T;
}

/**
 * Stores the upload records of each account in the database that all windows share. While it can't be used, this window
 * works with its own records in memory; they are written as soon as possible.
 */
export class UploadStore implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #access: LedgerAccess;
  readonly #memory = new Map<string, UploadRecords>();
  /** The data version at which the records of each account were read. */
  readonly #readAt = new Map<string, string>();

  constructor(access: LedgerAccess) {
    this.#access = access;
    this.#owned.add(access.onDidLoseFile(() => this.#writeAllAgain()));
    this.#owned.add(access.onDidRecover(() => this.#readAt.clear()));
  }

  read(accountId: string): UploadRecords {
    const written = this.#access.read((database) => this.#current(database, accountId));
    return written?.result ?? this.#memory.get(accountId) ?? NO_UPLOADS;
  }

  /** Whether any window is sending files with the account, or is about to. */
  hasInFlight(accountId: string): boolean {
    const now = monotonicNow();
    return this.read(accountId).intents.some((intent) => isInFlight(intent, now));
  }

  /** The IDs of the uploads that windows are sending with the account, or were when they were closed or killed. */
  sendingIds(accountId: string): readonly string[] {
    return this.read(accountId).intents.flatMap(({ id, state }) => (state === 'sending' ? id : []));
  }

  /** Reads, changes and writes the records in one transaction; `change` may be called more than once. */
  change<T>(
    accountId: string,
    change: (records: UploadRecords) => UploadChange<T>,
    options: { readonly durability?: Durability } = {},
  ): T {
    const written = this.#access.write((database) => {
      const before = this.#current(database, accountId);
      const changed = change(before);
      differences(accountId, before, changed.records).forEach(({ write }) => write(database));
      return changed;
    }, options);
    const before = this.#memory.get(accountId) ?? NO_UPLOADS;
    const { records, result } = written?.result ?? change(before);
    if (!written) {
      differences(accountId, before, records).forEach(({ key, write }) =>
        this.#access.addPending(accountId, key, write),
      );
    }
    this.#memory.set(accountId, records);
    return result;
  }

  /** Removes the uploads and intents that are too old. */
  removeExpired(accountId: string): void {
    this.change(accountId, (records) => ({ records: withoutExpired(records, readClocks()), result: undefined }));
  }

  /** Resolves when other windows can read everything, but no later than after `limitMs`. */
  whenWritten(limitMs: number): Promise<void> {
    return this.#access.whenWritten(limitMs);
  }

  /** Drops the memory of an account that was removed from the database. */
  dropFromMemory(accountId: string): void {
    this.#memory.delete(accountId);
    this.#readAt.delete(accountId);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** Reads the records again only if another window has written. */
  #current(database: LedgerDatabase, accountId: string): UploadRecords {
    const version = database.dataVersion();
    const known = this.#memory.get(accountId);
    if (known && this.#readAt.get(accountId) === version) {
      return known;
    }
    const records = new UploadTables(database).read(accountId);
    this.#memory.set(accountId, records);
    this.#readAt.set(accountId, version);
    return records;
  }

  /** Has everything written to the empty database that the next access opens. */
  #writeAllAgain(): void {
    this.#readAt.clear();
    for (const [accountId, records] of this.#memory) {
      differences(accountId, NO_UPLOADS, records).forEach(({ key, write }) =>
        this.#access.addPending(accountId, key, write),
      );
    }
  }
}

/** The writes of rows that turn `before` into `after`, oldest first. */
function differences(accountId: string, before: UploadRecords, after: UploadRecords): readonly RowWrite[] {
  return [
    ...rowDifferences<AcceptedUpload>(before.uploads, after.uploads, ({ syncId }) => syncId, {
      write: (tables, upload) => tables.writeUpload(accountId, upload),
      delete: (tables, syncId) => tables.deleteUpload(accountId, syncId),
      name: 'upload',
    }).reverse(),
    ...rowDifferences<UploadIntent>(before.intents, after.intents, ({ id }) => id, {
      write: (tables, intent) => tables.writeIntent(accountId, intent),
      delete: (tables, id) => tables.deleteIntent(accountId, id),
      name: 'uploadIntent',
    }),
  ];
}

interface RowKind<Row> {
  readonly name: string;
  write(tables: UploadTables, row: Row): void;
  delete(tables: UploadTables, id: string): void;
}

function rowDifferences<Row>(
  before: readonly Row[],
  after: readonly Row[],
  idOf: (row: Row) => string,
  kind: RowKind<Row>,
): RowWrite[] {
  const known = new Set(before);
  const ids = new Set(after.map(idOf));
  const key = (id: string): string => `${kind.name} ${id}`;
  return [
    ...after
      .filter((row) => !known.has(row))
      .map((row) => ({
        key: key(idOf(row)),
        write: (database: LedgerDatabase) => kind.write(new UploadTables(database), row),
      })),
    ...before
      .map(idOf)
      .filter((id) => !ids.has(id))
      .map((id) => ({
        key: key(id),
        write: (database: LedgerDatabase) => kind.delete(new UploadTables(database), id),
      })),
  ];
}
