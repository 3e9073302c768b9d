import type { Account } from '../../model/account.ts';
import type { UploadPlan } from '../upload/uploadPlan.ts';

/** What the user confirms, as far as it must not change until the file is sent. */
export interface UploadAgreement {
  readonly accountId: string;
  readonly service: string;
  readonly entityId: string;
  readonly connection: string;
  readonly source: string;
  /** The real path if there is a symbolic link in the path. */
  readonly realPath: string | undefined;
  readonly digest: string;
  readonly byteLength: number;
  readonly format: string;
}

export function agreementOf(
  { input, check, target, format }: Pick<UploadPlan, 'input' | 'check' | 'target' | 'format'>,
  account: Account,
): UploadAgreement {
  return {
    accountId: account.id,
    service: account.baseUrl,
    entityId: target.entityId,
    connection: target.name,
    source: input.source,
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
  source: 'file',
  realPath: 'file',
  digest: 'file',
  byteLength: 'file',
  format: 'format',
};

/** The parts of an agreement that are no longer as they were, each once. */
export function changesSince(before: UploadAgreement, now: UploadAgreement): readonly string[] {
  const keys = Object.keys(PARTS) as (keyof UploadAgreement)[];
  return [...new Set(keys.filter((key) => before[key] !== now[key]).map((key) => PARTS[key]))];
}
