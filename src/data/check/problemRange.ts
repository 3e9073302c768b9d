import type { DataProblem } from './dataProblem.ts';

/** What must be known of the text to tell how far the cause of a problem reaches. */
export interface ProblemLine {
  /** The line that the problem begins in, without its line break. */
  readonly text: string;
  /** undefined: JSON. */
  readonly delimiter: string | undefined;
}

/** Where the cause of a problem ends on its line: the column behind it, from 1 in UTF-16 units. At least one unit is covered where there is one. */
export function problemEndColumn(problem: DataProblem, { text, delimiter }: ProblemLine): number {
  const start = Math.min(problem.column - 1, text.length);
  const end = start + causeLength(problem, text.slice(start), delimiter);
  return Math.min(Math.max(end, start + 1), text.length) + 1;
}

function causeLength(problem: DataProblem, rest: string, delimiter: string | undefined): number {
  switch (problem.code) {
    case 'notUtf8':
    case 'byteOrderMark':
    case 'replacementCharacter':
    case 'nulByte':
    case 'otherDelimiter':
    case 'unterminatedQuote':
    case 'strayQuote':
    case 'notAnArray':
    case 'oneObject':
      return 1;
    case 'notJson':
    case 'impreciseNumber':
      return problem.found.length;
    case 'emptyColumnName':
    case 'paddedColumnName':
    case 'duplicateColumnName':
    case 'decimalComma':
    case 'typeChange':
      return cellLength(rest, delimiter ?? ',');
    case 'nestedValue':
    case 'duplicateKey':
    case 'notObjects':
      return valueLength(rest);
    case 'empty':
    case 'notText':
    case 'markup':
    case 'noRows':
    case 'mixedLineEndings':
    case 'sepLine':
    case 'raggedRow':
    case 'blankLines':
    case 'trailingEmptyRows':
    case 'trailingEmptyColumns':
    case 'headerLooksLikeData':
    case 'jsonLines':
    case 'differentKeys':
      return rest.length;
  }
}

/** How much of a line is looked at for the end of a cell or a value: a longer range would show no more. */
const LOOKED_AT = 1_000;

/** A quoted cell that goes on in the next line ends with its line. */
function cellLength(line: string, delimiter: string): number {
  const rest = line.slice(0, LOOKED_AT);
  const quoted = /^\s*"(?:[^"]|"")*"?/.exec(rest)?.[0].length ?? 0;
  const end = rest.indexOf(delimiter, quoted);
  return end < 0 ? rest.length : end;
}

/** Of an object or an array, what opens it. */
function valueLength(line: string): number {
  const rest = line.slice(0, LOOKED_AT);
  return /^(?:"(?:[^"\\]|\\.)*"?|[{[]|[^\s,:[\]{}"]+)/.exec(rest)?.[0].length ?? 1;
}
