import type { DatabaseSync } from 'node:sqlite';
import { DamagedLedgerError, NewerLedgerError } from './sqlite.ts';

/** The version of the tables, in `user_version`. Databases with a lower one come from builds before the first release. */
const VERSION = 13;

/**
 * `ledger.compatible_from` is the lowest version that can use the database: a later version that only adds tables, or columns
 * with defaults, leaves it as it is. Tables without an `account_id` column outlive the removal of an account.
 */
const TABLES = `
  CREATE TABLE ledger (revision INTEGER NOT NULL, deletions INTEGER NOT NULL, compatible_from INTEGER NOT NULL) STRICT;
  INSERT INTO ledger (revision, deletions, compatible_from) VALUES (0, 0, ${VERSION});

  CREATE TABLE job (
    account_id TEXT NOT NULL,
    sync_id TEXT NOT NULL,
    entity_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    source TEXT,
    next_poll_at REAL,
    properties TEXT NOT NULL,
    revision INTEGER NOT NULL,
    PRIMARY KEY (account_id, sync_id)
  ) STRICT;
  CREATE INDEX job_revision ON job (account_id, revision);
  -- The history of each job: the changes of its status and step.
  CREATE TABLE status_change (
    account_id TEXT NOT NULL,
    sync_id TEXT NOT NULL,
    at REAL NOT NULL,
    status TEXT NOT NULL,
    step TEXT,
    request_id TEXT
  ) STRICT;
  CREATE INDEX status_change_job ON status_change (account_id, sync_id);
  CREATE TABLE dismissed (
    account_id TEXT NOT NULL,
    sync_id TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (account_id, sync_id)
  ) STRICT;

  CREATE TABLE health (account_id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;
  CREATE TABLE poll_lease (
    account_id TEXT PRIMARY KEY,
    holder TEXT,
    until REAL NOT NULL,
    is_focused INTEGER NOT NULL,
    requested_by TEXT,
    booked_until REAL NOT NULL
  ) STRICT;

  CREATE TABLE upload (
    position INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL,
    sync_id TEXT NOT NULL,
    at REAL NOT NULL,
    entity_id TEXT NOT NULL,
    uri TEXT NOT NULL,
    format TEXT NOT NULL,
    conversion TEXT NOT NULL,
    digest TEXT NOT NULL,
    columns TEXT NOT NULL,
    workspace TEXT NOT NULL,
    UNIQUE (account_id, sync_id)
  ) STRICT;
  CREATE TABLE upload_intent (
    position INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL,
    id TEXT NOT NULL,
    state TEXT NOT NULL,
    at REAL NOT NULL,
    entity_id TEXT NOT NULL,
    uri TEXT NOT NULL,
    name TEXT NOT NULL,
    digest TEXT NOT NULL,
    last_sync_id TEXT,
    lease_until REAL NOT NULL,
    UNIQUE (account_id, id)
  ) STRICT;

  CREATE TABLE favorite (
    account_id TEXT NOT NULL,
    entity_id TEXT NOT NULL,
    PRIMARY KEY (account_id, entity_id)
  ) STRICT;
  CREATE TABLE consent (
    account_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    PRIMARY KEY (account_id, kind, subject)
  ) STRICT;

  -- When an account was signed out whose history was kept.
  CREATE TABLE kept_history (account_id TEXT PRIMARY KEY, at REAL NOT NULL) STRICT;
  -- When each account was last signed out.
  CREATE TABLE sign_out (id TEXT PRIMARY KEY, at REAL NOT NULL) STRICT;
  -- How often each account was removed, and when last.
  CREATE TABLE removed_account (id TEXT PRIMARY KEY, removals INTEGER NOT NULL, removed_at REAL NOT NULL) STRICT;

  PRAGMA user_version = ${VERSION};
`;

/** Creates the tables in an empty database. Throws `DamagedLedgerError` if it has those of a build before the first release. */
export function prepareTables(database: DatabaseSync): void {
  if (versionOf(database) === 0) {
    createTables(database);
  }
  if (versionOf(database) < VERSION) {
    throw new DamagedLedgerError(`Version ${versionOf(database)} was never released.`);
  }
  assertCompatible(database);
}

function createTables(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    // Read again, because another window may have created them in the meantime.
    if (versionOf(database) === 0) {
      database.exec(TABLES);
    }
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) {
      database.exec('ROLLBACK');
    }
    throw error;
  }
}

/** Throws `NewerLedgerError` if a newer version of this extension has changed the tables so that this one can't use them. */
export function assertCompatible(database: DatabaseSync): void {
  const version = versionOf(database);
  if (version > VERSION && compatibleFrom(database) > VERSION) {
    throw new NewerLedgerError(`It has version ${version}; this extension knows ${VERSION}.`);
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
}

function compatibleFrom(database: DatabaseSync): number {
  const tables = database.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'ledger'`).get()?.['sql'];
  return String(tables).includes('compatible_from')
    ? Number(database.prepare('SELECT compatible_from FROM ledger').get()?.['compatible_from'])
    : Infinity;
}
