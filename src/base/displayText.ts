/** What joins the parts of an emoji, such as a family, or separates letters of Arabic script, as in Persian words. */
const JOINER = String.raw`\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?\u200D(?=\p{Extended_Pictographic})|\p{Script=Arabic}\u200C(?=\p{Script=Arabic})`;
/**
 * A pattern, for the flag `u`, of a character that has no glyph, or changes the direction of text. Not a joiner, nor what makes a character an
 * emoji or a text.
 */
export const INVISIBLE = String.raw`\p{Default_Ignorable_Code_Point}(?<![\uFE0E\uFE0F]|${JOINER})`;

const INVISIBLES = new RegExp(INVISIBLE, 'gu');

/** Most texts: printable, without spaces at the ends or more than one in a row. */
const PLAIN_ASCII = /^[!-~]+(?: [!-~]+)*$/;

/**
 * Makes a string safe to show on one line: control characters and line breaks become spaces, bidirectional and invisible
 * characters are dropped, lone surrogates become U+FFFD, and text of more than `maxLength` characters ends in an ellipsis.
 * Does not escape markup: `sinkText.ts` does that for each sink.
 */
export function plainText(text: string, maxLength = 200): string {
  if (text.length <= maxLength && PLAIN_ASCII.test(text)) {
    return text;
  }
  const line = visibleStart(text, maxLength)
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim();
  return cutOff(line, maxLength, text.length > maxLength * 4);
}

/** Like `plainText`, for a line of a file or of code: keeps its tabs and spaces. */
export function plainLine(line: string, maxLength: number): string {
  const text = visibleStart(line, maxLength).replace(/[^\P{Cc}\t]|[\u2028\u2029]/gu, ' ');
  return cutOff(text, maxLength, line.length > maxLength * 4);
}

/** The start of a text: a hostile response may have megabytes. */
function visibleStart(text: string, maxLength: number): string {
  return text
    .slice(0, maxLength * 4)
    .replace(INVISIBLES, '')
    .replace(/\p{Surrogate}/gu, '\uFFFD');
}

function cutOff(text: string, maxLength: number, isStart: boolean): string {
  const characters = Array.from(text);
  return characters.length > maxLength || isStart
    ? `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`
    : text;
}

/** Like `plainText`, for a name or a value in data: shows spaces and invisible characters at its ends, as in `1234[U+00A0]`. */
export function plainValue(text: string, maxLength: number): string {
  // Finding the end of a long text, of which only the start is shown, may take quadratic time.
  return plainText(text.length > maxLength * 4 ? text : withVisibleEnds(text), maxLength);
}

function withVisibleEnds(text: string): string {
  return text.replaceAll(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, (end) =>
    Array.from(end, (character) => `[${codePointName(character.codePointAt(0) ?? 0)}]`).join(''),
  );
}

/** "U+00A0". */
export function codePointName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
