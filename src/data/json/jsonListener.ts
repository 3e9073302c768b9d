import type { JsonFault, Position } from '../dataProblem.ts';

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
