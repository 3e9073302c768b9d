import { JsonKeys } from '../json/jsonKeys.ts';
import { JsonScanner } from '../json/jsonScanner.ts';
import { WholeCharacters } from '../text/utf8.ts';
import { NO_BYTES } from './byteTransform.ts';
import type { ByteTransform } from './byteTransform.ts';

const OPEN_BRACE = 0x7b;
const BLANKS: ReadonlySet<number | undefined> = new Set(Buffer.from(' \t\r\n'));
/** An array that begins with more blanks is taken for that of the rows. */
const MAX_BLANKS = 64 * 1024;

/** An array, by its offsets from the start of the stream. */
interface MemberArray {
  readonly start: number;
  /** Undefined while it goes on. */
  end: number | undefined;
}

/**
 * Keeps only the rows in a member of a JSON object (UTF-8), byte by byte: the first array of objects that is this member or, if the member is
 * an object, one of its members. See `RowsInObject`.
 *
 * @param replaceBefore what the bytes before the array become, which end between characters. By default, they are omitted.
 */
export function fromMember(
  name: string,
  replaceBefore: (bytes: Uint8Array) => Uint8Array = () => NO_BYTES,
): ByteTransform {
  let rows: MemberArray | undefined;
  /** Arrays whose first element has not been read. */
  let candidates: readonly MemberArray[] = [];
  let current: MemberArray | undefined;
  /** What was read but not written, which is the beginning of a candidate, and its offset. */
  let rest: Uint8Array = NO_BYTES;
  let base = 0;
  const characters = new WholeCharacters();
  const scanner = new JsonScanner(
    {
      onMemberArray: (member, start) => {
        current = member === name && rows === undefined ? { start, end: undefined } : undefined;
        candidates = current ? [...candidates, current] : candidates;
      },
      onMemberArrayEnd: (end) => {
        if (current) {
          current.end = end;
        }
      },
    },
    new JsonKeys(),
  );
  const write = (bytes: Uint8Array): Uint8Array => {
    scanner.push(bytes);
    const text = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    const hasRows = ({ start }: MemberArray): boolean | undefined => beginsWithObject(text, start - base + 1);
    rows ??= candidates.find((array) => hasRows(array) === true);
    candidates = rows ? [] : candidates.filter((array) => hasRows(array) === undefined);
    const from = Math.max((rows ?? candidates[0])?.start ?? Infinity, base) - base;
    const before = text.subarray(0, from);
    if (rows === undefined) {
      // A copy, because the source may reuse the bytes.
      rest = Uint8Array.from(text.subarray(from));
      base += before.length;
      return replaceBefore(before);
    }
    const array = text.subarray(from, rows.end === undefined ? text.length : Math.max(rows.end - base, 0));
    rest = NO_BYTES;
    base += text.length;
    return from === 0 ? array : Buffer.concat([replaceBefore(before), array]);
  };
  return { push: (bytes) => write(characters.push(bytes)), end: () => write(characters.end()) };
}

/** Whether an object follows, after blanks; undefined if the text ends with them. */
function beginsWithObject(text: Uint8Array, start: number): boolean | undefined {
  const end = start + MAX_BLANKS;
  let at = start;
  while (at < end && BLANKS.has(text[at])) {
    at++;
  }
  return at === end || (at < text.length ? text[at] === OPEN_BRACE : undefined);
}
