import { createScanner } from 'jsonc-parser';
import { readJsonRows, TOKEN } from '../json/jsonRows.ts';
import type { JsonRow } from '../json/jsonRows.ts';
import type { TextEdit } from './textEdit.ts';
import { UniqueNames } from './uniqueNames.ts';

/** The largest total of new text that an editor can apply. */
const MOST_UNITS = 64_000_000;

/** Names grow with each level, and each value repeats its name: without a limit, deep nesting would exhaust memory. */
const LONGEST_NAME = 1_000;

/** A value that is neither an object nor an array, as written, and its dotted name. */
interface Leaf {
  readonly name: string;
  readonly value: string;
}

/** An object or an array that is being read. */
interface OpenValue {
  readonly name: string;
  readonly isArray: boolean;
  index: number;
  key: string | undefined;
  isEmpty: boolean;
}

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

/**
 * The leaves of a nested JSON value, in order. An empty object or array counts as a null leaf. Not recursive, so any depth
 * works; undefined where a name would become too long.
 */
function leavesOf(source: string, name: string): readonly Leaf[] | undefined {
  const scanner = createScanner(source, true);
  const leaves: Leaf[] = [];
  const open: OpenValue[] = [];
  for (;;) {
    const token: number = scanner.scan();
    const parent = open.at(-1);
    if (token === TOKEN.endOfText || token === TOKEN.unknown) {
      return leaves;
    }
    if (token === TOKEN.closeBrace || token === TOKEN.closeBracket) {
      const closed = open.pop();
      if (closed?.isEmpty === true) {
        leaves.push({ name: closed.name, value: 'null' });
      }
    } else if (token === TOKEN.comma) {
      if (parent !== undefined) {
        parent.index++;
        parent.key = undefined;
      }
    } else if (parent !== undefined && !parent.isArray && parent.key === undefined) {
      parent.key = scanner.getTokenValue();
    } else if (token !== TOKEN.colon) {
      const path = parent === undefined ? name : `${parent.name}.${parent.isArray ? parent.index : parent.key}`;
      if (path.length > LONGEST_NAME) {
        return undefined;
      }
      if (parent !== undefined) {
        parent.isEmpty = false;
      }
      if (token === TOKEN.openBrace || token === TOKEN.openBracket) {
        open.push({ name: path, isArray: token === TOKEN.openBracket, index: 0, key: undefined, isEmpty: true });
      } else {
        const at = scanner.getTokenOffset();
        leaves.push({ name: path, value: source.slice(at, at + scanner.getTokenLength()) });
      }
    }
  }
}
