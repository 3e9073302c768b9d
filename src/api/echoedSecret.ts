import { secretEncodings, maskAll } from '../base/secretEncodings.ts';
import type { Credential } from '../model/account.ts';
import { secretsOf } from '../model/account.ts';

/** A shorter secret may be an ordinary word of a response. */
const MIN_LENGTH = 8;

/**
 * Masks the secret of a request in the text of its response: the service, or a gateway in front of it, may repeat it in a message, and
 * messages are shown and stored. Also finds it where JSON escapes its characters.
 */
export function maskEchoedSecret(text: string, credential: Credential): string {
  const encodings = secretsOf(credential)
    .filter((secret) => secret.length >= MIN_LENGTH)
    .flatMap(secretEncodings);
  // JSON may escape a slash.
  const escaped = encodings.map((encoding) => encoding.replaceAll('/', '\\/'));
  return maskAll(withoutUnicodeEscapes(text), [...encodings, ...escaped]);
}

/** Replaces the escape `\u0041` by `A`, and the one of any other ASCII character by its shortest form in JSON. */
function withoutUnicodeEscapes(text: string): string {
  if (!/\\u00[2-7]/i.test(text)) {
    return text;
  }
  // Other escapes are matched, too, so that the `u0041` after an escaped backslash is left as it is.
  return text.replaceAll(/\\(?:u00([2-7][\da-f])|[^])/gi, (escape, hex: string | undefined) => {
    if (hex === undefined) {
      return escape;
    }
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return character === '"' || character === '\\' ? `\\${character}` : character;
  });
}
