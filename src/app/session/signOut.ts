import type { Account } from '../../model/account.ts';
import type { AccountStore, KnownAccount } from './accountStore.ts';

interface SignOutPrompts {
  /** Asks which account to sign out of; undefined if the user cancels. */
  chooseAccount(): PromiseLike<Account | undefined>;
  /** Asks whether to sign out, and what to do with the history of the account; undefined if the user cancels. */
  confirm(account: Account): PromiseLike<HistoryChoice | undefined>;
}

/** `keep`: it is shown again when the same account signs in. */
export type HistoryChoice = 'erase' | 'keep';

/** What is stored about an account beside its secret. */
export interface AccountHistory {
  eraseAll(accountId: string): Promise<void>;
  /** Deletes only the fingerprints of loads, the copies of uploads, and what the user has agreed to, who is then asked again. */
  eraseAllButHistory(accountId: string): Promise<void>;
}

export type SignOutOutcome =
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'cancelled' }
  /** Signed out, but the secret is still stored. The next window tries to delete it again. */
  | { readonly kind: 'secretNotDeleted'; readonly error: unknown };

interface RemovalOptions {
  readonly store: Pick<AccountStore, 'remove'>;
  readonly history: AccountHistory;
}

interface SignOutOptions extends RemovalOptions {
  readonly store: Pick<AccountStore, 'all' | 'remove'>;
  readonly prompts: SignOutPrompts;
}

/** Signs out of this account; without one, of the only account or one that the user chooses. Asks for confirmation first. */
export async function signOut(
  named: KnownAccount | undefined,
  { store, history, prompts }: SignOutOptions,
): Promise<SignOutOutcome> {
  const [first, ...others] = store.all;
  const known = named ?? (others.length === 0 ? first : undefined);
  const account = known?.account ?? (others.length > 0 ? await prompts.chooseAccount() : undefined);
  const choice = account && (await prompts.confirm(account));
  if (!choice) {
    return { kind: 'cancelled' };
  }
  try {
    await removeAccount(account.id, choice, { store, history });
    return { kind: 'signedOut' };
  } catch (error) {
    return { kind: 'secretNotDeleted', error };
  }
}

/** Removes an account, and its history as chosen, even if its secret can't be deleted. Rejects in that case. */
export async function removeAccount(
  accountId: string,
  choice: HistoryChoice,
  { store, history }: RemovalOptions,
): Promise<void> {
  const removal = store.remove(accountId);
  const erasure = choice === 'erase' ? history.eraseAll(accountId) : history.eraseAllButHistory(accountId);
  try {
    await removal;
  } finally {
    await erasure;
  }
}
