import { NOT_IN_WORD, WORD_END } from './statements.ts';

/** How many cells a row has: this many, fewer or more than the header, or either. */
export type CellCount = number | 'fewer' | 'more' | 'other';

const NUMBER = '(\\d{1,5})(?![\\p{L}\\p{N}_%]|[.,]\\d)';
const CELLS =
  '(?:values?|cells?|fields?|columns?|cols|tokens?|items|elements?|werte?n?|zellen|felder|spalten|valeurs?|cellules?|champs?|colonnes?)';
const HAS = '(?:has|have|had|contains?|hat|enthält|contient|a)';
const FOUND =
  '(?:saw|got|found|received|parsed|gefunden|erhalten|trouvée?s?|actual(?:ly)?|(?:but|and)\\s+(?:was|were|is|are))';
/** What follows counts other cells than those of the row: “has 2 columns with errors”. */
const NOT_OF_OTHERS = `(?!\\s+(?:with|that|which|missing|empty|blank|invalid|wrong|errors?|fehlen\\p{L}*|leere?|vides?)${WORD_END})`;
const ONLY = '(?:(?:only|just|nur|seulement)\\s+)?';

/** “has 5 values”, “found 5 columns”, “with only 5 fields”. */
const ACTUAL = new RegExp(
  `${NOT_IN_WORD}(?:${HAS}|${FOUND}|with(?=\\s+only))\\s*[:=]?\\s*${ONLY}${NUMBER}\\s+${CELLS}${WORD_END}${NOT_OF_OTHERS}`,
  'giu',
);
/** “got 5”, which is a number of cells only next to an expected one: “expected 6 fields”, “6 columns expected”. */
const ACTUAL_ALONE = new RegExp(
  `${NOT_IN_WORD}(?:${FOUND}|${HAS})\\s*[:=]?\\s*${ONLY}${NUMBER}${NOT_OF_OTHERS}`,
  'giu',
);
const EXPECTED_NUMBER = new RegExp(
  `${NOT_IN_WORD}(?:(?:expect\\p{L}*|erwartet\\p{L}*|attend\\p{L}*|(?:should|must)\\s+have)\\s*[:=]?\\s*(?:exactly\\s+)?\\d+\\s+${CELLS}|\\d+\\s+${CELLS}\\s+(?:(?:was|were|are|is)\\s+)?(?:expected|erwartet|attendue?s?))${WORD_END}`,
  'iu',
);
/** “the number of columns”, “column count”: a number such as that in “got 5” is one of cells then, too. */
const COUNT = new RegExp(
  `${NOT_IN_WORD}(?:(?:number|count|anzahl|nombre)\\s+(?:of|von|an|de)\\s+${CELLS}|(?:${CELLS}|record)\\s+(?:count|length))${WORD_END}`,
  'iu',
);
/** “5 fields found”, “5 values instead of 6”. */
const ACTUAL_BEFORE = new RegExp(
  `${NOT_IN_WORD}${NUMBER}\\s+(?:${CELLS}\\s+)?(?:found|received|given|gefunden|erhalten|trouvée?s?|instead\\s+of|statt|au\\s+lieu\\s+de)${WORD_END}`,
  'giu',
);
/** What has the other number, before it. */
const EXPECTED = /(?:headers?|tables?|schemas?|files?|should|must|to|not|soll|muss|doit|kopfzeile|en-tête)\s*$/iu;
/** No word of `EXPECTED` is longer, with the spaces after it. */
const MAX_WORD_LENGTH = 20;
const MENTIONS_CELLS = new RegExp(`${NOT_IN_WORD}(?:${CELLS}|record\\s+length)${WORD_END}`, 'iu');
const FEWER = new RegExp(
  `${NOT_IN_WORD}(?:(?:too\\s+few|not\\s+enough|zu\\s+wenige?|trop\\s+peu\\s+de)\\s+${CELLS}|(?:not|doesn[’']t)\\s+contain\\s+(?:data|values)\\s+for\\s+all\\s+${CELLS}|fewer\\s+${CELLS}\\s+than)${WORD_END}`,
  'iu',
);
const MORE = new RegExp(
  `${NOT_IN_WORD}(?:(?:too\\s+many|extra|zu\\s+viele|trop\\s+de)\\s+${CELLS}|more\\s+(?:data|${CELLS})\\s+than)${WORD_END}`,
  'iu',
);
const OTHER = new RegExp(
  `${NOT_IN_WORD}(?:(?:wrong|incorrect|invalid|unexpected|different|inconsistent|falsche|ungültige)\\s+(?:number|count|anzahl)\\s+(?:of|von|an)\\s+${CELLS}|${CELLS}\\s+count\\s+mismatch|number\\s+of\\s+(?:data\\s+)?${CELLS}\\s+does\\s*n[o’']t\\s+match)${WORD_END}`,
  'iu',
);

/** How many cells the statement says that its row has. Undefined if it says nothing, or if that is not clear. */
export function readCellCount(masked: string): CellCount | undefined {
  if (!MENTIONS_CELLS.test(masked)) {
    return undefined;
  }
  const areCounts = EXPECTED_NUMBER.test(masked) || COUNT.test(masked);
  const patterns = [ACTUAL, ...(areCounts ? [ACTUAL_ALONE] : []), ACTUAL_BEFORE];
  const found = patterns
    .flatMap((pattern) => [...masked.matchAll(pattern)])
    .filter(({ index }) => !EXPECTED.test(masked.slice(Math.max(0, index - MAX_WORD_LENGTH), index)));
  const [cellCount, ...others] = new Set(found.map(([, number]) => Number(number)));
  if (cellCount === undefined) {
    return comparedCellCount(masked);
  }
  return others.length === 0 ? cellCount : undefined;
}

function comparedCellCount(masked: string): CellCount | undefined {
  const [isFewer, isMore] = [FEWER.test(masked), MORE.test(masked)];
  if (isFewer !== isMore) {
    return isFewer ? 'fewer' : 'more';
  }
  return isFewer || OTHER.test(masked) ? 'other' : undefined;
}
