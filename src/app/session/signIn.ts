import { ApiError } from '../../api/apiError.ts';
import type { ServiceClient } from '../../api/serviceClient.ts';
import type { Logger } from '../../base/logger.ts';
import type { Account, Credential } from '../../model/account.ts';
import { secretsOf } from '../../model/account.ts';
import type { Failure } from '../../model/failure.ts';
import { accountId } from './accountRecord.ts';
import type { AccountStore, KnownAccount } from './accountStore.ts';
import { parseEntry } from './signInEntry.ts';
import type { EntryProblem, SignInEntry } from './signInEntry.ts';
import { prefillOf } from './signInPrefill.ts';
import type { SignInPrefill } from './signInPrefill.ts';
import type { WindowSession } from './windowSession.ts';

export type EntryOutcome =
  | { readonly kind: 'signedIn'; readonly known: KnownAccount }
  /** Nothing was sent. */
  | { readonly kind: 'invalid'; readonly problem: EntryProblem };

export type SubmitOutcome =
  | EntryOutcome
  /** Without a failure if the reason is only in the log. */
  | { readonly kind: 'failed'; readonly failure?: Failure }
  | { readonly kind: 'cancelled' };

interface SignInForm {
  readonly prefill: SignInPrefill;
  /** Signs in with what was entered. The user can correct the entry after any other outcome than `signedIn`. */
  readonly submit: (entry: SignInEntry, signal: AbortSignal) => Promise<SubmitOutcome>;
}

export interface SignInPrompts {
  /** Asks for an account until `submit` signed in, or the user cancels. */
  showForm(form: SignInForm): Promise<void>;
  /** Tells that the window is signed in, and opens the view. */
  showSignedIn(known: KnownAccount): PromiseLike<void>;
}

export interface SignInOptions {
  readonly store: Pick<AccountStore, 'save'>;
  readonly session: Pick<WindowSession, 'refusedAccount' | 'use'>;
  /** A client that sends this credential to this base URL. */
  readonly createClient: (baseUrl: string, credential: () => Promise<Credential>) => ServiceClient;
  /** Called with each secret before it is sent, so that it never appears in any output. */
  readonly hide: (secret: string) => void;
  readonly prompts: SignInPrompts;
  readonly log: Logger;
}

/** Asks for an account, verifies its secret with GET /me, and only then stores it and makes it the window's account. */
export class SignIn {
  readonly #options: SignInOptions;

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  /** The command. Without a prefill, asks for a new secret of the account whose secret the service refused, if any. */
  run(prefill: SignInPrefill | undefined): Promise<boolean> {
    const refused = this.#options.session.refusedAccount;
    return this.ask(prefill ?? (refused && prefillOf(refused)));
  }

  /** Resolves to whether the user signed in. */
  async ask(prefill: SignInPrefill = {}): Promise<boolean> {
    const { prompts } = this.#options;
    let submitted: Promise<SubmitOutcome> | undefined;
    await prompts.showForm({
      prefill,
      submit: (entry, signal) => (submitted = this.#submit(entry, signal)),
    });
    // A form that is closed while the secret is being stored doesn't prevent the sign-in.
    const outcome = await submitted;
    if (outcome?.kind !== 'signedIn') {
      return false;
    }
    await prompts.showSignedIn(outcome.known);
    return true;
  }

  /** Signs in with an entry. Throws `ApiError` if it could not be verified, and the signal's reason if aborted. */
  async signIn(entry: SignInEntry, signal?: AbortSignal): Promise<EntryOutcome> {
    const { store, session, createClient, hide } = this.#options;
    const parsed = parseEntry(entry);
    if (!parsed.ok) {
      return { kind: 'invalid', problem: parsed.problem };
    }
    const { baseUrl, credential } = parsed;
    secretsOf(credential).forEach(hide);
    const client = createClient(baseUrl, () => Promise.resolve(credential));
    try {
      const identity = await client.getIdentity({ signal });
      const account: Account = {
        id: accountId(baseUrl, identity),
        baseUrl,
        method: credential.method,
        user: identity.user,
        workspace: identity.workspace,
      };
      signal?.throwIfAborted();
      const known = await store.save({ account, credential });
      await session.use(known);
      return { kind: 'signedIn', known };
    } finally {
      client.dispose();
    }
  }

  async #submit(entry: SignInEntry, signal: AbortSignal): Promise<SubmitOutcome> {
    try {
      return await this.signIn(entry, signal);
    } catch (error) {
      if (signal.aborted) {
        return { kind: 'cancelled' };
      }
      this.#options.log.warn(`Sign-in failed: ${String(error)}`);
      return error instanceof ApiError ? { kind: 'failed', failure: error.failure } : { kind: 'failed' };
    }
  }
}
