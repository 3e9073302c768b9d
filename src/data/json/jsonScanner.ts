import type { JsonFault, Position } from '../dataProblem.ts';
import { Mark } from '../mark.ts';
import { moved, place } from '../place.ts';
import { byteClass, NUMBER_BYTE, TEXT_END, WORD_BYTE } from './byteClass.ts';
import { ESCAPE, EscapeReader } from './escapeReader.ts';
import type { JsonKeys } from './jsonKeys.ts';
import type { JsonListener, JsonValueKind } from './jsonListener.ts';
import { judgeNumber } from './jsonNumber.ts';
import { STATE } from './jsonState.ts';
import { MemberReader } from './memberReader.ts';
import { OpenBrackets } from './openBrackets.ts';
import { TokenCarry } from './tokenCarry.ts';
import { nameOf, shown } from './tokenText.ts';

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const STAR = 0x2a;
const COMMA = 0x2c;
const SLASH = 0x2f;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const UPPER_I = 0x49;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const NOT_NUMBERS: ReadonlySet<string> = new Set(['NaN', 'Infinity', '-Infinity']);

/**
 * Walks through JSON in UTF-8 bytes token by token (RFC 8259), over any chunking that keeps characters whole, without
 * building values and without recursion. Objects in the root array are rows; where the root is an object, it is one.
 */
export class JsonScanner {
  readonly #listener: JsonListener;
  readonly #keys: JsonKeys;
  readonly #carry = new TokenCarry();
  readonly #members: MemberReader;
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;
  #state: number = STATE.value;
  readonly #brackets = new OpenBrackets();
  /** How many brackets are open around a row; less than 0 where there are no rows. */
  #rowDepth = -1;
  #isKey = false;
  readonly #escape = new EscapeReader();
  /** What comes behind a comment. */
  #resume: number = STATE.value;
  #line = 1;
  /** How many bytes there were before those at hand. */
  #base = 0;
  #byteBefore = 0;
  // Offsets, as `place` understands them.
  #lineStart = 0;
  #token = 0;
  readonly #comma = new Mark();
  readonly #row = new Mark();
  /** Where the current row begins in all bytes. */
  #rowStart = 0;

  constructor(listener: JsonListener, keys: JsonKeys) {
    this.#listener = listener;
    this.#keys = keys;
    this.#members = new MemberReader(keys);
  }

  push(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#at = 0;
    while (this.#at < bytes.length) {
      if (this.#state <= STATE.afterValue) {
        this.#readBetweenTokens(bytes);
      } else if (this.#state === STATE.inText) {
        this.#readText(bytes);
      } else {
        this.#readToken(bytes, bytes[this.#at] ?? 0);
      }
    }
    this.#letGo(bytes);
  }

  /** Where the byte stands that would be pushed next. */
  position(): Position {
    return place(this.#bytes, this.#line, this.#lineStart, 0);
  }

  /** How many bytes lie before the one that is looked at. */
  get offset(): number {
    return this.#base + this.#at;
  }

  end(): void {
    this.#bytes = new Uint8Array(0);
    this.#at = 0;
    if (this.#state === STATE.inNumber) {
      this.#endNumber(this.#bytes);
    }
    if (this.#state === STATE.inWord) {
      this.#endWord(this.#bytes);
    }
    if (this.#state === STATE.inText || this.#state === STATE.inEscape) {
      this.#failText();
    } else if (this.#state === STATE.afterSlash) {
      this.#fail('unexpected', '/', this.#token);
    } else if (this.#state !== STATE.failed && !(this.#brackets.depth === 0 && this.#endState() === STATE.afterValue)) {
      this.#fail('endOfText', '', 0);
    }
  }

  /** What may come next, whether or not the text ends in a comment. */
  #endState(): number {
    return this.#state === STATE.inLineComment ? this.#resume : this.#state;
  }

  #readBetweenTokens(bytes: Uint8Array): void {
    let at = this.#at;
    let byte = bytes[at] ?? 0;
    while (byte === SPACE || byte === TAB) {
      byte = bytes[++at] ?? 0;
    }
    this.#at = at;
    if (at >= bytes.length) {
      return;
    }
    if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
      this.#readLineBreak(bytes, byte);
      return;
    }
    if (byte === SLASH) {
      this.#token = at;
      this.#resume = this.#state;
      this.#state = STATE.afterSlash;
      this.#at++;
      return;
    }
    switch (this.#state) {
      case STATE.afterValue:
        this.#readAfterValue(byte);
        break;
      case STATE.colon:
        if (byte === COLON) {
          this.#state = STATE.value;
          this.#at++;
        } else {
          this.#failAtByte('unexpected');
        }
        break;
      case STATE.keyOrClose:
      case STATE.keyAfterComma:
        this.#readKey(bytes, byte);
        break;
      default:
        this.#readValue(byte);
    }
  }

  #readAfterValue(byte: number): void {
    const depth = this.#brackets.depth;
    if (depth === 0) {
      if (this.#rowDepth === 0 && byte === OPEN_BRACE) {
        this.#state = STATE.value;
      } else {
        this.#failAtByte('textAfterEnd');
      }
      return;
    }
    const isObject = this.#brackets.isObjectAt(depth - 1);
    if (byte === COMMA) {
      this.#comma.set(this.#at, this.#line, this.#lineStart);
      this.#state = isObject ? STATE.keyAfterComma : STATE.valueAfterComma;
      this.#at++;
    } else if (byte === (isObject ? CLOSE_BRACE : CLOSE_BRACKET)) {
      this.#close();
    } else {
      this.#failAtByte('unexpected');
    }
  }

  #readKey(bytes: Uint8Array, byte: number): void {
    if (byte === QUOTE) {
      if (this.#brackets.depth === this.#rowDepth + 1 && this.#members.read(bytes, this.#at)) {
        this.#resumeAfterMembers();
        return;
      }
      this.#token = this.#at;
      this.#isKey = true;
      this.#state = STATE.inText;
      this.#at++;
    } else if (byte === CLOSE_BRACE) {
      this.#reportTrailingComma(STATE.keyAfterComma);
      this.#close();
    } else if (((byteClass[byte] ?? 0) & WORD_BYTE) !== 0) {
      this.#token = this.#at;
      this.#isKey = true;
      this.#state = STATE.inWord;
    } else {
      this.#failAtByte('unexpected');
    }
  }

  /** Reads on where the members of a row ceased to be plain. */
  #resumeAfterMembers(): void {
    const { at, state, token, comma } = this.#members;
    this.#at = at;
    this.#state = state;
    this.#token = token;
    this.#isKey = false;
    if (comma !== undefined) {
      this.#comma.set(comma, this.#line, this.#lineStart);
    }
  }

  #readValue(byte: number): void {
    this.#token = this.#at;
    this.#isKey = false;
    if (byte === QUOTE) {
      this.#tellValue('scalar');
      this.#state = STATE.inText;
      this.#at++;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.#openBracket(byte === OPEN_BRACE);
    } else if (byte === CLOSE_BRACKET && this.#state !== STATE.value) {
      this.#reportTrailingComma(STATE.valueAfterComma);
      this.#close();
    } else if (((byteClass[byte] ?? 0) & (NUMBER_BYTE | WORD_BYTE)) !== 0) {
      const isLetter = ((byteClass[byte | 0x20] ?? 0) & WORD_BYTE) !== 0 && (byte | 0x20) >= 0x61;
      this.#state = isLetter || ((byteClass[byte] ?? 0) & NUMBER_BYTE) === 0 ? STATE.inWord : STATE.inNumber;
      this.#tellValue('scalar');
    } else {
      this.#failAtByte('unexpected');
    }
  }

  #openBracket(isObject: boolean): void {
    this.#tellValue(isObject ? 'object' : 'array');
    if (isObject && this.#brackets.depth === this.#rowDepth) {
      this.#keys.beginRow();
      this.#row.set(this.#at, this.#line, this.#lineStart);
      this.#rowStart = this.#base + this.#at;
    }
    this.#brackets.open(isObject);
    this.#state = isObject ? STATE.keyOrClose : STATE.valueOrClose;
    this.#at++;
  }

  #close(): void {
    this.#brackets.close();
    this.#at++;
    this.#state = STATE.afterValue;
    if (this.#brackets.depth === this.#rowDepth && this.#brackets.isObjectAt(this.#rowDepth)) {
      this.#listener.onRowEnd?.(this.#rowStart, this.#base + this.#at, () => this.#row.placeIn(this.#bytes));
    }
  }

  #tellValue(kind: JsonValueKind): void {
    if (this.#brackets.depth === 0) {
      this.#rowDepth = kind === 'array' ? 1 : kind === 'object' ? 0 : -2;
      this.#listener.onRoot?.(kind, this.#placeOfToken);
    } else if (this.#brackets.depth === this.#rowDepth) {
      this.#listener.onElement?.(kind, this.#placeOfToken);
    } else if (
      kind !== 'scalar' &&
      this.#brackets.depth === this.#rowDepth + 1 &&
      this.#brackets.isObjectAt(this.#rowDepth)
    ) {
      this.#listener.onNested?.(this.#keys.lastName, this.#placeOfToken);
    }
  }

  #readText(bytes: Uint8Array): void {
    let at = this.#at;
    while (at < bytes.length && ((byteClass[bytes[at] ?? 0] ?? 0) & TEXT_END) === 0) {
      at++;
    }
    this.#at = at;
    if (at === bytes.length) {
      return;
    }
    const byte = bytes[at];
    if (byte === QUOTE) {
      this.#at++;
      this.#endText(bytes);
    } else if (byte === BACKSLASH) {
      this.#escape.begin();
      this.#state = STATE.inEscape;
      this.#at++;
    } else if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
      this.#failText();
    } else {
      this.#failAtByte('badString');
    }
  }

  #endText(bytes: Uint8Array): void {
    const isRowKey = this.#isKey && this.#brackets.depth === this.#rowDepth + 1;
    const text = this.#carry.take(bytes, this.#token, this.#at);
    this.#state = this.#isKey ? STATE.colon : STATE.afterValue;
    if (isRowKey) {
      const name = nameOf(text);
      if (this.#keys.take(name)) {
        this.#listener.onDuplicateKey?.(name, this.#placeOfToken);
      }
    }
  }

  /** Reads on in any token but a text. */
  #readToken(bytes: Uint8Array, byte: number): void {
    switch (this.#state) {
      case STATE.inNumber:
        this.#skip(bytes, NUMBER_BYTE);
        if (this.#at < bytes.length) {
          this.#endNumber(bytes);
        }
        break;
      case STATE.inWord:
        this.#skip(bytes, WORD_BYTE);
        if (this.#at < bytes.length) {
          this.#endWord(bytes);
        }
        break;
      case STATE.inEscape:
        this.#readEscape(byte);
        break;
      case STATE.failed:
        this.#at = bytes.length;
        break;
      default:
        this.#readComment(bytes, byte);
    }
  }

  #skip(bytes: Uint8Array, classes: number): void {
    let at = this.#at;
    while (at < bytes.length && ((byteClass[bytes[at] ?? 0] ?? 0) & classes) !== 0) {
      at++;
    }
    this.#at = at;
  }

  #endNumber(bytes: Uint8Array): void {
    if (bytes[this.#at] === UPPER_I) {
      // -Infinity
      this.#state = STATE.inWord;
      return;
    }
    const token = this.#carry.take(bytes, this.#token, this.#at);
    const verdict = judgeNumber(token, 0, token.length);
    this.#state = STATE.afterValue;
    if (verdict === 'bad') {
      this.#fail('badNumber', shown(token), this.#token);
    } else if (verdict === 'imprecise') {
      this.#listener.onImpreciseNumber?.(this.#keys.lastName, shown(token), this.#placeOfToken);
    }
  }

  #endWord(bytes: Uint8Array): void {
    const token = this.#carry.take(bytes, this.#token, this.#at);
    const word = shown(token);
    this.#state = STATE.afterValue;
    if (this.#isKey) {
      this.#fail('unexpected', word, this.#token);
    } else if (NOT_NUMBERS.has(word)) {
      this.#listener.onFault?.('notANumber', word, this.#placeOfToken);
    } else if (word !== 'true' && word !== 'false' && word !== 'null') {
      this.#fail('unexpected', word, this.#token);
    }
  }

  #readEscape(byte: number): void {
    const verdict = this.#escape.take(byte);
    if (verdict === ESCAPE.bad) {
      const { length, found } = this.#escape.begun;
      this.#fail('badString', found, this.#at - length);
      return;
    }
    this.#state = verdict === ESCAPE.ended ? STATE.inText : STATE.inEscape;
    this.#at++;
  }

  #readComment(bytes: Uint8Array, byte: number): void {
    if (this.#state === STATE.afterSlash) {
      if (byte !== SLASH && byte !== STAR) {
        this.#fail('unexpected', '/', this.#token);
        return;
      }
      this.#state = byte === SLASH ? STATE.inLineComment : STATE.inBlockComment;
      this.#listener.onFault?.('comment', byte === SLASH ? '//' : '/*', this.#placeOfToken);
    } else if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
      this.#state = this.#state === STATE.inLineComment ? this.#resume : STATE.inBlockComment;
      this.#readLineBreak(bytes, byte);
      return;
    } else if (this.#state === STATE.afterStar && byte === SLASH) {
      this.#state = this.#resume;
    } else if (this.#state !== STATE.inLineComment) {
      this.#state = byte === STAR ? STATE.afterStar : STATE.inBlockComment;
    }
    this.#at++;
  }

  #readLineBreak(bytes: Uint8Array, byte: number): void {
    const before = this.#at > 0 ? bytes[this.#at - 1] : this.#byteBefore;
    // The second half of CRLF is no line of its own.
    if (byte === CARRIAGE_RETURN || before !== CARRIAGE_RETURN) {
      this.#line++;
    }
    this.#at++;
    this.#lineStart = this.#at;
  }

  #reportTrailingComma(stateAfterComma: number): void {
    if (this.#state === stateAfterComma) {
      this.#listener.onFault?.('trailingComma', ',', () => this.#comma.placeIn(this.#bytes));
    }
  }

  readonly #placeOfToken = (): Position => place(this.#bytes, this.#line, this.#lineStart, this.#token);

  /** A text does not end in its line. */
  #failText(): void {
    const token = this.#carry.take(this.#bytes, this.#token, this.#at);
    this.#fail('unterminatedString', shown(token), this.#token);
  }

  #failAtByte(fault: JsonFault): void {
    const character = Buffer.from(this.#bytes.subarray(this.#at, this.#at + 4)).toString();
    this.#fail(fault, String.fromCodePoint(character.codePointAt(0) ?? 0), this.#at);
  }

  #fail(fault: JsonFault, found: string, at: number): void {
    this.#state = STATE.failed;
    this.#listener.onFault?.(fault, found, () => place(this.#bytes, this.#line, this.#lineStart, at));
  }

  /** The bytes at hand are about to go: keeps what is still needed of them. */
  #letGo(bytes: Uint8Array): void {
    const by = bytes.length;
    if (by === 0) {
      return;
    }
    if (
      this.#state === STATE.inNumber ||
      this.#state === STATE.inWord ||
      this.#state === STATE.inText ||
      this.#state === STATE.inEscape
    ) {
      this.#carry.keep(bytes, Math.max(this.#token, 0));
    }
    this.#comma.moveBack(bytes, by);
    this.#row.moveBack(bytes, by);
    this.#token = moved(bytes, this.#token, by, by);
    this.#lineStart = moved(bytes, this.#lineStart, by, by);
    this.#base += by;
    this.#byteBefore = bytes[by - 1] ?? 0;
    this.#bytes = new Uint8Array(0);
  }
}
