import { l10n } from 'vscode';
import { plainText, plainValue } from '../../base/displayText.ts';
import type { DataProblem, Finding, ProblemCode } from '../../data/check/dataProblem.ts';
import type { ListedProblem, ProblemColumns } from '../../data/check/listedProblems.ts';
import type { BinaryFormat } from '../../data/check/fileFormat.ts';
import type { UploadKind } from '../../model/upload.ts';
import { describeColumns } from './columnProblemText.ts';
import { delimitersName, encodingName } from './dataText.ts';
import { numberText } from './valueText.ts';

const NAME_LENGTH = 40;

/** A problem in one sentence, with the line it is in. */
export function problemLine(problem: ListedProblem): string {
  return problem.code === 'empty'
    ? describeProblem(problem)
    : l10n.t('Line {0}: {1}', numberText(problem.line), describeProblem(problem));
}

/** Like `problemLine`, with the name of the file, for one of several files. */
export function problemLineOf(fileName: string, problem: DataProblem): string {
  return l10n.t('{0}, line {1}: {2}', plainText(fileName, 60), numberText(problem.line), describeProblem(problem));
}

/** Problems that common CSV and JSON parsers tolerate. */
const HARMLESS: ReadonlySet<ProblemCode> = new Set([
  'blankLines',
  'differentKeys',
  'mixedLineEndings',
  'trailingBlankLines',
]);

/** How a problem is shown in the Problems view. */
export function problemLevel({ code, severity }: DataProblem, kind: UploadKind): 'error' | 'warning' | 'info' {
  if (severity === 'blocking') {
    return 'error';
  }
  // A TSV file is expected to have tabs.
  return HARMLESS.has(code) || (code === 'otherDelimiter' && kind === 'tsv') ? 'info' : 'warning';
}

/** What is wrong, in one or two sentences. Names from the data are shown on one line, with a limited length. */
export function describeProblem(problem: Finding & { readonly inColumns?: ProblemColumns }): string {
  return (problem.inColumns && describeColumns(problem, problem.inColumns)) ?? describeFinding(problem);
}

function describeFinding(problem: Finding): string {
  switch (problem.code) {
    case 'empty':
      return l10n.t('There is no data.');
    case 'notText':
      return describeBinary(problem.format);
    case 'markup':
      return problem.format === 'html'
        ? l10n.t('This is a web page (HTML), not data. It may be a sign-in or error page. Export the data again.')
        : l10n.t('This is XML. Export the data as CSV or JSON instead.');
    case 'drawnTable':
      return l10n.t('The columns are drawn with bars and lines, so this is not CSV.');
    case 'notCsv':
      return problem.format === 'JSON'
        ? l10n.t('This is JSON, not CSV. Change the file extension to .json.')
        : l10n.t('This is {0}, not CSV. Export the data as CSV.', problem.format);
    case 'compressed':
      return l10n.t('The file is compressed. The service accepts only uncompressed data.');
    case 'noRows':
      return l10n.t('There are no rows.');
    case 'notUtf8':
      if (problem.encoding === 'unknown') {
        return l10n.t(
          'The text is not encoded in UTF-8, and its encoding is not recognized. Select it with Reopen with Encoding.',
        );
      }
      return problem.encoding === 'utf-8'
        ? l10n.t('Some bytes are not valid UTF-8, although the rest of the text is.')
        : l10n.t('The text is not encoded in UTF-8. The encoding appears to be {0}.', encodingName(problem.encoding));
    case 'replacementCharacter':
      return problem.characters === 1
        ? l10n.t('1 character was lost because the text was read in the wrong encoding.')
        : l10n.t(
            '{0} characters were lost because the text was read in the wrong encoding.',
            numberText(problem.characters),
          );
    case 'byteOrderMark':
      return l10n.t(
        'The text starts with a byte order mark, which the service may read as part of the first column name, or reject in JSON.',
      );
    case 'nulByte':
      return problem.bytes === 1
        ? l10n.t('There is a NUL character here.')
        : l10n.t('There are {0} NUL characters. This is the first one.', numberText(problem.bytes));
    case 'mixedLineEndings':
      return l10n.t('This line has a different line ending than the lines before it.');
    case 'sepLine':
      return l10n.t('This line is only for Excel. The service may read it as the header.');
    case 'titleLines':
      return problem.lines === 1
        ? l10n.t('1 title line above the header. The service may read it as the header.')
        : l10n.t(
            '{0} title lines above the header. The service may read the first one as the header.',
            numberText(problem.lines),
          );
    case 'otherDelimiter':
      return l10n.t('The cells are separated by {0} instead of commas.', delimitersName(problem.delimiter));
    case 'onlyColumn':
      if (problem.delimiter === ' ') {
        return l10n.t('This may be several columns of fixed width, with spaces between them.');
      }
      return l10n.t(
        'This may be several columns: the name and the first values have the same number of {0}.',
        delimitersName(problem.delimiter),
      );
    case 'unterminatedQuote':
      return l10n.t('This quote is never closed.');
    case 'strayQuote':
      return l10n.t('A quote inside a cell is not doubled. The service may read the cell differently.');
    case 'raggedRow':
      return problem.cells === 1
        ? l10n.t('The row has 1 cell, but the header has {0}.', numberText(problem.columns))
        : l10n.t(
            'The row has {0} cells, but the header has {1}.',
            numberText(problem.cells),
            numberText(problem.columns),
          );
    case 'trailingDelimiters':
      return l10n.t('Each row ends with an extra delimiter.');
    case 'blankLines':
      return problem.lines === 1
        ? l10n.t('Blank line. It is not counted as a row.')
        : l10n.t('{0} blank lines. They are not counted as rows.', numberText(problem.lines));
    case 'emptyRows':
      return problem.rows === 1
        ? l10n.t('Empty row. It is sent as a row without values.')
        : l10n.t('{0} empty rows. They are sent as rows without values.', numberText(problem.rows));
    case 'trailingBlankLines':
      return problem.lines === 1
        ? l10n.t('Blank line at the end.')
        : l10n.t('{0} blank lines at the end.', numberText(problem.lines));
    case 'trailingEmptyRows':
      return problem.rows === 1
        ? l10n.t('Empty row at the end.')
        : l10n.t('{0} empty rows at the end.', numberText(problem.rows));
    case 'footerLines':
      return problem.rows === 1
        ? l10n.t('1 line with other text below the table.')
        : l10n.t('{0} lines with other text below the table.', numberText(problem.rows));
    case 'trailingEmptyColumns':
      return problem.columns === 1
        ? l10n.t('The last column is empty and has no name.')
        : l10n.t('The last {0} columns are empty and have no names.', numberText(problem.columns));
    case 'emptyColumnName':
      return l10n.t('Column {0} has no name.', problem.columnNumber);
    case 'paddedColumnName':
      return l10n.t(
        'The name “{0}” of column {1} starts or ends with a space or an invisible character.',
        quoted(problem.name),
        problem.columnNumber,
      );
    case 'duplicateColumnName':
      return l10n.t('Column {0} already has the name “{1}”.', problem.firstColumnNumber, quoted(problem.name));
    case 'headerLooksLikeData':
      return l10n.t('The first line looks like a row instead of a header.');
    case 'repeatedHeader':
      return l10n.t('The row repeats the header.');
    case 'decimalComma':
      return l10n.t('“{0}” contains numbers with a decimal comma or points between thousands.', quoted(problem.name));
    case 'formattedNumbers':
      return l10n.t(
        '“{0}” contains numbers that may be read as text because of “{1}”.',
        quoted(problem.name),
        quoted(problem.found),
      );
    case 'shortenedNumber':
      return l10n.t(
        '“{0}” contains long numbers written as {1}. Their last digits may be missing.',
        quoted(problem.name),
        quoted(problem.found),
      );
    case 'formulaText':
      return l10n.t('“{0}” contains texts written as formulas: {1}.', quoted(problem.name), quoted(problem.found));
    case 'nullText':
      return l10n.t(
        '“{0}” contains the text {1}, which probably stands for a missing value.',
        quoted(problem.name),
        quoted(problem.found),
      );
    case 'errorValue':
      return l10n.t(
        '“{0}” contains error values of a spreadsheet, such as {1}.',
        quoted(problem.name),
        quoted(problem.found),
      );
    case 'typeChange':
      return problem.from === 'number'
        ? l10n.t(
            '“{0}” contains {1} numbers before this value, which is not a number.',
            quoted(problem.name),
            numberText(problem.rows),
          )
        : l10n.t(
            '“{0}” contains {1} dates before this value, which is not a date.',
            quoted(problem.name),
            numberText(problem.rows),
          );
    case 'notJson':
      return describeJsonFault(problem);
    case 'notAnArray':
      return l10n.t('The service accepts only a JSON array of rows.');
    case 'jsonLines':
      return l10n.t('The text contains one object per line. The service accepts only an array of rows.');
    case 'oneObject':
      return describeObject(problem);
    case 'rowsInObject':
      return problem.isCertain
        ? l10n.t('The rows are in “{0}”. The service accepts only an array of rows.', quoted(problem.name))
        : l10n.t('The rows may be in “{0}”. The service accepts only an array of rows.', quoted(problem.name));
    case 'rowsInPages':
      return describePages(problem);
    case 'bulkActions':
      return l10n.t('Every other line is an action for Elasticsearch, not a row.');
    case 'errorResponse':
      return l10n.t('The text looks like an error that an API returned, not like data.');
    case 'rowsByKey':
      return l10n.t('The object seems to have rows under keys instead of in an array.');
    case 'rowsInColumns':
      return l10n.t('The object lists the values column by column. The service accepts only an array of rows.');
    case 'rowsAsArrays':
      return problem.name === undefined
        ? l10n.t('The rows are arrays. The service accepts only objects.')
        : l10n.t('The rows seem to be in “{0}”, but they are arrays, not objects.', quoted(problem.name));
    case 'notObjects':
      return l10n.t('Row {0} is not an object.', numberText(problem.rowNumber));
    case 'nestedValue':
      return l10n.t(
        '“{0}” in row {1} contains an object or an array, but rows must be flat.',
        quoted(problem.name),
        numberText(problem.rowNumber),
      );
    case 'duplicateKey':
      return l10n.t('“{0}” occurs more than once in row {1}.', quoted(problem.name), numberText(problem.rowNumber));
    case 'differentKeys':
      return describeDifferentKeys(problem);
    case 'impreciseNumber':
      return l10n.t(
        '{0} has too many digits or is out of range, and may be read as another number.',
        quoted(problem.found),
      );
  }
}

function describeObject({ members }: Extract<Finding, { code: 'oneObject' }>): string {
  return members === undefined
    ? l10n.t('The text contains a single object. The service accepts only an array of rows.')
    : l10n.t(
        'The rows may be in one of these members: {0}. The service accepts only an array of rows.',
        members.map(quoted).join(', '),
      );
}

function describePages({ name, isCertain }: Extract<Finding, { code: 'rowsInPages' }>): string {
  if (name === undefined) {
    return l10n.t('The objects seem to be pages that contain the rows. The service accepts only an array of rows.');
  }
  return isCertain
    ? l10n.t('The rows are in “{0}” of each object. The service accepts only an array of rows.', quoted(name))
    : l10n.t('The rows may be in “{0}” of each object. The service accepts only an array of rows.', quoted(name));
}

function describeBinary(format: BinaryFormat): string {
  switch (format) {
    case 'workbook':
      return l10n.t('This is a workbook or another ZIP file. Save the sheet as CSV UTF-8 and upload that file.');
    case 'compressed':
      return l10n.t('This is a compressed file. Extract it and upload its contents.');
    case 'database':
      return l10n.t('This is a database or a Parquet file. Export the data as CSV or JSON instead.');
    case 'pdf':
      return l10n.t('This is a PDF. Upload the original data instead.');
    case 'picture':
      return l10n.t('This is an image. Upload the original data instead.');
  }
}

function describeDifferentKeys({ rowNumber, missing, added }: Extract<Finding, { code: 'differentKeys' }>): string {
  const row = numberText(rowNumber);
  const missingKeys = missing.map(quoted).join(', ');
  const addedKeys = added.map(quoted).join(', ');
  if (added.length === 0) {
    return l10n.t('Row {0} is missing keys of the first row: {1}.', row, missingKeys);
  }
  return missing.length === 0
    ? l10n.t('Row {0} has keys that the first row does not have: {1}.', row, addedKeys)
    : l10n.t('Row {0} is missing keys of the first row: {1}. It has other keys: {2}.', row, missingKeys, addedKeys);
}

function describeJsonFault({ fault, found }: Extract<Finding, { code: 'notJson' }>): string {
  switch (fault) {
    case 'unexpected':
      return l10n.t('“{0}” is not expected here in JSON.', quoted(found));
    case 'endOfText':
      return l10n.t('The JSON text ends unexpectedly.');
    case 'textAfterEnd':
      return l10n.t('There is text after the end of the JSON value.');
    case 'trailingComma':
      return l10n.t('JSON does not allow trailing commas.');
    case 'comment':
      return l10n.t('JSON does not allow comments.');
    case 'unterminatedString':
      return l10n.t('This JSON string is not closed on its line.');
    case 'badString':
      return l10n.t('A JSON string contains an invalid character or escape sequence.');
    case 'notANumber':
      return l10n.t('JSON does not allow “{0}”.', quoted(found));
    case 'badNumber':
      return l10n.t('“{0}” is not a valid JSON number.', quoted(found));
  }
}

function quoted(name: string): string {
  return plainValue(name, NAME_LENGTH);
}
