import { JsonKeys } from '../json/jsonKeys.ts';
import { JsonScanner } from '../json/jsonScanner.ts';
import { WholeCharacters } from '../text/utf8.ts';
import type { ByteTransform } from './byteTransform.ts';

/** Turns JSON Lines, or a single object, into a JSON array (UTF-8). An array stays as it is. */
export function toArray(): ByteTransform {
  /** Offsets of the top-level objects in the current bytes, counted from the start of the stream. */
  let starts: number[] = [];
  let roots = 0;
  let base = 0;
  const characters = new WholeCharacters();
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
    push: (bytes) => write(characters.push(bytes)),
    end: () => Buffer.concat([write(characters.end()), Buffer.from(roots === 0 ? '' : ']')]),
  };
}
