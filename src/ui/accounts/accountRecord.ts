import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { parseBaseUrl } from '../../api/baseUrl.ts';
import type { Account, Credential, Identity } from '../../model/account.ts';

/** What is kept of an account, in one secret: who it is, its secret, and the one origin that the secret may be sent to. */
export interface AccountRecord {
  readonly account: Account;
  readonly credential: Credential;
}

const text = z.string().check(z.minLength(1));

const recordSchema = z.object({
  version: z.literal(1),
  account: z.object({
    id: text,
    baseUrl: text,
    method: z.enum(['apiKey', 'bearer', 'basic']),
    user: z.object({ email: z.string(), fullName: z.string() }),
    workspace: z.object({ identifier: z.string(), name: z.string() }),
  }),
  credential: z.discriminatedUnion('method', [
    z.object({ method: z.literal('apiKey'), origin: text, apiKey: text }),
    z.object({ method: z.literal('bearer'), origin: text, accessToken: text }),
    z.object({ method: z.literal('basic'), origin: text, email: text, apiKey: text }),
  ]),
});

export function serializeRecord(record: AccountRecord): string {
  return JSON.stringify({ version: 1, ...record });
}

/**
 * Reads a kept record. Undefined where it is damaged, which includes a secret that belongs to another origin than the
 * account's base URL: it must never be sent there.
 */
export function parseRecord(json: string): AccountRecord | undefined {
  const { success, data } = recordSchema.safeParse(parseJson(json));
  if (!success) {
    return undefined;
  }
  const { account, credential } = data;
  const address = parseBaseUrl(account.baseUrl);
  const isConsistent =
    address.ok &&
    address.baseUrl === account.baseUrl &&
    address.origin === credential.origin &&
    account.method === credential.method;
  return isConsistent ? { account, credential } : undefined;
}

/** The same for the same service, workspace and user, so that signing in again renews an account instead of adding one. */
export function accountId(baseUrl: string, { user, workspace }: Identity): string {
  const identity = JSON.stringify([baseUrl, workspace.identifier, user.email.toLowerCase()]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 32);
}

/** What of a credential must not appear in any output, in any encoding. Basic sends the key only as a part of a pair. */
export function secretsOf(credential: Credential): readonly string[] {
  switch (credential.method) {
    case 'apiKey':
      return [credential.apiKey];
    case 'bearer':
      return [credential.accessToken];
    case 'basic':
      return [credential.apiKey, `${credential.email}:${credential.apiKey}`];
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
