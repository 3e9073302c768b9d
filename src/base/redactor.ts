import type { Disposable } from './disposable.ts';

const HIDDEN = '***';

// A shorter one is no secret, and hiding it would hide half the log.
const MIN_LENGTH = 4;

// `name: value` to the end of the line, or `"name": "value"` and `name="value"` to the closing quote.
const HEADERS =
  /((?:proxy-)?authorization|x-api-key|(?:set-)?cookie)(["']?\s*[:=,]\s*)(?:"(?:[^"\\\r\n]|\\.)*"?|'(?:[^'\\\r\n]|\\.)*'?|[^\r\n"']+)/gi;

/** Takes secrets out of text: those it was told of, in every form they travel in, and whatever follows a header that carries one. */
export class Redactor {
  readonly #secrets = new Map<symbol, readonly string[]>();

  /**
   * Hides a secret until what is returned is disposed. For Basic, add the pair `email:key` too: it travels as base64,
   * in which the key alone can't be found.
   */
  add(secret: string): Disposable {
    const key = Symbol();
    if (secret.length >= MIN_LENGTH) {
      this.#secrets.set(key, formsOf(secret));
    }
    return { dispose: () => void this.#secrets.delete(key) };
  }

  redact(text: string): string {
    // The longest first: a secret may be a part of another.
    const forms = [...new Set([...this.#secrets.values()].flat())].sort((a, b) => b.length - a.length);
    const withoutValues = forms.reduce((rest, form) => rest.replaceAll(form, HIDDEN), text);
    return withoutValues.replace(HEADERS, `$1$2${HIDDEN}`);
  }
}

/** As it is, base64, percent-encoded (whole or as in a query), and within a JSON string. */
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
