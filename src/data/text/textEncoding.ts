import type { TextEncodingName } from '../../model/upload.ts';

/** What the first bytes of a text say about its encoding. */
export interface EncodingClue {
  /** UTF-16 with or without a byte order mark; else UTF-8, which only the rest of the bytes can prove wrong. */
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
  readonly byteOrderMarkLength: number;
}

/** Reads the first 4 bytes, or all where there are fewer. */
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

/** Turns bytes of an encoding into text, piece by piece. What the encoding cannot mean becomes U+FFFD. */
export interface StreamDecoder {
  decode(bytes: Uint8Array): string;
  end(): string;
}

/** A byte order mark is taken away with UTF-8 and UTF-16. */
export function createDecoder(encoding: TextEncodingName): StreamDecoder {
  if (encoding === 'iso-8859-1') {
    // For TextDecoder, as on the web, that name means Windows-1252.
    return {
      decode: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'),
      end: () => '',
    };
  }
  const decoder = new TextDecoder(encoding);
  return { decode: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}
