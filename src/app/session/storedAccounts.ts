import type { Disposable } from '../../base/disposable.ts';

const KEY_PREFIX = 'dataConnections.account.';

/** The part of VS Code's secret storage that is used. */
export interface SecretStorage {
  keys(): PromiseLike<readonly string[]>;
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  /** Fires in every window. */
  onDidChange(listener: (change: { readonly key: string }) => void): Disposable;
}

/** The key of an account in VS Code's secret storage. */
export function accountKey(accountId: string): string {
  return KEY_PREFIX + accountId;
}

/** The ID of the account that has this key; undefined for all other keys. */
export function accountIdOf(key: string): string | undefined {
  return key.startsWith(KEY_PREFIX) ? key.slice(KEY_PREFIX.length) : undefined;
}

/** Whether there may be an account in the secret storage: a record, readable or not, or a storage that can't be read. */
export async function mayHaveAccounts(secrets: Pick<SecretStorage, 'keys'>): Promise<boolean> {
  try {
    return (await secrets.keys()).some((key) => accountIdOf(key) !== undefined);
  } catch {
    return true;
  }
}
