import type { FetchLike } from '../../api/fetchLike.ts';
import { ServiceClient } from '../../api/serviceClient.ts';
import { AccountStore } from '../../app/session/accountStore.ts';
import type { SecretStorage } from '../../app/session/storedAccounts.ts';
import type { SignInEntry } from '../../app/session/signInEntry.ts';
import { readPrefill } from '../../app/session/signInPrefill.ts';
import type { SignInPrefill } from '../../app/session/signInPrefill.ts';
import { WindowSession } from '../../app/session/windowSession.ts';
import type { KeyValueStorage } from '../../app/session/windowSession.ts';
import type { WindowConnection } from '../../app/tracking/windowConnection.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { lazy } from '../../base/lazy.ts';
import type { Logger } from '../../base/logger.ts';
import type { EpochMs } from '../../base/time.ts';
import type { Account, Credential } from '../../model/account.ts';
import type { CommandTable } from '../commands/commandIds.ts';
import { setContextKey } from '../contextKeys.ts';
import { UserError } from '../errors/userError.ts';
import type { Settings } from '../settings.ts';
import type { AccountData } from './eraseAccountData.ts';
import { sessionPrompts } from './sessionText.ts';

interface AccountsFeatureOptions {
  readonly secrets: SecretStorage;
  readonly workspaceState: KeyValueStorage;
  readonly fetch: FetchLike;
  readonly windowConnection: Pick<WindowConnection, 'check'>;
  readonly settings: () => Pick<Settings, 'defaultBaseUrl' | 'requestTimeoutMs'>;
  /** Called with every secret before it is used, so that it never appears in any output. */
  readonly hide: (secret: string) => void;
  /** When the account was last signed out, in any window. */
  readonly lastSignOut: (accountId: string) => EpochMs | undefined;
  /** What this machine stores of accounts. Called when first used. */
  readonly data: () => AccountData;
  readonly log: Logger;
  /** Whether the only account is that of the demo. */
  readonly isDemo: boolean;
}

type AccountCommand = 'dataConnections.signIn' | 'dataConnections.signOut' | 'dataConnections.switchAccount';

export interface AccountsFeature extends Disposable {
  readonly store: AccountStore;
  readonly session: WindowSession;
  /** Asks for an account, or for a new secret of the account in the prefill. Resolves to whether the user signed in. */
  readonly signIn: (prefill?: SignInPrefill) => Promise<boolean>;
  /** Creates a client for an account, which the caller must dispose of. */
  readonly clientFor: (account: Account) => ServiceClient;
  /** Signs in without a form. Throws `UserError` for an entry that can't be sent, otherwise what `SignIn.signIn` throws. */
  signInWith(entry: SignInEntry): Promise<Account>;
  /** Reads the stored accounts and, if `autoSignIn`, signs in with the account of this workspace. */
  restore(options: { readonly autoSignIn: boolean }): Promise<void>;
  readonly commands: CommandTable<AccountCommand>;
}

/** The accounts of this machine, the one this window uses, and the commands for them. */
export function createAccountsFeature(options: AccountsFeatureOptions): AccountsFeature {
  const { fetch, windowConnection, settings, hide, data, isDemo, log, workspaceState } = options;
  const createClient = (baseUrl: string, credential: () => Promise<Credential | undefined>): ServiceClient =>
    new ServiceClient({ baseUrl, credential, fetch, log, timeoutMs: () => settings().requestTimeoutMs });
  const clientFor = ({ id, baseUrl }: Account): ServiceClient =>
    createClient(baseUrl, () => {
      // Without the window, neither the secret can be read nor the request be sent.
      void windowConnection.check();
      return store.credential(id);
    });
  const owned = new DisposableStore();
  const store = owned.add(new AccountStore({ secrets: options.secrets, log, hide, lastSignOut: options.lastSignOut }));
  const session = owned.add(
    new WindowSession({
      store,
      workspaceState,
      prompts: sessionPrompts,
      log,
      isDemo,
      createClient: clientFor,
    }),
  );
  // Loaded when first used.
  const load = () => import('./accountCommands.ts');
  const loadSignIn = lazy(async () => {
    const { createSignIn } = await import('./createSignIn.ts');
    return createSignIn({ store, session, createClient, hide, log, defaultBaseUrl: () => settings().defaultBaseUrl });
  });
  const signIn: AccountsFeature['signIn'] = async (prefill) => (await loadSignIn()).ask(prefill);

  return {
    store,
    session,
    signIn,
    clientFor,
    async signInWith(entry) {
      const outcome = await (await loadSignIn()).signIn(entry);
      if (outcome.kind === 'invalid') {
        const { entryProblemText } = await import('./signInText.ts');
        throw new UserError(entryProblemText(outcome.problem));
      }
      return outcome.known.account;
    },
    async restore({ autoSignIn }) {
      await store.load();
      if (autoSignIn) {
        session.restore();
      }
      owned.add(keepContextKeys(session, store));
    },
    commands: {
      'dataConnections.signIn': async (prefill) =>
        (await loadSignIn()).run(prefill === undefined ? undefined : readPrefill(prefill)),
      'dataConnections.signOut': async (accountId) =>
        (await load()).signOutOf(accountId, { store, session, data: data() }),
      'dataConnections.switchAccount': async (accountId) =>
        (await load()).switchAccount(accountId, { store, session, signIn }),
    },
    dispose: () => owned.dispose(),
  };
}

/** Keeps the context keys about accounts up to date. `ready` is set once the stored accounts have been read. */
function keepContextKeys(session: WindowSession, store: AccountStore): Disposable {
  const owned = new DisposableStore();
  const update = (): void => {
    setContextKey('signedIn', session.state.kind === 'signedIn');
    setContextKey('hasAccounts', store.all.length > 0);
    setContextKey('severalAccounts', store.all.length > 1);
    setContextKey('ready', true);
  };
  update();
  owned.add(session.onDidChange(update));
  owned.add(store.onDidChange(update));
  return owned;
}
