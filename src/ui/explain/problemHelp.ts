import { l10n } from 'vscode';
import type { ProblemCode } from '../../data/check/dataProblem.ts';

/** What a problem means, and what to do about it. */
export interface ProblemHelp {
  readonly meaning: string;
  readonly fix: string;
}

/** The explanations of all problems, in the order of `docs/guide/problems.md`, which contains the same words. */
export function problemHelp(): Readonly<Record<ProblemCode, ProblemHelp>> {
  return {
    empty: {
      meaning: l10n.t('The text is empty or blank.'),
      fix: l10n.t('Add a header and rows.'),
    },
    notText: {
      meaning: l10n.t(
        'The file is a workbook, an archive, a database, a PDF, or an image, whatever its file extension.',
      ),
      fix: l10n.t('In Excel, use Save As with CSV UTF-8. Extract archives.'),
    },
    markup: {
      meaning: l10n.t(
        'The file is XML or HTML, whatever its file extension. It is often a sign-in or error page that was saved instead of the data, or a table that is actually HTML.',
      ),
      fix: l10n.t('Open it in a browser to see what it is, then export the data again as CSV or JSON.'),
    },
    drawnTable: {
      meaning: l10n.t(
        'The columns are drawn with bars and lines, as in lists of SAP, the output of database programs, and Markdown. The service reads CSV.',
      ),
      fix: l10n.t(
        'In the review of an upload, converting the table to CSV is already selected; the file itself isn’t changed. You can also export the data again as CSV.',
      ),
    },
    notCsv: {
      meaning: l10n.t(
        'The text is JSON or in another format, such as SQL or MT940, although its file extension or language mode is that of CSV or TSV.',
      ),
      fix: l10n.t(
        'If it is JSON, change the file extension to .json, or select the language mode JSON if the file has no extension. Otherwise, export the data as CSV.',
      ),
    },
    compressed: {
      meaning: l10n.t('The file is CSV or JSON compressed with gzip, and the service accepts only uncompressed data.'),
      fix: l10n.t(
        'In the review of an upload, decompressing the file is already selected. You can also extract it first.',
      ),
    },
    noRows: {
      meaning: l10n.t('The file contains a header or an empty array, but no rows.'),
      fix: l10n.t('Upload it only if you intend to load no rows.'),
    },
    notUtf8: {
      meaning: l10n.t(
        'The service reads UTF-8, but the file uses another encoding or has invalid bytes, so characters would be lost. While the editor shows � in their place, the text can’t be fixed there, even by editing or saving it.',
      ),
      fix: l10n.t(
        'Quick fix: Reopen with Encoding. Then use Save with Encoding and select UTF-8. Or select the conversion to UTF-8 under Convert… in the review of the upload. If only some bytes are invalid, export the data again.',
      ),
    },
    replacementCharacter: {
      meaning: l10n.t(
        '� replaces a character that was lost when the text was read in the wrong encoding. It is an error if the editor itself lost the character by saving a file that was open in the wrong encoding.',
      ),
      fix: l10n.t('Export the data again, or retype the characters.'),
    },
    byteOrderMark: {
      meaning: l10n.t(
        'The file starts with a byte order mark, which may be read as part of the first column name, or rejected in JSON.',
      ),
      fix: l10n.t(
        'Quick fix: save with the encoding UTF-8 or, in a document that was never saved, remove the mark. In the review of an upload of JSON, removing it is already selected.',
      ),
    },
    nulByte: {
      meaning: l10n.t('The text contains a NUL character, which is often read as the end of the text.'),
      fix: l10n.t('Remove it, or export the data again.'),
    },
    mixedLineEndings: {
      meaning: l10n.t('The lines have different endings: LF, CR LF, or CR.'),
      fix: l10n.t('Save the file in the editor, which writes a single kind of line ending.'),
    },
    sepLine: {
      meaning: l10n.t('The line “sep=…” is only for Excel. The service may read it as the header.'),
      fix: l10n.t(
        'Quick fix: remove the line. In the review of an upload, removing it is already selected; the file itself isn’t changed.',
      ),
    },
    titleLines: {
      meaning: l10n.t(
        'There are lines above the header, such as the name and the period of a report. The service may read the first one as the header.',
      ),
      fix: l10n.t(
        'Quick fix: remove these lines. In the review of an upload, removing them is already selected; the file itself isn’t changed.',
      ),
    },
    otherDelimiter: {
      meaning: l10n.t(
        'The cells are separated by semicolons, tabs, pipes, tildes, or carets. In a TSV file, this is only information.',
      ),
      fix: l10n.t('Quick fix in CSV files: convert the delimiters to commas.'),
    },
    onlyColumn: {
      meaning: l10n.t(
        'Each row is read as a single cell, although it seems to contain several values. Either whole rows are in quotes, as when a CSV file was opened and saved as one column, or a TSV file has no tabs, or the columns have a fixed width and are filled with spaces.',
      ),
      fix: l10n.t('Export the data again. If a TSV file has other delimiters, change its extension to .csv.'),
    },
    unterminatedQuote: {
      meaning: l10n.t('A quote is never closed, so the rest of the text is a single cell.'),
      fix: l10n.t('Close the quote, or double it if it is part of the value.'),
    },
    strayQuote: {
      meaning: l10n.t('A quote inside a cell isn’t doubled and may be read in different ways.'),
      fix: l10n.t('Quote the whole cell and double the quotes inside it.'),
    },
    raggedRow: {
      meaning: l10n.t('A row has more or fewer cells than the header.'),
      fix: l10n.t('Add the missing cells, or quote the cell that contains a delimiter.'),
    },
    trailingDelimiters: {
      meaning: l10n.t(
        'Each row ends with a delimiter for which the header has no column. It then has one cell more than the header and may be rejected.',
      ),
      fix: l10n.t(
        'Quick fix: remove these delimiters. In the review of an upload, removing them is already selected; the file itself isn’t changed.',
      ),
    },
    blankLines: {
      meaning: l10n.t('There are blank lines between rows. They aren’t counted as rows.'),
      fix: l10n.t('No action is needed; you can remove them.'),
    },
    emptyRows: {
      meaning: l10n.t('Rows between the others consist only of delimiters. They are sent as rows without values.'),
      fix: l10n.t(
        'Quick fix: remove them. In the review of an upload, select “Remove the empty rows” under Convert…; the file itself isn’t changed.',
      ),
    },
    trailingBlankLines: {
      meaning: l10n.t('The text ends with blank lines.'),
      fix: l10n.t('No action is needed. Quick fix: remove them.'),
    },
    trailingEmptyRows: {
      meaning: l10n.t('The last rows consist only of delimiters. They are sent as rows without values.'),
      fix: l10n.t(
        'Quick fix: remove them. In the review of an upload, removing them is already selected unless there is only one column; the file itself isn’t changed.',
      ),
    },
    footerLines: {
      meaning: l10n.t(
        'Below an empty row, the text ends with lines that are probably not rows, such as a row count. They have far fewer values than the others, and may be rejected or loaded as rows.',
      ),
      fix: l10n.t(
        'In the review of an upload, removing these lines is already selected, unless one of them has as many cells as the rows and begins with a number or a date, as the first rows do: select it under Convert… if they are not rows. The review shows the first lines that are not sent.',
      ),
    },
    trailingEmptyColumns: {
      meaning: l10n.t('The last columns have neither a name nor a value. A column without a name may be rejected.'),
      fix: l10n.t('In the review of an upload, removing these columns is already selected.'),
    },
    emptyColumnName: {
      meaning: l10n.t('A column has no name.'),
      fix: l10n.t('Add the name that the service expects.'),
    },
    paddedColumnName: {
      meaning: l10n.t(
        'A column name starts or ends with a space or an invisible character, and may not be recognized.',
      ),
      fix: l10n.t('Remove the spaces.'),
    },
    duplicateColumnName: {
      meaning: l10n.t('Two columns have the same name; one may hide the other.'),
      fix: l10n.t('Quick fix: make the column names unique.'),
    },
    headerLooksLikeData: {
      meaning: l10n.t('The first line looks like a row; the header may be missing.'),
      fix: l10n.t('Add the header.'),
    },
    repeatedHeader: {
      meaning: l10n.t(
        'A row repeats the header, as lists often do after a page break. If it is sent as a row of data, columns of numbers contain text and have no sum.',
      ),
      fix: l10n.t(
        'Quick fix: remove these rows. In the review of an upload, removing them is already selected if there are numbers or dates below a text of the header; the file itself isn’t changed. Otherwise, they may be rows of data: select it under Convert… if they are not.',
      ),
    },
    decimalComma: {
      meaning: l10n.t('Numbers use a decimal comma or points between thousands and may be read as text.'),
      fix: l10n.t(
        'If the service expects decimal points, select “Decimal commas to points” under Convert… in the review of the upload, or export the data with points.',
      ),
    },
    formattedNumbers: {
      meaning: l10n.t(
        'A column of numbers has values with a currency, a percent sign, a comma, space, or apostrophe between thousands, an exponent after a decimal comma, a minus sign at the end, parentheses, a no-break space, tab, or invisible character around them, a dash for zero, or a word such as n/a. The column may be read as text. It has a sum only if commas are all that it has of these.',
      ),
      fix: l10n.t(
        'Select “Formatted numbers to plain numbers” or “Remove commas between thousands” under Convert… in the review of the upload, if it is offered. Otherwise, and for percentages, debits and credits, and words, export the column as plain numbers, such as -1234.50, and missing values as empty cells.',
      ),
    },
    shortenedNumber: {
      meaning: l10n.t(
        'A column contains long numbers, such as article or account numbers, in scientific notation. Spreadsheets save them like this as CSV, without the digits that they don’t show.',
      ),
      fix: l10n.t(
        'In the spreadsheet, format the column as a number without decimals and save it again. If the digits are missing there, too, import the original data with this column as text.',
      ),
    },
    formulaText: {
      meaning: l10n.t(
        'Some programs write a text such as 0012 as the formula ="0012", so that Excel keeps its zeros. Elsewhere, the equals sign and the quotes are part of the value.',
      ),
      fix: l10n.t(
        'Quick fix: convert these formulas to plain text. In the review of an upload, this is already selected unless other formulas are found; the file itself isn’t changed.',
      ),
    },
    nullText: {
      meaning: l10n.t(
        'Databases and their tools write NULL, null, (null), or \\N for a missing value. In CSV, this is a text like any other: it would be sent as such, also in a column of numbers or dates, which has no sum because of it.',
      ),
      fix: l10n.t(
        'Quick fix: empty these cells. In the review of an upload, select “Empty cells in place of NULL” under Convert…; the file itself isn’t changed.',
      ),
    },
    errorValue: {
      meaning: l10n.t(
        'A column contains error values such as #N/A or #REF!: a formula of the spreadsheet has failed, for example a lookup that found nothing. They would be sent as text, also in a column of numbers.',
      ),
      fix: l10n.t('Correct the formula in the spreadsheet and save the file again.'),
    },
    typeChange: {
      meaning: l10n.t('A column of numbers or dates contains a value of another type after many rows.'),
      fix: l10n.t('Check the value. It is often a note or a total.'),
    },
    notJson: {
      meaning: l10n.t('The text is not valid JSON. Comments, trailing commas, NaN, and Infinity are not allowed.'),
      fix: l10n.t('Correct the text as described in the message.'),
    },
    notAnArray: {
      meaning: l10n.t('The service accepts an array of rows.'),
      fix: l10n.t('Enclose the rows in [ and ].'),
    },
    jsonLines: {
      meaning: l10n.t('The text contains one object per line (JSON Lines) instead of an array.'),
      fix: l10n.t('Quick fix: convert the lines to an array.'),
    },
    oneObject: {
      meaning: l10n.t('The text contains a single object instead of an array of rows.'),
      fix: l10n.t(
        'Quick fix, if it is probably a row: convert it to an array with one row. Otherwise, select how to send it under Convert… in the review of the upload.',
      ),
    },
    rowsInObject: {
      meaning: l10n.t(
        'The text is an object that contains the rows, as many APIs return it, for example with a count and the rows in “data”. The service accepts only the array of rows.',
      ),
      fix: l10n.t(
        'Quick fix: use only the rows. In the review of an upload, this is already selected unless the rows are inside another object in it. The review lists what is not sent.',
      ),
    },
    rowsInPages: {
      meaning: l10n.t(
        'The text is several objects with an array of rows in each, such as the pages that an API returned.',
      ),
      fix: l10n.t(
        'Quick fix, if it is clear where the rows are: use only the rows. In the review of an upload, sending the rows of all pages is already selected if the objects are certainly pages. Otherwise, select how to send them under Convert….',
      ),
    },
    bulkActions: {
      meaning: l10n.t(
        'The text is written for the bulk API of Elasticsearch or OpenSearch: above each row is a line with an action, such as {"index":{}}. The actions would be loaded as rows, too.',
      ),
      fix: l10n.t(
        'Under Convert… in the review of the upload, select “Remove the Elasticsearch action lines”. The IDs in the actions are then not sent.',
      ),
    },
    errorResponse: {
      meaning: l10n.t('The text looks like the object that an API returns instead of data when a request fails.'),
      fix: l10n.t(
        'Request the data again. If it is the data, choose how to send it under Convert… in the review of the upload.',
      ),
    },
    rowsByKey: {
      meaning: l10n.t(
        'The text is an object of objects with the same keys, such as one per ID or date, or contains such an object. They are probably rows. As a single row, they would have a column for each of their values.',
      ),
      fix: l10n.t(
        'Under Convert… in the review of the upload, select how to send the object: as a single row or, if this is offered, its members as rows with their keys in a separate column. Otherwise, export the rows as an array.',
      ),
    },
    rowsInColumns: {
      meaning: l10n.t(
        'The text lists the values column by column, as pandas writes them by default and with orient="list". As a single row, it would have a column for each value.',
      ),
      fix: l10n.t(
        'Export the rows as an array, in pandas with df.to_json("rows.json", orient="records"). If the object is a single row, choose how to send it under Convert… in the review of the upload.',
      ),
    },
    rowsAsArrays: {
      meaning: l10n.t(
        'The rows are arrays of values, as Google Sheets and some databases return them, and pandas with orient="split". The service accepts only objects. As a single row, an object with such rows would have a column for each value.',
      ),
      fix: l10n.t(
        'Under Convert… in the review of the upload, select how to send them: as rows, if this is offered because the column names are known, or an object as a single row. Otherwise, export the rows as CSV or as an array of objects.',
      ),
    },
    notObjects: {
      meaning: l10n.t('A row isn’t an object.'),
      fix: l10n.t('Use an object whose keys are the column names.'),
    },
    nestedValue: {
      meaning: l10n.t('A row contains an object or an array, but the service accepts only flat rows.'),
      fix: l10n.t(
        'Quick fix: flatten it to dotted columns such as address.city. The review of an upload offers the same without changing the file.',
      ),
    },
    duplicateKey: {
      meaning: l10n.t('A key occurs more than once in a row. The last value is usually kept.'),
      fix: l10n.t('Rename or remove one of the keys.'),
    },
    differentKeys: {
      meaning: l10n.t('The keys of a row differ from those of the first row.'),
      fix: l10n.t('No action is needed if the missing values are intentionally empty.'),
    },
    impreciseNumber: {
      meaning: l10n.t(
        'A number has more digits than a double-precision number can represent, or is out of its range. It is sent unchanged, but may be read as another number.',
      ),
      fix: l10n.t('If every digit counts, use a string.'),
    },
  };
}
