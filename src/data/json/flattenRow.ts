import { createScanner } from 'jsonc-parser';
import type { TextEdit } from '../text/textEdit.ts';
import { UniqueNames } from '../text/uniqueNames.ts';
import { TOKEN } from './jsonRows.ts';
import type { JsonMember, JsonRow } from './jsonRows.ts';

/** Names grow with each level, and each value repeats its name: without a limit, deep nesting would exhaust memory. */
const MAX_NAME_LENGTH = 1_000;
/** The length of all names and values of one nested value together, in UTF-16 units. */
const MAX_LEAVES_LENGTH = 16_000_000;

const NO_NAMES: ReadonlySet<string> = new Set();

/** A value that is neither an object nor an array, as written, and its dotted name. */
interface Leaf {
  readonly name: string;
  readonly value: string;
  /** Offset of the value; undefined for the null of an empty object or array. */
  readonly start: number | undefined;
}

/** A member of a row that changes, and the members that take its place, if any. Their starts are offsets in the text. */
interface FlatMember {
  readonly member: JsonMember;
  readonly leaves: readonly Leaf[];
}

/** An object or an array that is being read. */
interface OpenValue {
  readonly name: string;
  readonly isArray: boolean;
  index: number;
  key: string | undefined;
  isEmpty: boolean;
}

/**
 * Moves nested values of a row into the row itself, under dotted names. Empty if there are none, and if they would become
 * too long: then the row stays as it is.
 *
 * @param withoutNulls names under which null is omitted, see `objectNames`.
 */
export function flattenRow(text: string, row: JsonRow, withoutNulls: ReadonlySet<string>): readonly TextEdit[] {
  const flat = new Map(flatMembers(text, row, withoutNulls)?.map(({ member, leaves }) => [member, leaves]));
  const firstKept = row.members.findIndex((member) => flat.get(member)?.length !== 0);
  return row.members.flatMap((member, index) => {
    const { start, nameEnd, valueStart, valueEnd } = member;
    const leaves = flat.get(member);
    if (leaves === undefined) {
      return [];
    }
    if (leaves.length > 0) {
      const colon = text.slice(nameEnd, valueStart);
      const newText = leaves.map(({ name, value }) => `${JSON.stringify(name)}${colon}${value}`).join(', ');
      return { start, end: valueEnd, newText };
    }
    // With the comma after it, or before it if a member remains there.
    return firstKept >= 0 && firstKept < index
      ? { start: row.members[index - 1]?.valueEnd ?? start, end: valueEnd, newText: '' }
      : { start, end: row.members[index + 1]?.start ?? valueEnd, newText: '' };
  });
}

/** The members of a row that change: nested ones, and those that are omitted. Undefined if they would become too long. */
export function flatMembers(
  text: string,
  { members }: JsonRow,
  withoutNulls = NO_NAMES,
): readonly FlatMember[] | undefined {
  const isOmitted = (name: string, value: string): boolean => value === 'null' && withoutNulls.has(name);
  const written = ({ valueStart, valueEnd }: JsonMember): string => text.slice(valueStart, valueEnd);
  const isChanged = (member: JsonMember): boolean =>
    member.isNested || (withoutNulls.has(member.name) && written(member) === 'null');
  const changed = members.filter(isChanged);
  if (changed.length === 0) {
    return [];
  }
  const names = new UniqueNames(members.filter((member) => !isChanged(member)).map(({ name }) => name));
  const flat: FlatMember[] = [];
  for (const member of changed) {
    const leaves = member.isNested ? leavesOf(written(member), member.name) : [];
    if (leaves === undefined) {
      return undefined;
    }
    flat.push({
      member,
      leaves: leaves
        .filter(({ name, value }) => !isOmitted(name, value))
        .map(({ start, ...leaf }) => ({
          ...leaf,
          name: names.take(leaf.name),
          start: start === undefined ? undefined : member.valueStart + start,
        })),
    });
  }
  return flat;
}

/**
 * The leaves of a nested JSON value, in order. An empty object or array counts as a null leaf. Not recursive, so any depth
 * works; undefined where they would become too long.
 */
function leavesOf(source: string, name: string): readonly Leaf[] | undefined {
  const scanner = createScanner(source, true);
  const leaves: Leaf[] = [];
  const open: OpenValue[] = [];
  let units = 0;
  for (;;) {
    const token: number = scanner.scan();
    const parent = open.at(-1);
    if (token === TOKEN.endOfText || token === TOKEN.unknown) {
      return leaves;
    }
    if (token === TOKEN.closeBrace || token === TOKEN.closeBracket) {
      const closed = open.pop();
      if (closed?.isEmpty === true) {
        leaves.push({ name: closed.name, value: 'null', start: undefined });
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
      units += path.length + scanner.getTokenLength();
      if (path.length > MAX_NAME_LENGTH || units > MAX_LEAVES_LENGTH) {
        return undefined;
      }
      if (parent !== undefined) {
        parent.isEmpty = false;
      }
      if (token === TOKEN.openBrace || token === TOKEN.openBracket) {
        open.push({ name: path, isArray: token === TOKEN.openBracket, index: 0, key: undefined, isEmpty: true });
      } else {
        const at = scanner.getTokenOffset();
        leaves.push({ name: path, value: source.slice(at, at + scanner.getTokenLength()), start: at });
      }
    }
  }
}
