import type { Disposable } from './disposable.ts';

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

const HIDDEN = '***';

// Redacting shorter values would make the log unreadable.
const MIN_LENGTH = 4;

// `name: value` up to the end of the line; `"name": "value"` and `name="value"` up to the closing quote.
const HEADERS =
  /((?:proxy-)?authorization|x-api-key|(?:set-)?cookie)(["']?\s*[:=,]\s*)(?:"(?:[^"\\\r\n]|\\.)*"?|'(?:[^'\\\r\n]|\\.)*'?|[^\r\n"']+)/gi;

/** Removes secrets from text: registered values in every encoding in which they are sent, and values of credential headers. */
export class Redactor {
  readonly #secrets = new Map<symbol, readonly string[]>();

  /**
   * Registers a secret; dispose the result to unregister it. For Basic authentication, add `email:key` too: the header
   * holds its base64, which does not contain that of the key.
   */
  add(secret: string): Disposable {
    const key = Symbol();
    if (secret.length >= MIN_LENGTH) {
      this.#secrets.set(key, formsOf(secret));
    }
    return { dispose: () => void this.#secrets.delete(key) };
  }

  redact(text: string): string {
    // Longest first, because one secret may be part of another.
    const forms = [...new Set([...this.#secrets.values()].flat())].sort((a, b) => b.length - a.length);
    const withoutValues = forms.reduce((rest, form) => rest.replaceAll(form, HIDDEN), text);
    return withoutValues.replace(HEADERS, `$1$2${HIDDEN}`);
  }
}

/** Verbatim, base64, percent-encoded (also as a query parameter) and JSON-escaped. */
function formsOf(secret: string): readonly string[] {
  const wellFormed = Buffer.from(secret, 'utf8').toString('utf8');
  const base64 = Buffer.from(secret, 'utf8').toString('base64');
  const forms = [
    secret,
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(secret, 'utf8').toString('base64url'),
    encodeURIComponent(wellFormed),
    encodeURIComponent(base64),
    new URLSearchParams([['', wellFormed]]).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
  ];
  return [...new Set(forms)].filter((form) => form.length >= MIN_LENGTH);
}
