import { ApiError } from '../../api/apiError.ts';
import type { ServiceClient } from '../../api/serviceClient.ts';
import { DisposableStore, MutableDisposable } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { plainText } from '../../base/displayText.ts';
import { Emitter } from '../../base/event.ts';
import type { Event } from '../../base/event.ts';
import type { Logger } from '../../base/logger.ts';
import type { Account } from '../../model/account.ts';
import type { Failure } from '../../model/failure.ts';
import type { AccountStore, KnownAccount } from './accountStore.ts';
import { ResponseChecks } from './responseChecks.ts';
import type { AccountClient, Session, SessionWarning, SessionState, SignedInState } from './session.ts';

const ACTIVE_ACCOUNT_KEY = 'dataConnections.activeAccount';

/** The part of VS Code's key-value storage that is used. */
export interface KeyValueStorage {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** What the session asks and tells the user. */
export interface SessionPrompts {
  /** Asks whether to start something although responses come from the workspace `foreign`. */
  confirmForeignWorkspace(foreign: string, account: Account): PromiseLike<boolean>;
  /** Warns that responses come from the workspace `foreign`. */
  warnForeignWorkspace(foreign: string, account: Account): void;
}

interface WindowSessionOptions {
  readonly store: Pick<AccountStore, 'all' | 'find' | 'onDidChange' | 'onDidStoreSecret'>;
  readonly createClient: (account: Account) => ServiceClient;
  /** Where the account of this workspace is remembered. */
  readonly workspaceState: KeyValueStorage;
  readonly prompts: SessionPrompts;
  readonly log: Logger;
  readonly isDemo?: boolean;
}

interface ActiveAccount extends Disposable {
  readonly state: SignedInState;
  readonly checks: ResponseChecks;
}

/** The active account of this window. Signs out when the account is removed, in this window or another. */
export class WindowSession implements Session, Disposable {
  readonly #owned = new DisposableStore();
  readonly #didChange = this.#owned.add(new Emitter<SessionState>());
  readonly #didChangeWarnings = this.#owned.add(new Emitter<void>());
  readonly #didRefuseSecret = this.#owned.add(new Emitter<Failure>());

  readonly onDidChange: Event<SessionState> = this.#didChange.event;
  readonly onDidChangeWarnings: Event<void> = this.#didChangeWarnings.event;

  /** Fires once when the service no longer accepts the account's secret. */
  readonly onDidRefuseSecret: Event<Failure> = this.#didRefuseSecret.event;

  readonly #options: WindowSessionOptions;
  readonly #signedIn = this.#owned.add(new MutableDisposable<ActiveAccount>());
  #state: SessionState = { kind: 'signedOut' };
  #isRefused = false;

  constructor(options: WindowSessionOptions) {
    this.#options = options;
    this.#owned.add(options.store.onDidChange(() => this.#followStore()));
    this.#owned.add(options.store.onDidStoreSecret((accountId) => this.#tryAgain(accountId)));
  }

  get isDemo(): boolean {
    return this.#options.isDemo === true;
  }

  get state(): SessionState {
    return this.#state;
  }

  get warnings(): readonly SessionWarning[] {
    if (!this.#signedIn.value) {
      return [];
    }
    const { state, checks } = this.#signedIn.value;
    const { unsupportedVersion: version, foreignWorkspace: foreign } = checks;
    return [
      ...(this.isDemo ? [{ kind: 'demo' } as const] : []),
      ...(state.isStored ? [] : [{ kind: 'notStored' } as const]),
      ...(version === undefined ? [] : [{ kind: 'unsupportedVersion', version } as const]),
      ...(foreign === undefined ? [] : [{ kind: 'foreignWorkspace', foreign, account: state.account } as const]),
    ];
  }

  /** The account whose secret the service refused and has not accepted since. */
  get refusedAccount(): Account | undefined {
    return this.#isRefused ? this.#signedIn.value?.state.account : undefined;
  }

  /** Signs in with the last account of this workspace; if none was ever chosen, with the only account. */
  restore(): void {
    const { store, workspaceState } = this.#options;
    const remembered = workspaceState.get(ACTIVE_ACCOUNT_KEY);
    const [first, ...others] = store.all;
    const onlyAccount = others.length === 0 ? first : undefined;
    const account = typeof remembered === 'string' ? store.find(remembered) : onlyAccount;
    if (account) {
      this.#activate(account);
    }
  }

  /** Makes this the account of the window, and of its workspace from now on, unless it was signed out meanwhile. */
  async use({ account: { id } }: KnownAccount): Promise<void> {
    const known = this.#options.store.find(id);
    if (known === undefined) {
      return;
    }
    this.#activate(known);
    try {
      await this.#options.workspaceState.update(ACTIVE_ACCOUNT_KEY, id);
    } catch (error) {
      // The window stays signed in; only the next window has to choose the account again.
      this.#options.log.warn(`The account of this workspace could not be remembered: ${String(error)}`);
    }
  }

  async clientForStarting(): Promise<AccountClient | undefined> {
    const signedIn = this.#signedIn.value;
    if (!signedIn) {
      throw new ApiError({ kind: 'signedOut' });
    }
    const { state, checks } = signedIn;
    if (!checks.isWorkspaceKnown) {
      const { workspace } = await state.client.getIdentity();
      checks.checkWorkspace(workspace.identifier);
    }
    for (let foreign = checks.unconfirmedWorkspace; foreign !== undefined; foreign = checks.unconfirmedWorkspace) {
      if (!(await this.#options.prompts.confirmForeignWorkspace(foreign, state.account))) {
        return undefined;
      }
      checks.confirm(foreign);
    }
    // If the account changed while the dialog was open, the user did not agree for the new one.
    return this.#signedIn.value === signedIn ? { account: state.account, client: state.client } : undefined;
  }

  recordFailure(failure: Failure): void {
    if (failure.kind !== 'unauthorized' || !this.#signedIn.value || this.#isRefused) {
      return;
    }
    this.#isRefused = true;
    this.#didRefuseSecret.fire(failure);
  }

  /** Signs out, so that an operation in progress, such as a review, sends nothing afterwards. */
  dispose(): void {
    this.#owned.dispose();
    this.#state = { kind: 'signedOut' };
  }

  #activate({ account, isStored }: KnownAccount): void {
    const owned = new DisposableStore();
    const client = owned.add(this.#options.createClient(account));
    const checks = owned.add(new ResponseChecks(account.workspace.identifier));
    owned.add(checks.onDidFindForeignWorkspace((foreign) => this.#warnForeignWorkspace(foreign, account)));
    owned.add(checks.onDidChange(() => this.#didChangeWarnings.fire()));
    owned.add(
      client.onDidReceiveResponse((meta) => {
        if (meta) {
          checks.check(meta);
        }
        this.#isRefused = false;
      }),
    );
    this.#isRefused = false;
    const state = { kind: 'signedIn', account, client, isStored } as const;
    this.#setSignedIn({ state, checks, dispose: () => owned.dispose() });
  }

  #setSignedIn(signedIn: ActiveAccount | undefined): void {
    this.#signedIn.value = signedIn;
    // The value is undefined once this is disposed.
    this.#state = this.#signedIn.value?.state ?? { kind: 'signedOut' };
    this.#didChange.fire(this.#state);
  }

  #followStore(): void {
    const current = this.#signedIn.value?.state;
    if (!current) {
      return;
    }
    const known = this.#options.store.find(current.account.id);
    if (!known) {
      this.#options.log.info('The account of this window was removed: signed out.');
      this.#setSignedIn(undefined);
    } else if (known.account !== current.account || known.isStored !== current.isStored) {
      this.#activate(known);
    }
  }

  /** Activates the account again if its secret was refused, so that polling and refreshing resume. */
  #tryAgain(accountId: string): void {
    const known = this.refusedAccount?.id === accountId ? this.#options.store.find(accountId) : undefined;
    if (known) {
      this.#activate(known);
    }
  }

  #warnForeignWorkspace(foreign: string, account: Account): void {
    const short = (text: string): string => plainText(text, 80);
    const expected = `${short(account.workspace.name)} (${short(account.workspace.identifier)})`;
    this.#options.log.warn(`Responses come from workspace ${short(foreign)}, but the account is for ${expected}.`);
    this.#options.prompts.warnForeignWorkspace(foreign, account);
  }
}
