/** What may come next in JSON. Plain numbers, because they are compared for every token of a large file. */
export const STATE = {
  value: 0,
  valueOrClose: 1,
  valueAfterComma: 2,
  keyOrClose: 3,
  keyAfterComma: 4,
  colon: 5,
  afterValue: 6,
  // Inside a token.
  inText: 7,
  inEscape: 8,
  inNumber: 9,
  inWord: 10,
  failed: 11,
  // In a comment.
  afterSlash: 12,
  inLineComment: 13,
  inBlockComment: 14,
  afterStar: 15,
} as const;
