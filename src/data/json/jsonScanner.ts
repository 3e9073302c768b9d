import type { TextPosition } from '../text/textPosition.ts';
import { CommentReader } from './commentReader.ts';
import { Cursor, Mark } from './cursor.ts';
import type { JsonKeys } from './jsonKeys.ts';
import { fail, failAtCharacter } from './jsonListener.ts';
import type { JsonListener, RowValues } from './jsonListener.ts';
import { byteClass, endOfBlank, NUMBER_BYTE, STATE, WORD_BYTE } from './jsonSyntax.ts';
import { RowReader } from './rowReader.ts';
import { RowTracker } from './rowTracker.ts';
import { TokenReader } from './tokenReader.ts';
import { CLOSE_BRACE, CLOSE_BRACKET, COLON, OPEN_BRACE, OPEN_BRACKET, QUOTE, SLASH } from '../text/ascii.ts';

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
  readonly #fastPath: RowReader;
  #state: number = STATE.value;
  readonly #comma = new Mark(this.#cursor);

  constructor(listener: JsonListener, keys: JsonKeys, values?: RowValues) {
    this.#listener = listener;
    this.#rows = new RowTracker(this.#cursor, listener, keys);
    this.#tokens = new TokenReader(this.#cursor, this.#rows, keys, listener, values);
    this.#comments = new CommentReader(this.#cursor, listener);
    this.#fastPath = new RowReader(this.#cursor, this.#rows, this.#tokens, keys, listener, values);
  }

  push(bytes: Uint8Array): void {
    const cursor = this.#cursor;
    cursor.beginChunk(bytes);
    while (cursor.at < bytes.length) {
      if (this.#state <= STATE.afterValue) {
        this.#readBetweenTokens();
      } else if (this.#state <= STATE.failed) {
        this.#state = this.#tokens.read(this.#state);
      } else {
        this.#state = this.#comments.read(this.#state);
      }
    }
    this.#rows.endChunk();
    if (this.#state === STATE.keyAfterComma || this.#state === STATE.valueAfterComma || this.#state > STATE.failed) {
      this.#comma.endChunk();
    }
    this.#tokens.endChunk(this.#state);
    this.#comments.endChunk(this.#state);
    cursor.endChunk();
  }

  /** The position of the next byte to push. */
  position(): TextPosition {
    return this.#cursor.positionOf(this.#cursor.at);
  }

  /** Offset of the next byte in the whole text. */
  get offset(): number {
    return this.#cursor.offsetOf(this.#cursor.at);
  }

  /** From now on, reports no arrays in rows. */
  ignoreMembers(): void {
    this.#rows.ignoreMembers();
  }

  end(): void {
    this.#state = this.#comments.end(this.#tokens.end(this.#state));
    if (this.#state !== STATE.failed && !(this.#rows.isOutside && this.#state === STATE.afterValue)) {
      this.#state = fail(this.#listener, 'endOfText', '', () => this.position());
    }
  }

  #readBetweenTokens(): void {
    const cursor = this.#cursor;
    if (!this.#rows.isOutside) {
      this.#state = this.#fastPath.read(this.#state);
      if (this.#fastPath.comma >= 0) {
        this.#comma.set(this.#fastPath.comma);
      }
      if (this.#state > STATE.afterValue) {
        return;
      }
    }
    cursor.at = endOfBlank(cursor.padded, cursor.view, cursor.at);
    if (cursor.at >= cursor.bytes.length) {
      return;
    }
    const byte = cursor.bytes[cursor.at] ?? 0;
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
    if (!this.#rows.isOutside) {
      // The fast path has read what is allowed here: commas and closing brackets.
      this.#fail('unexpected');
    } else if (byte === OPEN_BRACE && this.#rows.allowsMoreRoots) {
      this.#state = STATE.value;
    } else {
      this.#fail('textAfterEnd');
    }
  }

  #readKey(byte: number): void {
    const cursor = this.#cursor;
    if (byte === QUOTE) {
      this.#tokens.begin(cursor.at++, true);
      this.#state = STATE.inString;
    } else if (byte === CLOSE_BRACE) {
      // The fast path has read the brace of an empty object.
      this.#closeAfterComma();
    } else if (((byteClass[byte] ?? 0) & WORD_BYTE) !== 0) {
      this.#tokens.begin(cursor.at, true);
      this.#state = STATE.inWord;
    } else {
      this.#fail('unexpected');
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
    } else if (byte === CLOSE_BRACKET && this.#state === STATE.valueAfterComma) {
      this.#closeAfterComma();
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
    this.#rows.open(isObject, this.#cursor.at, this.#state === STATE.valueOrClose);
    this.#state = isObject ? STATE.keyOrClose : STATE.valueOrClose;
    this.#cursor.at++;
  }

  #closeAfterComma(): void {
    this.#listener.onFault?.('trailingComma', ',', this.#comma.position);
    this.#cursor.at++;
    this.#state = STATE.afterValue;
    this.#rows.close(this.#cursor.at);
  }

  /** The character at the cursor is not allowed there. */
  #fail(fault: 'unexpected' | 'textAfterEnd'): void {
    this.#state = failAtCharacter(this.#listener, this.#cursor, fault);
  }
}
