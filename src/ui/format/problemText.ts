import { l10n } from 'vscode';
import { plainText } from '../../base/displayText.ts';
import type { DataProblem, Finding } from '../../data/check/dataProblem.ts';
import type { BinaryFormat } from '../../data/check/fileFormat.ts';
import { encodingName } from './dataText.ts';
import { numberText } from './valueText.ts';

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
    case 'notText':
      return describeBinary(problem.format);
    case 'markup':
      return problem.format === 'html'
        ? l10n.t('This is a web page (HTML), not data. It may be a sign-in or error page. Export the data again.')
        : l10n.t('This is XML. Export the data as CSV or JSON, then upload that.');
    case 'noRows':
      return l10n.t('There are no rows.');
    case 'notUtf8':
      return l10n.t('The text is not UTF-8; it looks like {0}.', encodingName(problem.encoding));
    case 'replacementCharacter':
      return problem.characters === 1
        ? l10n.t('A character was lost when this text was read in the wrong encoding.')
        : l10n.t(
            '{0} characters were lost when this text was read in the wrong encoding.',
            numberText(problem.characters),
          );
    case 'byteOrderMark':
      return l10n.t('The text begins with a byte order mark; the service may take it for part of the first name.');
    case 'nulByte':
      return problem.bytes === 1
        ? l10n.t('There is a NUL character here.')
        : l10n.t('There are {0} NUL characters, the first one here.', numberText(problem.bytes));
    case 'mixedLineEndings':
      return l10n.t('This line ends in another way than the lines before.');
    case 'sepLine':
      return l10n.t('This line is for Excel only; the service may take it for the header.');
    case 'otherDelimiter':
      return l10n.t('The cells are separated by {0}, not by commas.', delimiterName(problem.delimiter));
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
        ? l10n.t('An empty column without a name at the right.')
        : l10n.t('{0} empty columns without names at the right.', numberText(problem.columns));
    case 'emptyColumnName':
      return l10n.t('Column {0} has no name.', problem.columnNumber);
    case 'paddedColumnName':
      return l10n.t('The name “{0}” of column {1} has blanks around it.', quoted(problem.name), problem.columnNumber);
    case 'duplicateColumnName':
      return l10n.t('Column {0} has the name “{1}” already.', problem.firstColumnNumber, quoted(problem.name));
    case 'headerLooksLikeData':
      return l10n.t('The first line looks like a row, not like a header.');
    case 'decimalComma':
      return problem.cells === 1
        ? l10n.t('“{0}” has a number with a decimal comma.', quoted(problem.name))
        : l10n.t('“{0}” has {1} numbers with a decimal comma.', quoted(problem.name), numberText(problem.cells));
    case 'typeChange':
      return problem.from === 'number'
        ? l10n.t(
            '“{0}” has something other than a number here, after {1} numbers.',
            quoted(problem.name),
            numberText(problem.rows),
          )
        : l10n.t(
            '“{0}” has something other than a date here, after {1} dates.',
            quoted(problem.name),
            numberText(problem.rows),
          );
    case 'notJson':
      return describeJsonFault(problem);
    case 'notAnArray':
      return l10n.t('The service takes a JSON array of rows; this is something else.');
    case 'jsonLines':
      return l10n.t('This is one object a line; the service takes an array of rows.');
    case 'oneObject':
      return l10n.t('This is one object; the service takes an array of rows.');
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
      return describeDifferentKeys(problem);
    case 'impreciseNumber':
      return l10n.t('{0} has more digits than most readers keep.', quoted(problem.found));
  }
}

function describeBinary(format: BinaryFormat): string {
  switch (format) {
    case 'workbook':
      return l10n.t('This is a workbook or another ZIP file. Save the sheet as CSV UTF-8, then upload that.');
    case 'compressed':
      return l10n.t('This is a compressed file. Unpack it, then upload what is in it.');
    case 'pdf':
      return l10n.t('This is a PDF. Upload the data that it was made from.');
    case 'picture':
      return l10n.t('This is a picture. Upload the data that it was made from.');
  }
}

function describeDifferentKeys({ rowNumber, missing, added }: Extract<Finding, { code: 'differentKeys' }>): string {
  const row = numberText(rowNumber);
  const [lacks, has] = [missing, added].map((names) => names.map(quoted).join(', '));
  if (added.length === 0) {
    return l10n.t('Row {0} lacks what the first row has: {1}.', row, lacks ?? '');
  }
  return missing.length === 0
    ? l10n.t('Row {0} has what the first row lacks: {1}.', row, has ?? '')
    : l10n.t('Row {0} lacks what the first row has: {1}. It has instead: {2}.', row, lacks ?? '', has ?? '');
}

/** Encodings go by these names everywhere. */
function delimiterName(delimiter: string): string {
  switch (delimiter) {
    case ';':
      return l10n.t('semicolons');
    case '\t':
      return l10n.t('tabs');
    default:
      return l10n.t('“{0}”', delimiter);
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
    case 'notANumber':
      return l10n.t('This is not JSON: it has no way to say “{0}”.', quoted(found));
    case 'badNumber':
      return l10n.t('This is not JSON: “{0}” is not a number.', quoted(found));
  }
}

function quoted(name: string): string {
  return plainText(name, NAME_LENGTH);
}
