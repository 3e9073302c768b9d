import type { ColumnReference, MessageReference } from './reference.ts';
import { problemsInJson } from './jsonMessage.ts';
import type { DescribedProblem } from './jsonMessage.ts';
import { readDatabaseMessage } from './readDatabaseMessage.ts';
import { withoutOtherRows } from './otherRows.ts';
import { readRows } from './readRows.ts';
import { PROBLEM, readValues } from './readValues.ts';
import { readCellCount } from './readCellCount.ts';
import type { CellCount } from './readCellCount.ts';
import { NOT_IN_WORD, PLACEHOLDER, QUOTE_END, QUOTE_START, statementsOf, VERB, WORD_END } from './statements.ts';
import type { Statement } from './statements.ts';

/** More statements of a message are not read. */
const MAX_REFERENCES = 200;
/** How much of the text after a word like “column” may be a name. */
const MAX_NAME_LENGTH = 200;

const COLUMN_WORD =
  '(?:columns?|col|fields?|attributes?|propert(?:y|ies)|headers?|spalten?|colonnes?|champs?|felder|feld)';
const COLUMN_BEFORE = new RegExp(
  `${NOT_IN_WORD}(?<!${QUOTE_END}\\s{1,3})${COLUMN_WORD}${WORD_END}\\.?(?:\\s+(?:no\\.?|number|nr\\.?|index|named|called|name|header))?\\s*[:=#(\\[]?\\s*(?:${PLACEHOLDER}|([^${QUOTE_START}\\n]{1,${MAX_NAME_LENGTH}}))`,
  'giu',
);
/** A “field” or a “header” may also be one of a request or of a setting. */
const COLUMN_ITSELF = /(?<![\p{L}\p{N}_])(?:columns?|spalten?|colonnes?)(?![\p{L}\p{N}_])/iu;
const COLUMN_AFTER = new RegExp(`${PLACEHOLDER}\\s+${COLUMN_WORD}${WORD_END}`, 'giu');
/** A word after “column” that is not a name. */
const NOT_A_NAME =
  /^(?:is|in|at|not|with|was|of|has|have|had|must|can|cannot|could|may|should|does|and|or|but|for|to|from|by|on|the|an?(?=\s+\p{L})|value|values|name|names|count|counts|type|types|header|headers|data|required|missing|invalid|unknown|mismatch|found|contains|does|are|were|be|error|errors|length|limit|format|instead|while|whereas|although|than|statt|anstatt|au|(?:mappings?|definitions?|permissions?|metadata|order)(?=\s+(?:(?:is|are|was|were)\s+)?(?:not|missing|could))|(?:lines?|rows?|records?)(?=\s+(?:number\s+)?#?\d)|(?:expected|erwartet|attendue?s?)(?=\s*(?:[,.;(]|but\b)|\s+\d))(?![\p{L}\p{N}_])/iu;

/** What is said of a column or its value after the number of the row. */
const SUBJECT = new RegExp(
  `\\d[)\\]]?\\s*[:,–-]\\s+(?!(?:the\\s+)?${COLUMN_WORD}${WORD_END})(?:the\\s+)?(?<subject>[\\p{L}_][^${QUOTE_START}]*\\s${VERB}[^${QUOTE_START}]*)$`,
  'isu',
);

/** Not “must be empty”, and not “because the memo is empty”. */
const EMPTY =
  /(?:(?<!\b(?:because|if|when|although|unless)\s[^,;\n]{0,60})(?:(?<![\p{L}\p{N}_])(?:is|are|was|were)|(?:not|never|n[o’']t)\s+be)\s+(?:empty|blank|null|missing)\b|\b(?:empty|blank|missing|null|no)\s+value\b|\bis\s+(?:a\s+)?(?:required|mandatory)\b(?!\s+(?:to|for))|\b(?:ist|darf\s+nicht)\s+leer\b|\b(?:est|pas\s+être)\s+vide\b)/iu;
const MISSING =
  /(?:not\s+found|\bmissing\b|does\s*n[o’']t\s+exist|not\s+recogni[sz]ed|could\s+not\s+be\s+found|no\s+such|\babsent\b|\bnicht\s+gefunden|\bfehlt\b|\bintrouvable\b|not\s+present)/iu;

/** A statement that names a row but doesn't say that it failed: “Row 1 is the header”. */
const OTHER_ROW =
  /(?:header|skipp|ignor|start|begin|first|blank|empty|null|duplicate|kopfzeile|übersprungen|en-tête)/iu;

/**
 * What the statements of a message refer to. Reads only what is written in a known form, and leaves out what it might
 * misunderstand: two rows in one statement, for example.
 */
export function readReferences(message: string): readonly MessageReference[] {
  const described = problemsInJson(message).slice(0, MAX_REFERENCES).flatMap(readDescribed);
  return described.length === 0 ? readText(message) : described;
}

/** What the first sentence refers to that can be read. */
function readDescribed({ message, sentences }: DescribedProblem): readonly MessageReference[] {
  for (const sentence of sentences) {
    const references = readText(sentence);
    if (references.length > 0) {
      return references.map((reference) => ({ ...reference, text: message }));
    }
  }
  return [];
}

function readText(message: string): readonly MessageReference[] {
  const reference = readDatabaseMessage(message);
  return reference === undefined ? readStatements(message) : [reference];
}

/** Whether anything can be looked for in the data. */
export function hasReferences(message: string): boolean {
  return readReferences(message).length > 0;
}

function readStatements(message: string): readonly MessageReference[] {
  const masked = statementsOf(message);
  const { text, quotes } = masked;
  const statements = withoutOtherRows(masked).slice(0, MAX_REFERENCES);
  const found = statements.map((statement) => referenceOf(statement, quotes));
  const [place, ...otherPlaces] = statements.filter((statement) => readRows(statement.masked, quotes) !== undefined);
  const isSplit = otherPlaces.length === 0 && found.every((reference) => !reference?.rows.length);
  const joined =
    place !== undefined && isSplit && !OTHER_ROW.test(place.masked)
      ? joinedReference(statements, place, quotes)
      : undefined;
  const references =
    joined === undefined
      ? statements.map((statement, index) => found[index] ?? subjectReference(statement, quotes))
      : [{ ...joined, text }, ...found];
  return references
    .filter((reference) => reference !== undefined)
    .map((reference) => ({ ...reference, isBesideRows: place !== undefined && reference.rows.length === 0 }));
}

/** What a statement that says what is wrong with which value refers to, in the row that only `place` names. */
function joinedReference(
  statements: readonly Statement[],
  place: Statement,
  quotes: readonly string[],
): MessageReference | undefined {
  const [reference, ...others] = statements
    .filter(({ masked }) => PROBLEM.test(masked) || readCellCount(masked) !== undefined)
    .map(({ text, masked }) => referenceOf({ text, masked: `${masked} | ${place.masked}` }, quotes))
    .filter((joined) => joined !== undefined);
  return others.length === 0 ? reference : undefined;
}

/** What a statement refers to that marks neither the column nor the value: “Row 3: currency EURO is not supported”. */
function subjectReference(statement: Statement, quotes: readonly string[]): MessageReference | undefined {
  const { masked } = statement;
  const text = PROBLEM.test(masked) || EMPTY.test(masked) ? SUBJECT.exec(masked)?.groups?.['subject'] : undefined;
  return text === undefined ? undefined : referenceOf(statement, quotes, { kind: 'subject', text });
}

function referenceOf(
  { text, masked }: Statement,
  quotes: readonly string[],
  subject?: ColumnReference,
): MessageReference | undefined {
  const found = readRows(masked, quotes);
  if (found === 'ambiguous') {
    return undefined;
  }
  const columns = found?.column === undefined ? columnsIn(masked, quotes) : [found.column];
  const { value, quoted: inQuotes, isClear } = readValues(masked, quotes, columns);
  const isEmpty = value === '' || EMPTY.test(masked);
  const rows = found?.rows ?? [];
  const isMissingColumn =
    rows.length === 0 && value === undefined && COLUMN_ITSELF.test(masked) && MISSING.test(masked);
  const quoted = isClear || isMissingColumn ? inQuotes : [];
  const cellCount = rows.length === 0 ? undefined : cellCountIn(masked, { columns, value, quoted });
  const [column = rows.length > 0 ? subject : undefined, ...others] = columns;
  if (others.length > 0 && !isMissingColumn && cellCount === undefined) {
    return undefined;
  }
  const reference = {
    text,
    rows,
    word: found?.word ?? ('row' as const),
    alsoLine: found?.alsoLine,
    written: undefined,
    column: cellCount === undefined ? column : undefined,
    value: value === '' || cellCount !== undefined ? undefined : value,
    quoted: [...quoted, ...(isMissingColumn ? others.flatMap((one) => (one.kind === 'name' ? one.name : [])) : [])],
    isEmpty,
    cellCount,
    isMissingColumn,
    isBesideRows: false,
    isPath: found?.isPath ?? false,
  };
  return isResolvable(reference, masked) ? reference : undefined;
}

/** The number of cells in the rows, unless the statement is about one column or a value. A number such as that in “got 5” is no value then. */
function cellCountIn(
  masked: string,
  { columns, value = '', quoted }: Pick<MessageReference, 'quoted' | 'value'> & { columns: readonly ColumnReference[] },
): CellCount | undefined {
  const hasColumn = columns.some((column) => column.kind !== 'text' || /^[\p{L}\p{N}]/u.test(column.text));
  return hasColumn || quoted.length > 0 || !/^\d*$/.test(value) ? undefined : readCellCount(masked);
}

/**
 * Neither a row number nor a value alone is enough: something in the data must confirm which row it is, and the same value may be in
 * other columns.
 */
function isResolvable(reference: MessageReference, masked: string): boolean {
  const { rows, column, value, quoted, isEmpty, cellCount, isPath } = reference;
  if (rows.length > 0) {
    return (
      cellCount !== undefined ||
      value !== undefined ||
      quoted.length > 0 ||
      (column !== undefined && (isEmpty || isPath || column.kind === 'subject'))
    );
  }
  return column !== undefined && (value !== undefined || quoted.length > 0 || COLUMN_ITSELF.test(masked));
}

function columnsIn(masked: string, quotes: readonly string[]): readonly ColumnReference[] {
  const columns: ColumnReference[] = [];
  for (const [, quoteIndex, text = ''] of masked.matchAll(COLUMN_BEFORE)) {
    if (quoteIndex !== undefined) {
      columns.push({ kind: 'name', name: quotes[Number(quoteIndex)] ?? '' });
    } else if (!NOT_A_NAME.test(text)) {
      columns.push({ kind: 'text', text: text.trim() });
    }
  }
  for (const [, quoteIndex] of masked.matchAll(COLUMN_AFTER)) {
    columns.push({ kind: 'name', name: quotes[Number(quoteIndex)] ?? '' });
  }
  const unique = new Map(columns.map((column) => [JSON.stringify(column), column]));
  // “column 'net' (column number 4)” is one column.
  const isNumberToo = (column: ColumnReference): boolean => column.kind === 'text' && /^\d/.test(column.text);
  const hasName = columns.some(({ kind }) => kind === 'name');
  return [...unique.values()].filter((column) => !hasName || !isNumberToo(column));
}
