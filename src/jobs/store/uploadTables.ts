import { asMonotonic } from '../../base/monotonicClock.ts';
import { parseJson } from '../../base/json.ts';
import type { AcceptedUpload, Conversion, UploadFormat, UploadIntent, UploadRecords } from '../../model/upload.ts';
import type { LedgerDatabase } from '../database/ledgerDatabase.ts';

interface UploadRow {
  readonly sync_id: string;
  readonly at: number;
  readonly entity_id: string;
  readonly uri: string;
  readonly format: string;
  readonly conversion: string;
  readonly digest: string;
  readonly columns: string;
  readonly workspace: string;
}

interface IntentRow {
  readonly id: string;
  readonly state: string;
  readonly at: number;
  readonly entity_id: string;
  readonly uri: string;
  readonly name: string;
  readonly digest: string;
  /** Null: the connection was not known. Empty: it had no job. */
  readonly last_sync_id: string | null;
  readonly lease_until: number;
}

/** The tables of uploads and upload intents. Throws SQLite's errors. Write in a transaction. */
export class UploadTables {
  readonly #database: LedgerDatabase;

  constructor(database: LedgerDatabase) {
    this.#database = database;
  }

  read(accountId: string): UploadRecords {
    const uploads = this.#database
      .prepare('SELECT * FROM upload WHERE account_id = ? ORDER BY position DESC')
      .all(accountId) as unknown as readonly UploadRow[];
    const intents = this.#database
      .prepare('SELECT * FROM upload_intent WHERE account_id = ? ORDER BY position')
      .all(accountId) as unknown as readonly IntentRow[];
    return { uploads: uploads.flatMap((row) => uploadFrom(row) ?? []), intents: intents.map(intentFrom) };
  }

  writeUpload(accountId: string, upload: AcceptedUpload): void {
    const { syncId, at, entityId, uri, format, conversion, digest, columns, workspace } = upload;
    this.#database
      .prepare(
        `INSERT INTO upload (account_id, sync_id, at, entity_id, uri, format, conversion, digest, columns, workspace)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (account_id, sync_id) DO UPDATE SET at = excluded.at, entity_id = excluded.entity_id,
           uri = excluded.uri, format = excluded.format, conversion = excluded.conversion,
           digest = excluded.digest, columns = excluded.columns, workspace = excluded.workspace`,
      )
      .run(
        accountId,
        syncId,
        at,
        entityId,
        uri,
        format,
        JSON.stringify(conversion),
        digest,
        JSON.stringify(columns),
        workspace,
      );
  }

  deleteUpload(accountId: string, syncId: string): void {
    this.#database.prepare('DELETE FROM upload WHERE account_id = ? AND sync_id = ?').run(accountId, syncId);
  }

  writeIntent(accountId: string, intent: UploadIntent): void {
    const { id, state, at, entityId, uri, name, digest, before, leaseUntil } = intent;
    const lastSyncId = before === undefined ? null : (before.lastSyncId ?? '');
    this.#database
      .prepare(
        `INSERT INTO upload_intent (account_id, id, state, at, entity_id, uri, name, digest, last_sync_id, lease_until)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (account_id, id) DO UPDATE SET state = excluded.state, at = excluded.at,
           lease_until = excluded.lease_until`,
      )
      .run(accountId, id, state, at, entityId, uri, name, digest, lastSyncId, leaseUntil);
  }

  deleteIntent(accountId: string, id: string): void {
    this.#database.prepare('DELETE FROM upload_intent WHERE account_id = ? AND id = ?').run(accountId, id);
  }
}

/** Undefined for an unreadable row, so that the others can still be read. */
function uploadFrom(row: UploadRow): AcceptedUpload | undefined {
  try {
    return {
      syncId: row.sync_id,
      at: row.at,
      entityId: row.entity_id,
      uri: row.uri,
      format: row.format as UploadFormat,
      conversion: parseJson(row.conversion) as Conversion,
      digest: row.digest,
      columns: parseJson(row.columns) as readonly string[],
      workspace: row.workspace,
    };
  } catch {
    return undefined;
  }
}

function intentFrom(row: IntentRow): UploadIntent {
  return {
    id: row.id,
    state: row.state as UploadIntent['state'],
    at: row.at,
    entityId: row.entity_id,
    uri: row.uri,
    name: row.name,
    digest: row.digest,
    before: row.last_sync_id === null ? undefined : { lastSyncId: row.last_sync_id || undefined },
    leaseUntil: asMonotonic(row.lease_until),
  };
}
