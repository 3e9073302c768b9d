import { flatMembers, flattenRow } from '../json/flattenRow.ts';
import { objectNames } from '../json/objectNames.ts';
import { readJsonRows } from '../json/jsonRows.ts';
import type { JsonMember, JsonRow } from '../json/jsonRows.ts';
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

/** Keeps only the rows of the objects around them, as in the response of an API or its pages. See `RowsInObject` and `RowsInPages`. */
export function useMemberRows(text: string): readonly TextEdit[] {
  const found = [...readJsonRows(text)].map((object) => rowsIn(text, object));
  const rows = found.flatMap((arrays) => arrays ?? []);
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined || found.includes(undefined)) {
    return [];
  }
  const [start, end] = [startOfText(text), text.trimEnd().length];
  const between = rows.slice(1).map((array, index) => ({
    start: (rows[index] ?? first).end - 1,
    end: array.start + 1,
    newText: ',',
  }));
  return [{ start, end: first.start, newText: '' }, ...between, { start: last.end, end, newText: '' }];
}

/** The array with the rows of an object; none if it is an empty page. Undefined if it is not certain which one that is. */
function rowsIn(text: string, { members }: JsonRow): readonly Span[] | undefined {
  const own = arraysOfObjects(text, members);
  const arrays = own.length > 0 ? own : members.flatMap((member) => innerArrays(text, member));
  const isEmptyPage = members.some(({ valueStart, valueEnd }) => /^\[\s*\]$/.test(text.slice(valueStart, valueEnd)));
  return arrays.length === 1 || (arrays.length === 0 && isEmptyPage) ? arrays : undefined;
}

/** After a byte order mark and white space. */
function startOfText(text: string): number {
  return text.length - text.trimStart().length;
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
 * empty object or array becomes null, and a name that is already taken gets a number. Null is omitted where another row has an object or
 * array with values. Rows whose dotted names would be extremely long stay as they are.
 */
export function flattenNested(text: string): readonly TextEdit[] {
  const columns = columnsOf(text);
  const withoutNulls = new Set(columns && objectNames([...columns.flat], [...columns.before]));
  const edits: TextEdit[] = [];
  let units = 0;
  for (const row of columns === undefined ? [] : readJsonRows(text)) {
    for (const edit of flattenRow(text, row, withoutNulls)) {
      edits.push(edit);
      units += edit.newText.length;
    }
    if (units > MAX_TEXT_LENGTH) {
      return [];
    }
  }
  return edits;
}

interface Columns {
  readonly before: ReadonlySet<string>;
  readonly flat: ReadonlySet<string>;
}

/** The columns of all rows before and after they are flattened; undefined if the text would be too long. */
function columnsOf(text: string): Columns | undefined {
  const before = new Set<string>();
  const flat = new Set<string>();
  let units = 0;
  for (const row of readJsonRows(text)) {
    for (const { name, isNested } of row.members) {
      before.add(name);
      if (!isNested) {
        flat.add(name);
      }
    }
    for (const { name } of (flatMembers(text, row) ?? []).flatMap(({ leaves }) => leaves)) {
      flat.add(name);
      units += name.length;
    }
    if (units > MAX_TEXT_LENGTH) {
      return undefined;
    }
  }
  return { before, flat };
}
