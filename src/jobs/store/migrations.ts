import type { DatabaseSync } from 'node:sqlite';
import { NewerLedgerError } from './sqlite.ts';

interface Migration {
  readonly sql: string;
  /**
   * Whether it only adds tables, or columns with defaults, so that windows of an earlier version can continue to use the
   * database.
   */
  readonly isAdditive: boolean;
}

/** Migrations from each version to the next; `user_version` is the current one. Append only. */
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
  // Deadlines are readings of the monotonic clock from here on. Those by the wall clock are discarded.
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
  // The lowest version that can use the database.
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
  // Removals of accounts: how often, and when last. These rows outlive the account, so there is no "account_id" column.
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
  // The window that polls for each account. Earlier versions don't know it: see docs/decisions/leases.md.
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
  {
    isAdditive: true,
    sql: `
  CREATE TABLE favorite (
    account_id TEXT NOT NULL,
    entity_id TEXT NOT NULL,
    PRIMARY KEY (account_id, entity_id)
  ) STRICT;
  `,
  },
  {
    isAdditive: true,
    sql: `
  CREATE TABLE consent (
    account_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    PRIMARY KEY (account_id, kind, subject)
  ) STRICT;
  `,
  },
  // When an account was signed out whose history was kept.
  {
    isAdditive: true,
    sql: `
  CREATE TABLE kept_history (
    account_id TEXT PRIMARY KEY,
    at REAL NOT NULL
  ) STRICT;
  `,
  },
  // When accounts were last signed out. These rows outlive the account, too.
  {
    isAdditive: true,
    sql: `
  CREATE TABLE sign_out (
    id TEXT PRIMARY KEY,
    at REAL NOT NULL
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
    // Read again, because another window may have migrated it in the meantime.
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

/** Throws `NewerLedgerError` if a newer version of this extension has migrated the tables to an incompatible format. */
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
