import { JsonKeys } from '../json/jsonKeys.ts';
import { JsonScanner } from '../json/jsonScanner.ts';
import { lengthOfWholeCharacters } from '../text/utf8.ts';
import type { ByteTransform } from './byteTransform.ts';
import { NO_BYTES } from './byteTransform.ts';

/** Makes an array of JSON Lines in UTF-8, and of one object an array with one row. What is an array already stays as it is. */
export function toArray(): ByteTransform {
  /** Where objects begin that are no members of anything, in all bytes. */
  let starts: number[] = [];
  let roots = 0;
  let base = 0;
  let open: Uint8Array = NO_BYTES;
  const scanner: JsonScanner = new JsonScanner(
    {
      onRoot: (kind) => {
        if (kind === 'object') {
          starts.push(scanner.offset);
        }
      },
    },
    new JsonKeys(),
  );
  const write = (bytes: Uint8Array) => {
    scanner.push(bytes);
    const out: Uint8Array[] = [];
    let at = 0;
    for (const start of starts) {
      out.push(bytes.subarray(at, start - base), Buffer.from(roots === 0 ? '[' : ','));
      roots++;
      at = start - base;
    }
    out.push(bytes.subarray(at));
    starts = [];
    base += bytes.length;
    return Buffer.concat(out);
  };
  return {
    push: (bytes) => {
      const all = Buffer.concat([open, bytes]);
      const length = lengthOfWholeCharacters(all);
      open = all.subarray(length);
      return write(all.subarray(0, length));
    },
    end: () => Buffer.concat([write(open), Buffer.from(roots === 0 ? '' : ']')]),
  };
}
