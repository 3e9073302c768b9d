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

/** Whether a removal is pending, without opening the database. */
export function hasPendingRemovals(folder: string): boolean {
  return existsSync(removalsPath(ledgerPath(folder)));
}
