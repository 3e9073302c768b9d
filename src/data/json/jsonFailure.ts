import type { Cursor } from './cursor.ts';
import type { JsonFault, JsonListener } from './jsonListener.ts';
import { STATE } from './jsonState.ts';

/** Tells of a fault behind which nothing is read. Returns the state to be in. */
export function fail(listener: JsonListener, cursor: Cursor, fault: JsonFault, found: string, at: number): number {
  listener.onFault?.(fault, found, () => cursor.placeOf(at));
  return STATE.failed;
}

/** The same where the fault is the character that is looked at. */
export function failAtCharacter(listener: JsonListener, cursor: Cursor, fault: JsonFault): number {
  const { bytes, at } = cursor;
  const character = Buffer.from(bytes.subarray(at, at + 4)).toString();
  return fail(listener, cursor, fault, String.fromCodePoint(character.codePointAt(0) ?? 0), at);
}
