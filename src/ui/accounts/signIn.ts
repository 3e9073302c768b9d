import { parseBaseUrl } from '../../api/baseUrl.ts';
import type { ServiceClient } from '../../api/serviceClient.ts';
import type { Account, Credential } from '../../model/account.ts';
import { UserError } from '../errors/userError.ts';
import { accountId, secretsOf } from './accountRecord.ts';
import type { AccountStore, KnownAccount } from './accountStore.ts';
import { cleanSecret, findSecretProblem, isEmail } from './secretText.ts';
import { credentialOf } from './signInEntry.ts';
import type { SignInEntry } from './signInEntry.ts';
import { describeBaseUrlProblem, describeEmailProblem, describeSecretProblem } from './signInWords.ts';

interface SignInOptions {
  readonly store: Pick<AccountStore, 'save'>;
  /** A client that sends this credential to this address, for as long as it takes to prove it. */
  readonly createClient: (baseUrl: string, credential: Credential) => ServiceClient;
  /** Told the secret before it is tried, so that no output can show it. */
  readonly hide: (secret: string) => unknown;
  readonly use: (account: KnownAccount) => Promise<void>;
}

/**
 * Signs in with what was entered: proves it with GET /me, and only then keeps it and makes it this window's account.
 * Throws `UserError` for an entry that can't be sent, `ApiError` where the proof fails, the signal's reason when aborted.
 */
export async function signIn(
  entry: SignInEntry,
  { store, createClient, hide, use }: SignInOptions,
  signal?: AbortSignal,
): Promise<KnownAccount> {
  const { baseUrl, credential } = readEntry(entry);
  secretsOf(credential).forEach(hide);
  const client = createClient(baseUrl, credential);
  try {
    const identity = await client.getIdentity({ signal });
    const account: Account = {
      id: accountId(baseUrl, identity),
      baseUrl,
      method: credential.method,
      user: { email: identity.user.email, fullName: identity.user.fullName },
      workspace: { identifier: identity.workspace.identifier, name: identity.workspace.name },
    };
    signal?.throwIfAborted();
    const known = await store.save({ account, credential });
    await use(known);
    return known;
  } finally {
    client.dispose();
  }
}

function readEntry(entry: SignInEntry): { baseUrl: string; credential: Credential } {
  const address = parseBaseUrl(entry.baseUrl);
  if (!address.ok) {
    throw new UserError(describeBaseUrlProblem(address.problem));
  }
  const email = entry.email?.trim();
  if (entry.method === 'basic' && !isEmail(email ?? '')) {
    throw new UserError(describeEmailProblem());
  }
  const secret = cleanSecret(entry.secret);
  const problem = findSecretProblem(secret);
  if (problem) {
    throw new UserError(describeSecretProblem(problem, entry.method));
  }
  return { baseUrl: address.baseUrl, credential: credentialOf({ ...entry, email, secret }, address.origin) };
}
