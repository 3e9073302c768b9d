import * as vscode from 'vscode';
import { ApiError } from '../../api/apiError.ts';
import type { ServiceClient } from '../../api/serviceClient.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { plainText } from '../../base/displayText.ts';
import { buttonText, dialogText, notificationText } from '../../base/sinkText.ts';
import { Emitter } from '../../base/event.ts';
import type { Event } from '../../base/event.ts';
import type { Logger } from '../../base/logger.ts';
import type { Account } from '../../model/account.ts';
import type { Failure } from '../../model/failure.ts';
import { askInDialog, showWarning } from '../window/notifications.ts';
import type { AccountStore, KnownAccount } from './accountStore.ts';
import { AnswerChecks } from './answerChecks.ts';
import type { Session, SessionState } from '../../app/session/session.ts';

const ACTIVE_ACCOUNT_KEY = 'dataConnections.activeAccount';

interface WindowSessionOptions {
  readonly store: AccountStore;
  readonly createClient: (account: Account) => ServiceClient;
  /** Remembers which account this workspace uses. */
  readonly workspaceState: Pick<vscode.Memento, 'get' | 'update'>;
  readonly log: Logger;
  /** Tells the user that the secret is no longer accepted, and offers to enter another. */
  readonly tellRefused: (failure: Failure) => unknown;
}

interface SignedIn {
  readonly state: Extract<SessionState, { kind: 'signedIn' }>;
  readonly checks: AnswerChecks;
  readonly disposables: DisposableStore;
}

/** The one account that this window acts for. Follows the store: an account that is removed anywhere is signed out here. */
export class WindowSession implements Session, Disposable {
  readonly #disposables = new DisposableStore();
  readonly #changes = this.#disposables.add(new Emitter<SessionState>());
  readonly #noteChanges = this.#disposables.add(new Emitter<void>());

  readonly onDidChange: Event<SessionState> = this.#changes.event;
  readonly onDidChangeNotes: Event<void> = this.#noteChanges.event;

  readonly #options: WindowSessionOptions;
  #signedIn: SignedIn | undefined;
  #state: SessionState = { kind: 'signedOut' };
  #isRefused = false;

  constructor(options: WindowSessionOptions) {
    this.#options = options;
    this.#disposables.add(options.store.onDidChange(() => this.#followStore()));
  }

  get state(): SessionState {
    return this.#state;
  }

  get notes(): readonly string[] {
    const notes: string[] = [];
    if (!this.#signedIn) {
      return notes;
    }
    const { state, checks } = this.#signedIn;
    if (!state.isKept) {
      notes.push(vscode.l10n.t('The key could not be stored. This account lasts as long as this window.'));
    }
    if (checks.unsupportedVersion !== undefined) {
      notes.push(
        vscode.l10n.t(
          'The service answers with version {0} of its interface; this extension knows version 1.',
          plainText(checks.unsupportedVersion, 40),
        ),
      );
    }
    if (checks.foreignWorkspace !== undefined) {
      notes.push(foreignWorkspaceText(checks.foreignWorkspace, state.account));
    }
    return notes;
  }

  /** The account whose secret the service last refused, and has not accepted since. */
  get refusedAccount(): Account | undefined {
    return this.#isRefused ? this.#signedIn?.state.account : undefined;
  }

  /** Signs in with the account this workspace used last; where it never chose, with the only one there is. */
  restore(): void {
    const { store, workspaceState } = this.#options;
    const remembered = workspaceState.get<unknown>(ACTIVE_ACCOUNT_KEY);
    const [first, ...others] = store.all;
    const chosen = typeof remembered === 'string' ? store.find(remembered) : others.length === 0 ? first : undefined;
    if (chosen) {
      this.#enter(chosen);
    }
  }

  /** Makes this the window's account, and that of its workspace from now on. */
  async use(known: KnownAccount): Promise<void> {
    this.#enter(known);
    try {
      await this.#options.workspaceState.update(ACTIVE_ACCOUNT_KEY, known.account.id);
    } catch (error) {
      // The window is signed in all the same; only the next one has to be told again.
      this.#options.log.warn(`Which account this workspace uses could not be remembered: ${String(error)}`);
    }
  }

  async clientForStarting(): Promise<{ readonly account: Account; readonly client: ServiceClient }> {
    const signedIn = this.#signedIn;
    if (!signedIn) {
      throw new ApiError({ kind: 'signedOut' });
    }
    const { state, checks } = signedIn;
    if (!checks.isWorkspaceKnown) {
      const { workspace } = await state.client.getIdentity();
      checks.seeWorkspace(workspace.identifier);
    }
    for (let foreign = checks.unagreedWorkspace; foreign !== undefined; foreign = checks.unagreedWorkspace) {
      await confirmForeignWorkspace(foreign, state.account);
      checks.agreeTo(foreign);
    }
    if (this.#signedIn !== signedIn) {
      // The account changed while the question was open: the answer was not about the new one.
      throw new vscode.CancellationError();
    }
    return { account: state.account, client: state.client };
  }

  noteFailure(failure: Failure): void {
    if (failure.kind !== 'unauthorized' || !this.#signedIn || this.#isRefused) {
      return;
    }
    this.#isRefused = true;
    this.#options.tellRefused(failure);
  }

  dispose(): void {
    this.#signedIn?.disposables.dispose();
    this.#disposables.dispose();
  }

  #enter({ account, isKept }: KnownAccount): void {
    const disposables = new DisposableStore();
    const client = disposables.add(this.#options.createClient(account));
    const checks = disposables.add(new AnswerChecks(account.workspace.identifier));
    disposables.add(checks.onDidFindForeignWorkspace((foreign) => this.#tellForeignWorkspace(foreign, account)));
    disposables.add(checks.onDidChange(() => this.#noteChanges.fire()));
    disposables.add(
      client.onDidAnswer((meta) => {
        checks.see(meta);
        this.#isRefused = false;
      }),
    );
    this.#isRefused = false;
    this.#become({ state: { kind: 'signedIn', account, client, isKept }, checks, disposables });
  }

  #become(signedIn: SignedIn | undefined): void {
    const before = this.#signedIn;
    this.#signedIn = signedIn;
    this.#state = signedIn?.state ?? { kind: 'signedOut' };
    this.#changes.fire(this.#state);
    // After the event: whoever used the old client has let go of it by now.
    before?.disposables.dispose();
  }

  #followStore(): void {
    const current = this.#signedIn?.state;
    if (!current) {
      return;
    }
    const known = this.#options.store.find(current.account.id);
    if (!known) {
      this.#options.log.info('The account of this window was removed: signed out.');
      this.#become(undefined);
    } else if (known.account !== current.account || known.isKept !== current.isKept) {
      this.#enter(known);
    }
  }

  #tellForeignWorkspace(foreign: string, account: Account): void {
    const message = foreignWorkspaceText(foreign, account);
    this.#options.log.warn(message);
    void showWarning(
      notificationText(`${message} ${vscode.l10n.t('Nothing is started or sent there without your word.')}`),
    );
  }
}

function foreignWorkspaceText(foreign: string, { workspace }: Account): string {
  return vscode.l10n.t(
    'Answers come from workspace {0}, but you signed in to {1} ({2}).',
    plainText(foreign, 80),
    plainText(workspace.name, 80),
    plainText(workspace.identifier, 80),
  );
}

async function confirmForeignWorkspace(foreign: string, account: Account): Promise<void> {
  const chosen = await askInDialog(
    {
      message: dialogText(foreignWorkspaceText(foreign, account)),
      detail: dialogText(vscode.l10n.t('What you start now would run in that other workspace.')),
      isWarning: true,
    },
    [{ title: buttonText(vscode.l10n.t('Send There Anyway')) }],
  );
  if (chosen === undefined) {
    throw new vscode.CancellationError();
  }
}
