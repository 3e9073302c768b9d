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

/** Keeps only the rows of an object around them, as in the response of an API. See `RowsInObject`. */
export function useMemberRows(text: string): readonly TextEdit[] {
  const [object, ...others] = [...readJsonRows(text)];
  if (object?.isRoot !== true || others.length > 0) {
    return [];
  }
  const arrays = arraysOfObjects(text, object.members);
  const [rows, ...otherRows] =
    arrays.length > 0 ? arrays : object.members.flatMap((member) => innerArrays(text, member));
  if (rows === undefined || otherRows.length > 0) {
    return [];
  }
  return [
    { start: object.start, end: rows.start, newText: '' },
    { start: rows.end, end: object.end, newText: '' },
  ];
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The members that are arrays whose first element is an object. */
function arraysOfObjects(text: string, members: readonly JsonMember[]): readonly Span[] {
  return members
    .filter(({ valueStart, valueEnd }) => /^\[\s*\{/.test(text.slice(valueStart, valueEnd)))
    .map(({ valueStart, valueEnd }) => ({ start: valueStart, end: valueEnd }));
}

/** Those of a member that is an object. */
function innerArrays(text: string, { valueStart, valueEnd }: JsonMember): readonly Span[] {
  const value = text.slice(valueStart, valueEnd);
  return [...readJsonRows(value)]
    .filter(({ isRoot }) => isRoot)
    .flatMap(({ members }) => arraysOfObjects(value, members))
    .map(({ start, end }) => ({ start: valueStart + start, end: valueStart + end }));
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
