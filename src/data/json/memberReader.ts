import type { JsonKeys } from './jsonKeys.ts';
import { checkNumber } from './jsonNumber.ts';
import { byteClass, ESCAPED_BYTE, NUMBER_BYTE, STATE, STRING_END } from './jsonSyntax.ts';

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const LOWER_F = 0x66;
const LOWER_N = 0x6e;
const LOWER_T = 0x74;

/**
 * The fast path for nearly all members: the key that previous rows had here, and a value without anything special. At anything
 * else it stops and says in which state to continue.
 */
export class MemberReader {
  readonly #keys: JsonKeys;
  /** Offset and state at which it stopped. */
  at = 0;
  state: number = STATE.keyOrClose;
  /** Offset of the string in which it stopped. */
  token = 0;
  /** Offset of the last comma between members; undefined if there was none. */
  comma: number | undefined;

  constructor(keys: JsonKeys) {
    this.#keys = keys;
  }

  /** Begins at the opening quote of a key. Returns false if it read nothing because the key is another one or a duplicate. */
  read(bytes: Uint8Array, from: number): boolean {
    const keys = this.#keys;
    const classes = byteClass;
    const to = bytes.length;
    let at = from;
    this.comma = undefined;
    for (;;) {
      const keyLength = keys.addExpected(bytes, at + 1, to);
      if (keyLength === 0) {
        this.#stop(at, STATE.keyAfterComma);
        return at > from;
      }
      at += keyLength + 1;
      if (bytes[at] !== COLON) {
        return this.#stop(at, STATE.colon);
      }
      at++;
      if (bytes[at] === SPACE) {
        at++;
      }
      const byte = bytes[at] ?? 0;
      if (byte === QUOTE) {
        const start = at++;
        for (;;) {
          while (at < to && ((classes[bytes[at] ?? 0] ?? 0) & STRING_END) === 0) {
            at++;
          }
          if (bytes[at] !== BACKSLASH || ((classes[bytes[at + 1] ?? 0] ?? 0) & ESCAPED_BYTE) === 0) {
            break;
          }
          at += 2;
        }
        if (bytes[at] !== QUOTE) {
          this.token = start;
          return this.#stop(at, STATE.inString);
        }
        at++;
      } else if (((classes[byte] ?? 0) & NUMBER_BYTE) !== 0) {
        const start = at;
        while (at < to && ((classes[bytes[at] ?? 0] ?? 0) & NUMBER_BYTE) !== 0) {
          at++;
        }
        if (at === to || checkNumber(bytes, start, at) !== 'exact') {
          return this.#stop(start, STATE.value);
        }
      } else {
        const length = wordLength(bytes, at, byte);
        if (length === 0) {
          return this.#stop(at, STATE.value);
        }
        at += length;
      }
      if (bytes[at] !== COMMA) {
        return this.#stop(at, STATE.afterValue);
      }
      this.comma = at;
      at++;
      if (bytes[at] === SPACE) {
        at++;
      }
      if (bytes[at] !== QUOTE) {
        return this.#stop(at, STATE.keyAfterComma);
      }
    }
  }

  #stop(at: number, state: number): true {
    this.at = at;
    this.state = state;
    return true;
  }
}

/** The length of `true`, `false` or `null`, followed by a comma or the row's end; else 0. */
function wordLength(bytes: Uint8Array, at: number, first: number): number {
  switch (first) {
    case LOWER_T:
      return isWord(bytes, at, 'true') ? 4 : 0;
    case LOWER_F:
      return isWord(bytes, at, 'false') ? 5 : 0;
    case LOWER_N:
      return isWord(bytes, at, 'null') ? 4 : 0;
    default:
      return 0;
  }
}

function isWord(bytes: Uint8Array, at: number, word: string): boolean {
  for (let index = 0; index < word.length; index++) {
    if (bytes[at + index] !== word.charCodeAt(index)) {
      return false;
    }
  }
  const next = bytes[at + word.length];
  return next === COMMA || next === 0x7d;
}
