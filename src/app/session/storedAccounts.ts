import type { Disposable } from '../../base/disposable.ts';

/** The keys of the accounts in VS Code's secret storage; what follows is the account's ID. */
export const ACCOUNT_KEY_PREFIX = 'dataConnections.account.';

/** The part of VS Code's secret storage that is used. */
export interface SecretStorage {
  keys(): PromiseLike<readonly string[]>;
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  /** Fires in every window. */
  onDidChange(listener: (change: { readonly key: string }) => void): Disposable;
}

export function isAccountKey(key: string): boolean {
  return key.startsWith(ACCOUNT_KEY_PREFIX);
}

/** Whether there may be an account in the secret storage: a record, readable or not, or a storage that can't be read. */
export async function mayHaveAccounts(secrets: Pick<SecretStorage, 'keys'>): Promise<boolean> {
  try {
    return (await secrets.keys()).some(isAccountKey);
  } catch {
    return true;
  }
}
