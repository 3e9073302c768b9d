import { isObject } from '../../base/json.ts';
import type { Account } from '../../model/account.ts';
import { connectionName } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';
import type { UploadPlan } from '../upload/uploadPlan.ts';
import { toolJson } from './toolResult.ts';

/** What the user confirms of a sync, as far as it must not change until the sync is started. */
export interface SyncConfirmation {
  readonly accountId: string;
  readonly service: string;
  readonly entityId: string;
  readonly connection: string;
}

/** What the user confirms of an upload, as far as it must not change until the file is sent. */
export interface UploadConfirmation extends SyncConfirmation {
  readonly uri: string;
  /** The real path if there is a symbolic link in the path. */
  readonly realPath: string | undefined;
  readonly digest: string;
  readonly byteLength: number;
  readonly format: string;
}

export function syncConfirmation(connection: Connection, { id, baseUrl }: Account): SyncConfirmation {
  return { accountId: id, service: baseUrl, entityId: connection.entityId, connection: connectionName(connection) };
}

export function uploadConfirmation(
  { input, check, target, format }: Pick<UploadPlan, 'input' | 'check' | 'target' | 'format'>,
  { id, baseUrl }: Account,
): UploadConfirmation {
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

const PARTS: Readonly<Record<keyof UploadConfirmation, string>> = {
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

/** The parts of a confirmation that are no longer as they were, each once. */
export function changesSince<Confirmation extends SyncConfirmation & Partial<UploadConfirmation>>(
  before: Confirmation,
  now: Confirmation,
): readonly string[] {
  const keys = Object.keys(PARTS) as (keyof UploadConfirmation)[];
  return [...new Set(keys.filter((key) => before[key] !== now[key]).map((key) => PARTS[key]))];
}

/** The maximum number that is kept. VS Code doesn't report that the user declined one, so those would accumulate. */
const MAX_CONFIRMATIONS = 20;

/**
 * What the user was asked to confirm, until the tools are invoked. VS Code passes nothing that would link the call that prepares to the
 * call that acts except the same input. A confirmation is therefore only returned if every one for that input is the same: then it does not
 * matter which of them the user confirmed.
 */
export class PreparedConfirmations<Confirmation extends object> {
  readonly #confirmations: { readonly key: string; readonly confirmation: Confirmation }[] = [];

  add(input: unknown, confirmation: Confirmation): void {
    this.#confirmations.push({ key: keyOf(input), confirmation });
    this.#confirmations.splice(0, this.#confirmations.length - MAX_CONFIRMATIONS);
  }

  /** Returns the confirmation, once; undefined if it can't be known what the user confirmed. */
  take(input: unknown): Confirmation | undefined {
    const key = keyOf(input);
    const [first, ...others] = this.#confirmations.filter((known) => known.key === key);
    if (first === undefined) {
      return undefined;
    }
    const isCertain = others.every(({ confirmation }) => toolJson(confirmation) === toolJson(first.confirmation));
    const spent = isCertain ? [first] : [first, ...others];
    spent.forEach((known) => this.#confirmations.splice(this.#confirmations.indexOf(known), 1));
    return isCertain ? first.confirmation : undefined;
  }
}

/** Equal for inputs with the same properties, in whatever order. */
function keyOf(input: unknown): string {
  return isObject(input) ? toolJson(Object.entries(input).sort()) : toolJson(input);
}
