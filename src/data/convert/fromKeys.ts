import { textOfBytes } from '../text/utf8.ts';
import { NO_BYTES } from './byteTransform.ts';
import type { ByteTransform } from './byteTransform.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const SPACE = 0x20;
const BLANK = Buffer.of(SPACE);

/**
 * Turns a JSON object (UTF-8) whose members are rows into the array of these, each with its key as its first value:
 * `{"u1":{"id":1}}` becomes `[{"key":"u1","id":1}]`. A member that is no object stays one that is no row.
 *
 * @param column the name of the keys, which no row has. If it is undefined, they become blanks, so that the rows keep their positions.
 */
export function fromKeys(column: string | undefined): ByteTransform {
  const name = column === undefined ? undefined : Buffer.from(`${JSON.stringify(column)}:`);
  let depth = 0;
  let isRootObject = false;
  let isInString = false;
  let isEscaped = false;
  /** What is next in the object around the rows. */
  let next: 'key' | 'endOfKey' | 'row' = 'key';
  /** The parts of the key of the next row as it is written, so far. */
  let key: Uint8Array[] = [];
  /** Whether a row has begun with its key, after which it needs a comma unless it has nothing else. */
  let isAfterKey = false;

  // A copy, because the source may reuse the bytes.
  const addToKey = (bytes: Uint8Array): void => void key.push(Uint8Array.from(bytes));
  const push = (bytes: Uint8Array): Uint8Array => {
    const out: Uint8Array[] = [];
    /** The offset of what is neither written nor omitted. */
    let from = 0;
    const writeTo = (to: number): void => {
      out.push(bytes.subarray(from, to));
      from = to;
    };
    const replace = (at: number, by: Uint8Array): void => {
      writeTo(at);
      out.push(by);
      from = at + 1;
    };
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (isInString) {
        if (isEscaped) {
          isEscaped = false;
        } else if (byte === BACKSLASH) {
          isEscaped = true;
        } else if (byte === QUOTE) {
          isInString = false;
          if (next === 'endOfKey') {
            addToKey(bytes.subarray(from, at + 1));
            from = at + 1;
            next = 'row';
            if (name === undefined) {
              out.push(blanksFor(Buffer.concat(key)));
            }
          }
        }
        continue;
      }
      if (byte <= SPACE) {
        continue;
      }
      if (isAfterKey) {
        isAfterKey = false;
        if (byte !== CLOSE_BRACE) {
          writeTo(at);
          out.push(Buffer.of(COMMA));
        }
      }
      if (byte === QUOTE) {
        isInString = true;
        if (next === 'key' && depth === 1 && isRootObject) {
          writeTo(at);
          key = [];
          next = 'endOfKey';
        }
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        if (depth === 0 && byte === OPEN_BRACE) {
          isRootObject = true;
          replace(at, Buffer.of(OPEN_BRACKET));
        } else if (depth === 1 && next === 'row' && byte === OPEN_BRACE && name !== undefined) {
          writeTo(at + 1);
          out.push(name, ...key);
          isAfterKey = true;
        }
        depth++;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        depth--;
        if (depth === 0 && isRootObject) {
          isRootObject = false;
          next = 'key';
          replace(at, Buffer.of(CLOSE_BRACKET));
        }
      } else if (depth === 1 && isRootObject) {
        if (byte === COMMA) {
          next = 'key';
        } else if (byte === COLON) {
          replace(at, name === undefined ? BLANK : NO_BYTES);
        }
      }
    }
    if (next === 'endOfKey') {
      addToKey(bytes.subarray(from));
    } else {
      writeTo(bytes.length);
    }
    return Buffer.concat(out);
  };
  return { push, end: () => NO_BYTES };
}

/** As many blanks as a key has UTF-16 units. */
function blanksFor(key: Uint8Array): Uint8Array {
  return Buffer.alloc(textOfBytes(key).length, SPACE);
}
