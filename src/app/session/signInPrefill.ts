import { parseBaseUrl } from '../../api/baseUrl.ts';
import { fieldsOf } from '../../base/json.ts';
import type { Account, AuthMethod } from '../../model/account.ts';

/** What the caller of the command may fill in. Never the secret. */
export interface SignInPrefill {
  readonly baseUrl?: string;
  readonly method?: AuthMethod;
  readonly email?: string | undefined;
}

export const AUTH_METHODS: readonly AuthMethod[] = ['apiKey', 'bearer', 'basic'];

/** Reads the argument of the command, which may be anything: invalid members are left out, and the form asks for them. */
export function readPrefill(argument: unknown): SignInPrefill {
  const { baseUrl, email, method: givenMethod } = fieldsOf(argument);
  const method = AUTH_METHODS.find((allowed) => allowed === givenMethod);
  return {
    ...(typeof baseUrl === 'string' && parseBaseUrl(baseUrl).ok && { baseUrl }),
    ...(method && { method }),
    ...(typeof email === 'string' && isEmail(email) && { email }),
  };
}

/** What to fill in to enter a new secret for an account. */
export function prefillOf({ baseUrl, method, user }: Account): SignInPrefill {
  return { baseUrl, method, ...(isEmail(user.email) && { email: user.email }) };
}

/** Whether this can be the first half of `email:key` (contract, Authentication 2): the first colon ends it. */
export function isEmail(text: string): boolean {
  return /^[^\s:@]+@[^\s:@]+$/.test(text);
}
