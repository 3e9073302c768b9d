import type { TextPosition } from '../text/textPosition.ts';
import type { Cursor } from './cursor.ts';
import { STATE } from './jsonSyntax.ts';

const PREVIEW_LENGTH = 30;

/** Why a text is not JSON (RFC 8259). */
export type JsonFault =
  | 'unexpected'
  | 'endOfText'
  | 'textAfterEnd'
  | 'trailingComma'
  | 'comment'
  | 'unterminatedString'
  | 'badString'
  | 'badNumber'
  /** `NaN` or an infinity: JavaScript and Python write them, JSON does not allow them. */
  | 'notANumber';

export type JsonValueKind = 'object' | 'array' | 'scalar';

/** Arrays further inside a row are not reported as those of its members. */
export const MAX_MEMBER_DEPTH = 5;

/** Called in the order of the text. `position` must be called at once or not at all. */
export interface JsonListener {
  /** A root value begins. JSON Lines has several of them. */
  onRoot?(kind: JsonValueKind, position: () => TextPosition): void;
  /** An element of the root array begins. */
  onElement?(kind: JsonValueKind, position: () => TextPosition): void;
  /** A row has ended. `start` and `end` are offsets in the whole text. */
  onRowEnd?(start: number, end: number, position: () => TextPosition): void;
  onDuplicateKey?(name: string, position: () => TextPosition): void;
  /** A value in a row is an object or an array. */
  onNested?(name: string, position: () => TextPosition): void;
  /**
   * A member of a row, or of an object in it, is an array. `name` is that of the member of the row; `start` is the offset of the bracket in
   * the whole text. `depth` is 1 for a member of the row, 2 for one of an object that is such a member, and so on, up to
   * `MAX_MEMBER_DEPTH`.
   */
  onMemberArray?(name: string, start: number, depth: number): void;
  /** That array has ended before this offset of the whole text. */
  onMemberArrayEnd?(end: number, isEmpty: boolean): void;
  /** Within a row, the first element of an array is an object. `isOfMember`: of an array that was reported as one of a member. */
  onFirstObject?(isOfMember: boolean): void;
  /** An element of such an array is an object with a value that is an object or an array. */
  onNestedInElement?(): void;
  /**
   * A string in a row begins with a number sign. `column` is the index of its key, negative if the row already has it. `written` gives the
   * string in its quotes, cut if it is long, and must be called at once or not at all.
   */
  onNumberSign?(column: number, name: string, written: () => string, position: () => TextPosition): void;
  /** `found` must be called at once or not at all. */
  onImpreciseNumber?(name: string, found: () => string, position: () => TextPosition): void;
  /** The text is not JSON. After some faults the scan goes on. */
  onFault?(fault: JsonFault, found: string, position: () => TextPosition): void;
}

/**
 * Takes the values of rows. Columns are the indexes of `JsonKeys`, negative if the row already has the key. The bytes must be followed by
 * four more in their buffer.
 */
export interface RowValues {
  /** A string without its quotes, with its escapes. */
  addString(column: number, bytes: Uint8Array, start: number, end: number): void;
  /** `isShort`: there is no exponent and a double holds the number. */
  addNumber(column: number, bytes: Uint8Array, start: number, end: number, isShort: boolean): void;
  /** A string that was not kept whole. */
  addLongString(column: number): void;
  /** `true`, `false`, or a word such as `NaN`. */
  addWord(column: number, word: string): void;
}

/** Reports a fault that ends the scan. Returns the next state. */
export function fail(listener: JsonListener, fault: JsonFault, found: string, position: () => TextPosition): number {
  listener.onFault?.(fault, found, position);
  return STATE.failed;
}

/** Like `fail`, for a fault that is the character at the cursor. */
export function failAtCharacter(listener: JsonListener, cursor: Cursor, fault: JsonFault): number {
  const { bytes, at } = cursor;
  const character = Buffer.from(bytes.subarray(at, at + 4)).toString();
  return fail(listener, fault, String.fromCodePoint(character.codePointAt(0) ?? 0), () => cursor.positionOf(at));
}

/** The beginning of a token, for a message. */
export function preview(token: Uint8Array): string {
  const text = Buffer.from(token.subarray(0, PREVIEW_LENGTH * 4)).toString();
  return Array.from(text).slice(0, PREVIEW_LENGTH).join('');
}
