import { createScanner } from 'jsonc-parser';
import { TOKEN } from './jsonRows.ts';

/** How far an outline has the members of objects: the root is at the first level. */
const MAX_DEPTH = 6;

/** A value at the beginning of a JSON text. */
export interface JsonOutline {
  readonly kind: 'object' | 'array' | 'scalar';
  /** A scalar as it is written; empty for an object or an array. */
  readonly written: string;
  /** The members of an object, in order. Unknown, and empty, for an object further inside than `MAX_DEPTH`. */
  readonly members: readonly (readonly [name: string, value: JsonOutline])[];
  /** The elements of an array, as far as the text goes. */
  readonly elements: readonly JsonOutline[];
  /** Whether an object or an array has nothing in it. */
  readonly isEmpty: boolean;
  /** Whether the text has its end. */
  readonly isWhole: boolean;
}

/** An outline that is being read. */
interface OpenOutline extends JsonOutline {
  readonly members: [name: string, value: JsonOutline][];
  readonly elements: JsonOutline[];
  isEmpty: boolean;
  isWhole: boolean;
}

/** The outline of the first object in a JSON text, which may end anywhere. */
export function firstObject(text: string): JsonOutline | undefined {
  return outlineFrom(TOKEN.openBrace, text);
}

/** The outline of the first array in a JSON text, which may end anywhere. */
export function firstArray(text: string): JsonOutline | undefined {
  return outlineFrom(TOKEN.openBracket, text);
}

/** Not recursive, so any depth works. */
function outlineFrom(opening: number, text: string): JsonOutline | undefined {
  const scanner = createScanner(text, true);
  const open: OpenOutline[] = [];
  let root: OpenOutline | undefined;
  let key: string | undefined;
  for (;;) {
    const token: number = scanner.scan();
    const parent = open.at(-1);
    if (token === TOKEN.endOfText || token === TOKEN.unknown) {
      return root;
    }
    if (root === undefined && token !== opening) {
      continue;
    }
    if (token === TOKEN.closeBrace || token === TOKEN.closeBracket) {
      const closed = open.pop();
      if (closed !== undefined) {
        closed.isWhole = true;
      }
      if (open.length === 0) {
        return root;
      }
    } else if (token === TOKEN.comma) {
      key = undefined;
    } else if (parent?.kind === 'object' && key === undefined) {
      key = scanner.getTokenValue();
    } else if (token !== TOKEN.colon) {
      const isOpening = token === TOKEN.openBrace || token === TOKEN.openBracket;
      const value: OpenOutline = {
        kind: kindOf(token),
        written: isOpening ? '' : text.slice(scanner.getTokenOffset(), scanner.getPosition()),
        members: [],
        elements: [],
        isEmpty: isOpening,
        isWhole: !isOpening,
      };
      root ??= value;
      if (parent !== undefined) {
        parent.isEmpty = false;
      }
      if (parent?.kind === 'array') {
        parent.elements.push(value);
      }
      if (parent?.kind === 'object' && open.length <= MAX_DEPTH) {
        parent.members.push([key ?? '', value]);
      }
      if (isOpening) {
        open.push(value);
      }
      key = undefined;
    }
  }
}

/** The kind of the value that begins with a token. */
function kindOf(token: number): JsonOutline['kind'] {
  switch (token) {
    case TOKEN.openBrace:
      return 'object';
    case TOKEN.openBracket:
      return 'array';
    default:
      return 'scalar';
  }
}
