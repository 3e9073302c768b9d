import { secretForms, withoutForms } from '../base/secretForms.ts';
import type { Credential } from '../model/account.ts';
import { secretsOf } from '../model/account.ts';

/** A shorter secret may be an ordinary word of a response. */
const SHORTEST_LENGTH = 8;

/**
 * Removes the secret of a request from the text of its response: the service, or a gateway in front of it, may repeat it in a message,
 * and messages are shown and stored. Also finds it where JSON escapes its characters.
 */
export function withoutEcho(text: string, credential: Credential): string {
  const forms = secretsOf(credential)
    .filter((secret) => secret.length >= SHORTEST_LENGTH)
    .flatMap(secretForms);
  return withoutForms(
    withoutNeedlessEscapes(text),
    forms.flatMap((form) => [form, form.replaceAll('/', '\\/')]),
  );
}

/** Replaces `\u0041` by `A`, and other escapes of ASCII characters by the shortest way in which JSON may write them. */
function withoutNeedlessEscapes(text: string): string {
  return !/\\u00[2-7]/i.test(text)
    ? text
    : text.replaceAll(/\\(?:u00([2-7][\da-f])|[^])/gi, (escape, hex: string | undefined) => {
        const character = hex === undefined ? '' : String.fromCharCode(Number.parseInt(hex, 16));
        return character === '"' || character === '\\' ? `\\${character}` : character || escape;
      });
}
