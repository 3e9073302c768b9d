import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from '../../base/logger.ts';
import { migrate, NewerLedgerError } from './migrations.ts';
import { loadSqlite } from './sqlite.ts';

/** How long one window waits for another's writing, which takes less than a millisecond. */
const BUSY_TIMEOUT_MS = 2000;
const SQLITE_CORRUPT = 11;
const SQLITE_NOT_A_DATABASE = 26;
const DAMAGE_FOUND = 'The check of its integrity failed';

/**
 * Opens the database, or makes one. A damaged one is set aside and begun anew. Undefined where there can be none, which
 * the log says: then jobs are remembered for as long as the window lives.
 */
export function openLedgerFile(path: string, log: Logger): DatabaseSync | undefined {
  const sqlite = loadSqlite();
  if (!sqlite) {
    log.warn('This version of the editor has no SQLite: jobs are remembered only as long as this window is open.');
    return undefined;
  }
  const open = (): DatabaseSync => prepared(new sqlite.DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS }), log);
  try {
    mkdirSync(dirname(path), { recursive: true });
    const before = fileNumber(path);
    try {
      return open();
    } catch (error) {
      if (!isDamage(error)) {
        throw error;
      }
      // Unless another window has already done so.
      if (before !== undefined && before === fileNumber(path)) {
        log.error(`The ledger of jobs is damaged and was set aside as ${setAside(path)}: ${String(error)}`);
      }
      return open();
    }
  } catch (error) {
    const why =
      error instanceof NewerLedgerError ? 'belongs to a newer version of this extension' : 'can not be opened';
    log.error(`The ledger of jobs ${why}; jobs are remembered only as long as this window is open. ${String(error)}`);
    return undefined;
  }
}

/** Whether the file itself is broken, and not just busy, full or out of reach. */
export function isDamage(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
  return (
    code === SQLITE_CORRUPT ||
    code === SQLITE_NOT_A_DATABASE ||
    (error instanceof Error && error.message.startsWith(DAMAGE_FOUND))
  );
}

function prepared(database: DatabaseSync, log: Logger): DatabaseSync {
  try {
    const mode = journalMode(database);
    if (mode !== 'wal') {
      log.info(`The ledger of jobs is kept without a write-ahead log (${mode}).`);
    }
    // After a crash of the machine the very last writes may be gone, the rest is whole. What must not get lost is
    // written with more care.
    database.exec('PRAGMA synchronous = NORMAL');
    const found = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
    if (found !== 'ok') {
      throw new Error(`${DAMAGE_FOUND}: ${String(found)}`);
    }
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Some file systems can't share the memory that a write-ahead log needs. */
function journalMode(database: DatabaseSync): string {
  try {
    const mode = String(database.prepare('PRAGMA journal_mode = WAL').get()?.['journal_mode']);
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return mode;
  } catch (error) {
    if (isDamage(error)) {
      throw error;
    }
    return String(database.prepare('PRAGMA journal_mode = TRUNCATE').get()?.['journal_mode']);
  }
}

function setAside(path: string): string {
  const kept = `${path}.damaged-${Date.now()}-${randomUUID().slice(0, 8)}`;
  renameSync(path, kept);
  for (const part of ['-wal', '-shm']) {
    try {
      renameSync(path + part, kept + part);
    } catch {
      // There is none.
    }
  }
  return kept;
}

function fileNumber(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}
