import { JsonKeys } from '../json/jsonKeys.ts';
import { JsonScanner } from '../json/jsonScanner.ts';
import { WholeCharacters } from '../text/utf8.ts';
import { NO_BYTES } from './byteTransform.ts';
import type { ByteTransform } from './byteTransform.ts';

/**
 * Keeps only the array in a member of a JSON object (UTF-8), byte by byte. Of members with the same name, it is the first that is an array.
 *
 * @param replaceBefore what the bytes before the array become, which end between characters. By default, they are omitted.
 */
export function fromMember(
  name: string,
  replaceBefore: (bytes: Uint8Array) => Uint8Array = () => NO_BYTES,
): ByteTransform {
  /** Offsets of the array, counted from the start of the stream. */
  let start: number | undefined;
  let end: number | undefined;
  let base = 0;
  const characters = new WholeCharacters();
  const scanner = new JsonScanner(
    {
      onMemberArray: (member, at) => {
        if (member === name) {
          start ??= at;
        }
      },
      onMemberArrayEnd: (at) => {
        if (start !== undefined) {
          end ??= at;
        }
      },
    },
    new JsonKeys(),
  );
  const write = (bytes: Uint8Array): Uint8Array => {
    scanner.push(bytes);
    const from = start === undefined ? bytes.length : Math.max(start - base, 0);
    const array = bytes.subarray(from, end === undefined ? bytes.length : Math.max(end - base, 0));
    base += bytes.length;
    return from === 0 ? array : Buffer.concat([replaceBefore(bytes.subarray(0, from)), array]);
  };
  return { push: (bytes) => write(characters.push(bytes)), end: () => write(characters.end()) };
}
