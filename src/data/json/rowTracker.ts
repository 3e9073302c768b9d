import type { TextPosition } from '../text/textPosition.ts';
import { Mark } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import type { JsonKeys } from './jsonKeys.ts';
import type { JsonListener, JsonValueKind, MemberDepth } from './jsonListener.ts';

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
      this.#rowDepth = kind === 'array' ? 1 : kind === 'object' ? 0 : -2;
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
    } else if (this.#reportsMembers && this.#depthInRow === this.#memberDepth && this.#isMemberArray) {
      this.#listener.onMemberArrayEnd?.(this.#cursor.offsetOf(end), isEmptyArray);
    }
  }

  /** Reports the brackets that show whether what was taken for a row has the rows in one of its members. */
  #reportInRow(isObject: boolean, at: number, isFirst: boolean): void {
    const depth = this.#depthInRow;
    // What is known of the member at depth 1 is that of an earlier one until its bracket is open.
    if (!isObject && (depth === 1 || (depth === 2 && this.#memberDepth === 2))) {
      this.#listener.onMemberArray?.(this.#keys.lastName, this.#cursor.offsetOf(at), depth);
    } else if (depth > 1 && isObject && isFirst) {
      this.#listener.onFirstObject?.(depth === this.#memberDepth + 1 && this.#isMemberArray);
    } else if (depth === this.#memberDepth + 2 && this.#isMemberArray && this.isInObject) {
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

  /** The depth at which an array can have the rows: 1, or 2 if the member of the row that is being read is an object. */
  get #memberDepth(): MemberDepth {
    return this.#brackets[this.#rowDepth + 1] === 1 ? 2 : 1;
  }

  /** Whether what is being read at that depth, or has just ended there, is an array. */
  get #isMemberArray(): boolean {
    return this.#brackets[this.#rowDepth + this.#memberDepth] === 0;
  }

  endChunk(): void {
    this.#row.endChunk();
  }
}
