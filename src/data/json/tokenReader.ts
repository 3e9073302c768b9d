import { parseJson } from '../../base/json.ts';
import type { TextPosition } from '../text/textPosition.ts';
import { TokenBuffer } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import type { JsonKeys } from './jsonKeys.ts';
import { fail, failAtCharacter } from './jsonListener.ts';
import type { JsonListener } from './jsonListener.ts';
import { checkNumber } from './jsonNumber.ts';
import { byteClass, NUMBER_BYTE, STATE, STRING_END, WORD_BYTE } from './jsonSyntax.ts';
import type { RowTracker } from './rowTracker.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
const UPPER_I = 0x49;
const BACKSLASH = 0x5c;

const NOT_NUMBERS: ReadonlySet<string> = new Set(['NaN', 'Infinity', '-Infinity']);

/** Reads texts, numbers and words, which may go on in the next piece. */
export class TokenReader {
  readonly #cursor: Cursor;
  readonly #rows: RowTracker;
  readonly #keys: JsonKeys;
  readonly #listener: JsonListener;
  readonly #carry = new TokenBuffer();
  readonly #escape = new EscapeReader();
  /** Where the token begins; an offset, as `place` understands it. */
  #token = 0;
  #isKey = false;

  constructor(cursor: Cursor, rows: RowTracker, keys: JsonKeys, listener: JsonListener) {
    this.#cursor = cursor;
    this.#rows = rows;
    this.#keys = keys;
    this.#listener = listener;
  }

  /** A token begins at `at`. */
  begin(at: number, isKey: boolean): void {
    this.#token = at;
    this.#isKey = isKey;
  }

  /** Reads on in a token, as far as it goes, or skips what follows a failure. Returns the state to be in. */
  read(state: number): number {
    switch (state) {
      case STATE.inString:
        return this.#readText();
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

  /** The text has ended. Returns the state that it ended in. */
  end(state: number): number {
    switch (state) {
      case STATE.inString:
      case STATE.inEscape:
        return this.#failText();
      case STATE.inNumber:
        return this.#endNumber();
      case STATE.inWord:
        return this.#endWord();
      default:
        return state;
    }
  }

  /** The bytes at hand are about to go: keeps what is still needed of them. */
  endChunk(state: number): void {
    if (state >= STATE.inString && state <= STATE.inWord) {
      this.#carry.keep(this.#cursor.bytes, Math.max(this.#token, 0));
      this.#token = this.#cursor.shifted(this.#token);
    }
  }

  readonly positionOfToken = (): TextPosition => this.#cursor.positionOf(this.#token);

  #readText(): number {
    const cursor = this.#cursor;
    const { bytes } = cursor;
    let at = cursor.at;
    while (at < bytes.length && ((byteClass[bytes[at] ?? 0] ?? 0) & STRING_END) === 0) {
      at++;
    }
    cursor.at = at;
    if (at === bytes.length) {
      return STATE.inString;
    }
    switch (bytes[at]) {
      case QUOTE:
        cursor.at++;
        return this.#endText();
      case BACKSLASH:
        cursor.at++;
        this.#escape.begin();
        return STATE.inEscape;
      case LINE_FEED:
      case CARRIAGE_RETURN:
        return this.#failText();
      default:
        return failAtCharacter(this.#listener, cursor, 'badString');
    }
  }

  #endText(): number {
    const text = this.#take();
    if (!this.#isKey) {
      return STATE.afterValue;
    }
    if (this.#rows.isInRow) {
      this.#rows.takeKey(keyName(text), this.positionOfToken);
    }
    return STATE.colon;
  }

  #readEscape(): number {
    const cursor = this.#cursor;
    const verdict = this.#escape.take(cursor.bytes[cursor.at] ?? 0);
    if (verdict === ESCAPE.bad) {
      const { length, found } = this.#escape.begun;
      return fail(this.#listener, cursor, 'badString', found, cursor.at - length);
    }
    cursor.at++;
    return verdict === ESCAPE.ended ? STATE.inString : STATE.inEscape;
  }

  /** Skips bytes of these classes. Returns whether one of another class follows. */
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
    if (this.#cursor.bytes[this.#cursor.at] === UPPER_I) {
      // -Infinity
      return STATE.inWord;
    }
    const token = this.#take();
    const verdict = checkNumber(token, 0, token.length);
    if (verdict === 'bad') {
      return this.#fail('badNumber', preview(token));
    }
    if (verdict === 'imprecise') {
      this.#listener.onImpreciseNumber?.(this.#keys.lastName, preview(token), this.positionOfToken);
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
    return STATE.afterValue;
  }

  /** The token that ends before the byte that is looked at. */
  #take(): Uint8Array {
    return this.#carry.take(this.#cursor.bytes, this.#token, this.#cursor.at);
  }

  /** A text does not end in its line. */
  #failText(): number {
    return this.#fail('unterminatedString', preview(this.#take()));
  }

  #fail(fault: 'unexpected' | 'badNumber' | 'unterminatedString', found: string): number {
    return fail(this.#listener, this.#cursor, fault, found, this.#token);
  }
}

const LOWER_U = 0x75;
const HEX_DIGITS = 4;

/** What a byte of an escape shows. */
export const ESCAPE = { open: 0, ended: 1, bad: 2 } as const;

/** Reads what follows a backslash in a string of JSON. */
export class EscapeReader {
  /** How many bytes of the escape were read, backslash included. */
  #length = 1;

  begin(): void {
    this.#length = 1;
  }

  /** Takes the next byte, where it is not a bad one. */
  take(byte: number): number {
    const character = String.fromCharCode(byte);
    if (this.#length === 1) {
      if (byte !== LOWER_U) {
        return '"\\/bfnrt'.includes(character) ? ESCAPE.ended : ESCAPE.bad;
      }
    } else if (!/[0-9a-f]/i.test(character)) {
      return ESCAPE.bad;
    }
    this.#length++;
    return this.#length === HEX_DIGITS + 2 ? ESCAPE.ended : ESCAPE.open;
  }

  /** How many bytes before the bad one it began, and what is shown of it. */
  get begun(): { readonly length: number; readonly found: string } {
    return { length: this.#length, found: this.#length === 1 ? '\\' : '\\u' };
  }
}

const SHOWN_LENGTH = 30;

/** The beginning of a token, to be shown. */
export function preview(token: Uint8Array): string {
  const text = Buffer.from(token.subarray(0, SHOWN_LENGTH * 4)).toString();
  return Array.from(text).slice(0, SHOWN_LENGTH).join('');
}

/** The name that a key in quotes means. */
export function keyName(key: Uint8Array): string {
  const text = Buffer.from(key).toString();
  return text.includes('\\') ? (parseJson(text) as string) : text.slice(1, -1);
}
