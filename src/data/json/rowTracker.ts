import { LazyPosition } from '../text/textPosition.ts';
import type { TextPosition } from '../text/textPosition.ts';
import type { Cursor } from './cursor.ts';
import type { JsonKeys } from './jsonKeys.ts';
import type { JsonListener, JsonValueKind } from './jsonListener.ts';

/** Tells values and keys by what they are to the rows. Objects in the root array are rows; where the root is an object, it is one. */
export class RowTracker {
  readonly #cursor: Cursor;
  readonly #listener: JsonListener;
  readonly #keys: JsonKeys;
  readonly #brackets = new OpenBrackets();
  /** How many brackets are open around a row; less than 0 where there are no rows. */
  #rowDepth = -1;
  readonly #row = new LazyPosition();
  /** Where the current row begins in the whole text. */
  #rowStart = 0;

  constructor(cursor: Cursor, listener: JsonListener, keys: JsonKeys) {
    this.#cursor = cursor;
    this.#listener = listener;
    this.#keys = keys;
  }

  get isOutside(): boolean {
    return this.#brackets.depth === 0;
  }

  /** Whether the innermost bracket is an object's. */
  get isInObject(): boolean {
    return this.#brackets.isObjectAt(this.#brackets.depth - 1);
  }

  /** Whether what stands between the innermost brackets belongs to a row itself, and not to a value in it. */
  get isInRow(): boolean {
    return this.#brackets.depth === this.#rowDepth + 1 && this.#brackets.isObjectAt(this.#rowDepth);
  }

  /** Whether an object may follow the root: JSON Lines. */
  get takesMoreRoots(): boolean {
    return this.#rowDepth === 0;
  }

  /** A value begins. */
  beginValue(kind: JsonValueKind, position: () => TextPosition): void {
    if (this.isOutside) {
      this.#rowDepth = kind === 'array' ? 1 : kind === 'object' ? 0 : -2;
      this.#listener.onRoot?.(kind, position);
    } else if (this.#brackets.depth === this.#rowDepth) {
      this.#listener.onElement?.(kind, position);
    } else if (kind !== 'scalar' && this.isInRow) {
      this.#listener.onNested?.(this.#keys.lastName, position);
    }
  }

  /** The bracket is looked at that opens a value. */
  open(isObject: boolean): void {
    if (isObject && this.#brackets.depth === this.#rowDepth) {
      this.#keys.beginRow();
      this.#cursor.setPosition(this.#row, this.#cursor.at);
      this.#rowStart = this.#cursor.offset;
    }
    this.#brackets.open(isObject);
  }

  /** The innermost bracket's value ends before the byte that is looked at. */
  close(): void {
    const isRow = this.isInRow;
    this.#brackets.close();
    if (isRow) {
      this.#listener.onRowEnd?.(this.#rowStart, this.#cursor.offset, () => this.#row.positionIn(this.#cursor.bytes));
    }
  }

  /** A key of a row was read. */
  takeKey(name: string, position: () => TextPosition): void {
    if (this.#keys.take(name)) {
      this.#listener.onDuplicateKey?.(name, position);
    }
  }

  /** The bytes at hand are about to go. */
  endChunk(): void {
    this.#row.shift(this.#cursor.bytes, this.#cursor.bytes.length);
  }
}

/** The brackets that are open, in any depth, without recursion. */
export class OpenBrackets {
  /** Of each one, whether it is an object's. */
  #isObject = new Uint8Array(64);
  #depth = 0;

  get depth(): number {
    return this.#depth;
  }

  /** Whether the one at this depth is an object's; 0 is the outermost. */
  isObjectAt(depth: number): boolean {
    return this.#isObject[depth] === 1;
  }

  open(isObject: boolean): void {
    if (this.#depth === this.#isObject.length) {
      const larger = new Uint8Array(this.#depth * 2);
      larger.set(this.#isObject);
      this.#isObject = larger;
    }
    this.#isObject[this.#depth++] = isObject ? 1 : 0;
  }

  close(): void {
    this.#depth--;
  }
}
