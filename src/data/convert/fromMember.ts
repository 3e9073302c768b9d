import { JsonKeys } from '../json/jsonKeys.ts';
import { JsonScanner } from '../json/jsonScanner.ts';
import { WholeCharacters } from '../text/utf8.ts';
import { NO_BYTES } from './byteTransform.ts';
import type { ByteTransform } from './byteTransform.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const BLANKS: ReadonlySet<number | undefined> = new Set(Buffer.from(' \t\r\n'));
/** An array that begins with more blanks is taken for that of the rows. */
const MAX_BLANKS = 64 * 1024;

/** An array, by its offsets from the start of the stream. */
interface MemberArray {
  /** The number of the object that has it. */
  readonly object: number;
  readonly start: number;
  /** Undefined while it goes on. */
  end: number | undefined;
}

/**
 * Keeps only the rows in a member of a JSON object (UTF-8), byte by byte: the first array of objects that is this member or, if the member is
 * an object, one of its members. See `RowsInObject`. Of several objects, in an array or as JSON Lines, the rows become one array (see
 * `RowsInPages`), with as many line breaks between them as before.
 *
 * @param replaceOmitted what the bytes before and between the rows become, which end between characters; as many for each bracket.
 */
export function fromMember(name: string, replaceOmitted?: (bytes: Uint8Array) => Uint8Array): ByteTransform {
  /** Arrays that may have rows and have not been reached. */
  let arrays: MemberArray[] = [];
  /** The array that the scanner read last, if it may have rows. */
  let last: MemberArray | undefined;
  let object = 0;
  /** The array whose rows are being written. */
  let rows: MemberArray | undefined;
  /** The object whose rows were written last. */
  let doneObject = 0;
  let out: Uint8Array[] = [];
  /** What was read but neither written nor omitted, which is the beginning of an array that may have rows, and its offset. */
  let rest: Uint8Array = NO_BYTES;
  let base = 0;
  const lineBreaks = new LineBreaks();
  const characters = new WholeCharacters();
  const scanner = new JsonScanner(
    {
      onRoot: () => object++,
      onElement: () => object++,
      onMemberArray: (member, start) => {
        last = member === name ? { object, start, end: undefined } : undefined;
        if (last) {
          arrays.push(last);
        }
      },
      onMemberArrayEnd: (end) => {
        if (last) {
          last.end = end;
        }
      },
    },
    new JsonKeys(),
  );
  const omit = (bytes: Uint8Array): void => {
    if (replaceOmitted) {
      out.push(replaceOmitted(bytes));
    } else if (doneObject > 0) {
      lineBreaks.count(bytes);
    }
  };
  const beginRows = (array: MemberArray): void => {
    rows = array;
    if (doneObject > 0) {
      out.push(lineBreaks.take());
    }
    out.push(Buffer.of(doneObject === 0 ? OPEN_BRACKET : COMMA));
  };
  const mayHaveRows = (array: MemberArray | undefined, text: Uint8Array): boolean =>
    array !== undefined && array.object !== doneObject && beginsWithObject(text, array.start - base + 1) !== false;
  const write = (bytes: Uint8Array): Uint8Array => {
    scanner.push(bytes);
    const text = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    let at = 0;
    let index = 0;
    out = [];
    for (;;) {
      if (rows !== undefined) {
        const end = rows.end === undefined ? text.length : rows.end - 1 - base;
        out.push(text.subarray(at, end));
        at = end;
        if (rows.end === undefined) {
          break;
        }
        doneObject = rows.object;
        rows = undefined;
      }
      while (index < arrays.length && !mayHaveRows(arrays[index], text)) {
        index++;
      }
      const next = arrays[index];
      const start = next === undefined ? text.length : next.start - base;
      omit(text.subarray(at, start));
      at = start;
      if (next === undefined || beginsWithObject(text, start + 1) === undefined) {
        break;
      }
      beginRows(next);
      index++;
      at++;
    }
    arrays = arrays.slice(index);
    // A copy, because the source may reuse the bytes.
    rest = Uint8Array.from(text.subarray(at));
    base += at;
    return out.length === 1 && out[0] !== undefined ? out[0] : Buffer.concat(out);
  };
  return {
    push: (bytes) => write(characters.push(bytes)),
    end: () => {
      const end = write(characters.end());
      return doneObject > 0 && rows === undefined ? Buffer.concat([end, Buffer.of(CLOSE_BRACKET)]) : end;
    },
  };
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

/** Counts line breaks in what is omitted. */
class LineBreaks {
  #count = 0;
  #isAfterReturn = false;

  count(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (byte === CARRIAGE_RETURN || (byte === LINE_FEED && !this.#isAfterReturn)) {
        this.#count++;
      }
      this.#isAfterReturn = byte === CARRIAGE_RETURN;
    }
  }

  /** The line breaks so far, of which none is left. */
  take(): Uint8Array {
    const taken = Buffer.alloc(this.#count, LINE_FEED);
    this.#count = 0;
    this.#isAfterReturn = false;
    return taken;
  }
}
