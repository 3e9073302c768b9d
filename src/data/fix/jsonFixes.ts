import { flattenRow } from '../json/flattenRow.ts';
import { readJsonRows } from '../json/jsonRows.ts';
import type { JsonMember } from '../json/jsonRows.ts';
import type { TextEdit } from '../text/textEdit.ts';

/** The largest total of new text that an editor can apply. */
const MAX_TEXT_LENGTH = 64_000_000;

/** Turns JSON Lines, or a single object, into an array. */
export function linesToArray(text: string): readonly TextEdit[] {
  const rows = [...readJsonRows(text)].filter(({ isRoot }) => isRoot);
  return rows.flatMap(({ start, end }, index) => [
    ...(index === 0 ? [{ start, end: start, newText: '[' }] : []),
    { start: end, end, newText: index === rows.length - 1 ? ']' : ',' },
  ]);
}

/** Keeps only the rows of an object in which exactly one member is an array of objects, as in the response of an API. */
export function useMemberRows(text: string): readonly TextEdit[] {
  const [object, ...others] = [...readJsonRows(text)];
  const isArrayOfObjects = ({ valueStart, valueEnd }: JsonMember) => /^\[\s*\{/.test(text.slice(valueStart, valueEnd));
  const [rows, ...otherRows] = object?.members.filter(isArrayOfObjects) ?? [];
  if (object?.isRoot !== true || rows === undefined || others.length + otherRows.length > 0) {
    return [];
  }
  return [
    { start: object.start, end: rows.valueStart, newText: '' },
    { start: rows.valueEnd, end: object.end, newText: '' },
  ];
}

/**
 * Moves nested values into the row itself, under dotted names: `address.city`, `tags.0`. Values stay as they are written; an
 * empty object or array becomes null, and a name that is already taken gets a number. Rows whose dotted names would be
 * extremely long stay as they are.
 */
export function flattenNested(text: string): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let units = 0;
  for (const row of readJsonRows(text)) {
    for (const edit of flattenRow(text, row)) {
      edits.push(edit);
      units += edit.newText.length;
    }
    if (units > MAX_TEXT_LENGTH) {
      return [];
    }
  }
  return edits;
}
