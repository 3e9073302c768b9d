import { flattenRow } from '../json/flattenRow.ts';
import { readJsonRows } from '../json/jsonRows.ts';
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
