import type { ColumnReference } from './reference.ts';
import { NOT_IN_WORD, PLACEHOLDER, QUOTE_END, WORD_END } from './statements.ts';

interface ValuesOfStatement {
  /** What it calls the value. */
  readonly value: string | undefined;
  /** Other texts in quotes that may be the value or the name of a column. */
  readonly quoted: readonly string[];
  /** Whether it says of each of them that it is wrong, or names it right after the row or the column. */
  readonly isClear: boolean;
}

/** What a clause says of a value that the cell does not have: “must have the value”, “the previous value”. */
const OTHER_VALUE = `${NOT_IN_WORD}(?:expect\\p{L}*|must|should|(?:has|needs)\\s+to|allowed|permitted|accept\\p{L}*|supported|(?<!not\\s+(?:an?\\s+)?)valid|possible|default|required|suggest\\p{L}*|mean|use|only|max\\p{L}*|min\\p{L}*|limit\\p{L}*|previous|last|prior|next|one\\s+of|erwartet\\p{L}*|erlaubt\\p{L}*|zulässig\\p{L}*|gültig\\p{L}*|muss|soll|nur|meinten|verwend\\p{L}*|attendu\\p{L}*|autoris\\p{L}*|doit|vouliez)${WORD_END}`;
const IN_OTHER_VALUE = new RegExp(OTHER_VALUE, 'iu');
/** Nothing of that before a word in the same clause. */
const NOT_AFTER_OTHER_VALUE = `(?<!${OTHER_VALUE}[^,:;()\\uE001]{0,40})`;

const VALUE_BEFORE = new RegExp(
  `${NOT_IN_WORD}(?:${NOT_AFTER_OTHER_VALUE}(?:values?|contains|wert|valeur)|got|found|received|(?<=(?:but|and|,)\\s+(?:it\\s+)?)was|actual)${WORD_END}(?:\\s+(?:is|was))?\\s*[:=]?\\s*${PLACEHOLDER}`,
  'giu',
);
/** What cells refer to, if it doesn't exist or can't be used: “account 'X' does not exist”, “unknown account 'X'”. */
const REFERRED = '(?:entity|user|account|type|key)\\s*[:=]?\\s*';
const UNKNOWN_BEFORE = new RegExp(
  `${NOT_IN_WORD}(?:unknown|invalid|inactive|no\\s+such|unbekannt\\p{L}*|ungültig\\p{L}*)\\s+${REFERRED}${PLACEHOLDER}`,
  'giu',
);
const IS_UNKNOWN = [
  "(?:does|could|can|is|was)\\s*(?:n[o’']t|not)\\s+(?:be\\s+)?(?:exist|found|known|valid|active|recogni[sz]ed|defined|mapped)",
  'not\\s+found|is\\s+(?:unknown|invalid|inactive|closed|blocked)',
  'existiert\\s+nicht|(?:wurde\\s+)?nicht\\s+gefunden|ist\\s+(?:unbekannt|ungültig)',
].join('|');
const UNKNOWN_AFTER = new RegExp(`${NOT_IN_WORD}${REFERRED}${PLACEHOLDER}\\s+(?:${IS_UNKNOWN})${WORD_END}`, 'giu');
/** Without quotes: only what no word of a sentence can be, and no number of something, as in “found 3 errors”. */
const BARE_VALUE = new RegExp(
  `${NOT_IN_WORD}(?:${NOT_AFTER_OTHER_VALUE}(?:value\\s*[:=]?\\s*(?=[^\\s,;]*\\d)|value\\s*=\\s*)|(?<found>got|found|received)\\s*[:=]?\\s*(?=[^\\s,;]*\\d))(?<value>[^\\s,;()\\uE000\\uE001]+?)(?=[.:!?)\\]]*(?:[\\s,;]|$))(?!\\s+(?:characters?|chars?|digits?|decimals?|places|bytes?|errors?|retries|times))`,
  'giu',
);
/** A number next to one of these words may be the length of the value. */
const LENGTH =
  /(?:length|long|short|character|digit|byte|count|sum|total|checksum|länge|lang|zeichen|stellen|longueur|caractère)/iu;

/** From here on, texts in quotes are not those of the data. */
const OTHER_QUOTES =
  /(?<!\p{L})(?:expect(?:s|ed|ing)?|one of|allowed|permitted|must be|should be|valid values|supported|format|pattern|such as|e\.g\.?|for example|like|instead of|match(?:es|ing)?|between|greater|less|than|erwartet|attendu)/giu;
/** From here on, they are again. */
const DATA_QUOTES = /(?:\bbut\b|\bgot\b|\bfound\b|\breceived\b|\bwas\b|\bactual\b)/giu;
/** A text in quotes after one of these words is a name of something else. */
const NAMED_THING =
  /(?:tables?|entit(?:y|ies)|connections?|schemas?|files?|sheets?|jobs?|users?|accounts?|steps?|datasets?|databases?|types?|rules?|constraints?|workspaces?|loaders?|definitions?|systems?|parameters?|(?<!\p{L})(?:as|(?:in)?to|from|not|nicht|pas|with)|keys?|index|indices|characters?|delimiters?|limit|maximum|minimum|exceeds?|exceeded|contain|equals?|duplicate|(?<!-)[<>≠≤≥]=?|!=)\s*(?:of|is|was)?\s*[:=]?\s*$|\b(?:after|before|until|since|not\s+in)\b[^,:;()]{0,40}$/iu;
const EXPECTED_AFTER =
  /^\s*(?:(?:is|was|were|wird|wurde|est)\s+)?(?:the\s+only|expected|erwartet|attendu|needed|instead)/iu;
/** At the beginning, right after the number of a row, or after the name of a column. */
const AFTER_PLACE = new RegExp(
  `(?:^|[\\d)\\]${QUOTE_END}]\\s*[:–-]?|(?:(?:column|field|spalte|feld|colonne|champ)\\s+|\\]\\.)\\S{1,100}:|${QUOTE_END}\\s+(?:column|field):)\\s*$`,
  'iu',
);
/** The text is the subject: “'EURO' should be 'EUR'”. */
const REQUIRED_AFTER = /^\s+(?:must|should|(?:has|needs)\s+to|muss|soll|doit)(?!\p{L})/iu;
const END_OF_CLAUSE = /[,;()|]/;

/** What a statement says of a value that the service did not accept. */
export const PROBLEM =
  /(?<![\p{L}\p{N}_])(?:not|\p{L}+n[’']t|cannot|invalid|unknown|wrong|bad|fail\p{L}*|reject\p{L}*|exceed\p{L}*|too|missing|empty|blank|null|error|duplicate\p{L}*|already|illegal|incorrect|malformed|unexpected|unrecogni[sz]ed|unsupported|out\s+of\s+range|unable|input\s+string|nicht|ungültig\p{L}*|unbekannt\p{L}*|falsch\p{L}*|fehl\p{L}*|leer|kein\p{L}*|pas|invalide|inconnue?|erreur|vide)(?![\p{L}\p{N}_])/iu;

/** The texts of a statement that may be the value of a cell. */
export function readValues(
  masked: string,
  quotes: readonly string[],
  columns: readonly ColumnReference[],
): ValuesOfStatement {
  const values = new Set(namedValues(masked, quotes, columns));
  const [value, ...more] = values;
  if (value !== undefined) {
    return { value: more.length === 0 ? value : undefined, quoted: [], isClear: true };
  }
  return { value: undefined, ...otherQuotes(masked, quotes, columns) };
}

function namedValues(
  masked: string,
  quotes: readonly string[],
  columns: readonly ColumnReference[],
): readonly string[] {
  const named = [VALUE_BEFORE, UNKNOWN_BEFORE, UNKNOWN_AFTER].flatMap((pattern) =>
    Array.from(masked.matchAll(pattern), ([, quoteIndex]) => quotes[Number(quoteIndex)] ?? ''),
  );
  const isCount = columns.length === 0 || LENGTH.test(masked);
  const bare = Array.from(masked.matchAll(BARE_VALUE), ({ groups }) => groups ?? {})
    .filter(({ found, value = '' }) => !(isCount && found !== undefined && /^[\d.,]+$/.test(value)))
    .map(({ value = '' }) => value);
  return [...named, ...bare];
}

function otherQuotes(
  masked: string,
  quotes: readonly string[],
  columns: readonly ColumnReference[],
): Pick<ValuesOfStatement, 'quoted' | 'isClear'> {
  const ofColumns = new Set(columns.flatMap((column) => (column.kind === 'name' ? [column.name] : [])));
  const quoted = new Set<string>();
  let isClear = true;
  let isOther = false;
  let end = 0;
  const placeholders = [...masked.matchAll(new RegExp(PLACEHOLDER, 'gu'))];
  for (const [index, match] of placeholders.entries()) {
    const before = masked.slice(end, match.index);
    end = match.index + match[0].length;
    const after = masked.slice(end, placeholders[index + 1]?.index);
    const [other, data] = [lastIndexOf(OTHER_QUOTES, before), lastIndexOf(DATA_QUOTES, before)];
    isOther = other === data ? isOther : other > data;
    const clauseBefore = before.split(END_OF_CLAUSE).at(-1) ?? '';
    const clause = `${clauseBefore} ${after.split(END_OF_CLAUSE)[0] ?? ''}`;
    const isOtherValue = IN_OTHER_VALUE.test(clauseBefore) || NAMED_THING.test(before) || EXPECTED_AFTER.test(after);
    const quote = quotes[Number(match[1])] ?? '';
    if (!isOther && !isOtherValue && !ofColumns.has(quote)) {
      quoted.add(quote);
      const isAfterPlace = AFTER_PLACE.test(index === 0 ? before : QUOTE_END + before);
      isClear &&= isAfterPlace || PROBLEM.test(clause) || REQUIRED_AFTER.test(after);
    }
  }
  return { quoted: [...quoted], isClear };
}

/** Where a text has the last match of a pattern; -1 if it has none. */
function lastIndexOf(pattern: RegExp, text: string): number {
  return [...text.matchAll(pattern)].at(-1)?.index ?? -1;
}
