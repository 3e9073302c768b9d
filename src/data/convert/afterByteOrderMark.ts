import { sniffEncoding } from '../text/textEncoding.ts';
import type { ByteTransform } from './byteTransform.ts';
import { NO_BYTES } from './byteTransform.ts';

const BYTE_ORDER_MARK_BYTES = 3;

/** Changes UTF-8 behind its byte order mark, which is no part of the first cell, line or value. The mark itself is kept or dropped. */
export function afterByteOrderMark(change: ByteTransform, { isKept }: { readonly isKept: boolean }): ByteTransform {
  /** The first bytes; undefined once there were enough of them to tell. */
  let start: Uint8Array | undefined = NO_BYTES;
  const begin = (bytes: Uint8Array) => {
    start = undefined;
    const length = utf8MarkLength(bytes);
    const changed = change.push(bytes.subarray(length));
    return isKept && length > 0 ? Buffer.concat([bytes.subarray(0, length), changed]) : changed;
  };
  return {
    push: (bytes) => {
      if (start === undefined) {
        return change.push(bytes);
      }
      start = Buffer.concat([start, bytes]);
      return start.length < BYTE_ORDER_MARK_BYTES ? NO_BYTES : begin(start);
    },
    // A copy of the first part: the second may be made in the same memory.
    end: () => Buffer.concat(start === undefined ? [change.end()] : [Buffer.from(begin(start)), change.end()]),
  };
}

function utf8MarkLength(start: Uint8Array): number {
  const { encoding, byteOrderMarkLength } = sniffEncoding(start);
  return encoding === 'utf-8' ? byteOrderMarkLength : 0;
}
