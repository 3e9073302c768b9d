import type { ServiceClient } from '../../api/serviceClient.ts';
import type { Event } from '../../base/event.ts';
import type { Account } from '../../model/account.ts';
import type { Failure } from '../../model/failure.ts';

/** The account this window is signed in to. Every change makes a new object, so states can be compared by identity. */
export type SessionState =
  | { readonly kind: 'signedOut' }
  | {
      readonly kind: 'signedIn';
      readonly account: Account;
      readonly client: ServiceClient;
      /** False if the secret could not be stored: the account then lasts until the window closes. */
      readonly isStored: boolean;
    };

export type SignedInState = Extract<SessionState, { kind: 'signedIn' }>;

/** Something unusual about the account. Names and versions are the service's text. */
export type SessionWarning =
  | { readonly kind: 'demo' }
  | { readonly kind: 'notStored' }
  | { readonly kind: 'unsupportedVersion'; readonly version: string }
  | { readonly kind: 'foreignWorkspace'; readonly foreign: string; readonly account: Account };

/** The account something is started for, and the client to start it with. */
export interface AccountClient {
  readonly account: Account;
  readonly client: ServiceClient;
}

/** Read-only view of the session, for everything that shows it or acts through it. */
export interface Session {
  readonly state: SessionState;
  readonly onDidChange: Event<SessionState>;
  /** Whether this is the demo. Everything that shows the account must say so. */
  readonly isDemo: boolean;
  /** Shown in the tooltip of the account. Mostly empty. */
  readonly warnings: readonly SessionWarning[];
  /** Fires when `warnings` changed while the state stayed; a change of state may change them too. */
  readonly onDidChangeWarnings: Event<void>;
  /**
   * Call this before starting or sending anything. Asks the user first if responses came from another workspace than the
   * one signed in to; undefined if the user declines. Sends GET /me if no response has named its workspace yet, which may
   * throw any `ApiError`. Throws `ApiError` with `signedOut` while signed out.
   */
  clientForStarting(): Promise<AccountClient | undefined>;
  /**
   * Call this with failures of background requests (a refresh, a poll), so that a secret the service no longer accepts
   * leads to one offer to sign in again. Failures thrown to a command are reported there.
   */
  recordFailure(failure: Failure): void;
}

/** The account that the window is signed in to. */
export function activeAccount({ state }: Pick<Session, 'state'>): Account | undefined {
  return state.kind === 'signedIn' ? state.account : undefined;
}
