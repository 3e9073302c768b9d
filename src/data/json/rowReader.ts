import type { Cursor } from './cursor.ts';
import type { JsonKeys } from './jsonKeys.ts';
import { preview } from './jsonListener.ts';
import type { JsonListener, RowValues } from './jsonListener.ts';
import { checkNumber, endOfShortDecimal } from './jsonNumber.ts';
import {
  BLANK,
  byteClass,
  endOfBlank,
  endOfString,
  NUMBER_BYTE,
  STATE,
  WORD_AFTER_NUMBER,
  WORD_BYTE,
} from './jsonSyntax.ts';
import type { RowTracker } from './rowTracker.ts';
import type { TokenReader } from './tokenReader.ts';
import type { WrittenKey } from './writtenKey.ts';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  LOWER_F,
  LOWER_T,
  NUMBER_SIGN,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../text/ascii.ts';

/**
 * The fast path for the usual: rows with known keys, and values that end in the chunk. It compares a key, with its colon and the white
 * space around them, with the bytes that were there in an earlier row. At anything else it stops between two tokens, or in a string,
 * and says in which state to continue.
 */
export class RowReader {
  readonly #cursor: Cursor;
  readonly #rows: RowTracker;
  readonly #tokens: TokenReader;
  readonly #keys: JsonKeys;
  readonly #listener: JsonListener;
  readonly #values: RowValues | undefined;
  /** Offset of the last comma; negative if it read none. */
  comma = -1;
  /** Offset of what is being reported. */
  #reported = 0;
  readonly #position = () => this.#cursor.positionOf(this.#reported);

  constructor(
    cursor: Cursor,
    rows: RowTracker,
    tokens: TokenReader,
    keys: JsonKeys,
    listener: JsonListener,
    values?: RowValues,
  ) {
    this.#cursor = cursor;
    this.#rows = rows;
    this.#tokens = tokens;
    this.#keys = keys;
    this.#listener = listener;
    this.#values = values;
  }

  /** Begins at the cursor, in a bracket. Returns the state in which it stopped. */
  read(from: number): number {
    const cursor = this.#cursor;
    const { padded: bytes, view } = cursor;
    const to = cursor.bytes.length;
    const rows = this.#rows;
    let { isInObject, isInRow } = rows;
    let { at } = cursor;
    let state = from;
    let isEmptyArray = false;
    this.comma = -1;
    for (;;) {
      if (state === STATE.keyAfterComma || state === STATE.keyOrClose) {
        const key = isInRow ? this.#keys.expected : undefined;
        const length = key === undefined ? 0 : key.lengthAt(view, at, to);
        if (key !== undefined && length > 0) {
          this.#addKey(key, at);
          at += length;
          state = STATE.value;
        } else {
          const quote = endOfBlank(bytes, view, at);
          if (bytes[quote] !== QUOTE) {
            if (bytes[quote] !== CLOSE_BRACE || state === STATE.keyAfterComma) {
              return this.#stop(quote, state);
            }
            at = quote;
            state = STATE.afterValue;
          } else {
            const value = this.#readKey(at, quote, isInRow);
            if (value === 0) {
              return this.#stop(quote, state);
            }
            at = value;
            state = STATE.value;
          }
        }
      }
      if (state < STATE.keyOrClose) {
        let byte = bytes[at] ?? 0;
        if (((byteClass[byte] ?? 0) & BLANK) !== 0) {
          at = endOfBlank(bytes, view, at);
          byte = bytes[at] ?? 0;
        }
        if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
          this.#open(byte === OPEN_BRACE, at++, state === STATE.valueOrClose);
          ({ isInObject, isInRow } = rows);
          state = isInObject ? STATE.keyOrClose : STATE.valueOrClose;
          continue;
        }
        isEmptyArray = byte === CLOSE_BRACKET && state === STATE.valueOrClose;
        if (!isEmptyArray) {
          if (rows.isBeforeElement) {
            return this.#stop(at, state);
          }
          if (byte === QUOTE) {
            const end = endOfString(bytes, view, at + 1);
            if (bytes[end] !== QUOTE) {
              this.#tokens.begin(at, false);
              return this.#stop(end, STATE.inString);
            }
            if (isInRow) {
              if (bytes[at + 1] === NUMBER_SIGN) {
                this.#reportNumberSign(at, end + 1);
              }
              this.#values?.addString(this.#keys.column, bytes, at + 1, end);
            }
            at = end + 1;
          } else {
            const end =
              ((byteClass[byte] ?? 0) & NUMBER_BYTE) === 0 ? endOfWord(bytes, view, at) : this.#readNumber(at, isInRow);
            if (end === 0 || end >= to) {
              return this.#stop(at, state);
            }
            if (isInRow && (byte === LOWER_T || byte === LOWER_F)) {
              this.#values?.addWord(this.#keys.column, byte === LOWER_T ? 'true' : 'false');
            }
            at = end;
          }
        }
        state = STATE.afterValue;
      }
      if (state === STATE.colon) {
        return state;
      }
      if (bytes[at] !== COMMA) {
        at = endOfBlank(bytes, view, at);
      }
      if (bytes[at] === COMMA) {
        this.comma = at++;
        state = isInObject ? STATE.keyAfterComma : STATE.valueAfterComma;
      } else if (bytes[at] === (isInObject ? CLOSE_BRACE : CLOSE_BRACKET)) {
        rows.close(++at, isEmptyArray);
        isEmptyArray = false;
        if (rows.isOutside) {
          return this.#stop(at, state);
        }
        ({ isInObject, isInRow } = rows);
      } else {
        return this.#stop(at, state);
      }
    }
  }

  /** Reads a key that is not the expected one. Returns the offset of its value; 0 if the key is new or does not end in the chunk. */
  #readKey(from: number, quote: number, isInRow: boolean): number {
    const { padded: bytes, view, bytes: chunk } = this.#cursor;
    const end = endOfString(bytes, view, quote + 1);
    if (bytes[end] !== QUOTE) {
      return 0;
    }
    const colon = endOfBlank(bytes, view, end + 1);
    if (bytes[colon] !== COLON) {
      return 0;
    }
    const value = endOfBlank(bytes, view, colon + 1);
    if (isInRow) {
      const key = this.#keys.find(view, quote + 1, end);
      if (key === undefined) {
        return 0;
      }
      // At the end of the chunk, more white space may follow.
      if (value < chunk.length) {
        key.setPattern(view, from, value);
      }
      this.#addKey(key, quote);
    }
    return value;
  }

  /** Adds a key to the row. There may be white space before it. */
  #addKey(key: WrittenKey, at: number): void {
    if (this.#keys.add(key)) {
      this.#reported = endOfBlank(this.#cursor.padded, this.#cursor.view, at);
      this.#listener.onDuplicateKey?.(key.name, this.#position);
    }
  }

  #open(isObject: boolean, at: number, isFirst: boolean): void {
    this.#reported = at;
    this.#rows.beginValue(isObject ? 'object' : 'array', this.#position);
    this.#rows.open(isObject, at, isFirst);
  }

  /** Returns the end of a number; 0 if it is invalid or does not end in the chunk. */
  #readNumber(at: number, isInRow: boolean): number {
    const { padded: bytes, bytes: chunk } = this.#cursor;
    const shortEnd = endOfShortDecimal(bytes, at);
    if (shortEnd > 0) {
      if (isInRow && shortEnd < chunk.length) {
        this.#values?.addNumber(this.#keys.column, bytes, at, shortEnd, true);
      }
      return shortEnd;
    }
    let end = at;
    while (((byteClass[bytes[end] ?? 0] ?? 0) & NUMBER_BYTE) !== 0) {
      end++;
    }
    const isWhole = end < chunk.length && ((byteClass[bytes[end] ?? 0] ?? 0) & WORD_AFTER_NUMBER) === 0;
    const precision = isWhole ? checkNumber(bytes, at, end) : 'invalid';
    if (precision === 'imprecise') {
      this.#reportImprecise(at, end);
    }
    if (isInRow && precision !== 'invalid') {
      this.#values?.addNumber(this.#keys.column, bytes, at, end, false);
    }
    return precision === 'invalid' ? 0 : end;
  }

  #reportNumberSign(at: number, end: number): void {
    const { bytes } = this.#cursor;
    const { column, lastName } = this.#keys;
    this.#reported = at;
    this.#listener.onNumberSign?.(column, lastName, () => preview(bytes.subarray(at, end)), this.#position);
  }

  #reportImprecise(at: number, end: number): void {
    const { bytes } = this.#cursor;
    this.#reported = at;
    this.#listener.onImpreciseNumber?.(this.#keys.lastName, () => preview(bytes.subarray(at, end)), this.#position);
  }

  #stop(at: number, state: number): number {
    this.#cursor.at = at;
    return state;
  }
}

/** The end of `true`, `false` or `null`; 0 if it is none of them. */
function endOfWord(bytes: Uint8Array, view: DataView, at: number): number {
  let end = at + 4;
  switch (view.getInt32(at)) {
    case 0x66616c73: // fals
      if (bytes[end++] !== 0x65) {
        return 0;
      }
      break;
    case 0x6e756c6c: // null
    case 0x74727565: // true
      break;
    default:
      return 0;
  }
  return ((byteClass[bytes[end] ?? 0] ?? 0) & WORD_BYTE) === 0 ? end : 0;
}
