import { readJsonRows } from '../json/jsonRows.ts';
import type { JsonRow } from '../json/jsonRows.ts';
import { leavesOf } from './nestedLeaves.ts';
import type { TextEdit } from './textEdit.ts';
import { UniqueNames } from './uniqueNames.ts';

/** More text than this can't be changed in an editor. */
const MOST_UNITS = 64_000_000;

/**
 * Puts what is nested in a row into the row itself, under dotted names: `address.city`, `tags.0`. Every leaf stays as it is
 * written; an empty object or array becomes null. Names that would come twice get a number. A row whose dotted names would be
 * extremely long stays as it is.
 */
export function flattenNested(text: string): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let units = 0;
  for (const row of readJsonRows(text)) {
    for (const edit of row.members.some(({ isNested }) => isNested) ? flattenRow(text, row) : []) {
      edits.push(edit);
      units += edit.newText.length;
    }
    if (units > MOST_UNITS) {
      return [];
    }
  }
  return edits;
}

function flattenRow(text: string, { members }: JsonRow): readonly TextEdit[] {
  const names = new UniqueNames(members.filter(({ isNested }) => !isNested).map(({ name }) => name));
  const edits: TextEdit[] = [];
  for (const { name, nameEnd, start, valueStart, valueEnd } of members.filter(({ isNested }) => isNested)) {
    const colon = text.slice(nameEnd, valueStart);
    const leaves = leavesOf(text.slice(valueStart, valueEnd), name);
    if (leaves === undefined) {
      return [];
    }
    const newText = leaves.map((leaf) => `${JSON.stringify(names.take(leaf.name))}${colon}${leaf.value}`).join(', ');
    edits.push({ start, end: valueEnd, newText });
  }
  return edits;
}
