import { createHash } from 'node:crypto';
import type { EpochMs } from '../../base/time.ts';
import type { Account, Credential, Identity } from '../../model/account.ts';

/** What is stored of an account, as one secret: its identity, its secret, and the only origin that may receive the secret. */
export interface AccountRecord {
  readonly account: Account;
  readonly credential: Credential;
}

/** `storedAt`: when it was stored; undefined if an earlier version has stored it. */
export interface StoredRecord extends AccountRecord {
  readonly storedAt: EpochMs | undefined;
}

export function serializeRecord(record: AccountRecord & Partial<StoredRecord>): string {
  return JSON.stringify({ version: 1, ...record });
}

/** The ID of the account of a user in a workspace of a service. It never changes, so that signing in again renews the account instead of adding one. */
export function accountId(baseUrl: string, { user, workspace }: Identity): string {
  const identity = JSON.stringify([baseUrl, workspace.identifier, user.email.toLowerCase()]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 32);
}
