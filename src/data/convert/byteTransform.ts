import type { TextEncodingName } from '../../model/upload.ts';
import { createDecoder, sniffEncoding } from '../text/textEncoding.ts';

/** Transforms a stream of bytes chunk by chunk. The output may share memory with the input: consume it before the next call. */
export interface ByteTransform {
  push(bytes: Uint8Array): Uint8Array;
  end(): Uint8Array;
}

export const NO_BYTES: Uint8Array = new Uint8Array(0);

/** Leaves all bytes as they are. */
export const UNCHANGED: ByteTransform = { push: (bytes) => bytes, end: () => NO_BYTES };

const BYTE_ORDER_MARK_BYTES = 3;

/** Chains transforms: each one's output is the next one's input. */
export function chain(transforms: readonly ByteTransform[]): ByteTransform {
  return {
    push: (bytes) => transforms.reduce((piece, transform) => transform.push(piece), bytes),
    end: () =>
      Buffer.concat(
        transforms.map((transform, index) =>
          transforms.slice(index + 1).reduce((piece, next) => next.push(piece), transform.end()),
        ),
      ),
  };
}

/** Decodes to UTF-8 and removes the byte order mark. */
export function toUtf8(encoding: TextEncodingName): ByteTransform {
  const decoder = createDecoder(encoding);
  // The decoder holds back a high surrogate until the low one follows, so no character is cut.
  return { push: (bytes) => Buffer.from(decoder.decode(bytes)), end: () => Buffer.from(decoder.end()) };
}

/**
 * Removes a prefix.
 *
 * @param decidingBytes how many bytes `prefixLength` needs to decide; it gets fewer only where the stream is shorter.
 */
export function withoutPrefix(decidingBytes: number, prefixLength: (start: Uint8Array) => number): ByteTransform {
  return splitStart(decidingBytes, (start) => start.subarray(prefixLength(start)), UNCHANGED);
}

/** Transforms what follows a prefix, and keeps the prefix. `decidingBytes`: as in `withoutPrefix`. */
export function afterPrefix(
  decidingBytes: number,
  prefixLength: (start: Uint8Array) => number,
  transform: ByteTransform,
): ByteTransform {
  const begin = (start: Uint8Array) => {
    const length = prefixLength(start);
    return Buffer.concat([start.subarray(0, length), transform.push(start.subarray(length))]);
  };
  return splitStart(decidingBytes, begin, transform);
}

/** Transforms UTF-8 after its byte order mark, which is not part of the first cell, line or value. Keeps or drops the mark itself. */
export function afterByteOrderMark(transform: ByteTransform, { isKept }: { readonly isKept: boolean }): ByteTransform {
  const begin = (start: Uint8Array) => {
    const length = utf8MarkLength(start);
    const transformed = transform.push(start.subarray(length));
    return isKept && length > 0 ? Buffer.concat([start.subarray(0, length), transformed]) : transformed;
  };
  return splitStart(BYTE_ORDER_MARK_BYTES, begin, transform);
}

/** Buffers the first bytes until there are enough to decide on, passes them to `begin` and everything after them to `rest`. */
export function splitStart(
  decidingBytes: number,
  begin: (start: Uint8Array) => Uint8Array,
  rest: ByteTransform,
): ByteTransform {
  /** undefined once there were enough bytes. */
  let start: Uint8Array | undefined = NO_BYTES;
  const decide = (bytes: Uint8Array) => {
    start = undefined;
    return begin(bytes);
  };
  return {
    push: (bytes) => {
      if (start === undefined) {
        return rest.push(bytes);
      }
      start = Buffer.concat([start, bytes]);
      return start.length < decidingBytes ? NO_BYTES : decide(start);
    },
    // A copy of the first part: the second may use the same memory.
    end: () => (start === undefined ? rest.end() : Buffer.concat([Buffer.from(decide(start)), rest.end()])),
  };
}

function utf8MarkLength(start: Uint8Array): number {
  const { encoding, byteOrderMarkLength } = sniffEncoding(start);
  return encoding === 'utf-8' ? byteOrderMarkLength : 0;
}
