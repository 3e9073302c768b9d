/** Formats that are not text. Most workbooks are ZIP files, so any ZIP file counts as one. */
export type BinaryFormat = 'workbook' | 'compressed' | 'database' | 'pdf' | 'picture';

const ANY = -1;

/** The first bytes of files that are often uploaded by mistake. No text begins with them. */
const SIGNATURES: readonly (readonly [BinaryFormat, readonly number[]])[] = [
  ['workbook', [0x50, 0x4b, 0x03, 0x04]],
  ['workbook', [0xd0, 0xcf, 0x11, 0xe0]],
  // gzip
  ['compressed', [0x1f, 0x8b, 0x08]],
  // 7z
  ['compressed', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  // RAR
  ['compressed', [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
  // xz
  ['compressed', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  // Zstandard
  ['compressed', [0x28, 0xb5, 0x2f, 0xfd]],
  // bzip2: the fourth byte is the level.
  ['compressed', [0x42, 0x5a, 0x68, ANY, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59]],
  ['database', [...Buffer.from('SQLite format 3\0')]],
  // Parquet
  ['database', [0x50, 0x41, 0x52, 0x31, 0x15]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['picture', [0x89, 0x50, 0x4e, 0x47]],
  ['picture', [0xff, 0xd8, 0xff]],
];

/** How many bytes are needed to detect a format. */
export const SIGNATURE_BYTES = Math.max(...SIGNATURES.map(([, { length }]) => length));

/** Detects a binary format by the first bytes; undefined if the file may be text. */
export function binaryFormat(start: Uint8Array): BinaryFormat | undefined {
  const isAt = (byte: number, at: number): boolean => byte === start[at] || (byte === ANY && at < start.length);
  return SIGNATURES.find(([, signature]) => signature.every(isAt))?.[0];
}

/** Formats that are text but not data: mostly a sign-in or error page that was saved instead of an export. */
export type MarkupFormat = 'html' | 'xml';

/** How much of a text is examined. */
const EXAMINED_LENGTH = 16_384;
/** Enough to recognize a document. */
const DECIDING_LENGTH = 64;
/** The first tag of error pages that are not complete documents, and of HTML tables that are saved as a workbook. */
const OPENING_TAG =
  /^<(base|body|br|center|div|form|h[1-3]|link|meta|p|pre|script|style|table|title)(?:\s+[\w:-]+\s*(=)|\s*\/?>)/i;
/** The tag is alone on its line or followed by another tag. After the name of a column there would be a tab. */
const NEXT_TAG = /^ *(?:[\r\n]\s*)?<[!a-z]/i;
const DELIMITER = /^[,;|\t]/;

/** Detects HTML or XML by the beginning of a text; undefined if it is neither or too short to tell. */
export function markupFormat(text: string): MarkupFormat | undefined {
  return formatOf(withoutComments(text.slice(0, EXAMINED_LENGTH)), true);
}

/** Like `markupFormat`, for a text that arrives in chunks of UTF-8. */
export class MarkupDetector {
  /** The text so far; undefined once the format is decided. */
  #start: string | undefined = '';

  push(bytes: Uint8Array): MarkupFormat | undefined {
    if (this.#start === undefined) {
      return undefined;
    }
    this.#start += Buffer.from(bytes.subarray(0, EXAMINED_LENGTH)).toString('latin1');
    const isWhole = this.#start.length >= EXAMINED_LENGTH;
    const rest = withoutComments(this.#start.slice(0, EXAMINED_LENGTH));
    const format = formatOf(rest, isWhole);
    if (format !== undefined || isWhole || !(rest === '' || rest.startsWith('<'))) {
      this.#start = undefined;
    }
    return format;
  }

  /** Decides at the end of a short text. */
  end(): MarkupFormat | undefined {
    return this.#start === undefined ? undefined : markupFormat(this.#start);
  }
}

/** The text after white space and comments. An unterminated comment stays. */
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

/** @param isWhole whether `start` is the whole text or as much of it as is examined. */
function formatOf(start: string, isWhole: boolean): MarkupFormat | undefined {
  // Complete names only: the text may continue.
  const name = /^<(?:!doctype\s+)?([^\s/>[!][^\s/>[]*)[\s/>[]/i
    .exec(start.slice(0, DECIDING_LENGTH))?.[1]
    ?.toLowerCase();
  if (name === 'html' || name === 'head' || isPartOfPage(start, isWhole)) {
    return 'html';
  }
  return name === '?xml' || (name !== undefined && /^<!doctype\s/i.test(start)) ? 'xml' : undefined;
}

/** A lone tag may be a column name or a cell. With an attribute, a tag after it, or its end tag it is a page, unless a delimiter follows. */
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
  const after = content.slice(at + end.length);
  return at >= 0 && (after === '' ? isWhole : !DELIMITER.test(after));
}

/** Formats in which data is exported as text, by their names. */
export type TextFormat = 'JSON' | 'SQL' | 'MT940' | 'OFX' | 'QIF' | 'iCalendar' | 'vCard';

const TEXT_STARTS: readonly (readonly [TextFormat, RegExp])[] = [
  // Statements of a bank, with the header of SWIFT or without it.
  ['MT940', /^(?:\{1:F\d|:20:.*\r?\n:2[158]C?:)/],
  ['OFX', /^OFXHEADER:\d/],
  ['QIF', /^!(?:Account|Option|Type):/i],
  ['iCalendar', /^BEGIN:VCALENDAR\r?\n/i],
  ['vCard', /^BEGIN:VCARD\r?\n/i],
];

/** With comments and other statements above it, as in the dump of a database. */
const SQL_START = /^(?:--|\/\*|BEGIN|CREATE|DROP|INSERT|SET|START|USE)/i;
const SQL_STATEMENT =
  /^[^\S\r\n]*(?:INSERT\s+INTO\s+\S+\s*(?:\(|VALUES\b|SELECT\b)|CREATE\s+TABLE\s[^;,(]*\(|COPY\s+\S.*\)\s*FROM\s+stdin)/im;

/** Recognizes a format other than JSON by the beginning of a text; undefined if it may be CSV. */
export function textFormat(start: Uint8Array): TextFormat | undefined {
  const text = Buffer.from(start.subarray(0, EXAMINED_LENGTH)).toString('latin1').trimStart();
  const isSql = SQL_START.test(text) && SQL_STATEMENT.test(text);
  return TEXT_STARTS.find(([, pattern]) => pattern.test(text))?.[0] ?? (isSql ? 'SQL' : undefined);
}
