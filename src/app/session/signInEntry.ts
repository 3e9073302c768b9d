import { parseBaseUrl } from '../../api/baseUrl.ts';
import type { BaseUrlProblem } from '../../api/baseUrl.ts';
import { codePointName } from '../../base/displayText.ts';
import type { AuthMethod, Credential } from '../../model/account.ts';
import { isEmail } from './signInPrefill.ts';

/** Everything that Sign In asks for. `email` is used by the method `basic` only. */
export interface SignInEntry {
  readonly baseUrl: string;
  readonly method: AuthMethod;
  readonly email?: string | undefined;
  readonly secret: string;
}

export type SecretProblem =
  | { readonly kind: 'empty' }
  | { readonly kind: 'lineBreak' }
  /** A character that can't be sent, often an invisible one that was copied along. */
  | { readonly kind: 'unsendable'; readonly codePoint: string };

/** Why an entry can't be sent. */
export type EntryProblem =
  | { readonly field: 'baseUrl'; readonly problem: BaseUrlProblem }
  | { readonly field: 'email' }
  | { readonly field: 'secret'; readonly problem: SecretProblem; readonly method: AuthMethod };

export type ParsedEntry =
  | { readonly ok: true; readonly baseUrl: string; readonly credential: Credential }
  | { readonly ok: false; readonly problem: EntryProblem };

/** Checks an entry. Its credential is bound to the origin it was entered with. */
export function parseEntry(entry: SignInEntry): ParsedEntry {
  const address = parseBaseUrl(entry.baseUrl);
  if (!address.ok) {
    return { ok: false, problem: { field: 'baseUrl', problem: address.problem } };
  }
  const email = entry.email?.trim();
  if (entry.method === 'basic' && !isEmail(email ?? '')) {
    return { ok: false, problem: { field: 'email' } };
  }
  const secret = cleanSecret(entry.secret);
  const problem = findSecretProblem(secret, entry.method);
  return problem
    ? { ok: false, problem: { field: 'secret', problem, method: entry.method } }
    : { ok: true, baseUrl: address.baseUrl, credential: credentialOf({ ...entry, email, secret }, address.origin) };
}

export function credentialOf(entry: SignInEntry, origin: string): Credential {
  switch (entry.method) {
    case 'apiKey':
      return { method: 'apiKey', origin, apiKey: entry.secret };
    case 'bearer':
      return { method: 'bearer', origin, accessToken: entry.secret };
    case 'basic':
      return { method: 'basic', origin, email: entry.email ?? '', apiKey: entry.secret };
  }
}

/** The secret as it is sent: without surrounding whitespace, and without the prefix `Bearer` that tokens are shown with. */
export function cleanSecret(pasted: string): string {
  return pasted.trim().replace(/^bearer\s+/i, '');
}

/**
 * Why a cleaned secret can't be sent in a header; undefined if it can. For the method `basic`, which encodes it, only control
 * characters and invisible ones can't, because no key contains them.
 */
export function findSecretProblem(secret: string, method: AuthMethod): SecretProblem | undefined {
  if (secret === '') {
    return { kind: 'empty' };
  }
  if (/[\r\n]/.test(secret)) {
    return { kind: 'lineBreak' };
  }
  const pattern = method === 'basic' ? /(?! )[\p{C}\p{Z}]/u : /[^\x20-\x7E]/u;
  const unsendable = pattern.exec(secret)?.[0].codePointAt(0);
  return unsendable === undefined ? undefined : { kind: 'unsendable', codePoint: codePointName(unsendable) };
}
