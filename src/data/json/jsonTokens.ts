/** jsonc-parser's `SyntaxKind`: a const enum, which can't be used where files are compiled one by one. */
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
