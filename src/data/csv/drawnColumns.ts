/** Where the columns of a table are that is drawn with bars and rules, by its header and the rule below it. */
export interface DrawnColumns {
  /** The characters that are bars. */
  readonly barCharacters: string;
  /** The positions of the bars in the header, in UTF-16 units. */
  readonly bars: readonly number[];
  /** Whether there are bars before the first column and after the last one. */
  readonly isFramed: boolean;
  /** Whether `\|` is a part of a text, as in Markdown. */
  readonly hasEscapes: boolean;
  /** Whether delimiters are the bars, and a line without any may be a part of a text. */
  readonly areDelimited: boolean;
}

const BOX_BARS = '│┃║';
const RULE_CHARACTERS = /^[-=+|:\u2500-\u257F]+$/;
const DASHES = /[-=─━═]{3}/;
const UNBROKEN_RULE = /^.[-=─━═]+.$/;
const MARKDOWN_RULE = /^\|(?: *(?:-{3,}|-+:|:-+:?) *\|){2,}$/;
/** The rule that sqlcmd and SQL*Plus write below a header with delimiters, if these are not pipes: a row of CSV may have dashes in each cell. */
const DELIMITED_RULE = /^-+(?:,-+)+$|^-+(?:;-+)+$/;
/** What these programs write below the rows: `(3 rows affected)`, `3 rows selected.` */
const ROW_COUNT = /^(?:\(\d+ .+\)|(?:\d+|no) rows? selected\.?)$/;
/** What is between the junctions of a rule. Markdown aligns a column by colons. */
const BETWEEN_JUNCTIONS = /[-=─━═ :]/;

/** Whether a line only separates others: `-----`, `+---+---+`, `|---|---|`, `├───┼───┤`, `---,---`. */
export function isRule(line: string): boolean {
  const text = line.trim();
  return (RULE_CHARACTERS.test(text) || DELIMITED_RULE.test(text)) && DASHES.test(text);
}

/** Reads the columns of a header. Undefined if it has only one, or if the line below it is not the rule of its columns. */
export function readDrawnColumns(header: string, below: string): DrawnColumns | undefined {
  const rule = below.trimEnd();
  const hasEscapes = MARKDOWN_RULE.test(rule.trimStart());
  if (isRule(header) || !(isRule(rule) || hasEscapes)) {
    return undefined;
  }
  if (DELIMITED_RULE.test(rule.trimStart())) {
    return readDelimitedColumns(header, rule);
  }
  const barCharacters = /[│┃║]/.test(header) ? BOX_BARS : '|';
  const style = { barCharacters, hasEscapes, areDelimited: false };
  const [isOpen, isClosed] = edgesOf(header, style);
  const columns = { ...style, bars: barsOf(header, style), isFramed: isOpen };
  const areColumns = isOpen === isClosed && columns.bars.length >= fewestBars(columns);
  return areColumns && isRuleOf(columns, rule, header.trim().length) ? columns : undefined;
}

/** The columns of a header with delimiters, if the dashes below each name are at least as many as its characters. */
function readDelimitedColumns(header: string, rule: string): DrawnColumns | undefined {
  const delimiter = rule.includes(',') ? ',' : ';';
  const dashes = rule.trim().split(delimiter);
  const names = header.split(delimiter).map((name) => name.trim());
  const isUnderlined = (name: string, index: number) => name !== '' && name.length <= (dashes[index]?.length ?? 0);
  // These programs quote no text.
  if (names.length !== dashes.length || header.includes('"') || !names.every(isUnderlined)) {
    return undefined;
  }
  const style = { barCharacters: delimiter, hasEscapes: false, areDelimited: true };
  return { ...style, bars: barsOf(header, style), isFramed: false };
}

/** Whether a line without delimiters, below a header with them, is a part of a text with line breaks, which would be lost. */
export function isPartOfText(line: string, { areDelimited }: DrawnColumns): boolean {
  const text = line.trim();
  return areDelimited && text !== '' && !isRule(text) && !ROW_COUNT.test(text);
}

/** Whether a rule has a junction below each bar of the header, or is below the whole header. */
function isRuleOf({ bars, isFramed, hasEscapes }: DrawnColumns, rule: string, headerLength: number): boolean {
  const junctions = positionsIn(rule, (at) => !BETWEEN_JUNCTIONS.test(rule.charAt(at)));
  if (hasEscapes) {
    return isFramed && junctions.length === bars.length;
  }
  if (UNBROKEN_RULE.test(rule.trimStart())) {
    return isFramed && rule.trimStart().length * 2 >= headerLength;
  }
  // A row of CSV with pipes may have dashes in each cell.
  const isDrawn = isFramed || !rule.includes('|');
  return isDrawn && junctions.length === bars.length && junctions.every((at, index) => at === bars[index]);
}

/**
 * The texts in the columns of a line. A line that lacks the bar at one of its ends is one text, because it is a part of a row. Undefined if
 * there is nothing between bars, as in titles.
 */
export function cellsOfDrawnRow(line: string, columns: DrawnColumns): readonly string[] | undefined {
  const text = line.trimEnd();
  const { isFramed, hasEscapes } = columns;
  const [isOpen, isClosed] = edgesOf(text, columns);
  if (isFramed && isOpen !== isClosed) {
    return [text.trim()];
  }
  // With wide characters, the bars are at other positions.
  const bars = isLikeHeader(text, columns) ? columns.bars : barsOf(text, columns);
  if (bars.length < fewestBars(columns) || (isFramed && !isOpen)) {
    return undefined;
  }
  const edges = isFramed ? bars : [-1, ...bars, text.length];
  const cells = edges.slice(1).map((end, index) => text.slice((edges[index] ?? 0) + 1, end).trim());
  if (cells.every((cell) => cell === '')) {
    return undefined;
  }
  return hasEscapes ? cells.map((cell) => cell.replaceAll('\\|', '|')) : cells;
}

/** How many bars a row of two columns has. */
function fewestBars({ isFramed }: Pick<DrawnColumns, 'isFramed'>): number {
  return isFramed ? 3 : 1;
}

type BarStyle = Pick<DrawnColumns, 'barCharacters' | 'hasEscapes'>;

function isBar(text: string, at: number, { barCharacters, hasEscapes }: BarStyle): boolean {
  const character = text.charAt(at);
  return character !== '' && barCharacters.includes(character) && !(hasEscapes && text.charAt(at - 1) === '\\');
}

function barsOf(text: string, style: BarStyle): readonly number[] {
  return positionsIn(text, (at) => isBar(text, at, style));
}

function positionsIn(text: string, isFound: (at: number) => boolean): readonly number[] {
  const positions: number[] = [];
  for (let at = 0; at < text.length; at++) {
    if (isFound(at)) {
      positions.push(at);
    }
  }
  return positions;
}

/** Whether a line begins with a bar, and whether it ends with one. */
function edgesOf(line: string, style: BarStyle): readonly [isOpen: boolean, isClosed: boolean] {
  const text = line.trim();
  return [isBar(text, 0, style), isBar(text, text.length - 1, style)];
}

/** Whether a row has bars where the header has them. Others are a part of its texts. */
function isLikeHeader(text: string, columns: DrawnColumns): boolean {
  const { bars, isFramed } = columns;
  return bars.every((at) => isBar(text, at, columns)) && !(isFramed && bars.at(-1) !== text.length - 1);
}
