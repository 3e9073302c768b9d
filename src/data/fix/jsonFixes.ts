import { rowsInMember } from '../check/checkResult.ts';
import { DataCheck } from '../check/dataCheck.ts';
import { flatMembers, flattenRow } from '../json/flattenRow.ts';
import { MemberRows } from '../json/memberRows.ts';
import { objectNames } from '../json/objectNames.ts';
import { readJsonRows } from '../json/jsonRows.ts';
import type { TextEdit } from '../text/textEdit.ts';
import { countUnits } from '../text/textPosition.ts';

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

/** Keeps only the rows of the object around them, or of the pages, where the check finds them. The conversion of an upload keeps the same rows. */
export function useMemberRows(text: string): readonly TextEdit[] {
  const start = text.length - text.trimStart().length;
  const bytes = Buffer.from(text.slice(start));
  const name = nameOfRows(bytes);
  const arrays = name === undefined ? [] : readArrays(bytes, name);
  const [first, last] = [arrays[0], arrays.at(-1)];
  if (first === undefined || last === undefined) {
    return [];
  }
  const between = arrays.slice(1).map((array, index) => ({
    start: start + (arrays[index] ?? first).end,
    end: start + array.start,
    newText: ',',
  }));
  return [
    { start, end: start + first.start, newText: '[' },
    ...between,
    { start: start + last.end, end: text.trimEnd().length, newText: ']' },
  ];
}

function nameOfRows(bytes: Uint8Array): string | undefined {
  const check = new DataCheck('json');
  check.push(bytes);
  return rowsInMember(check.end())?.name;
}

/** What is in the brackets of an array, as offsets in UTF-16 units. */
interface ArrayContents {
  readonly start: number;
  end: number;
}

/** The arrays of rows; none if the last one has no end. */
function readArrays(bytes: Uint8Array, name: string): readonly ArrayContents[] {
  const arrays: ArrayContents[] = [];
  let at = 0;
  const reader = new MemberRows(name, {
    onAround: (around) => (at += countUnits(around, 0, around.length)),
    onArray: () => {
      at++;
      arrays.push({ start: at, end: at });
    },
    onRows: (rows) => {
      at += countUnits(rows, 0, rows.length);
      const array = arrays.at(-1);
      if (array !== undefined) {
        array.end = at;
      }
    },
  });
  reader.push(bytes);
  return reader.end() ? arrays : [];
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
