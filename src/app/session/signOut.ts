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
  /** Both reject if something can't be removed yet. It is removed later. */
  eraseAll(accountId: string): Promise<void>;
  /** Deletes only the fingerprints of loads, the copies of uploads, and what the user has agreed to, who is then asked again. */
  eraseAllButHistory(accountId: string): Promise<void>;
}

export type SignOutOutcome = RemovalOutcome | { readonly kind: 'cancelled' };

type RemovalOutcome =
  | { readonly kind: 'signedOut' }
  | {
      /** Signed out, but not everything is removed. The next window tries again. */
      readonly kind: 'incomplete';
      /** Why the secret is still stored; undefined if it is not. */
      readonly secretError: unknown;
      /** Why something else is still stored; undefined if nothing is. */
      readonly historyError: unknown;
    };

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
  return removeAccount(account.id, choice, { store, history });
}

/** Removes an account, and its history as chosen, even if its secret can't be deleted. */
export async function removeAccount(
  accountId: string,
  choice: HistoryChoice,
  { store, history }: RemovalOptions,
): Promise<RemovalOutcome> {
  const [secretError, historyError] = await Promise.all([
    errorOf(store.remove(accountId)),
    errorOf(choice === 'erase' ? history.eraseAll(accountId) : history.eraseAllButHistory(accountId)),
  ]);
  return secretError === undefined && historyError === undefined
    ? { kind: 'signedOut' }
    : { kind: 'incomplete', secretError, historyError };
}

/** What the promise rejects with; undefined if it resolves. */
function errorOf(work: Promise<void>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
