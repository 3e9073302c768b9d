import type { ServiceClient } from '../../api/serviceClient.ts';
import type { Event } from '../../base/event.ts';
import type { Account } from '../../model/account.ts';
import type { Failure } from '../../model/failure.ts';

/** Who this window is signed in as. Every change makes a new object, so two readings can be compared by identity. */
export type SessionState =
  | { readonly kind: 'signedOut' }
  | {
      readonly kind: 'signedIn';
      readonly account: Account;
      readonly client: ServiceClient;
      /** False where the secret could not be kept: the account then lives for this window only. */
      readonly isKept: boolean;
    };

/** Read-only view of the session, for everything that shows it or acts through it. */
export interface Session {
  readonly state: SessionState;
  readonly onDidChange: Event<SessionState>;
  /**
   * Sentences about the account that its tooltip shows, in the user's language: not kept beyond this window, an
   * interface version this extension was not written for, answers from another workspace. Mostly empty. They hold text
   * of the service: show them as text, never as markdown.
   */
  readonly notes: readonly string[];
  /** Fires when `notes` changed while the state stayed; a change of state may change them too. */
  readonly onDidChangeNotes: Event<void>;
  /**
   * To be called before anything is started or sent. Resolves to the client to use; asks the user first where answers
   * came from another workspace than the one signed in to, and throws the cancellation error where the user declines.
   * Throws `ApiError` with `signedOut` where nobody is signed in. Before any answer has told its workspace, one is asked
   * for here (GET /me), which may throw any `ApiError`.
   */
  clientForStarting(): Promise<{ readonly account: Account; readonly client: ServiceClient }>;
  /**
   * To be told of failures met in the background (a refresh, a question about a job), so that a secret the service no
   * longer accepts leads to one offer to sign in again. What a command throws needs no telling.
   */
  noteFailure(failure: Failure): void;
}
