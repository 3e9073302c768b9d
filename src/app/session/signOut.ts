import type { Account } from '../../model/account.ts';
import type { AccountStore } from './accountStore.ts';

export interface SignOutPrompts {
  /** Asks which account to sign out of; undefined if the user cancels. */
  chooseAccount(): PromiseLike<Account | undefined>;
  confirm(account: Account): PromiseLike<boolean>;
}

export type SignOutOutcome =
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'cancelled' }
  /** Signed out in this window, but the secret is still stored. */
  | { readonly kind: 'secretNotDeleted'; readonly error: unknown };

interface RemovalOptions {
  readonly store: Pick<AccountStore, 'remove'>;
  /** Deletes the account's history. */
  readonly forgetHistory: (accountId: string) => unknown;
}

interface SignOutOptions extends RemovalOptions {
  readonly store: Pick<AccountStore, 'all' | 'find' | 'remove'>;
  readonly prompts: SignOutPrompts;
}

/** Signs out of the account named by its ID, else of the only one, else of the one the user chooses; asks before it does. */
export async function signOut(
  accountId: string | undefined,
  { store, forgetHistory, prompts }: SignOutOptions,
): Promise<SignOutOutcome> {
  const named = accountId === undefined ? undefined : store.find(accountId);
  const [first, ...others] = store.all;
  const account = named || others.length === 0 ? (named ?? first)?.account : await prompts.chooseAccount();
  if (!account || !(await prompts.confirm(account))) {
    return { kind: 'cancelled' };
  }
  try {
    await removeAccount(account.id, { store, forgetHistory });
    return { kind: 'signedOut' };
  } catch (error) {
    return { kind: 'secretNotDeleted', error };
  }
}

/** Removes an account and its history, even if its secret can't be deleted. Rejects in that case. */
export async function removeAccount(accountId: string, { store, forgetHistory }: RemovalOptions): Promise<void> {
  const removal = store.remove(accountId);
  forgetHistory(accountId);
  await removal;
}
