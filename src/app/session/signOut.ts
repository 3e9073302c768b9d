import type { Account } from '../../model/account.ts';
import type { AccountStore, KnownAccount } from './accountStore.ts';

interface SignOutPrompts {
  /** Asks which account to sign out of; undefined if the user cancels. */
  chooseAccount(): PromiseLike<Account | undefined>;
  /** Asks whether to sign out, and what to do with the history of the account; undefined if the user cancels. */
  confirm(account: Account): PromiseLike<HistoryChoice | undefined>;
}

/** `keep`: the history is shown again when the same account signs in. Everything else is erased in either case. */
export type HistoryChoice = 'erase' | 'keep';

/** Erases what this machine stores about an account besides its secret. Rejects if something can't be removed yet; it is removed later. */
export type EraseAccountData = (accountId: string, choice: HistoryChoice) => Promise<void>;

export type SignOutOutcome = RemovalOutcome | { readonly kind: 'cancelled' };

type RemovalOutcome =
  | { readonly kind: 'signedOut' }
  | {
      /** Signed out, but not everything is removed. The next window tries again. */
      readonly kind: 'incomplete';
      /** Why the secret is still stored; undefined if it is not. */
      readonly secretError: unknown;
      /** Why something else is still stored; undefined if nothing is. */
      readonly dataError: unknown;
    };

interface RemovalOptions {
  readonly store: Pick<AccountStore, 'remove'>;
  readonly eraseData: EraseAccountData;
}

interface SignOutOptions extends RemovalOptions {
  readonly store: Pick<AccountStore, 'all' | 'remove'>;
  readonly prompts: SignOutPrompts;
}

/** Signs out of this account; without one, of the only account or one that the user chooses. Asks for confirmation first. */
export async function signOut(
  named: KnownAccount | undefined,
  { store, eraseData, prompts }: SignOutOptions,
): Promise<SignOutOutcome> {
  const [first, ...others] = store.all;
  const known = named ?? (others.length === 0 ? first : undefined);
  const account = known?.account ?? (others.length > 0 ? await prompts.chooseAccount() : undefined);
  const choice = account && (await prompts.confirm(account));
  if (!choice) {
    return { kind: 'cancelled' };
  }
  return removeAccount(account.id, choice, { store, eraseData });
}

/** Removes an account, and its data as chosen, even if its secret can't be deleted. */
export async function removeAccount(
  accountId: string,
  choice: HistoryChoice,
  { store, eraseData }: RemovalOptions,
): Promise<RemovalOutcome> {
  const [secretError, dataError] = await Promise.all([
    errorOf(store.remove(accountId)),
    errorOf(eraseData(accountId, choice)),
  ]);
  return secretError === undefined && dataError === undefined
    ? { kind: 'signedOut' }
    : { kind: 'incomplete', secretError, dataError };
}

/** What the promise rejects with; undefined if it resolves. */
function errorOf(work: Promise<void>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
