import type * as Sqlite from 'node:sqlite';
import { errorCode } from '../../base/errorCode.ts';

/** Node's built-in SQLite; undefined in a Node without it. */
export function loadSqlite(): typeof Sqlite | undefined {
  // Suppresses the ExperimentalWarning of some versions of Node, which would look like an error of this extension in the log.
  // Loading is synchronous, so no other warning can get lost.
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule('node:sqlite');
  } catch {
    return undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_NOMEM = 7;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_PROTOCOL = 15;
const SQLITE_NOT_A_DATABASE = 26;

/** The codes of the file system if nothing can be written. Node reports a folder that can't be created on a read-only disk as missing. */
const UNWRITABLE: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT']);

/** The integrity check of the file failed. */
export class DamagedLedgerError extends Error {
  override readonly name = 'DamagedLedgerError';
}

/** The open file is no longer the one at its path: it was moved, deleted or emptied, as by a window that set it aside. */
export class ReplacedLedgerError extends Error {
  override readonly name = 'ReplacedLedgerError';
}

/** A newer version of this extension has written the database in a format that this version can't read. */
export class NewerLedgerError extends Error {
  override readonly name = 'NewerLedgerError';
}

/** Whether another connection holds the lock. `SQLITE_PROTOCOL` is a lost race for the lock of the write-ahead log. */
export function isBusy(error: unknown): boolean {
  return [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL].includes(primaryCode(error) ?? NaN);
}

/** Whether the file itself is corrupt. */
export function isDamage(error: unknown): boolean {
  return (
    [SQLITE_CORRUPT, SQLITE_NOT_A_DATABASE].includes(primaryCode(error) ?? NaN) || error instanceof DamagedLedgerError
  );
}

/** Whether the same work may succeed later. Errors of the file system have a `syscall`. */
export function isTemporary(error: unknown): boolean {
  const environmental = [SQLITE_NOMEM, SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN];
  const isOfFileSystem = error instanceof Error && 'syscall' in error;
  return isBusy(error) || environmental.includes(primaryCode(error) ?? NaN) || isOfFileSystem;
}

/** Why the ledger can't be used. Reasons with the same remedy are one value; `failing` is any other reason. */
export type LedgerProblem = 'locked' | 'unwritable' | 'full' | 'failing' | 'newer' | 'noSqlite';

interface TemporaryProblem {
  readonly problem: LedgerProblem;
  /** What is wrong, for the log: `The job ledger …`. */
  readonly description: string;
}

/** Why an error that `isTemporary` occurred. */
export function temporaryProblem(error: unknown): TemporaryProblem {
  switch (primaryCode(error)) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
      return { problem: 'locked', description: 'is locked by another process' };
    case SQLITE_READONLY:
      return { problem: 'unwritable', description: 'is read-only' };
    case SQLITE_FULL:
      return { problem: 'full', description: 'cannot grow because the disk is full' };
    case SQLITE_CANTOPEN:
      // Also if its write-ahead log can't be written.
      return { problem: 'unwritable', description: 'cannot be opened' };
    default:
      return { problem: fileSystemProblem(errorCode(error)), description: 'cannot be read or written' };
  }
}

function fileSystemProblem(code: string | undefined): LedgerProblem {
  if (code === 'ENOSPC') {
    return 'full';
  }
  return UNWRITABLE.has(code) ? 'unwritable' : 'failing';
}

/** The primary result code, without the extended part in the upper bits. */
function primaryCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
}
