/** What a text is that is no data but a document: mostly a sign-in or error page that was saved instead of an export. */
export type MarkupFormat = 'html' | 'xml';

/** How much of a text is looked at. */
const LOOKED_AT = 16_384;
/** Enough to tell a document by. */
const DECIDING_LENGTH = 64;
/** With what error pages begin that are no whole documents, and tables that are named for a workbook. */
const OPENING_TAG =
  /^<(base|body|br|center|div|form|h[1-3]|link|meta|p|pre|script|style|table|title)(?:\s+[\w:-]+\s*(=)|\s*\/?>)/i;
/** Alone on its line or followed by another one at once. A tab would be what follows the name of a column. */
const NEXT_TAG = /^ *(?:[\r\n]\s*)?<[!a-z]/i;
const DELIMITER = /^[,;|\t]/;

/** Tells by the beginning of a text; undefined where it is none, and where there is too little to tell. */
export function markupFormat(text: string): MarkupFormat | undefined {
  return formatOf(withoutComments(text.slice(0, LOOKED_AT)), true);
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
    const isWhole = this.#start.length >= LOOKED_AT;
    const rest = withoutComments(this.#start.slice(0, LOOKED_AT));
    const format = formatOf(rest, isWhole);
    if (format !== undefined || isWhole || !(rest === '' || rest.startsWith('<'))) {
      this.#start = undefined;
    }
    return format;
  }

  /** For a text that ends before enough of it has come. */
  end(): MarkupFormat | undefined {
    return this.#start === undefined ? undefined : markupFormat(this.#start);
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

/** What a text is that begins so, or is no longer than that. */
function formatOf(start: string, isWhole: boolean): MarkupFormat | undefined {
  // Whole names only: the text may go on.
  const name = /^<(?:!doctype\s+)?([^\s/>[!][^\s/>[]*)[\s/>[]/i
    .exec(start.slice(0, DECIDING_LENGTH))?.[1]
    ?.toLowerCase();
  if (name === 'html' || name === 'head' || isPartOfPage(start, isWhole)) {
    return 'html';
  }
  return name === '?xml' || (name !== undefined && /^<!doctype\s/i.test(start)) ? 'xml' : undefined;
}

/** One tag may be the name of a column or a cell. With an attribute, a tag behind it or its end it is neither, unless a delimiter follows. */
function isPartOfPage(start: string, isWhole: boolean): boolean {
  const [tag = '', name, attribute] = OPENING_TAG.exec(start) ?? [];
  const content = start.slice(tag.length);
  if (attribute !== undefined || name === undefined || DELIMITER.test(content)) {
    return attribute !== undefined;
  }
  if (NEXT_TAG.test(content)) {
    return true;
  }
  const end = `</${name.toLowerCase()}>`;
  const at = content.toLowerCase().indexOf(end);
  const behind = content.slice(at + end.length);
  return at >= 0 && (behind === '' ? isWhole : !DELIMITER.test(behind));
}

/** What a file is that is no text: a workbook (or another ZIP file, which most workbooks are), compressed, a PDF, or a picture. */
export type BinaryFormat = 'workbook' | 'compressed' | 'pdf' | 'picture';

/** The first bytes of files that get uploaded by mistake. No text begins with them. */
const SIGNATURES: readonly (readonly [BinaryFormat, readonly number[]])[] = [
  ['workbook', [0x50, 0x4b, 0x03, 0x04]],
  ['workbook', [0xd0, 0xcf, 0x11, 0xe0]],
  ['compressed', [0x1f, 0x8b, 0x08]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['picture', [0x89, 0x50, 0x4e, 0x47]],
  ['picture', [0xff, 0xd8, 0xff]],
];

/** How many bytes there must be to tell. */
export const SIGNATURE_BYTES = 5;

/** Tells by the first bytes what a file is that is no text; undefined where it may be one. */
export function binaryFormat(start: Uint8Array): BinaryFormat | undefined {
  return SIGNATURES.find(([, signature]) => signature.every((byte, at) => byte === start[at]))?.[0];
}
