import type { TextPosition } from '../text/textPosition.ts';
import type { Cursor } from './cursor.ts';
import { STATE } from './jsonSyntax.ts';

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
  /** NaN and the infinities, which JavaScript and Python write and JSON has no way to say. */
  | 'notANumber';

export type JsonValueKind = 'object' | 'array' | 'scalar';

/** Told in the order of the text. A function that finds out a position is to be called at once or not at all. */
export interface JsonListener {
  /** A root value begins. There are several where objects follow each other: JSON Lines. */
  onRoot?(kind: JsonValueKind, position: () => TextPosition): void;
  /** An element of the root array begins. */
  onElement?(kind: JsonValueKind, position: () => TextPosition): void;
  /** A row has ended: where it lies in all bytes so far. */
  onRowEnd?(start: number, end: number, position: () => TextPosition): void;
  onDuplicateKey?(name: string, position: () => TextPosition): void;
  /** A row's value is an object or an array. */
  onNested?(name: string, position: () => TextPosition): void;
  onImpreciseNumber?(name: string, found: string, position: () => TextPosition): void;
  /** The text is not JSON. After some faults it is read on as if it were. */
  onFault?(fault: JsonFault, found: string, position: () => TextPosition): void;
}

/** Tells of a fault behind which nothing is read. Returns the state to be in. */
export function fail(listener: JsonListener, cursor: Cursor, fault: JsonFault, found: string, at: number): number {
  listener.onFault?.(fault, found, () => cursor.positionOf(at));
  return STATE.failed;
}

/** The same where the fault is the character that is looked at. */
export function failAtCharacter(listener: JsonListener, cursor: Cursor, fault: JsonFault): number {
  const { bytes, at } = cursor;
  const character = Buffer.from(bytes.subarray(at, at + 4)).toString();
  return fail(listener, cursor, fault, String.fromCodePoint(character.codePointAt(0) ?? 0), at);
}
