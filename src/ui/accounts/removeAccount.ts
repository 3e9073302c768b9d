import type { AccountStore } from './accountStore.ts';

interface RemovalOptions {
  readonly store: Pick<AccountStore, 'remove'>;
  /** Forgets what was remembered about the account besides its secret. */
  readonly forgetHistory: (accountId: string) => unknown;
}

/** Forgets an account and its history, whatever becomes of its secret. Rejects where that could not be deleted. */
export async function removeAccount(accountId: string, { store, forgetHistory }: RemovalOptions): Promise<void> {
  const removal = store.remove(accountId);
  forgetHistory(accountId);
  await removal;
}
