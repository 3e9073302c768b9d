import { parseJson } from '../../base/json.ts';
import type { TextPosition } from '../text/textPosition.ts';
import { Mark, TokenBuffer } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import type { JsonKeys } from './jsonKeys.ts';
import { fail, failAtCharacter, preview } from './jsonListener.ts';
import type { JsonListener, RowValues } from './jsonListener.ts';
import { checkNumber } from './jsonNumber.ts';
import { byteClass, endOfString, NUMBER_BYTE, STATE, WORD_AFTER_NUMBER, WORD_BYTE } from './jsonSyntax.ts';
import type { RowTracker } from './rowTracker.ts';
import { BACKSLASH, CARRIAGE_RETURN, LINE_FEED, LOWER_U, NUMBER_SIGN, QUOTE } from '../text/ascii.ts';

const HEX_DIGITS = 4;

const NOT_NUMBERS: ReadonlySet<string> = new Set(['NaN', 'Infinity', '-Infinity']);

/** What an escape sequence is after its next byte. */
const ESCAPE = { open: 0, ended: 1, invalid: 2 } as const;

/** Reads an escape sequence in a string. */
class EscapeReader {
  /** How many bytes were read, backslash included. */
  #length = 1;

  begin(): void {
    this.#length = 1;
  }

  /** Reads the next byte. Returns a value of `ESCAPE`. */
  add(byte: number): number {
    const character = String.fromCharCode(byte);
    if (this.#length === 1) {
      if (byte !== LOWER_U) {
        return '"\\/bfnrt'.includes(character) ? ESCAPE.ended : ESCAPE.invalid;
      }
    } else if (!/[0-9a-f]/i.test(character)) {
      return ESCAPE.invalid;
    }
    this.#length++;
    return this.#length === HEX_DIGITS + 2 ? ESCAPE.ended : ESCAPE.open;
  }

  /** The part of an invalid sequence before the invalid byte: its length, and what to show of it. */
  get prefix(): { readonly length: number; readonly found: string } {
    return { length: this.#length, found: this.#length === 1 ? '\\' : '\\u' };
  }
}

/** Reads strings, numbers and words, which may continue in the next chunk. */
export class TokenReader {
  readonly #cursor: Cursor;
  readonly #rows: RowTracker;
  readonly #keys: JsonKeys;
  readonly #listener: JsonListener;
  readonly #values: RowValues | undefined;
  readonly #buffer = new TokenBuffer();
  readonly #escape = new EscapeReader();
  /** The start of the token. */
  readonly #token: Mark;
  #isKey = false;
  readonly positionOfToken: () => TextPosition;

  constructor(cursor: Cursor, rows: RowTracker, keys: JsonKeys, listener: JsonListener, values?: RowValues) {
    this.#cursor = cursor;
    this.#rows = rows;
    this.#keys = keys;
    this.#listener = listener;
    this.#values = values;
    this.#token = new Mark(cursor);
    this.positionOfToken = this.#token.position;
  }

  begin(at: number, isKey: boolean): void {
    this.#token.set(at);
    this.#isKey = isKey;
  }

  /** Reads a token to its end or the end of the chunk. After a failure, skips the chunk. Returns the next state. */
  read(state: number): number {
    switch (state) {
      case STATE.inString:
        return this.#readString();
      case STATE.inEscape:
        return this.#readEscape();
      case STATE.inNumber:
        return this.#skip(NUMBER_BYTE) ? this.#endNumber() : state;
      case STATE.inWord:
        return this.#skip(WORD_BYTE) ? this.#endWord() : state;
      default:
        this.#cursor.at = this.#cursor.bytes.length;
        return STATE.failed;
    }
  }

  /** Call this at the end of the text. Returns the final state. */
  end(state: number): number {
    switch (state) {
      case STATE.inString:
      case STATE.inEscape:
        return this.#failString();
      case STATE.inNumber:
        return this.#endNumber();
      case STATE.inWord:
        return this.#endWord();
      default:
        return state;
    }
  }

  endChunk(state: number): void {
    if (state >= STATE.inString && state <= STATE.inWord) {
      this.#buffer.keep(this.#cursor.bytes, this.#token.at);
      this.#token.endChunk();
    }
  }

  #readString(): number {
    const cursor = this.#cursor;
    const { bytes } = cursor;
    const at = endOfString(cursor.padded, cursor.view, cursor.at);
    cursor.at = at;
    if (at === bytes.length) {
      return STATE.inString;
    }
    switch (bytes[at]) {
      case QUOTE:
        cursor.at++;
        return this.#endString();
      case BACKSLASH:
        cursor.at++;
        this.#escape.begin();
        return STATE.inEscape;
      case LINE_FEED:
      case CARRIAGE_RETURN:
        return this.#failString();
      default:
        return failAtCharacter(this.#listener, cursor, 'badString');
    }
  }

  #endString(): number {
    const { isCut } = this.#buffer;
    const text = this.#take();
    if (!this.#isKey) {
      if (this.#rows.isInRow) {
        if (text[1] === NUMBER_SIGN) {
          const { column, lastName } = this.#keys;
          this.#listener.onNumberSign?.(column, lastName, () => preview(text), this.positionOfToken);
        }
        if (isCut) {
          this.#values?.addLongString(this.#keys.column);
        } else {
          this.#values?.addString(this.#keys.column, text, 1, text.length - 1);
        }
      }
      return STATE.afterValue;
    }
    if (this.#rows.isInRow) {
      const name = keyName(text);
      if (this.#keys.addName(name, text.subarray(1, -1))) {
        this.#listener.onDuplicateKey?.(name, this.positionOfToken);
      }
    }
    return STATE.colon;
  }

  #readEscape(): number {
    const cursor = this.#cursor;
    const result = this.#escape.add(cursor.bytes[cursor.at] ?? 0);
    if (result === ESCAPE.invalid) {
      const { length, found } = this.#escape.prefix;
      return fail(this.#listener, 'badString', found, () => {
        // An escape sequence may begin in an earlier chunk, in the same line.
        const { line, column } = cursor.positionOf(cursor.at);
        return { line, column: column - length };
      });
    }
    cursor.at++;
    return result === ESCAPE.ended ? STATE.inString : STATE.inEscape;
  }

  /** Skips bytes of these classes. Returns whether another byte follows in this chunk. */
  #skip(classes: number): boolean {
    const { bytes } = this.#cursor;
    let at = this.#cursor.at;
    while (at < bytes.length && ((byteClass[bytes[at] ?? 0] ?? 0) & classes) !== 0) {
      at++;
    }
    this.#cursor.at = at;
    return at < bytes.length;
  }

  #endNumber(): number {
    if (((byteClass[this.#cursor.bytes[this.#cursor.at] ?? 0] ?? 0) & WORD_AFTER_NUMBER) !== 0) {
      return STATE.inWord;
    }
    const token = this.#take();
    const result = checkNumber(token, 0, token.length);
    if (result === 'invalid') {
      return this.#fail('badNumber', preview(token));
    }
    if (result === 'imprecise') {
      this.#listener.onImpreciseNumber?.(this.#keys.lastName, () => preview(token), this.positionOfToken);
    }
    if (this.#rows.isInRow) {
      this.#values?.addNumber(this.#keys.column, token, 0, token.length, false);
    }
    return STATE.afterValue;
  }

  #endWord(): number {
    const word = preview(this.#take());
    const isNotNumber = NOT_NUMBERS.has(word);
    if (this.#isKey || !(isNotNumber || word === 'true' || word === 'false' || word === 'null')) {
      return this.#fail('unexpected', word);
    }
    if (isNotNumber) {
      this.#listener.onFault?.('notANumber', word, this.positionOfToken);
    }
    if (this.#rows.isInRow && word !== 'null') {
      this.#values?.addWord(this.#keys.column, word);
    }
    return STATE.afterValue;
  }

  /** The token that ends at the cursor. */
  #take(): Uint8Array {
    return this.#buffer.take(this.#cursor.bytes, this.#token.at, this.#cursor.at);
  }

  #failString(): number {
    return this.#fail('unterminatedString', preview(this.#take()));
  }

  #fail(fault: 'unexpected' | 'badNumber' | 'unterminatedString', found: string): number {
    return fail(this.#listener, fault, found, this.positionOfToken);
  }
}

/** The name in a quoted key. Of a very long key with escapes, only a part was kept, which is not JSON. */
function keyName(key: Uint8Array): string {
  const text = Buffer.from(key).toString();
  const written = text.slice(1, -1);
  return written.includes('\\') ? unescaped(text, written) : written;
}

function unescaped(text: string, otherwise: string): string {
  try {
    return parseJson(text) as string;
  } catch {
    return otherwise;
  }
}
