import type { Position } from '../text/textPosition.ts';

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
  onRoot?(kind: JsonValueKind, position: () => Position): void;
  /** An element of the root array begins. */
  onElement?(kind: JsonValueKind, position: () => Position): void;
  /** A row has ended: where it lies in all bytes so far. */
  onRowEnd?(start: number, end: number, position: () => Position): void;
  onDuplicateKey?(name: string, position: () => Position): void;
  /** A row's value is an object or an array. */
  onNested?(name: string, position: () => Position): void;
  onImpreciseNumber?(name: string, found: string, position: () => Position): void;
  /** The text is not JSON. After some faults it is read on as if it were. */
  onFault?(fault: JsonFault, found: string, position: () => Position): void;
}
