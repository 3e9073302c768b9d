import { createScanner } from 'jsonc-parser';
import { TOKEN } from '../json/jsonTokens.ts';

/** A longer name is none: names grow with each level, and the text would grow with each value by as much. */
const LONGEST_NAME = 1_000;

/** A value that holds no others, as it is written, and its dotted name. */
export interface Leaf {
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

/**
 * The leaves of a nested JSON value, in their order. An empty object or array is one that is null. Without recursion, in any
 * depth; undefined where a name would become too long.
 */
export function leavesOf(source: string, name: string): readonly Leaf[] | undefined {
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
