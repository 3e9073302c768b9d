import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The database in the folder that all windows share. */
export function ledgerPath(folder: string): string {
  return join(folder, 'jobs.db');
}

/** The file of pending removals, next to the database. */
export function removalsPath(databasePath: string): string {
  return `${databasePath}.removals`;
}

/** VS Code's storage for the extension, in which removals are pending if the folder of the database can't be written. */
export interface RemovalStorage {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

export const REMOVALS_KEY = 'pendingRemovals';

/** Whether a removal is pending, without opening the database. */
export function hasPendingRemovals(folder: string, storage: Pick<RemovalStorage, 'get'>): boolean {
  return existsSync(removalsPath(ledgerPath(folder))) || storage.get(REMOVALS_KEY) !== undefined;
}
