import { LazyPosition } from '../text/textPosition.ts';
import type { TextPosition } from '../text/textPosition.ts';
import { CommentReader } from './commentReader.ts';
import { Cursor } from './cursor.ts';
import type { JsonKeys } from './jsonKeys.ts';
import { fail, failAtCharacter } from './jsonListener.ts';
import type { JsonListener } from './jsonListener.ts';
import { byteClass, NUMBER_BYTE, STATE, WORD_BYTE } from './jsonSyntax.ts';
import { MemberReader } from './memberReader.ts';
import { RowTracker } from './rowTracker.ts';
import { TokenReader } from './tokenReader.ts';

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const SLASH = 0x2f;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Scans JSON (RFC 8259) in UTF-8 token by token, without building values and without recursion. Chunks may end anywhere except
 * within a character. This class holds the grammar: which token may follow which.
 */
export class JsonScanner {
  readonly #listener: JsonListener;
  readonly #cursor = new Cursor();
  readonly #rows: RowTracker;
  readonly #tokens: TokenReader;
  readonly #comments: CommentReader;
  readonly #members: MemberReader;
  #state: number = STATE.value;
  readonly #comma = new LazyPosition();

  constructor(listener: JsonListener, keys: JsonKeys) {
    this.#listener = listener;
    this.#rows = new RowTracker(this.#cursor, listener, keys);
    this.#tokens = new TokenReader(this.#cursor, this.#rows, keys, listener);
    this.#comments = new CommentReader(this.#cursor, listener);
    this.#members = new MemberReader(keys);
  }

  push(bytes: Uint8Array): void {
    const cursor = this.#cursor;
    cursor.beginChunk(bytes);
    while (cursor.at < bytes.length) {
      if (this.#state <= STATE.afterValue) {
        this.#readBetweenTokens(bytes);
      } else if (this.#state <= STATE.failed) {
        this.#state = this.#tokens.read(this.#state);
      } else {
        this.#state = this.#comments.read(this.#state);
      }
    }
    this.#tokens.endChunk(this.#state);
    this.#comments.endChunk(this.#state);
    this.#rows.endChunk();
    this.#comma.shift(bytes, bytes.length);
    cursor.endChunk();
  }

  /** The position of the next byte to push. */
  position(): TextPosition {
    return this.#cursor.positionOf(this.#cursor.at);
  }

  /** Offset of the next byte in the whole text. */
  get offset(): number {
    return this.#cursor.offset;
  }

  end(): void {
    this.#state = this.#comments.end(this.#tokens.end(this.#state));
    if (this.#state !== STATE.failed && !(this.#rows.isOutside && this.#state === STATE.afterValue)) {
      this.#state = fail(this.#listener, this.#cursor, 'endOfText', '', this.#cursor.at);
    }
  }

  #readBetweenTokens(bytes: Uint8Array): void {
    const cursor = this.#cursor;
    let at = cursor.at;
    let byte = bytes[at] ?? 0;
    while (byte === SPACE || byte === TAB) {
      byte = bytes[++at] ?? 0;
    }
    cursor.at = at;
    if (at >= bytes.length) {
      return;
    }
    if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
      cursor.skipLineBreak();
      return;
    }
    if (byte === SLASH) {
      this.#state = this.#comments.begin(this.#state);
      return;
    }
    switch (this.#state) {
      case STATE.afterValue:
        this.#readAfterValue(byte);
        break;
      case STATE.colon:
        if (byte === COLON) {
          this.#state = STATE.value;
          cursor.at++;
        } else {
          this.#fail('unexpected');
        }
        break;
      case STATE.keyOrClose:
      case STATE.keyAfterComma:
        this.#readKey(byte);
        break;
      default:
        this.#readValue(byte);
    }
  }

  #readAfterValue(byte: number): void {
    if (this.#rows.isOutside) {
      if (byte === OPEN_BRACE && this.#rows.allowsMoreRoots) {
        this.#state = STATE.value;
      } else {
        this.#fail('textAfterEnd');
      }
      return;
    }
    const isInObject = this.#rows.isInObject;
    if (byte === COMMA) {
      this.#cursor.setPosition(this.#comma, this.#cursor.at);
      this.#state = isInObject ? STATE.keyAfterComma : STATE.valueAfterComma;
      this.#cursor.at++;
    } else if (byte === (isInObject ? CLOSE_BRACE : CLOSE_BRACKET)) {
      this.#close();
    } else {
      this.#fail('unexpected');
    }
  }

  #readKey(byte: number): void {
    const cursor = this.#cursor;
    if (byte === QUOTE) {
      if (this.#rows.isInRow && this.#members.read(cursor.bytes, cursor.at)) {
        this.#resumeAfterMembers();
        return;
      }
      this.#tokens.begin(cursor.at++, true);
      this.#state = STATE.inString;
    } else if (byte === CLOSE_BRACE) {
      this.#reportTrailingComma(STATE.keyAfterComma);
      this.#close();
    } else if (((byteClass[byte] ?? 0) & WORD_BYTE) !== 0) {
      this.#tokens.begin(cursor.at, true);
      this.#state = STATE.inWord;
    } else {
      this.#fail('unexpected');
    }
  }

  /** Continues where the fast path stopped. */
  #resumeAfterMembers(): void {
    const { at, state, token, comma } = this.#members;
    this.#cursor.at = at;
    this.#state = state;
    this.#tokens.begin(token, false);
    if (comma !== undefined) {
      this.#cursor.setPosition(this.#comma, comma);
    }
  }

  #readValue(byte: number): void {
    this.#tokens.begin(this.#cursor.at, false);
    if (byte === QUOTE) {
      this.#rows.beginValue('scalar', this.#tokens.positionOfToken);
      this.#state = STATE.inString;
      this.#cursor.at++;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.#open(byte === OPEN_BRACE);
    } else if (byte === CLOSE_BRACKET && this.#state !== STATE.value) {
      this.#reportTrailingComma(STATE.valueAfterComma);
      this.#close();
    } else if (((byteClass[byte] ?? 0) & (NUMBER_BYTE | WORD_BYTE)) !== 0) {
      const isLetter = ((byteClass[byte | 0x20] ?? 0) & WORD_BYTE) !== 0 && (byte | 0x20) >= 0x61;
      this.#rows.beginValue('scalar', this.#tokens.positionOfToken);
      this.#state = isLetter || ((byteClass[byte] ?? 0) & NUMBER_BYTE) === 0 ? STATE.inWord : STATE.inNumber;
    } else {
      this.#fail('unexpected');
    }
  }

  #open(isObject: boolean): void {
    this.#rows.beginValue(isObject ? 'object' : 'array', this.#tokens.positionOfToken);
    this.#rows.open(isObject);
    this.#state = isObject ? STATE.keyOrClose : STATE.valueOrClose;
    this.#cursor.at++;
  }

  #close(): void {
    this.#cursor.at++;
    this.#state = STATE.afterValue;
    this.#rows.close();
  }

  #reportTrailingComma(stateAfterComma: number): void {
    if (this.#state === stateAfterComma) {
      this.#listener.onFault?.('trailingComma', ',', () => this.#comma.positionIn(this.#cursor.bytes));
    }
  }

  /** The character at the cursor is not allowed there. */
  #fail(fault: 'unexpected' | 'textAfterEnd'): void {
    this.#state = failAtCharacter(this.#listener, this.#cursor, fault);
  }
}
