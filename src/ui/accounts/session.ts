import type { ServiceClient } from '../../api/serviceClient.ts';
import type { Event } from '../../base/event.ts';
import type { Account } from '../../model/account.ts';

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
   * To be called before anything is started or sent. Resolves to the client to use; asks the user first where answers
   * came from another workspace than the one signed in to, and throws the cancellation error where the user declines.
   * Throws `ApiError` with `signedOut` where nobody is signed in.
   */
  clientForStarting(): Promise<{ readonly account: Account; readonly client: ServiceClient }>;
}
