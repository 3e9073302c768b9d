/** What a text is that is no data but a document: mostly a sign-in or error page that was saved instead of an export. */
export type MarkupFormat = 'html' | 'xml';

/** How much of a text is looked at. */
const LOOKED_AT = 16_384;
/** Enough to tell by. */
const DECIDING_LENGTH = 64;

/** Tells by the beginning of a text; undefined where it is none, and where there is too little to tell. */
export function markupFormat(text: string): MarkupFormat | undefined {
  return formatOf(withoutComments(text.slice(0, LOOKED_AT)));
}

/** The same for a text that comes in pieces of UTF-8. */
export class MarkupDetector {
  /** What has come so far; undefined once it has told. */
  #start: string | undefined = '';

  push(bytes: Uint8Array): MarkupFormat | undefined {
    if (this.#start === undefined) {
      return undefined;
    }
    this.#start += Buffer.from(bytes.subarray(0, LOOKED_AT)).toString('latin1');
    const rest = withoutComments(this.#start.slice(0, LOOKED_AT));
    const format = formatOf(rest);
    const mayTell = rest === '' || (rest.startsWith('<') && (rest.length < DECIDING_LENGTH || rest.startsWith('<!--')));
    if (format !== undefined || !mayTell || this.#start.length >= LOOKED_AT) {
      this.#start = undefined;
    }
    return format;
  }
}

/** The text behind blanks and comments. One that does not end stays. */
function withoutComments(text: string): string {
  let at = 0;
  for (;;) {
    at += text.length - at - text.slice(at).trimStart().length;
    const end = text.startsWith('<!--', at) ? text.indexOf('-->', at) : -1;
    if (end < 0) {
      return text.slice(at);
    }
    at = end + 3;
  }
}

function formatOf(start: string): MarkupFormat | undefined {
  // Whole names only: the text may go on.
  const name = /^<(?:!doctype\s+)?([^\s/>[!][^\s/>[]*)[\s/>[]/i
    .exec(start.slice(0, DECIDING_LENGTH))?.[1]
    ?.toLowerCase();
  if (name === 'html' || name === 'head') {
    return 'html';
  }
  return name === '?xml' || (name !== undefined && /^<!doctype\s/i.test(start)) ? 'xml' : undefined;
}
