import { l10n } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import type { DataProblem, Finding } from '../../data/dataProblem.ts';
import { numberText } from './uploadWords.ts';

const NAME_LENGTH = 40;

/** A problem in one sentence, with the line it is in. */
export function problemLine(problem: DataProblem): string {
  return l10n.t('Line {0}: {1}', numberText(problem.line), describeProblem(problem));
}

/** What is wrong, in one sentence. Names from the data are quoted on one line, capped in length. */
function describeProblem(problem: Finding): string {
  switch (problem.code) {
    case 'empty':
      return l10n.t('There is no data.');
    case 'noRows':
      return l10n.t('There are no rows.');
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
    case 'emptyColumnName':
      return l10n.t('Column {0} has no name.', problem.columnNumber);
    case 'duplicateColumnName':
      return l10n.t('Column {0} has the name “{1}” already.', problem.firstColumnNumber, quoted(problem.name));
    case 'notJson':
      return describeJsonFault(problem);
    case 'notAnArray':
      return l10n.t('The service takes a JSON array of rows; this is something else.');
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
  }
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
    case 'badNumber':
      return l10n.t('This is not JSON: “{0}” is not a number.', quoted(found));
  }
}

function quoted(name: string): string {
  return plainText(name, NAME_LENGTH);
}
