import { isObject } from '../../base/json.ts';
import type { Account } from '../../model/account.ts';
import { connectionName } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';
import type { UploadPlan } from '../upload/uploadPlan.ts';
import { toolJson } from './toolResult.ts';

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

/** The maximum number that is kept. VS Code doesn't report that the user declined one, so those would accumulate. */
const MAX_AGREEMENTS = 20;

/**
 * What the user was asked to agree to, until the tools are invoked. VS Code passes nothing that would link the call that prepares to the
 * call that acts except the same input. An agreement is therefore only returned if every one for that input is the same: then it does not
 * matter which of them the user confirmed.
 */
export class PreparedAgreements<Agreement extends object> {
  readonly #agreements: { readonly key: string; readonly agreement: Agreement }[] = [];

  add(input: unknown, agreement: Agreement): void {
    this.#agreements.push({ key: keyOf(input), agreement });
    this.#agreements.splice(0, this.#agreements.length - MAX_AGREEMENTS);
  }

  /** Returns the agreement, once; undefined if it can't be known what the user confirmed. */
  take(input: unknown): Agreement | undefined {
    const key = keyOf(input);
    const [first, ...others] = this.#agreements.filter((known) => known.key === key);
    if (first === undefined) {
      return undefined;
    }
    const isCertain = others.every(({ agreement }) => toolJson(agreement) === toolJson(first.agreement));
    const spent = isCertain ? [first] : [first, ...others];
    spent.forEach((known) => this.#agreements.splice(this.#agreements.indexOf(known), 1));
    return isCertain ? first.agreement : undefined;
  }
}

/** Equal for inputs with the same properties, in whatever order. */
function keyOf(input: unknown): string {
  return isObject(input) ? toolJson(Object.entries(input).sort()) : toolJson(input);
}
