import * as z from 'zod/mini';
import { tryParseJson } from '../../base/json.ts';
import { parseBaseUrl } from '../../api/baseUrl.ts';
import type { StoredRecord } from './accountRecord.ts';

const text = z.string().check(z.minLength(1));

const recordSchema = z.object({
  version: z.literal(1),
  storedAt: z.optional(z.number()),
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

/**
 * Parses a stored record. Undefined if it is damaged, or if its secret belongs to another origin than the account's base
 * URL and so must never be sent there.
 */
export function parseAccountRecord(json: string): StoredRecord | undefined {
  const { success, data } = recordSchema.safeParse(tryParseJson(json));
  if (!success) {
    return undefined;
  }
  const { account, credential, storedAt } = data;
  const address = parseBaseUrl(account.baseUrl);
  const isConsistent =
    address.ok &&
    address.baseUrl === account.baseUrl &&
    address.origin === credential.origin &&
    account.method === credential.method;
  return isConsistent ? { account, credential, storedAt } : undefined;
}
