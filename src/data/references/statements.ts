import { INVISIBLE } from '../../base/displayText.ts';

/** More of a message is not read. */
const MAX_TEXT_LENGTH = 20_000;
/** Texts in quotes that are longer are not read as such. */
const MAX_QUOTE_LENGTH = 500;

/** The delimiters of a placeholder for a text in quotes, whose index is between them. */
export const QUOTE_START = '\uE000';
export const QUOTE_END = '\uE001';
/** A pattern of that placeholder, which captures the index. */
export const PLACEHOLDER = `${QUOTE_START}(\\d+)${QUOTE_END}`;

const INVISIBLES_AND_PLACEHOLDERS = new RegExp(`${INVISIBLE}|[${QUOTE_START}${QUOTE_END}]`, 'gu');

/** A pattern that matches before a word. */
export const NOT_IN_WORD = '(?<![\\p{L}\\p{N}_])';

/** A pattern that matches after a word. */
export const WORD_END = '(?![\\p{L}\\p{N}_])';

/** A pattern of what follows a value or a column, and not a value that the cell should have. */
export const VERB = `(?:is|are|was|were|does|did|has|could|can|cannot|must\\s+not|may\\s+not|should\\s+not|exceeds|not|ist|wurde|existiert|darf|fehlt|est|n[’']|ne)${WORD_END}`;

/** One statement of a message, for example about one row. */
export interface Statement {
  /** As the service wrote it. */
  readonly text: string;
  /** The statement with a placeholder for each text in quotes. */
  readonly masked: string;
}

export interface MaskedMessage {
  readonly statements: readonly Statement[];
  /** The message, as the service wrote it. */
  readonly text: string;
  readonly quotes: readonly string[];
}

const MANY = `{0,${MAX_QUOTE_LENGTH}}`;
/** An apostrophe between letters is part of a word. */
const SINGLE = `(?<![\\p{L}\\p{N}])'((?:[^'\\n]|'(?=[\\p{L}\\p{N}])(?<=[\\p{L}\\p{N}]'))${MANY})'(?![\\p{L}\\p{N}])`;
const QUOTES = new RegExp(
  [
    SINGLE,
    `"((?:[^"\\n])${MANY})"`,
    `“([^“”\\n]${MANY})”`,
    `„([^„“”\\n]${MANY})[“”]`,
    `‘([^‘’\\n]${MANY})’`,
    `«[ \\u00A0\\u202F]?([^«»\\n]${MANY}?)[ \\u00A0\\u202F]?»`,
    `「([^「」\\n]${MANY})」`,
    `\`([^\`\\n]${MANY})\``,
  ].join('|'),
  'gu',
);

const ROW_WORD = '(?:rows?|lines?|records?|zeilen?|lignes?)';
/** A line break; a semicolon, a bar or a bullet; the end of a sentence; “, row 20: …” and “and row 20: …”. */
const BETWEEN_STATEMENTS = new RegExp(
  `\\n+|\\s*[;|•]\\s*|(?<=[.!?])\\s+(?=[\\p{Lu}${QUOTE_START}(\\[])|\\s*,\\s*(?:and\\s+)?(?=${ROW_WORD}\\s*#?\\d)|\\s+and\\s+(?=${ROW_WORD}\\s*#?\\d)`,
  'giu',
);

/** Splits a message into statements. The texts in quotes are set aside first: they may contain anything. */
export function statementsOf(message: string): MaskedMessage {
  const quotes: string[] = [];
  const cleaned = cleanedText(message);
  const masked = cleaned.replace(QUOTES, (...groups: unknown[]) => {
    const quote = groups.slice(1).find((group): group is string => typeof group === 'string');
    quotes.push(quote ?? '');
    return `${QUOTE_START}${quotes.length - 1}${QUOTE_END}`;
  });
  const originals = originalsOf(cleaned);
  const pieces = masked.split(BETWEEN_STATEMENTS).filter((piece) => /\S/.test(piece));
  // A message that was shortened may end within a number or a name.
  const whole = /…\s*$/.test(masked) ? pieces.slice(0, -1) : pieces;
  const statements = whole.map((piece) => ({
    text: piece.replace(new RegExp(PLACEHOLDER, 'gu'), (_, index: string) => originals[Number(index)] ?? '').trim(),
    masked: piece.trim(),
  }));
  return { statements, text: cleaned.trim(), quotes };
}

/** The texts in quotes, with their quotes. */
function originalsOf(cleaned: string): readonly string[] {
  return Array.from(cleaned.matchAll(QUOTES), ([original]) => original);
}

/** The beginning of a message, with plain line breaks and without invisible characters. */
export function cleanedText(message: string): string {
  return (
    message
      .slice(0, MAX_TEXT_LENGTH)
      .replace(/\r\n?/g, '\n')
      .replace(INVISIBLES_AND_PLACEHOLDERS, '')
      .replace(/(?!\n)\p{Cc}/gu, ' ')
      // No value has that many: patterns would take quadratic time.
      .replace(/[^\S\n]{9,}/gu, ' ')
      .replace(/\s{9,}/gu, '\n')
  );
}
