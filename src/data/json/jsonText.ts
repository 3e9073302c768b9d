import { lengthOfWholeCharacters } from '../text/utf8.ts';
import { JsonKeys } from './jsonKeys.ts';
import { JsonScanner } from './jsonScanner.ts';

const OBJECT_OR_ARRAY = /^\s*[[{]/;

/**
 * Whether a text in UTF-8 is JSON or JSON Lines: an object or an array without any fault. A line of CSV may begin with a bracket, too, as in
 * `[id],[name]`, or with a cell that is JSON, but what follows it is no JSON then.
 *
 * @param isWhole whether `start` is the whole text. Otherwise, it may end anywhere.
 */
export function isJsonText(start: Uint8Array, isWhole: boolean): boolean {
  if (!OBJECT_OR_ARRAY.test(Buffer.from(start.subarray(0, 1_000)).toString())) {
    return false;
  }
  let isJson = true;
  const scanner = new JsonScanner({ onFault: () => (isJson = false) }, new JsonKeys());
  scanner.push(start.subarray(0, isWhole ? start.length : lengthOfWholeCharacters(start)));
  if (isWhole) {
    scanner.end();
  }
  return isJson;
}
