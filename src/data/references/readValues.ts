import type { ColumnReference } from './reference.ts';
import { MARK, NOT_IN_WORD } from './statements.ts';

const VALUE_BEFORE = new RegExp(
  `${NOT_IN_WORD}(?:values?|got|found|received|was|contains|actual|wert|valeur)(?![\\p{L}\\p{N}_])(?:\\s+(?:is|was|of))?\\s*[:=]?\\s*${MARK}`,
  'giu',
);
/** What cells refer to, if it doesn't exist or can't be used: “account 'X' does not exist”, “unknown account 'X'”. */
const REFERRED = '(?:entity|user|account|type|key)\\s*[:=]?\\s*';
const UNKNOWN_BEFORE = new RegExp(
  `${NOT_IN_WORD}(?:unknown|invalid|inactive|no\\s+such|unbekannt\\p{L}*|ungültig\\p{L}*)\\s+${REFERRED}${MARK}`,
  'giu',
);
const IS_UNKNOWN = [
  "(?:does|could|can|is|was)\\s*(?:n[o’']t|not)\\s+(?:be\\s+)?(?:exist|found|known|valid|active|recogni[sz]ed|defined|mapped)",
  'not\\s+found|is\\s+(?:unknown|invalid|inactive|closed|blocked)',
  'existiert\\s+nicht|(?:wurde\\s+)?nicht\\s+gefunden|ist\\s+(?:unbekannt|ungültig)',
].join('|');
const UNKNOWN_AFTER = new RegExp(`${NOT_IN_WORD}${REFERRED}${MARK}\\s+(?:${IS_UNKNOWN})(?![\\p{L}\\p{N}_])`, 'giu');
/** Without quotes: only what no word of a sentence can be. */
const BARE_VALUE =
  /(?<![\p{L}\p{N}_])(?:(?:value|got|found|received)\s*[:=]?\s*(?=[^\s,;]*\d)|value\s*=\s*)([^\s,;()\uE000\uE001]+?)(?=[.:!?)\]]*(?:[\s,;]|$))/giu;

/** From here on, texts in quotes are not those of the data. */
const OTHER_QUOTES =
  /(?:expect(?:s|ed|ing)?|one of|allowed|permitted|must be|should be|valid values|supported|format|pattern|such as|e\.g\.?|for example|like|instead of|match(?:es|ing)?|between|greater|less|than|erwartet|attendu)/iu;
/** From here on, they are again. */
const DATA_QUOTES = /(?:\bbut\b|\bgot\b|\bfound\b|\breceived\b|\bwas\b|\bactual\b)/iu;
/** A text in quotes after one of these words is a name of something else. */
const NAMED_THING =
  /(?:tables?|entit(?:y|ies)|connections?|schemas?|files?|sheets?|jobs?|users?|accounts?|steps?|datasets?|databases?|types?|rules?|constraints?|workspaces?|loaders?|definitions?|systems?|parameters?|as|to|from|keys?|index|indices)\s*[:=]?\s*$/iu;

/** The text in quotes that the message calls the value, and the others that may be one. */
export function readValues(
  marked: string,
  quotes: readonly string[],
  columns: readonly ColumnReference[],
): { readonly value: string | undefined; readonly quoted: readonly string[] } {
  const ofColumns = new Set(columns.flatMap((column) => (column.kind === 'name' ? [column.name] : [])));
  const values = new Set<string>();
  const others = new Set<string>();
  for (const pattern of [VALUE_BEFORE, UNKNOWN_BEFORE, UNKNOWN_AFTER]) {
    for (const [, mark] of marked.matchAll(pattern)) {
      values.add(quotes[Number(mark)] ?? '');
    }
  }
  for (const [, bare] of marked.matchAll(BARE_VALUE)) {
    values.add(bare ?? '');
  }
  let isOther = false;
  let at = 0;
  for (const match of marked.matchAll(new RegExp(MARK, 'gu'))) {
    const before = marked.slice(at, match.index);
    at = match.index + match[0].length;
    isOther = DATA_QUOTES.test(before) ? false : isOther || OTHER_QUOTES.test(before);
    const quote = quotes[Number(match[1])] ?? '';
    if (!isOther && !NAMED_THING.test(before) && !ofColumns.has(quote)) {
      others.add(quote);
    }
  }
  const [value, ...more] = values;
  return value !== undefined && more.length === 0
    ? { value, quoted: [] }
    : { value: undefined, quoted: values.size > 1 ? [] : [...others] };
}
