import type { Account } from '../../model/account.ts';
import { connectionName } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';
import type { UploadPlan } from '../upload/uploadPlan.ts';

/** What the user confirms of a sync, as far as it must not change until the sync is started. */
export interface SyncAgreement {
  readonly accountId: string;
  readonly service: string;
  readonly entityId: string;
  readonly connection: string;
}

/** What the user confirms of an upload, as far as it must not change until the file is sent. */
export interface UploadAgreement extends SyncAgreement {
  readonly uri: string;
  /** The real path if there is a symbolic link in the path. */
  readonly realPath: string | undefined;
  readonly digest: string;
  readonly byteLength: number;
  readonly format: string;
}

export function syncAgreement(connection: Connection, { id, baseUrl }: Account): SyncAgreement {
  return { accountId: id, service: baseUrl, entityId: connection.entityId, connection: connectionName(connection) };
}

export function uploadAgreement(
  { input, check, target, format }: Pick<UploadPlan, 'input' | 'check' | 'target' | 'format'>,
  { id, baseUrl }: Account,
): UploadAgreement {
  return {
    accountId: id,
    service: baseUrl,
    entityId: target.entityId,
    connection: target.name,
    uri: input.uri,
    realPath: input.link?.path,
    digest: check.digest,
    byteLength: check.byteLength,
    format,
  };
}

const PARTS: Readonly<Record<keyof UploadAgreement, string>> = {
  accountId: 'account',
  service: 'account',
  entityId: 'connection',
  connection: 'connection',
  uri: 'file',
  realPath: 'file',
  digest: 'file',
  byteLength: 'file',
  format: 'format',
};

/** The parts of an agreement that are no longer as they were, each once. */
export function changesSince<Agreement extends SyncAgreement & Partial<UploadAgreement>>(
  before: Agreement,
  now: Agreement,
): readonly string[] {
  const keys = Object.keys(PARTS) as (keyof UploadAgreement)[];
  return [...new Set(keys.filter((key) => before[key] !== now[key]).map((key) => PARTS[key]))];
}
