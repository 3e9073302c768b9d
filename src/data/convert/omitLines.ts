import { NO_BYTES } from './byteTransform.ts';
import type { ByteTransform } from './byteTransform.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Omits the first lines of a text in UTF-8, whatever their line breaks. */
export function omitLines(lines: number): ByteTransform {
  let linesLeft = lines;
  /** Whether a line feed would belong to the line break before it. */
  let isAfterCarriageReturn = false;
  const push = (bytes: Uint8Array): Uint8Array => {
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
    return bytes.subarray(at);
  };
  return { push, end: () => NO_BYTES };
}
