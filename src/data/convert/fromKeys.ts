import { textOfBytes } from '../text/utf8.ts';
import { NO_BYTES } from './byteTransform.ts';
import type { ByteTransform } from './byteTransform.ts';
import { JsonRewriter } from './jsonRewriter.ts';
import { CLOSE_BRACE, CLOSE_BRACKET, COLON, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE, SPACE } from '../text/ascii.ts';

const BLANK = Buffer.of(SPACE);

/**
 * Turns a JSON object (UTF-8) whose members are rows into the array of these, each with its key as its first value:
 * `{"u1":{"id":1}}` becomes `[{"key":"u1","id":1}]`. A member that is no object stays one that is no row.
 *
 * @param column the name of the keys, which no row has. If it is undefined, they become blanks, so that the rows keep their positions.
 */
export function fromKeys(column: string | undefined): ByteTransform {
  return new KeyedRows(column);
}

class KeyedRows implements ByteTransform {
  /** The name of the keys and a colon. */
  readonly #name: Uint8Array | undefined;
  readonly #json = new JsonRewriter({
    onToken: (byte, at) => this.#readToken(byte, at),
    onStringEnd: (end) => this.#endString(end),
    onChunkEnd: (length) => this.#endChunk(length),
  });
  #depth = 0;
  #isRootObject = false;
  /** What is next in the object around the rows. */
  #next: 'key' | 'endOfKey' | 'row' = 'key';
  /** The parts of the key of the next row as it is written, so far. */
  #key: Uint8Array[] = [];
  /** Whether a row has begun with its key, after which it needs a comma unless it has nothing else. */
  #isAfterKey = false;

  constructor(column: string | undefined) {
    this.#name = column === undefined ? undefined : Buffer.from(`${JSON.stringify(column)}:`);
  }

  push(bytes: Uint8Array): Uint8Array {
    return this.#json.push(bytes);
  }

  end(): Uint8Array {
    return NO_BYTES;
  }

  #endChunk(length: number): void {
    if (this.#next === 'endOfKey') {
      this.#addToKey(length);
    } else {
      this.#json.writeTo(length);
    }
  }

  #endString(end: number): void {
    if (this.#next === 'endOfKey') {
      this.#endKey(end);
    }
  }

  #readToken(byte: number, at: number): void {
    if (this.#isAfterKey) {
      this.#separateFromKey(byte, at);
    }
    const isBetweenMembers = this.#depth === 1 && this.#isRootObject;
    switch (byte) {
      case QUOTE:
        if (isBetweenMembers && this.#next === 'key') {
          this.#beginKey(at);
        }
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        this.#open(byte, at);
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        this.#close(at);
        break;
      case COMMA:
        this.#next = isBetweenMembers ? 'key' : this.#next;
        break;
      case COLON:
        if (isBetweenMembers) {
          this.#json.replace(at, this.#name === undefined ? BLANK : NO_BYTES);
        }
        break;
    }
  }

  #separateFromKey(byte: number, at: number): void {
    this.#isAfterKey = false;
    if (byte !== CLOSE_BRACE) {
      this.#json.writeTo(at);
      this.#json.write(Buffer.of(COMMA));
    }
  }

  #beginKey(at: number): void {
    this.#json.writeTo(at);
    this.#key = [];
    this.#next = 'endOfKey';
  }

  #endKey(end: number): void {
    this.#addToKey(end);
    this.#next = 'row';
    if (this.#name === undefined) {
      this.#json.write(blanksFor(Buffer.concat(this.#key)));
    }
  }

  #open(byte: number, at: number): void {
    if (this.#depth === 0 && byte === OPEN_BRACE) {
      this.#isRootObject = true;
      this.#json.replace(at, Buffer.of(OPEN_BRACKET));
    } else if (this.#depth === 1 && this.#next === 'row' && byte === OPEN_BRACE && this.#name !== undefined) {
      this.#json.writeTo(at + 1);
      this.#json.write(this.#name, ...this.#key);
      this.#isAfterKey = true;
    }
    this.#depth++;
  }

  #close(at: number): void {
    this.#depth--;
    if (this.#depth === 0 && this.#isRootObject) {
      this.#isRootObject = false;
      this.#next = 'key';
      this.#json.replace(at, Buffer.of(CLOSE_BRACKET));
    }
  }

  #addToKey(end: number): void {
    // A copy, because the source may reuse the bytes.
    this.#key.push(Uint8Array.from(this.#json.take(end)));
  }
}

/** As many blanks as a key has UTF-16 units. */
function blanksFor(key: Uint8Array): Uint8Array {
  return Buffer.alloc(textOfBytes(key).length, SPACE);
}
