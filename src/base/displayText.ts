/**
 * Makes any string fit to be shown on one line: control characters (line breaks too) become spaces, characters that
 * reorder the text around them are dropped, half surrogate pairs become U+FFFD, and what is longer than `maxLength`
 * characters ends in an ellipsis. It removes no markup: that is left to the function of the place (`sinkText.ts`).
 */
export function plainText(text: string, maxLength = 200): string {
  const line = text
    // Cut first: a hostile answer may be megabytes long.
    .slice(0, maxLength * 4)
    .replace(/[\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu, '')
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length > maxLength || text.length > maxLength * 4
    ? `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`
    : line;
}
