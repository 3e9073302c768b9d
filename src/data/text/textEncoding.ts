import type { TextEncodingName } from '../../model/upload.ts';
import { lengthOfWholeCharacters, Utf8Damage } from './utf8.ts';

/** How many of the first bytes are examined. */
export const ENCODING_BYTES = 64;
/** How many characters that would not be in a text show, together with zeros, that it is UTF-16. */
const TELLING_CHARACTERS = 3;

/** What the first bytes of a text reveal about its encoding. */
export interface EncodingClue {
  /** UTF-16 with or without a byte order mark, else UTF-8, which the rest of the bytes may disprove. */
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
  readonly byteOrderMarkLength: number;
}

/** @param start at least the first `ENCODING_BYTES`, unless the text is shorter. */
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
  const sample = start.subarray(0, ENCODING_BYTES);
  if (isUtf16(sample, 1)) {
    return { encoding: 'utf-16le', byteOrderMarkLength: 0 };
  }
  return { encoding: isUtf16(sample, 0) ? 'utf-16be' : 'utf-8', byteOrderMarkLength: 0 };
}

/**
 * Whether bytes are UTF-16 with the high byte of each unit at this offset: that of delimiters, digits and line breaks is zero. Either most
 * units are such characters, or the others have bytes that text with a few NULs would not have.
 */
function isUtf16(sample: Uint8Array, highByte: 0 | 1): boolean {
  const units = Math.floor(sample.length / 2);
  const damage = new Utf8Damage();
  damage.addRest(sample.subarray(0, lengthOfWholeCharacters(sample)));
  let ascii = 0;
  let zeroLowBytes = 0;
  let controls = 0;
  for (let at = 0; at < units * 2; at++) {
    const byte = sample[at] ?? 0;
    if (byte === 0) {
      ascii += at % 2 === highByte ? 1 : 0;
      zeroLowBytes += at % 2 === highByte ? 0 : 1;
    } else if (isControl(byte)) {
      controls++;
    }
  }
  // The low byte of a few characters is zero, too: 一 is U+4E00.
  const isAligned = ascii >= 2 && zeroLowBytes * 3 <= ascii;
  const unusual = damage.isMostlyUtf8 ? controls : controls + damage.broken;
  return isAligned && (ascii * 2 > units || unusual >= Math.max(TELLING_CHARACTERS, (units - ascii) / 4));
}

/** A control character other than a tab or the ends of a line. */
function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d;
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
