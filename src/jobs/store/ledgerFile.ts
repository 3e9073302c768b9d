import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from '../../base/logger.ts';
import { migrate } from './migrations.ts';
import { loadSqlite } from './sqlite.ts';
import { DamagedLedgerError, isBusy, isDamage } from './sqliteError.ts';

const DAMAGED = '.damaged-';

/**
 * Opens the database, or makes one. A damaged one is set aside and begun anew. Undefined where this editor has no SQLite,
 * which the log says: then jobs are remembered for as long as the window lives. Throws what else is in the way.
 */
export function openLedgerFile(path: string, log: Logger): DatabaseSync | undefined {
  const sqlite = loadSqlite();
  if (!sqlite) {
    log.warn('This version of the editor has no SQLite: jobs are remembered only as long as this window is open.');
    return undefined;
  }
  // Who opens it waits for locks: a busy timeout would begin again in each statement.
  const open = (): DatabaseSync => prepared(new sqlite.DatabaseSync(path, { timeout: 0 }), log);
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
    database.exec('PRAGMA secure_delete = ON');
    const found = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
    if (found !== 'ok') {
      throw new DamagedLedgerError(`The check of its integrity failed: ${String(found)}`);
    }
    migrate(database);
    // What was deleted may be there still, where the window that deleted it was killed. Another's reading may prevent this.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
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
    if (isDamage(error) || isBusy(error)) {
      throw error;
    }
    return String(database.prepare('PRAGMA journal_mode = TRUNCATE').get()?.['journal_mode']);
  }
}

/** Deletes the copies of damaged databases. Throws where one can't be deleted; where there is no folder, there are none. */
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
      // There is none.
    }
  }
  return kept;
}

function fileNumber(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}
