import { secretForms, withoutForms } from '../base/secretForms.ts';
import type { Credential } from '../model/account.ts';
import { secretsOf } from '../model/account.ts';

/** A shorter secret may be an ordinary word of an answer. */
const SHORTEST_LENGTH = 8;

/**
 * The text of an answer without the secret of its request. A service, or a gateway before it, may repeat that in a message, which is
 * shown, and stored with the job. Also found where JSON escapes the characters of base64.
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
