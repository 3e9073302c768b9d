import type { Position } from '../text/textPosition.ts';
import { byteClass, NUMBER_BYTE, TEXT_END, WORD_BYTE } from './byteClass.ts';
import type { Cursor } from './cursor.ts';
import { ESCAPE, EscapeReader } from './escapeReader.ts';
import { fail, failAtCharacter } from './jsonFailure.ts';
import type { JsonKeys } from './jsonKeys.ts';
import type { JsonListener } from './jsonListener.ts';
import { judgeNumber } from './jsonNumber.ts';
import { STATE } from './jsonState.ts';
import type { RowTracker } from './rowTracker.ts';
import { TokenCarry } from './tokenCarry.ts';
import { nameOf, shown } from './tokenText.ts';

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
  readonly #carry = new TokenCarry();
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
      case STATE.inText:
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
      case STATE.inText:
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
  letGo(state: number): void {
    if (state >= STATE.inText && state <= STATE.inWord) {
      this.#carry.keep(this.#cursor.bytes, Math.max(this.#token, 0));
      this.#token = this.#cursor.moved(this.#token);
    }
  }

  readonly placeOfToken = (): Position => this.#cursor.placeOf(this.#token);

  #readText(): number {
    const cursor = this.#cursor;
    const { bytes } = cursor;
    let at = cursor.at;
    while (at < bytes.length && ((byteClass[bytes[at] ?? 0] ?? 0) & TEXT_END) === 0) {
      at++;
    }
    cursor.at = at;
    if (at === bytes.length) {
      return STATE.inText;
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
      this.#rows.takeKey(nameOf(text), this.placeOfToken);
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
    return verdict === ESCAPE.ended ? STATE.inText : STATE.inEscape;
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
    const verdict = judgeNumber(token, 0, token.length);
    if (verdict === 'bad') {
      return this.#fail('badNumber', shown(token));
    }
    if (verdict === 'imprecise') {
      this.#listener.onImpreciseNumber?.(this.#keys.lastName, shown(token), this.placeOfToken);
    }
    return STATE.afterValue;
  }

  #endWord(): number {
    const word = shown(this.#take());
    const isNotNumber = NOT_NUMBERS.has(word);
    if (this.#isKey || !(isNotNumber || word === 'true' || word === 'false' || word === 'null')) {
      return this.#fail('unexpected', word);
    }
    if (isNotNumber) {
      this.#listener.onFault?.('notANumber', word, this.placeOfToken);
    }
    return STATE.afterValue;
  }

  /** The token that ends before the byte that is looked at. */
  #take(): Uint8Array {
    return this.#carry.take(this.#cursor.bytes, this.#token, this.#cursor.at);
  }

  /** A text does not end in its line. */
  #failText(): number {
    return this.#fail('unterminatedString', shown(this.#take()));
  }

  #fail(fault: 'unexpected' | 'badNumber' | 'unterminatedString', found: string): number {
    return fail(this.#listener, this.#cursor, fault, found, this.#token);
  }
}
