import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from '../../base/logger.ts';
import { prepareTables } from './schema.ts';
import { loadSqlite, DamagedLedgerError, isBusy, isDamage } from './sqlite.ts';

const DAMAGED = '.damaged-';

/**
 * Opens or creates the database. Sets a corrupt file aside and creates an empty one. Undefined, with a warning in the log, if
 * this editor has no SQLite. Throws other errors of SQLite and the file system.
 */
export function openLedgerFile(path: string, log: Logger): DatabaseSync | undefined {
  const sqlite = loadSqlite();
  if (!sqlite) {
    log.warn('This version of the editor has no SQLite. Jobs are kept only while this window is open.');
    return undefined;
  }
  // No busy timeout: `LockRetries` waits for locks.
  const open = (): DatabaseSync => prepared(new sqlite.DatabaseSync(path, { timeout: 0 }), log);
  mkdirSync(dirname(path), { recursive: true });
  const before = inodeOf(path);
  try {
    return open();
  } catch (error) {
    if (!isDamage(error)) {
      throw error;
    }
    // Unless another window has replaced it in the meantime.
    if (before !== undefined && before === inodeOf(path)) {
      log.error(`The job ledger is damaged and was set aside as ${setAside(path)}: ${String(error)}`);
    }
    return open();
  }
}

function prepared(database: DatabaseSync, log: Logger): DatabaseSync {
  try {
    const mode = journalMode(database);
    if (mode !== 'wal') {
      log.info(`The job ledger is used without a write-ahead log (journal mode ${mode}).`);
    }
    // A power failure may lose the last writes, but corrupts nothing. Durable transactions override this.
    database.exec('PRAGMA synchronous = NORMAL');
    database.exec('PRAGMA secure_delete = ON');
    const found = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
    if (found !== 'ok') {
      throw new DamagedLedgerError(`The integrity check failed: ${String(found)}`);
    }
    prepareTables(database);
    // Erases deleted data if the window that deleted it was killed. Has no effect while another connection is reading.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Falls back from WAL, which some file systems don't support because it needs shared memory. */
function journalMode(database: DatabaseSync): string {
  try {
    const mode = String(database.prepare('PRAGMA journal_mode = WAL').get()?.['journal_mode']);
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return mode;
  } catch (error) {
    if (isDamage(error) || isBusy(error)) {
      throw error;
    }
    return String(database.prepare('PRAGMA journal_mode = TRUNCATE').get()?.['journal_mode']);
  }
}

/** Deletes the copies of damaged databases. Throws if one can't be deleted. */
export function deleteDamagedCopies(path: string): void {
  const folder = dirname(path);
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (name.startsWith(basename(path) + DAMAGED)) {
      rmSync(join(folder, name), { force: true });
    }
  }
}

function setAside(path: string): string {
  const kept = `${path}${DAMAGED}${Date.now()}-${randomUUID().slice(0, 8)}`;
  renameSync(path, kept);
  for (const part of ['-wal', '-shm']) {
    try {
      renameSync(path + part, kept + part);
    } catch {
      // The file does not exist.
    }
  }
  return kept;
}

/** Tells whether the file at a path was replaced. Unlike the file ID of an open database, also for an empty file. */
function inodeOf(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}
