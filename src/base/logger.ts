import { MASK, secretEncodings, maskAll } from './secretEncodings.ts';

/**
 * The log, for the layers that do not know VS Code. The sink redacts secrets and escapes control characters. Never pass a
 * request or response body, or a query string.
 */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  /** @param frames stack frames, without the error message. */
  error(message: string, frames?: readonly string[]): void;
}

// `name: value` up to the end of the line; `"name": "value"` and `name="value"` up to the closing quote.
const CREDENTIAL_HEADERS =
  /((?:proxy-)?authorization|x-api-key|(?:set-)?cookie)(["']?\s*[:=,]\s*)(?:"(?:[^"\\\r\n]|\\.)*"?|'(?:[^'\\\r\n]|\\.)*'?|[^\r\n]+)/gi;

/** Removes secrets from text: registered values in every encoding in which they are sent, and values of credential headers. */
export class Redactor {
  /** The encodings of each secret. */
  readonly #secrets = new Map<string, readonly string[]>();

  /**
   * Registers a secret. For Basic authentication, add `email:key` too: the header holds its base64, which does not contain that of
   * the key.
   */
  add(secret: string): void {
    this.#secrets.set(secret, secretEncodings(secret));
  }

  redact(text: string): string {
    const masked = maskAll(text, [...this.#secrets.values()].flat());
    return masked.replace(CREDENTIAL_HEADERS, `$1$2${MASK}`);
  }
}
