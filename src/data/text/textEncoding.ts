import type { TextEncodingName } from '../../model/upload.ts';

/** What the first bytes of a text reveal about its encoding. */
export interface EncodingClue {
  /** UTF-16 with or without a byte order mark, else UTF-8, which the rest of the bytes may disprove. */
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
  readonly byteOrderMarkLength: number;
}

/** @param start at least the first 4 bytes, unless the text is shorter. */
export function sniffEncoding(start: Uint8Array): EncodingClue {
  const [first = -1, second = -1, third = -1, fourth = -1] = start;
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    return { encoding: 'utf-8', byteOrderMarkLength: 3 };
  }
  if (first === 0xff && second === 0xfe) {
    return { encoding: 'utf-16le', byteOrderMarkLength: 2 };
  }
  if (first === 0xfe && second === 0xff) {
    return { encoding: 'utf-16be', byteOrderMarkLength: 2 };
  }
  if (first > 0 && second === 0 && third > 0 && fourth === 0) {
    return { encoding: 'utf-16le', byteOrderMarkLength: 0 };
  }
  if (first === 0 && second > 0 && third === 0 && fourth > 0) {
    return { encoding: 'utf-16be', byteOrderMarkLength: 0 };
  }
  return { encoding: 'utf-8', byteOrderMarkLength: 0 };
}

/** Decodes chunk by chunk. Invalid bytes become U+FFFD. */
export interface StreamDecoder {
  decode(bytes: Uint8Array): string;
  end(): string;
}

/** For UTF-8 and UTF-16, the decoder removes a byte order mark. */
export function createDecoder(encoding: TextEncodingName): StreamDecoder {
  if (encoding === 'iso-8859-1') {
    // TextDecoder takes this name for Windows-1252, as the web does.
    return {
      decode: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'),
      end: () => '',
    };
  }
  const decoder = new TextDecoder(encoding);
  return { decode: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}
