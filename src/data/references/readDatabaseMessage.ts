import type { CellCount } from './readCellCount.ts';
import type { MessageReference } from './reference.ts';
import { cleanedText } from './statements.ts';

/**
 * What the groups of the patterns are: the number of the row (`row`), of its line (`line`; `start` if it has several), or of the element of
 * an array (`index`); the text of the row (`written`); the name of the column (`column`); and the value (`value`).
 */
type Part = 'row' | 'line' | 'start' | 'index' | 'written' | 'column' | 'value';
type Parts = Partial<Record<Part, string>>;

/** Also of databases that are derived from it. */
const POSTGRESQL = [
  /\bCOPY [^,\n]{1,200}, line (?<line>\d+)(?:: "(?<written>[^\n]*)"|, column (?<column>[^:\n]+): (?:null input|"(?<value>[^\n]*)"))?/gu,
  /\bnull value in column "(?<column>[^"\n]*)"/gu,
  /\bKey \((?<column>[^(),\n]+)\)=\((?<value>[^()\n]*)\)/gu,
];

const SNOWFLAKE = [
  /\bline (?<line>\d+), character \d+\s+Row (?<row>\d+)(?: starts at line (?<start>\d+))?(?:, column "[^"\n]*"\["(?<column>[^"\n]*)":\d+\])?/gu,
  /(?:^|\b(?:Numeric value|Boolean value|Date|Time|Timestamp) )'(?<value>[^'\n]*)' is not recognized/gmu,
  /\blimit \(\d+\) exceeded by string '(?<value>[^'\n]*)'/gu,
];

const BIGQUERY = [
  /\bline_number: (?<line>\d+)/gu,
  /\bcolumn_name: "(?<column>[^"\n]*)"/gu,
  /\bvalue: "(?<value>[^"\n]*)"/gu,
  /\bCould not parse '(?<value>[^'\n]*)' as \S+ for field (?<column>[^\s;,(]+)/gu,
];

const REDSHIFT = [
  /\bline_number (?<line>\d+)/gu,
  /\bcolname:? "?(?<column>[\p{L}\p{N}_]+)/gu,
  /\braw_field_value:? "?(?<value>[^"\n,]+)/gu,
];

const DUCKDB = [
  /\bCSV Error on Line: (?<line>\d+)\s+Original Line: (?<written>[^\n]*?)(?=\s+(?:Expected Number of Columns|Error when converting|Possible fixes)|\s*$)/gmu,
  /\bError when converting column "(?<column>[^"\n]*)"/gu,
  /\bCould not convert string "(?<value>[^"\n]*)" to/gu,
];

/** Of the libraries CsvHelper and Newtonsoft.Json. */
const DOTNET = [
  /\bRow: (?<row>\d+)\s+RawRow: (?<line>\d+)\s+Count: \d+\s+RawRecord:[^\S\n]*\n?(?<written>[^\n]*)/gu,
  /\bText: '(?<value>[^'\n]*)'\s+MemberName: (?<column>[\p{L}\p{N}_]+)/gu,
  /\bPath '\[(?<index>\d+)\]\.(?<column>[^'\n.[]+)', line \d+, position \d+/gu,
];

/** Of the library Jackson. */
const JAVA = [
  /\bline: (?<line>\d+), column: \d+\] \(through reference chain: [^\n]*\["(?<column>[^"\n]*)"\]\)/gu,
  /\bCannot deserialize value of type \S+ from String "(?<value>[^"\n]*)"/gu,
];

/** Of the library Joi. */
const JAVASCRIPT = [/(?<!\S)"\[(?<index>\d+)\]\.(?<column>[^"\n.[]+)"/gu];

/** Of the libraries Pydantic, jsonschema and Frictionless. */
const PYTHON = [
  /\b1 validation error for \S+\s+(?<index>\d+)\.(?<column>[\p{L}_][\p{L}\p{N}_]*)\s/gu,
  /\bOn instance\[(?<index>\d+)\]\['(?<column>[^'\n]*)'\]/gu,
  /\bin row "(?<row>\d+)" and field "(?<column>[^"\n]*)"/gu,
  /\bin the cell "(?<value>[^"\n]*)" in row/gu,
  /\bRow at position "(?<row>\d+)"/gu,
];

const PATTERNS = [POSTGRESQL, SNOWFLAKE, BIGQUERY, REDSHIFT, DUCKDB, DOTNET, JAVA, JAVASCRIPT, PYTHON].flat();

const IS_EMPTY = /\b(?:null value in column|null input|NULL result in a non-nullable column)\b/u;

/** A pattern's group is the exact number of cells, if the message has it. */
const CELL_COUNTS: readonly (readonly [pattern: RegExp, cellCount: CellCount])[] = [
  // PostgreSQL.
  [/\bmissing data for column\b/u, 'fewer'],
  [/\bextra data after last expected column\b/u, 'more'],
  // Snowflake.
  [/\bNumber of columns in file \((\d+)\) does not match\b/u, 'other'],
  [/\bEnd of record reached while expected to parse column\b/u, 'fewer'],
  [/\bField delimiter '[^\n]*' found while expecting record delimiter\b/u, 'more'],
  // BigQuery.
  [/\bline contains only (\d+) columns\b/u, 'fewer'],
  [/\bToo many values in (?:line|row)\b[^\n]*?\bFound (\d+) column\(s\)/u, 'more'],
  // Redshift.
  [/\bExtra column\(s\) found\b/u, 'more'],
  [/\bDelimiter not found\b/u, 'fewer'],
  // DuckDB.
  [/\bExpected Number of Columns: \d+ Found: (\d+)/u, 'other'],
  // CsvHelper.
  [/\bField (?:with name|at index) '[^'\n]*' does not exist\b/u, 'fewer'],
  // Frictionless.
  [/\bhas a missing cell in field\b/u, 'fewer'],
  [/\bhas an extra value in field\b/u, 'more'],
];

/**
 * What the message of a database, or of a library that loads data, refers to. Unlike other messages, it has the row in one statement and
 * what is wrong in another, in notations that nothing else has. Undefined for any other message, and for one about several rows.
 */
export function readDatabaseMessage(message: string): MessageReference | undefined {
  const text = cleanedText(message).trim();
  // A message that was shortened may end within a number.
  const parts = partsOf(text.replace(/\S*…$/u, ''));
  const place = parts && placeIn(parts);
  if (parts === undefined || place === undefined) {
    return undefined;
  }
  const cellCount = cellCountIn(text);
  const [column, value] = cellCount === undefined ? [parts.column, parts.value] : [];
  const isEmpty = value === '' || (value === undefined && IS_EMPTY.test(text));
  const isPath = place.word === 'index';
  const isConfirmed = cellCount !== undefined || parts.written !== undefined || value !== undefined;
  if (!isConfirmed && (column === undefined || !(isEmpty || isPath))) {
    return undefined;
  }
  return {
    text,
    ...place,
    written: parts.written?.trim(),
    column: column === undefined ? undefined : { kind: 'name', name: column },
    value: value === '' ? undefined : value,
    quoted: [],
    isEmpty,
    cellCount,
    isMissingColumn: false,
    isBesideRows: false,
    isPath,
  };
}

/** Undefined if the message has two different parts of one kind. */
function partsOf(text: string): Parts | undefined {
  const parts: Parts = {};
  for (const pattern of PATTERNS) {
    for (const { groups = {} } of text.matchAll(pattern)) {
      for (const [part, found] of Object.entries(groups) as [Part, string | undefined][]) {
        if (found !== undefined) {
          if ((parts[part] ?? found) !== found) {
            return undefined;
          }
          parts[part] = found;
        }
      }
    }
  }
  return parts;
}

function placeIn(parts: Parts): Pick<MessageReference, 'rows' | 'word' | 'alsoLine'> | undefined {
  const row = numberIn(parts.row);
  const line = numberIn(parts.start ?? parts.line);
  const index = numberIn(parts.index);
  if (row !== undefined) {
    return { rows: [row], word: 'row', alsoLine: line };
  }
  if (line !== undefined) {
    return { rows: [line], word: 'line', alsoLine: undefined };
  }
  return index === undefined ? undefined : { rows: [index], word: 'index', alsoLine: undefined };
}

function cellCountIn(text: string): CellCount | undefined {
  for (const [pattern, cellCount] of CELL_COUNTS) {
    const match = pattern.exec(text);
    if (match !== null) {
      return numberIn(match[1]) ?? cellCount;
    }
  }
  return undefined;
}

function numberIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
