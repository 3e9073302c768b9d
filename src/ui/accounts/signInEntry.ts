import { parseBaseUrl } from '../../api/baseUrl.ts';
import type { Account, AuthMethod, Credential } from '../../model/account.ts';
import { isEmail } from './secretText.ts';

/** What Sign In asks for, all of it entered. `email` is used by the method `basic` only. */
export interface SignInEntry {
  readonly baseUrl: string;
  readonly method: AuthMethod;
  readonly email?: string | undefined;
  readonly secret: string;
}

/** What whoever calls the command may fill in. Never the secret. */
export type SignInPrefill = Partial<Omit<SignInEntry, 'secret'>>;

export const AUTH_METHODS: readonly AuthMethod[] = ['apiKey', 'bearer', 'basic'];

/** Reads the argument of the command, which may be anything: members that can't be used are asked for instead. */
export function readPrefill(argument: unknown): SignInPrefill {
  const given = typeof argument === 'object' && argument !== null ? (argument as Record<string, unknown>) : {};
  const { baseUrl, email } = given;
  const method = AUTH_METHODS.find((known) => known === given['method']);
  return {
    ...(typeof baseUrl === 'string' && parseBaseUrl(baseUrl).ok && { baseUrl }),
    ...(method && { method }),
    ...(typeof email === 'string' && isEmail(email) && { email }),
  };
}

/** What to fill in where the account's secret is to be entered anew. */
export function prefillOf({ baseUrl, method, user }: Account): SignInPrefill {
  return { baseUrl, method, ...(isEmail(user.email) && { email: user.email }) };
}

/** The credential that an entry stands for, bound to the origin it was entered with. */
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
