import type { DataProblem } from './dataProblem.ts';

/** How much of a line is searched for the end of a cell or a value. A longer range would not show more. */
const SEARCHED_LENGTH = 1_000;

/** The line of a problem. */
export interface ProblemLine {
  /** The line in which the problem begins, without its line break. */
  readonly text: string;
  /** Undefined for JSON. */
  readonly delimiter: string | undefined;
}

/** The end of a problem's range on its line: the column after it, from 1 in UTF-16 units. The range is not empty unless the line ends there. */
export function problemEndColumn(problem: DataProblem, { text, delimiter }: ProblemLine): number {
  const start = Math.min(problem.column - 1, text.length);
  const end = start + problemLength(problem, text.slice(start), delimiter);
  return Math.min(Math.max(end, start + 1), text.length) + 1;
}

function problemLength(problem: DataProblem, rest: string, delimiter: string | undefined): number {
  switch (problem.code) {
    case 'notUtf8':
    case 'byteOrderMark':
    case 'replacementCharacter':
    case 'nulByte':
    case 'otherDelimiter':
    case 'trailingDelimiters':
    case 'unterminatedQuote':
    case 'strayQuote':
    case 'notAnArray':
    case 'oneObject':
    case 'rowsInObject':
    case 'rowsInPages':
    case 'bulkActions':
    case 'errorResponse':
    case 'rowsByKey':
    case 'rowsInColumns':
    case 'rowsAsArrays':
      return 1;
    case 'notJson':
    case 'impreciseNumber':
      return problem.found.length;
    case 'onlyColumn':
    case 'emptyColumnName':
    case 'paddedColumnName':
    case 'duplicateColumnName':
    case 'decimalComma':
    case 'formattedNumbers':
    case 'shortenedNumber':
    case 'formulaText':
    case 'nullText':
    case 'typeChange':
      return cellLength(rest, delimiter ?? ',');
    case 'errorValue':
      return delimiter === undefined ? valueLength(rest) : cellLength(rest, delimiter);
    case 'nestedValue':
    case 'duplicateKey':
    case 'notObjects':
      return valueLength(rest);
    case 'empty':
    case 'notText':
    case 'markup':
    case 'drawnTable':
    case 'notCsv':
    case 'compressed':
    case 'noRows':
    case 'mixedLineEndings':
    case 'sepLine':
    case 'titleLines':
    case 'raggedRow':
    case 'blankLines':
    case 'emptyRows':
    case 'trailingBlankLines':
    case 'trailingEmptyRows':
    case 'footerLines':
    case 'trailingEmptyColumns':
    case 'headerLooksLikeData':
    case 'repeatedHeader':
    case 'jsonLines':
    case 'differentKeys':
      return rest.length;
  }
}

/** A quoted cell that continues in the next line ends with its line. */
function cellLength(line: string, delimiter: string): number {
  const rest = line.slice(0, SEARCHED_LENGTH);
  const quoted = /^\s*"(?:[^"]|"")*"?/.exec(rest)?.[0].length ?? 0;
  const end = rest.indexOf(delimiter, quoted);
  return end < 0 ? rest.length : end;
}

/** The length of a JSON value; of an object or an array, only of its opening bracket. */
function valueLength(line: string): number {
  const rest = line.slice(0, SEARCHED_LENGTH);
  return /^(?:"(?:[^"\\]|\\.)*"?|[{[]|[^\s,:[\]{}"]+)/.exec(rest)?.[0].length ?? 1;
}
