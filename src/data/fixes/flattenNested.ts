import { parseTree } from 'jsonc-parser';
import type { Node } from 'jsonc-parser';
import { readJsonRows } from './jsonRows.ts';
import type { JsonMember, JsonRow } from './jsonRows.ts';
import type { TextEdit } from './textEdit.ts';
import { takeUniqueName } from './uniqueName.ts';

/**
 * Puts what is nested in a row into the row itself, under dotted names: `address.city`, `tags.0`. Every leaf stays as it is
 * written; an empty object or array becomes null. Names that would come twice get a number.
 */
export function flattenNested(text: string): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  for (const row of readJsonRows(text)) {
    if (row.members.some(({ isNested }) => isNested)) {
      edits.push(...flattenRow(text, row));
    }
  }
  return edits;
}

function flattenRow(text: string, { members }: JsonRow): readonly TextEdit[] {
  const taken = new Set(members.filter(({ isNested }) => !isNested).map(({ name }) => name));
  return members
    .filter(({ isNested }) => isNested)
    .map((member) => {
      const colon = text.slice(member.nameEnd, member.valueStart);
      const leaves = leavesOf(text, member).map(
        ({ name, value }) => `${JSON.stringify(takeUniqueName(name, taken))}${colon}${value}`,
      );
      return { start: member.start, end: member.valueEnd, newText: leaves.join(', ') };
    });
}

/** The scalars in a nested value, as they are written, under their dotted names. */
function leavesOf(
  text: string,
  { name, valueStart, valueEnd }: JsonMember,
): readonly { name: string; value: string }[] {
  const source = text.slice(valueStart, valueEnd);
  const leaves: { name: string; value: string }[] = [];
  const open: { readonly name: string; readonly node: Node | undefined }[] = [{ name, node: parseTree(source) }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { name: path, node } = next;
    const children = node?.children ?? [];
    if (node === undefined || node.type === 'null' || children.length === 0) {
      const isScalar = node !== undefined && node.type !== 'object' && node.type !== 'array';
      leaves.push({ name: path, value: isScalar ? source.slice(node.offset, node.offset + node.length) : 'null' });
    } else if (node.type === 'array') {
      open.push(...children.map((child, index) => ({ name: `${path}.${index}`, node: child })).reverse());
    } else {
      open.push(...children.map((child) => memberOf(path, child)).reverse());
    }
  }
  return leaves;
}

function memberOf(path: string, property: Node): { readonly name: string; readonly node: Node | undefined } {
  const [key, node] = property.children ?? [];
  return { name: `${path}.${String(key?.value)}`, node };
}
