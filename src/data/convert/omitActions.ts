import { JsonKeys } from '../json/jsonKeys.ts';
import { JsonScanner } from '../json/jsonScanner.ts';
import { WholeCharacters } from '../text/utf8.ts';
import type { ByteTransform } from './byteTransform.ts';

/** Omits every other object of JSON Lines (UTF-8): the first, the third, and so on. Everything between the objects stays as it is. */
export function omitActions(): ByteTransform {
  let objects = 0;
  /** The start and the end of each omitted object in turn, as offsets in the stream, from the current bytes on. */
  let bounds: number[] = [];
  let isOmitting = false;
  let base = 0;
  const characters = new WholeCharacters();
  const scanner: JsonScanner = new JsonScanner(
    {
      onRoot: () => {
        objects++;
        if (objects % 2 === 1) {
          bounds.push(scanner.offset);
        }
      },
      onRowEnd: (_start, end) => {
        if (objects % 2 === 1) {
          bounds.push(end);
        }
      },
    },
    new JsonKeys(),
  );
  const write = (bytes: Uint8Array) => {
    scanner.push(bytes);
    const out: Uint8Array[] = [];
    let at = 0;
    const writeTo = (end: number) => {
      if (!isOmitting) {
        out.push(bytes.subarray(at, end));
      }
      at = end;
    };
    for (const bound of bounds) {
      writeTo(bound - base);
      isOmitting = !isOmitting;
    }
    writeTo(bytes.length);
    bounds = [];
    base += bytes.length;
    return Buffer.concat(out);
  };
  return { push: (bytes) => write(characters.push(bytes)), end: () => write(characters.end()) };
}
