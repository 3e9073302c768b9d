import type { ColumnReference, RowWord } from './reference.ts';

/** A longer list or range of rows is not read. */
const MAX_ROWS = 100;

interface RowsOfStatement {
  readonly rows: readonly number[];
  readonly word: RowWord;
  readonly alsoLine: number | undefined;
  /** The column, where it is part of the same notation. */
  readonly column: ColumnReference | undefined;
  readonly isPath: boolean;
}

/** The thousands of a number may be separated. Nothing that follows may make another number or a word of it. */
const NUMBER = "(\\d{1,3}(?:[,.'’\\u00A0\\u202F]\\d{3})+|\\d{1,9})(?![\\p{L}\\p{N}_%…]|[.,]\\d)";
const ROW = new RegExp(
  `(?<![\\p{L}\\p{N}_])(rows?|records?|items?|elements?|entry|entries|index|zeilen?|lignes?|datensatz|lines?)(?:\\s+(?:no\\.?|number|nr\\.?|num\\.?))?\\s*[:=#(]{0,2}\\s*${NUMBER}`,
  'giu',
);
const PLURAL = /^(?:rows|lines|records|items|elements|entries|zeilen|lignes)$/iu;
/** “column index 3” and “journal entry 3” are no rows. */
const OTHER_NUMBER = /(?:column|col|field|spalte|colonne|header|step|sheet|table|journal|invoice|order|line)\s*\(?$/iu;
const NEXT_IN_LIST =
  /\s*(?:,\s*(?:and\s+)?|\s(?:and|und|et|or|&)\s)\s*#?(\d{1,9})(?![\p{L}\p{N}_%…]|[.,]\d)(?!\s+(?:more|other|others|further|additional|weitere|autres|errors?|rows?))/iuy;
const NEXT_IN_RANGE = /\s*(?:-|–|—|\.\.|\sto\s|\sthrough\s|\sbis\s|\sà\s)\s*#?(\d{1,9})(?![\p{L}\p{N}_%…]|[.,]\d)/iuy;
const CELL = /(?<![\p{L}\p{N}_])cell\s*:?\s*\$?([A-Z]{1,3})\$?(\d{1,7})(?![\p{L}\p{N}_])/giu;
/** `$[16].amount`, `$.data[16]['amount']`, `instance[16].amount`, `[16].amount` and, less certain, `rows[16].amount`. */
const PATH =
  /(?:(\$)\.?|(?<![\p{L}\p{N}_\]).])(instance)?|(?<!\][^\s:]{0,100})\.)(?:data|rows|records|items|body)?\[(\d{1,9})\](?:\.([\p{L}_][\p{L}\p{N}_$-]*)(?![\p{L}\p{N}_$.[]*[.[][\p{L}\p{N}_'"])|\[\uE000(\d+)\uE001\])/giu;
/** `/16/amount`, `/data/16/amount` and `data/16/amount`, but not `PUT /16/amount`. */
const POINTER =
  /(?<!(?:get|put|post|patch|delete|request\s+to)\s+)(?<![\p{L}\p{N}_./])(?:\/(?:data\/|rows\/|records\/)?|data\/)(\d{1,9})\/([\p{L}_][^\s:,;()/\uE000\uE001]*?)(?=[.:,;)]*(?:\s|$))/giu;

/** The rows that a statement names; undefined if it names none, `ambiguous` if it names them in more than one way. */
export function readRows(masked: string, quotes: readonly string[]): RowsOfStatement | 'ambiguous' | undefined {
  const all = [...pathsIn(masked, quotes), ...cellsIn(masked), ...listsIn(masked)];
  const [first, second, ...more] = all;
  if (first === undefined) {
    return undefined;
  }
  if (second === undefined) {
    return first;
  }
  const isBoth = second.rows.length === 1 && first.rows.length === 1 && first.word === 'row' && second.word === 'line';
  return more.length === 0 && isBoth ? { ...first, alsoLine: second.rows[0] } : 'ambiguous';
}

function listsIn(masked: string): readonly RowsOfStatement[] {
  return Array.from(masked.matchAll(ROW)).flatMap((match) => {
    const [whole, word = '', number = ''] = match;
    if (OTHER_NUMBER.test(masked.slice(0, match.index).slice(-40))) {
      return [];
    }
    const isPlural = PLURAL.test(word);
    const isGrouped = /\D/.test(number);
    if (isPlural && isGrouped) {
      // “rows 120,340” are two rows or one.
      return [];
    }
    const firstRow = Number(number.replace(/\D/g, ''));
    const rows = isPlural ? listFrom(masked, match.index + whole.length, firstRow) : [firstRow];
    // “Rows: 5” and “rows (5)” count rows.
    const isCount = isPlural && rows?.length === 1 && /[:=(]/.test(whole);
    return rows === undefined || isCount
      ? []
      : [{ rows, word: wordOf(word), alsoLine: undefined, column: undefined, isPath: false }];
  });
}

/** `Zeile` and `ligne` are both a row and a line. */
function wordOf(word: string): RowWord {
  return /^line/i.test(word) ? 'line' : 'row';
}

/** The other rows of a list or a range that begins with this one. Undefined if it is too long or not ascending. */
function listFrom(masked: string, start: number, first: number): readonly number[] | undefined {
  const rows = [first];
  let at = start;
  for (;;) {
    NEXT_IN_RANGE.lastIndex = at;
    const range = NEXT_IN_RANGE.exec(masked);
    if (range !== null) {
      const from = rows.at(-1) ?? first;
      const to = Number(range[1]);
      if (to <= from || to - from + rows.length > MAX_ROWS) {
        return undefined;
      }
      for (let row = from + 1; row <= to; row++) {
        rows.push(row);
      }
      at = NEXT_IN_RANGE.lastIndex;
      continue;
    }
    NEXT_IN_LIST.lastIndex = at;
    const next = NEXT_IN_LIST.exec(masked);
    if (next === null) {
      return rows.length > MAX_ROWS ? undefined : [...new Set(rows)];
    }
    rows.push(Number(next[1]));
    at = NEXT_IN_LIST.lastIndex;
  }
}

function cellsIn(masked: string): readonly RowsOfStatement[] {
  return Array.from(masked.matchAll(CELL), ([, letters = '', row]) => ({
    rows: [Number(row)],
    word: 'row' as const,
    alsoLine: undefined,
    column: { kind: 'letters' as const, letters: letters.toUpperCase() },
    isPath: false,
  }));
}

function pathsIn(masked: string, quotes: readonly string[]): readonly RowsOfStatement[] {
  const paths = Array.from(masked.matchAll(PATH), ([path, root, instance, row, name, quoteIndex]) =>
    pathOf(row, name ?? quotes[Number(quoteIndex)], (root ?? instance) !== undefined || path.startsWith('[')),
  );
  const pointers = Array.from(masked.matchAll(POINTER), ([, row, name = '']) =>
    pathOf(row, name.replaceAll('~1', '/').replaceAll('~0', '~'), true),
  );
  return [...paths, ...pointers];
}

function pathOf(row: string | undefined, name: string | undefined, isPath: boolean): RowsOfStatement {
  const column = name === undefined ? undefined : ({ kind: 'name', name } as const);
  return { rows: [Number(row)], word: 'index', alsoLine: undefined, column, isPath };
}
