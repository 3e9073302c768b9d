import { NO_BYTES } from './byteTransform.ts';
import type { ByteTransform } from './byteTransform.ts';
import { CARRIAGE_RETURN, LINE_FEED } from '../text/ascii.ts';

/** Omits the first lines of a text in UTF-8, whatever their line breaks. */
export function omitFirstLines(lines: number): ByteTransform {
  const lengthWithin = createLineCounter(lines);
  return { push: (bytes) => bytes.subarray(lengthWithin(bytes)), end: () => NO_BYTES };
}

/** Omits what follows the first lines of a text in UTF-8. */
export function keepFirstLines(lines: number): ByteTransform {
  const lengthWithin = createLineCounter(lines);
  return { push: (bytes) => bytes.subarray(0, lengthWithin(bytes)), end: () => NO_BYTES };
}

/** Creates a function that returns how many bytes of the next chunk belong to the first lines. */
function createLineCounter(lines: number): (bytes: Uint8Array) => number {
  let linesLeft = lines;
  /** Whether a line feed would belong to the line break before it. */
  let isAfterCarriageReturn = false;
  return (bytes) => {
    let at = 0;
    for (; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (!(isAfterCarriageReturn && byte === LINE_FEED)) {
        if (linesLeft === 0) {
          isAfterCarriageReturn = false;
          break;
        }
        linesLeft -= byte === CARRIAGE_RETURN || byte === LINE_FEED ? 1 : 0;
      }
      isAfterCarriageReturn = byte === CARRIAGE_RETURN;
    }
    return at;
  };
}
