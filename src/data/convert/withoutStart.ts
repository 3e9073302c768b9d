import type { ByteTransform } from './byteTransform.ts';
import { NO_BYTES } from './byteTransform.ts';

/** Drops as many bytes at the start as the first of them say. */
export function withoutStart(decidingBytes: number, lengthOf: (start: Uint8Array) => number): ByteTransform {
  let start: Uint8Array | undefined = NO_BYTES;
  const decide = (bytes: Uint8Array) => {
    start = undefined;
    return bytes.subarray(lengthOf(bytes));
  };
  return {
    push: (bytes) => {
      if (start === undefined) {
        return bytes;
      }
      start = Buffer.concat([start, bytes]);
      return start.length < decidingBytes ? NO_BYTES : decide(start);
    },
    end: () => (start === undefined ? NO_BYTES : decide(start)),
  };
}
