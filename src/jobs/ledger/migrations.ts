import type { DatabaseSync } from 'node:sqlite';

/** What brings a database from each version to the next; the version is kept in `user_version`. Append, never change. */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE ledger (revision INTEGER NOT NULL, deletions INTEGER NOT NULL) STRICT;
  INSERT INTO ledger VALUES (0, 0);
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
  // What is due, and who asks, is told by a clock that nobody sets: times that were written by the other mean nothing.
  `
  UPDATE job SET next_check_at = NULL, asking_until = NULL, facts = json_remove(facts, '$.asking');
  DELETE FROM account;
  CREATE TABLE dismissed (
    account_id TEXT NOT NULL,
    sync_id TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (account_id, sync_id)
  ) STRICT;
  `,
];

/** A database that a newer version of this extension has written. */
export class NewerLedgerError extends Error {
  override readonly name = 'NewerLedgerError';
}

export function migrate(database: DatabaseSync): void {
  if (version(database) === MIGRATIONS.length) {
    return;
  }
  database.exec('BEGIN IMMEDIATE');
  try {
    // Read again: another window may have been quicker.
    const from = version(database);
    if (from > MIGRATIONS.length) {
      throw new NewerLedgerError(`It has version ${from}; this extension knows ${MIGRATIONS.length}.`);
    }
    for (const migration of MIGRATIONS.slice(from)) {
      database.exec(migration);
    }
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

function version(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
}
