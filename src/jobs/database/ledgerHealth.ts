import { statSync } from 'node:fs';
import type { LedgerAccess } from './ledgerAccess.ts';
import { ledgerPath } from './ledgerPaths.ts';
import type { LedgerProblem } from './sqlite.ts';

/** What is known about the database. */
export type LedgerHealth =
  /** This window works without a database: the editor has no SQLite, or a newer version of the extension has changed the file. */
  | { readonly kind: 'memoryOnly' }
  /** It can't be used at the moment. */
  | { readonly kind: 'unusable'; readonly problem: LedgerProblem | undefined }
  | {
      readonly kind: 'usable';
      /** With its write-ahead log. */
      readonly byteLength: number;
      readonly jobs: number;
      /** The result of SQLite's integrity check: "ok", or what is wrong. */
      readonly integrity: string;
      readonly journalMode: string;
    };

/** Opens the database in this folder if necessary, and has SQLite check it. */
export function ledgerHealth(folder: string, access: LedgerAccess): LedgerHealth {
  const accessed = access.read((database) => {
    const value = (sql: string, column: string): unknown => database.prepare(sql).get()?.[column];
    return {
      jobs: Number(value('SELECT count(*) AS jobs FROM job', 'jobs')),
      integrity: String(value('PRAGMA quick_check(1)', 'quick_check')),
      journalMode: String(value('PRAGMA journal_mode', 'journal_mode')),
    };
  });
  if (accessed === undefined) {
    return access.hasDatabase ? { kind: 'unusable', problem: access.problem } : { kind: 'memoryOnly' };
  }
  const path = ledgerPath(folder);
  const byteLength = [path, `${path}-wal`].reduce(
    (sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  return { kind: 'usable', byteLength, ...accessed.result };
}
