import { secretForms, withoutForms } from '../base/secretForms.ts';
import type { Credential } from '../model/account.ts';
import { secretsOf } from '../model/account.ts';

/** A shorter secret may be an ordinary word of a response. */
const SHORTEST_LENGTH = 8;

/**
 * Removes the secret of a request from the text of its response: the service, or a gateway in front of it, may repeat it in a message,
 * and messages are shown and stored. Also finds it where JSON escapes the characters of base64.
 */
export function withoutEcho(text: string, credential: Credential): string {
  const forms = secretsOf(credential)
    .filter((secret) => secret.length >= SHORTEST_LENGTH)
    .flatMap(secretForms);
  return withoutForms(
    text,
    forms.flatMap((form) => [form, form.replaceAll('/', '\\/'), form.replaceAll('+', '\\u002B')]),
  );
}
