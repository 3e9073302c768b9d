import { LazyPosition } from '../text/textPosition.ts';
import type { TextPosition } from '../text/textPosition.ts';
import type { Cursor } from './cursor.ts';
import type { JsonKeys } from './jsonKeys.ts';
import type { JsonListener, JsonValueKind } from './jsonListener.ts';

/** Knows which values and keys are rows or parts of one. The objects in a root array are rows, and so is a root object. */
export class RowTracker {
  readonly #cursor: Cursor;
  readonly #listener: JsonListener;
  readonly #keys: JsonKeys;
  readonly #brackets = new OpenBrackets();
  /** How many brackets are open around a row; negative if there are no rows. */
  #rowDepth = -1;
  readonly #row = new LazyPosition();
  /** Offset of the current row in the whole text. */
  #rowStart = 0;

  constructor(cursor: Cursor, listener: JsonListener, keys: JsonKeys) {
    this.#cursor = cursor;
    this.#listener = listener;
    this.#keys = keys;
  }

  get isOutside(): boolean {
    return this.#brackets.depth === 0;
  }

  /** Whether the innermost open bracket is an object. */
  get isInObject(): boolean {
    return this.#brackets.isObjectAt(this.#brackets.depth - 1);
  }

  /** Whether the innermost open bracket is a row, not a value in one. */
  get isInRow(): boolean {
    return this.#brackets.depth === this.#rowDepth + 1 && this.#brackets.isObjectAt(this.#rowDepth);
  }

  /** Whether another object may follow the root: JSON Lines. */
  get allowsMoreRoots(): boolean {
    return this.#rowDepth === 0;
  }

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

  /** Opens the bracket at the cursor. */
  open(isObject: boolean): void {
    if (isObject && this.#brackets.depth === this.#rowDepth) {
      this.#keys.beginRow();
      this.#cursor.setPosition(this.#row, this.#cursor.at);
      this.#rowStart = this.#cursor.offset;
    }
    this.#brackets.open(isObject);
  }

  /** Closes the innermost bracket. The cursor is after it. */
  close(): void {
    const isRow = this.isInRow;
    this.#brackets.close();
    if (isRow) {
      this.#listener.onRowEnd?.(this.#rowStart, this.#cursor.offset, () => this.#row.positionIn(this.#cursor.bytes));
    }
  }

  /** Adds a key to the current row. */
  addKey(name: string, position: () => TextPosition): void {
    if (this.#keys.add(name)) {
      this.#listener.onDuplicateKey?.(name, position);
    }
  }

  endChunk(): void {
    this.#row.shift(this.#cursor.bytes, this.#cursor.bytes.length);
  }
}

/** The open brackets, at any depth, without recursion. */
class OpenBrackets {
  /** 1 for an object, 0 for an array. */
  #isObject = new Uint8Array(64);
  #depth = 0;

  get depth(): number {
    return this.#depth;
  }

  /** Whether the bracket at this depth is an object. 0 is the outermost. */
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
