/** The database as the first version made it. */
export const FIRST_SCHEMA = `
  CREATE TABLE ledger (revision INTEGER NOT NULL, deletions INTEGER NOT NULL) STRICT;
  INSERT INTO ledger VALUES (1, 0);
  CREATE TABLE job (account_id TEXT NOT NULL, sync_id TEXT NOT NULL, entity_id TEXT NOT NULL, kind TEXT NOT NULL,
    source TEXT, next_check_at REAL, asking_until REAL, facts TEXT NOT NULL, revision INTEGER NOT NULL,
    PRIMARY KEY (account_id, sync_id)) STRICT;
  CREATE INDEX job_revision ON job (account_id, revision);
  CREATE TABLE seen_state (account_id TEXT NOT NULL, sync_id TEXT NOT NULL, at REAL NOT NULL, status TEXT NOT NULL,
    step TEXT, request_id TEXT) STRICT;
  CREATE INDEX seen_state_job ON seen_state (account_id, sync_id);
  CREATE TABLE account (account_id TEXT PRIMARY KEY, pace TEXT NOT NULL) STRICT;
  PRAGMA user_version = 1`;
