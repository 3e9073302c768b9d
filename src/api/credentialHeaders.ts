import type { Credential } from '../model/account.ts';

/**
 * The header for a credential (contract, Authentication 2). Undefined if it is empty or no header can contain it: a key or token with
 * characters outside ASCII, line breaks, or spaces at its ends; an email address with a colon.
 */
export function credentialHeaders(credential: Credential): Readonly<Record<string, string>> | undefined {
  switch (credential.method) {
    case 'apiKey':
      return isHeaderText(credential.apiKey) ? { 'x-api-key': credential.apiKey } : undefined;
    case 'bearer':
      return isHeaderText(credential.accessToken) ? { authorization: `Bearer ${credential.accessToken}` } : undefined;
    case 'basic':
      return basicHeaders(credential.email, credential.apiKey);
  }
}

function basicHeaders(email: string, apiKey: string): Readonly<Record<string, string>> | undefined {
  if (email === '' || apiKey === '' || email.includes(':')) {
    return undefined;
  }
  return { authorization: `Basic ${Buffer.from(`${email}:${apiKey}`, 'utf8').toString('base64')}` };
}

function isHeaderText(text: string): boolean {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);
}
