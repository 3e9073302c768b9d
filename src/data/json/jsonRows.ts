import { createScanner } from 'jsonc-parser';

/** Values of jsonc-parser's `SyntaxKind`, a const enum, which isolated compilation of files does not support. */
export const TOKEN = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  string: 10,
  unknown: 16,
  endOfText: 17,
} as const;

const BYTE_ORDER_MARK = '\uFEFF';

/** A member of a row. Starts and ends are offsets in the text. */
export interface JsonMember {
  readonly name: string;
  readonly start: number;
  readonly nameEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly isNested: boolean;
}

/** A row: an object in the root array, or an object that is itself a root. */
export interface JsonRow {
  readonly start: number;
  readonly end: number;
  readonly isRoot: boolean;
  readonly members: readonly JsonMember[];
}

/** Reads the rows of a JSON text, which may begin with a byte order mark. Stops at brackets that do not match and at invalid tokens. */
export function* readJsonRows(text: string): Generator<JsonRow> {
  const scanner = createScanner(text, true);
  scanner.setPosition(text.startsWith(BYTE_ORDER_MARK) ? 1 : 0);
  let depth = 0;
  let rowDepth = 0;
  let isRow = false;
  let start = 0;
  let members: JsonMember[] = [];
  let name: { readonly value: string; readonly start: number; readonly end: number } | undefined;
  let valueStart: number | undefined;
  let valueEnd = 0;
  let isNested = false;
  const endMember = () => {
    if (isRow && depth === rowDepth + 1 && name !== undefined && valueStart !== undefined) {
      members.push({ name: name.value, start: name.start, nameEnd: name.end, valueStart, valueEnd, isNested });
    }
    name = undefined;
    valueStart = undefined;
    isNested = false;
  };
  for (;;) {
    const token: number = scanner.scan();
    const at = scanner.getTokenOffset();
    const end = at + scanner.getTokenLength();
    if (token === TOKEN.endOfText || token === TOKEN.unknown) {
      return;
    }
    if (depth === 0) {
      rowDepth = token === TOKEN.openBracket ? 1 : 0;
    }
    if (depth === rowDepth) {
      isRow = token === TOKEN.openBrace;
      if (isRow) {
        start = at;
        members = [];
        name = undefined;
      }
    } else if (depth === rowDepth + 1 && isRow && token !== TOKEN.comma && token !== TOKEN.closeBrace) {
      if (name === undefined && token === TOKEN.string) {
        name = { value: scanner.getTokenValue(), start: at, end };
      } else if (token !== TOKEN.colon) {
        valueStart ??= at;
        isNested ||= token === TOKEN.openBrace || token === TOKEN.openBracket;
      }
    }
    if (token === TOKEN.openBrace || token === TOKEN.openBracket) {
      depth++;
    } else if (token === TOKEN.closeBrace || token === TOKEN.closeBracket) {
      if (isRow && depth === rowDepth + 1) {
        endMember();
        yield { start, end, isRoot: rowDepth === 0, members };
      }
      depth--;
      if (depth < 0) {
        return;
      }
    } else if (token === TOKEN.comma && depth === rowDepth + 1) {
      endMember();
    }
    if (depth <= rowDepth + 1 && token !== TOKEN.comma) {
      valueEnd = end;
    }
  }
}
