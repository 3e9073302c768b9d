import { l10n } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import type { DataProblem, Finding } from '../../data/dataProblem.ts';
import { delimiterName, encodingName, numberText } from './uploadWords.ts';

const NAME_LENGTH = 40;

/** A problem in one sentence, with the line it is in. */
export function problemLine(problem: DataProblem): string {
  return l10n.t('Line {0}: {1}', numberText(problem.line), describeProblem(problem));
}

/** What is wrong, in one sentence. Names from the data are quoted on one line, capped in length. */
export function describeProblem(problem: Finding): string {
  switch (problem.code) {
    case 'empty':
      return l10n.t('There is no data.');
    case 'noRows':
      return l10n.t('There are no rows.');
    case 'notUtf8':
      return l10n.t('This is not UTF-8 but looks like {0}.', encodingName(problem.encoding));
    case 'replacementCharacter':
      return problem.characters === 1
        ? l10n.t('A character was lost when the text was read in a wrong encoding before.')
        : l10n.t(
            '{0} characters were lost when the text was read in a wrong encoding before.',
            numberText(problem.characters),
          );
    case 'byteOrderMark':
      return l10n.t('The text begins with a byte order mark.');
    case 'nulByte':
      return problem.bytes === 1
        ? l10n.t('There is a NUL byte, which is no text.')
        : l10n.t('There are {0} NUL bytes, which are no text.', numberText(problem.bytes));
    case 'mixedLineEndings':
      return l10n.t('Lines end differently from here on.');
    case 'sepLine':
      return l10n.t('This line is for Excel only; the service may take it for the header.');
    case 'otherDelimiter':
      return l10n.t('Cells are separated by {0}, not by comma.', delimiterName(problem.delimiter));
    case 'unterminatedQuote':
      return l10n.t('A quote is opened here and never closed.');
    case 'strayQuote':
      return l10n.t('A quote inside a cell is not doubled; the service may not read it as you do.');
    case 'raggedRow':
      return l10n.t('The row has {0} cells, the header {1}.', problem.cells, problem.columns);
    case 'blankLines':
      return problem.lines === 1
        ? l10n.t('A blank line, not counted as a row.')
        : l10n.t('{0} blank lines, not counted as rows.', numberText(problem.lines));
    case 'trailingEmptyRows':
      return problem.rows === 1
        ? l10n.t('An empty row at the end.')
        : l10n.t('{0} empty rows at the end.', numberText(problem.rows));
    case 'trailingEmptyColumns':
      return problem.columns === 1
        ? l10n.t('An empty column at the right.')
        : l10n.t('{0} empty columns at the right.', numberText(problem.columns));
    case 'emptyColumnName':
      return l10n.t('Column {0} has no name.', problem.columnNumber);
    case 'paddedColumnName':
      return l10n.t('The name of column {0}, “{1}”, has blanks around it.', problem.columnNumber, quoted(problem.name));
    case 'duplicateColumnName':
      return l10n.t('Column {0} has the name “{1}” already.', problem.firstColumnNumber, quoted(problem.name));
    case 'headerLooksLikeData':
      return l10n.t('The first line should name the columns, but looks like a row.');
    case 'decimalComma':
      return problem.cells === 1
        ? l10n.t('“{0}” has a number with a decimal comma.', quoted(problem.name))
        : l10n.t('“{0}” has {1} numbers with a decimal comma.', quoted(problem.name), numberText(problem.cells));
    case 'typeChange':
      return problem.from === 'number'
        ? l10n.t('“{0}” is no number here, after {1} that are.', quoted(problem.name), numberText(problem.rows))
        : l10n.t('“{0}” is no date here, after {1} that are.', quoted(problem.name), numberText(problem.rows));
    case 'notJson':
      return describeJsonFault(problem);
    case 'notAnArray':
      return l10n.t('The service takes a JSON array of rows; this is something else.');
    case 'jsonLines':
      return l10n.t('This is an object a line (JSON Lines); the service takes an array of objects.');
    case 'oneObject':
      return l10n.t('This is one object; the service takes an array of objects.');
    case 'notObjects':
      return l10n.t('Row {0} is not an object.', numberText(problem.rowNumber));
    case 'nestedValue':
      return l10n.t(
        '“{0}” in row {1} holds an object or an array, but rows must be flat.',
        quoted(problem.name),
        numberText(problem.rowNumber),
      );
    case 'duplicateKey':
      return l10n.t('“{0}” occurs twice in row {1}.', quoted(problem.name), numberText(problem.rowNumber));
    case 'differentKeys':
      return describeKeys(problem);
    case 'impreciseNumber':
      return l10n.t(
        '“{0}” in row {1} is {2}, which has more digits than most programs keep.',
        quoted(problem.name),
        numberText(problem.rowNumber),
        quoted(problem.found),
      );
  }
}

function describeKeys({ rowNumber, missing, added }: Extract<Finding, { code: 'differentKeys' }>): string {
  const row = numberText(rowNumber);
  const without = missing.map(quoted).join(', ');
  const more = added.map(quoted).join(', ');
  if (added.length === 0) {
    return l10n.t('Row {0} lacks what the first row has: {1}.', row, without);
  }
  return missing.length === 0
    ? l10n.t('Row {0} has what the first row lacks: {1}.', row, more)
    : l10n.t('Row {0} lacks what the first row has: {1}; and has what it lacks: {2}.', row, without, more);
}

function describeJsonFault({ fault, found }: Extract<Finding, { code: 'notJson' }>): string {
  switch (fault) {
    case 'unexpected':
      return l10n.t('This is not JSON: “{0}” is not expected here.', quoted(found));
    case 'endOfText':
      return l10n.t('This is not JSON: it ends too early.');
    case 'textAfterEnd':
      return l10n.t('This is not JSON: something follows its end.');
    case 'trailingComma':
      return l10n.t('This is not JSON: nothing follows the comma.');
    case 'comment':
      return l10n.t('This is not JSON: it has a comment.');
    case 'unterminatedString':
      return l10n.t('This is not JSON: a text is opened here and not closed on its line.');
    case 'badString':
      return l10n.t('This is not JSON: a text has a character or an escape that is not allowed.');
    case 'notANumber':
      return l10n.t('This is not JSON: “{0}” is no number that JSON can say.', quoted(found));
    case 'badNumber':
      return l10n.t('This is not JSON: “{0}” is not a number.', quoted(found));
  }
}

function quoted(name: string): string {
  return plainText(name, NAME_LENGTH);
}
