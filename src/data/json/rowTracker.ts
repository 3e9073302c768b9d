import type { TextPosition } from '../text/textPosition.ts';
import { Mark } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import type { JsonKeys } from './jsonKeys.ts';
import { MAX_MEMBER_DEPTH } from './jsonListener.ts';
import type { JsonListener, JsonValueKind } from './jsonListener.ts';

/** How many brackets are open around a row, by the kind of the root. There are no rows in a scalar. */
const ROW_DEPTHS: Readonly<Record<JsonValueKind, number>> = { array: 1, object: 0, scalar: -2 };

/** Tracks which values are rows, and which values and keys are in one. The objects in a root array are rows, and so is a root object. */
export class RowTracker {
  readonly #cursor: Cursor;
  readonly #listener: JsonListener;
  readonly #keys: JsonKeys;
  /** The open brackets, from the outermost: 1 for an object, 0 for an array. */
  #brackets = new Uint8Array(64);
  #depth = 0;
  /** How many brackets are open around a row; negative if there are no rows. */
  #rowDepth = -1;
  readonly #row: Mark;
  /** Offset of the current row in the whole text. */
  #rowStart = 0;
  #ignoresMembers = false;

  constructor(cursor: Cursor, listener: JsonListener, keys: JsonKeys) {
    this.#cursor = cursor;
    this.#listener = listener;
    this.#keys = keys;
    this.#row = new Mark(cursor);
  }

  get isOutside(): boolean {
    return this.#depth === 0;
  }

  /** Whether the innermost open bracket is an object. */
  get isInObject(): boolean {
    return this.#brackets[this.#depth - 1] === 1;
  }

  /** Whether the innermost open bracket is a row, not a value in one. */
  get isInRow(): boolean {
    return this.#depth === this.#rowDepth + 1 && this.isInObject;
  }

  /** Whether the next value is an element of the root array. */
  get isBeforeElement(): boolean {
    return this.#depth === this.#rowDepth;
  }

  /** Whether another object may follow the root: JSON Lines. */
  get allowsMoreRoots(): boolean {
    return this.#rowDepth === 0;
  }

  /** Reports no more arrays in rows, which takes time. */
  ignoreMembers(): void {
    this.#ignoresMembers = true;
  }

  beginValue(kind: JsonValueKind, position: () => TextPosition): void {
    if (this.isOutside) {
      this.#rowDepth = ROW_DEPTHS[kind];
      this.#listener.onRoot?.(kind, position);
    } else if (this.#depth === this.#rowDepth) {
      this.#listener.onElement?.(kind, position);
    } else if (kind !== 'scalar' && this.isInRow) {
      this.#listener.onNested?.(this.#keys.lastName, position);
    }
  }

  /** Opens the bracket at this offset of the chunk. `isFirst`: it is the first element of its array. */
  open(isObject: boolean, at: number, isFirst: boolean): void {
    if (isObject && this.#depth === this.#rowDepth) {
      this.#keys.beginRow();
      this.#row.set(at);
      this.#rowStart = this.#cursor.offsetOf(at);
    } else if (this.#reportsMembers) {
      this.#reportInRow(isObject, at, isFirst);
    }
    if (this.#depth === this.#brackets.length) {
      const larger = new Uint8Array(this.#depth * 2);
      larger.set(this.#brackets);
      this.#brackets = larger;
    }
    this.#brackets[this.#depth++] = isObject ? 1 : 0;
  }

  /** Closes the innermost bracket, before this offset of the chunk. */
  close(end: number, isEmptyArray = false): void {
    const isRow = this.isInRow;
    this.#depth--;
    if (isRow) {
      this.#listener.onRowEnd?.(this.#rowStart, this.#cursor.offsetOf(end), this.#row.position);
      this.#row.clear();
    } else if (this.#reportsMembers && this.#isMemberArray(this.#depthInRow)) {
      this.#listener.onMemberArrayEnd?.(this.#cursor.offsetOf(end), isEmptyArray);
    }
  }

  /** Reports the brackets that show whether what was taken for a row has the rows in one of its members. */
  #reportInRow(isObject: boolean, at: number, isFirst: boolean): void {
    const depth = this.#depthInRow;
    if (!isObject && this.#isInObjects(depth)) {
      this.#listener.onMemberArray?.(this.#keys.lastName, this.#cursor.offsetOf(at), depth);
    } else if (depth > 1 && isObject && isFirst) {
      this.#listener.onFirstObject?.(this.#isMemberArray(depth - 1));
    } else if (this.isInObject && this.#isMemberArray(depth - 2)) {
      this.#listener.onNestedInElement?.();
    }
  }

  /** Whether the innermost open bracket is a row or in one, whose arrays are reported. */
  get #reportsMembers(): boolean {
    const rowDepth = this.#rowDepth;
    return !this.#ignoresMembers && rowDepth >= 0 && this.#depth > rowDepth && this.#brackets[rowDepth] === 1;
  }

  /** How many brackets are open in the row, with its own. */
  get #depthInRow(): number {
    return this.#depth - this.#rowDepth;
  }

  /** Whether the bracket at this depth in the row, which is open or was closed last, is an array in a member. */
  #isMemberArray(depth: number): boolean {
    return this.#brackets[this.#rowDepth + depth] === 0 && this.#isInObjects(depth);
  }

  /** Whether all brackets around one at this depth in the row are objects. */
  #isInObjects(depth: number): boolean {
    let around = depth - 1;
    while (around > 0 && this.#brackets[this.#rowDepth + around] === 1) {
      around--;
    }
    return around === 0 && depth <= MAX_MEMBER_DEPTH;
  }

  endChunk(): void {
    this.#row.endChunk();
  }
}
