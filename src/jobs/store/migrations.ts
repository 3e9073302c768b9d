import type { DatabaseSync } from 'node:sqlite';
import { NewerLedgerError } from './sqlite.ts';

interface Migration {
  readonly sql: string;
  /**
   * Whether it only adds tables, or columns that have defaults: then windows of an earlier version that have the database
   * open go on using it.
   */
  readonly isAdditive: boolean;
}

/** What brings a database from each version to the next; the version is kept in `user_version`. Append, never change. */
const MIGRATIONS: readonly Migration[] = [
  {
    isAdditive: false,
    sql: `
  CREATE TABLE ledger (revision INTEGER NOT NULL, deletions INTEGER NOT NULL) STRICT;
  INSERT INTO ledger (revision, deletions) VALUES (0, 0);
  CREATE TABLE job (
    account_id TEXT NOT NULL,
    sync_id TEXT NOT NULL,
    entity_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    source TEXT,
    next_check_at REAL,
    asking_until REAL,
    facts TEXT NOT NULL,
    revision INTEGER NOT NULL,
    PRIMARY KEY (account_id, sync_id)
  ) STRICT;
  CREATE INDEX job_revision ON job (account_id, revision);
  CREATE TABLE seen_state (
    account_id TEXT NOT NULL,
    sync_id TEXT NOT NULL,
    at REAL NOT NULL,
    status TEXT NOT NULL,
    step TEXT,
    request_id TEXT
  ) STRICT;
  CREATE INDEX seen_state_job ON seen_state (account_id, sync_id);
  CREATE TABLE account (account_id TEXT PRIMARY KEY, pace TEXT NOT NULL) STRICT;
  `,
  },
  // What is due, and who asks, is told by a clock that nobody sets: times that were written by the other mean nothing.
  {
    isAdditive: false,
    sql: `
  UPDATE job SET next_check_at = NULL, asking_until = NULL, facts = json_remove(facts, '$.asking');
  DELETE FROM account;
  CREATE TABLE dismissed (
    account_id TEXT NOT NULL,
    sync_id TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (account_id, sync_id)
  ) STRICT;
  `,
  },
  // The lowest version whose windows can use the database.
  {
    isAdditive: true,
    sql: 'ALTER TABLE ledger ADD COLUMN compatible_from INTEGER NOT NULL DEFAULT 0',
  },
  {
    isAdditive: true,
    sql: `
  CREATE TABLE confirmed_target (
    account_id TEXT NOT NULL,
    entity_id TEXT NOT NULL,
    PRIMARY KEY (account_id, entity_id)
  ) STRICT;
  `,
  },
  {
    isAdditive: true,
    sql: `
  CREATE TABLE upload (
    position INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL,
    sync_id TEXT NOT NULL,
    at REAL NOT NULL,
    entity_id TEXT NOT NULL,
    source TEXT NOT NULL,
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
    source TEXT NOT NULL,
    name TEXT NOT NULL,
    digest TEXT NOT NULL,
    last_sync_id TEXT,
    lease_until REAL NOT NULL,
    UNIQUE (account_id, id)
  ) STRICT;
  `,
  },
  // Which accounts were signed out of, how often, and when last. It outlives the account, so it has no "account_id".
  {
    isAdditive: true,
    sql: `
  CREATE TABLE removed_account (
    id TEXT PRIMARY KEY,
    removals INTEGER NOT NULL,
    removed_at REAL NOT NULL
  ) STRICT;
  `,
  },
  // Which window polls for each account. Earlier versions know nothing of it: see docs/decisions/leases.md.
  {
    isAdditive: true,
    sql: `
  CREATE TABLE poll_lease (
    account_id TEXT PRIMARY KEY,
    holder TEXT,
    until REAL NOT NULL,
    is_focused INTEGER NOT NULL,
    requested_by TEXT,
    booked_until REAL NOT NULL
  ) STRICT;
  `,
  },
];

const LATEST = MIGRATIONS.length;
const COMPATIBLE_FROM = MIGRATIONS.findLastIndex(({ isAdditive }) => !isAdditive) + 1;

export function migrate(database: DatabaseSync): void {
  if (version(database) >= LATEST) {
    assertCompatible(database);
    return;
  }
  database.exec('BEGIN IMMEDIATE');
  try {
    // Read again: another window may have been quicker.
    for (const { sql } of MIGRATIONS.slice(version(database))) {
      database.exec(sql);
    }
    if (version(database) < LATEST) {
      database.prepare('UPDATE ledger SET compatible_from = ?').run(COMPATIBLE_FROM);
      database.exec(`PRAGMA user_version = ${LATEST}`);
    }
    assertCompatible(database);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) {
      database.exec('ROLLBACK');
    }
    throw error;
  }
}

/** Throws `NewerLedgerError` where a newer version of this extension has changed the tables in a way unknown to this one. */
export function assertCompatible(database: DatabaseSync): void {
  const found = version(database);
  if (found > LATEST && compatibleFrom(database) > LATEST) {
    throw new NewerLedgerError(`It has version ${found}; this extension knows ${LATEST}.`);
  }
}

function version(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
}

function compatibleFrom(database: DatabaseSync): number {
  const tables = database.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'ledger'`).get()?.['sql'];
  return String(tables).includes('compatible_from')
    ? Number(database.prepare('SELECT compatible_from FROM ledger').get()?.['compatible_from'])
    : Infinity;
}
