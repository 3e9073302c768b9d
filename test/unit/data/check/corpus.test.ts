import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { CheckResult } from '../../../../src/data/check/checkResult.ts';
import { SEVERITIES } from '../../../../src/data/check/dataProblem.ts';
import type { DataProblem } from '../../../../src/data/check/dataProblem.ts';
import { kindByName } from '../../../../src/data/file/kindByName.ts';
import { createDecoder } from '../../../../src/data/text/textEncoding.ts';
import type { UploadKind } from '../../../../src/model/upload.ts';
import { checkBytes } from './checkText.ts';

const CORPUS = new URL('../../../fixtures/corpus/', import.meta.url);

const DATEV_NAMES = [
  ...[
    'Umsatz (ohne Soll/Haben-Kz)',
    'Soll/Haben-Kennzeichen',
    'WKZ Umsatz',
    'Kurs',
    'Basis-Umsatz',
    'WKZ Basis-Umsatz',
  ],
  ...['Konto', 'Gegenkonto (ohne BU-Schlüssel)', 'BU-Schlüssel', 'Belegdatum', 'Belegfeld 1', 'Belegfeld 2', 'Skonto'],
  ...['Buchungstext', ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap((n) => [`Beleginfo - Art ${n}`, `Beleginfo - Inhalt ${n}`])],
];

/** A file; its encoding, line ending and delimiter; its rows; its columns; its problems with their details. */
// prettier-ignore
const CASES: readonly (readonly [file: string, shape: string, rows: number, columns: string, problems: string])[] = [
  ['plain.csv', 'utf-8 lf ,', 2, 'id·name', ''],
  ['no-last-break.csv', 'utf-8 lf ,', 2, 'id·name', ''],
  ['crlf.csv', 'utf-8 crlf ,', 2, 'id·name', ''],
  ['cr.csv', 'utf-8 cr ,', 2, 'id·name', ''],
  ['mixed-endings.csv', 'utf-8 mixed ,', 3, 'id·name', '3:6 mixedLineEndings'],
  ['empty.csv', 'utf-8 - -', 0, '', '1:1 empty'],
  ['blank.csv', 'utf-8 - -', 0, '', '1:1 empty'],
  ['bom-only.csv', 'utf-8+bom - -', 0, '', '1:1 empty'],
  ['header-only.csv', 'utf-8 lf ,', 0, 'id·name', '1:1 noRows'],
  ['one-column.csv', 'utf-8 lf ,', 2, 'id', ''],
  ['bom.csv', 'utf-8+bom crlf ,', 1, 'id·name', '1:1 byteOrderMark'],
  ['quotes-doubled.csv', 'utf-8 lf ,', 2, 'id·say', ''],
  ['breaks-in-quotes.csv', 'utf-8 lf ,', 3, 'id·note', '7:1 raggedRow 1 2'],
  ['delimiter-in-quotes.csv', 'utf-8 lf ,', 2, 'id·note', ''],
  ['blanks-after-quote.csv', 'utf-8 lf ,', 2, 'id·note', ''],
  ['nbsp-after-quote.csv', 'utf-8 lf ,', 2, 'id·note', ''],
  ['unterminated-quote.csv', 'utf-8 lf ,', 0, 'id·name', '2:3 unterminatedQuote'],
  ['unterminated-last.csv', 'utf-8 lf ,', 1, 'id·name', '3:3 unterminatedQuote'],
  ['unterminated-header.csv', 'utf-8 - ,', 0, '', '1:1 unterminatedQuote'],
  ['unterminated-after-breaks.csv', 'utf-8 lf ,', 0, 'id·note', '4:3 unterminatedQuote'],
  ['stray-quote.csv', 'utf-8 lf ,', 2, 'id·note', '2:5 strayQuote'],
  ['stray-quote-blank.csv', 'utf-8 lf ,', 2, 'id·note', '2:5 strayQuote / 3:5 strayQuote'],
  ['quote-in-cell.csv', 'utf-8 lf ,', 2, 'id·size', '2:4 strayQuote / 3:4 strayQuote'],
  ['quote-in-cell-unicode.csv', 'utf-8 lf ,', 1, 'id·größe', '2:7 strayQuote'],
  ['ragged-short.csv', 'utf-8 lf ,', 2, 'id·name·city', '2:1 raggedRow 2 3'],
  ['ragged-long.csv', 'utf-8 lf ,', 2, 'id·name', '2:1 raggedRow 4 2'],
  ['decimal-comma-unquoted.csv', 'utf-8 lf ,', 2, 'id·price', '2:1 raggedRow 3 2 / 3:1 raggedRow 3 2'],
  ['trailing-delimiters.csv', 'utf-8 crlf ;', 3, 'id·note·net', '1:3 otherDelimiter ; / 3:5 trailingDelimiters / 4:1 blankLines 1'],
  ['empty-name.csv', 'utf-8 lf ,', 1, 'id··city', '1:4 emptyColumnName 2'],
  ['blank-name.csv', 'utf-8 lf ,', 1, 'id· ·city', '1:4 emptyColumnName 2'],
  ['duplicate-name.csv', 'utf-8 lf ,', 1, 'id·name·id', '1:9 duplicateColumnName id 1'],
  ['duplicate-name-quoted.csv', 'utf-8 lf ,', 1, 'i\nd·i\nd', '2:4 duplicateColumnName i\nd 1'],
  ['names-by-case.csv', 'utf-8 lf ,', 1, 'id·ID', ''],
  ['names-of-objects.csv', 'utf-8 lf ,', 1, '__proto__·constructor·toString', ''],
  ['padded-names.csv', 'utf-8 lf ,', 1, 'id· name·city ', '1:4 paddedColumnName  name 2 / 1:10 paddedColumnName city  3'],
  ['header-is-data.csv', 'utf-8 lf ,', 2, '1·Ann·2.5', '1:1 headerLooksLikeData'],
  ['repeated-header.csv', 'utf-8 lf ,', 4, 'id·net, day', '3:1 repeatedHeader true / 5:1 blankLines 1 / 6:1 repeatedHeader true'],
  ['header-of-years.csv', 'utf-8 lf ,', 2, 'account·2024·2025', ''],
  ['sep-line.csv', 'utf-8 crlf ;', 1, 'id·name', '1:1 sepLine ; / 2:3 otherDelimiter ;'],
  ['sep-line-comma.csv', 'utf-8 lf ,', 1, 'id·name', '1:1 sepLine ,'],
  ['title-lines.csv', 'utf-8 crlf ;', 2, 'Datum·Text·Betrag·Währung·Saldo', '1:1 titleLines 4 / 5:6 otherDelimiter ; / 6:18 decimalComma Betrag 3 / 6:30 decimalComma Saldo 5'],
  ['title-lines-blank.csv', 'utf-8 lf ,', 2, 'account·amount·currency', '1:1 titleLines 2'],
  ['title-lines-datev.csv', 'utf-8 crlf ;', 2, DATEV_NAMES.join('·'), '1:1 titleLines 1 / 2:28 otherDelimiter ; / 3:1 decimalComma Umsatz (ohne Soll/Haben-Kz) 1'],
  ['title-lines-latin.csv', 'windows-1252 lf ;', 1, 'Konto·Betrag·Währung', '1:1 titleLines 1 / 1:4 notUtf8 windows-1252 / 2:6 otherDelimiter ;'],
  ['title-lines-sep.csv', 'utf-8+bom lf tab', 1, 'account·amount', '1:1 byteOrderMark / 1:1 sepLine \t / 2:1 titleLines 3 / 5:8 otherDelimiter \t'],
  ['title-lines-utf-16le.csv', 'utf-16le+bom lf ;', 2, 'Konto·Betrag', '1:1 notUtf8 utf-16le / 1:1 titleLines 2 / 3:6 otherDelimiter ;'],
  ['semicolons.csv', 'utf-8 lf ;', 2, 'id·price', '1:3 otherDelimiter ; / 2:3 decimalComma price 2'],
  ['pipes.csv', 'utf-8 lf |', 1, 'id·name', '1:3 otherDelimiter |'],
  ['tabs.csv', 'utf-8 lf tab', 1, 'id·name', '1:3 otherDelimiter \t'],
  ['tabs.tsv', 'utf-8 lf tab', 1, 'id·full, name', '1:3 otherDelimiter \t'],
  ['semicolons-quoted-commas.csv', 'utf-8 lf ;', 2, 'id·list', '1:3 otherDelimiter ;'],
  ['latin.csv', 'windows-1252 crlf ;', 1, 'id·name', '1:3 otherDelimiter ; / 2:4 notUtf8 windows-1252'],
  ['latin-header.csv', 'windows-1252 lf ;', 1, 'Größe·Preis', '1:3 notUtf8 windows-1252 / 1:6 otherDelimiter ; / 2:3 decimalComma Preis 2'],
  ['windows-1252.csv', 'windows-1252 crlf ;', 1, 'id·price', '1:3 otherDelimiter ; / 2:3 formattedNumbers price 2 5 € / 2:5 notUtf8 windows-1252'],
  ['iso-8859-1.csv', 'iso-8859-1 lf ,', 1, 'id·name', '2:3 notUtf8 unknown'],
  ['utf-16le.csv', 'utf-16le+bom crlf ,', 1, 'id·name', '1:1 notUtf8 utf-16le'],
  ['utf-16be.csv', 'utf-16be+bom crlf ,', 1, 'id·name', '1:1 notUtf8 utf-16be'],
  ['utf-16le-no-bom.csv', 'utf-16le lf ,', 1, 'id·name', '1:1 notUtf8 utf-16le'],
  ['cut-off-character.csv', 'windows-1252 lf ,', 1, 'id·name', '2:5 notUtf8 windows-1252'],
  ['replacement.csv', 'utf-8 lf ,', 2, 'id·name', '2:4 replacementCharacter 2'],
  ['nul.csv', 'utf-8 lf ,', 2, 'id·name', '2:4 nulByte 2'],
  ['nul-in-quotes.csv', 'utf-8 lf ,', 1, 'id·name', '2:5 nulByte 1'],
  ['trailing-empty-rows.csv', 'utf-8 lf ,', 3, 'id·name', '3:1 trailingEmptyRows 2'],
  ['trailing-blank-lines.csv', 'utf-8 lf ,', 1, 'id·name', '3:1 trailingBlankLines 2'],
  ['blank-lines-between.csv', 'utf-8 lf ,', 1, 'id·name', '2:1 blankLines 2'],
  ['empty-rows-between.csv', 'utf-8 lf ,', 4, 'id·name', '3:1 emptyRows 2 / 4:1 blankLines 1'],
  ['blank-lines-first.csv', 'utf-8 lf ,', 1, 'id·name', '1:1 blankLines 2'],
  ['trailing-empty-columns.csv', 'utf-8 lf ,', 2, 'id·name··', '1:9 trailingEmptyColumns 2'],
  ['unnamed-filled-column.csv', 'utf-8 lf ,', 2, 'id·name··', '1:9 emptyColumnName 3 / 1:10 trailingEmptyColumns 1'],
  ['formatted-numbers.csv', 'utf-8 lf ;', 2, 'id·net·fee·day', '1:3 otherDelimiter ; / 2:3 decimalComma net 2 / 2:14 formattedNumbers fee 3 12,50-'],
  ['formulas.csv', 'utf-8 lf ,', 2, 'id·code', '2:3 formulaText code ="0012" true'],
  ['sql-nulls.csv', 'utf-8 lf ,', 4, 'OrderID·Customer·OrderDate·ShippedDate·Freight·Note', '2:33 nullText ShippedDate NULL / 2:44 nullText Note NULL / 3:57 nullText Freight NULL / 5:3 nullText Customer NULL'],
  ['late-text.csv', 'utf-8 lf ,', 26, 'id·amount', '27:4 typeChange amount number 25'],
  ['late-number-in-dates.csv', 'utf-8 lf ,', 26, 'day·id', '27:1 typeChange day date 25'],
  ['early-mix.csv', 'utf-8 lf ,', 3, 'id·amount', '3:3 formattedNumbers amount 2 n/a'],
  ['decimal-comma.csv', 'utf-8 lf ,', 2, 'id·price', '2:3 decimalComma price 2'],
  ['thousands.csv', 'utf-8 lf ,', 2, 'id·price', '3:3 formattedNumbers price 2 1,003,750'],
  ['decimal-comma-grouped.csv', 'utf-8 lf ;', 2, 'id·price', '1:3 otherDelimiter ; / 2:3 decimalComma price 2'],
  ['unicode.csv', 'utf-8 lf ,', 1, 'id·名前·😀', ''],
  ['rows.json', 'utf-8 - -', 2, 'id·name', ''],
  ['indented.json', 'utf-8 - -', 1, 'id·ok', ''],
  ['workbook.csv', 'utf-8 - -', 0, '', '1:1 notText workbook'],
  ['workbook-97.csv', 'utf-8 - -', 0, '', '1:1 notText workbook'],
  ['nearly-workbook.csv', 'utf-8 crlf ,', 1, 'PK', ''],
  ['gzip.json', 'utf-8 - -', 0, '', '1:1 notText compressed'],
  ['report.csv', 'utf-8 - -', 0, '', '1:1 notText pdf'],
  ['picture.csv', 'utf-8 - -', 0, '', '1:1 notText picture'],
  ['web-page.csv', 'utf-8 - -', 0, '', '1:1 markup html'],
  ['web-page.json', 'utf-8+bom - -', 0, '', '1:1 markup html'],
  ['web-page-head.csv', 'utf-8 - -', 0, '', '1:1 markup html'],
  ['web-page-utf-16le.csv', 'utf-16le+bom - -', 0, '', '1:1 markup html'],
  ['xml.csv', 'utf-8 - -', 0, '', '1:1 markup xml'],
  ['xml-doctype.json', 'utf-8 - -', 0, '', '1:1 markup xml'],
  ['tag-as-name.csv', 'utf-8 lf ,', 1, '<b>·<header>', ''],
  ['tags-in-cells.csv', 'utf-8 lf ,', 3, 'snippet', ''],
  ['comment-as-name.csv', 'utf-8 lf ,', 1, '<!-- id -->·name', ''],
  ['empty.json', 'utf-8 - -', 0, '', '1:1 empty'],
  ['no-rows.json', 'utf-8 - -', 0, '', '1:1 noRows'],
  ['scalar.json', 'utf-8 - -', 0, '', '1:1 notAnArray'],
  ['object.json', 'utf-8 - -', 1, 'id·name', '1:1 oneObject false'],
  ['wrapped.json', 'utf-8 - -', 1, 'rows', '1:1 rowsInObject rows true false / 1:9 nestedValue rows 1'],
  ['pages.json', 'utf-8 - -', 2, 'page·data', '1:2 rowsInPages data true false false / 1:19 nestedValue data 1 / 1:57 nestedValue data 2'],
  ['error-response.json', 'utf-8 - -', 1, 'error', '1:1 errorResponse / 1:1 oneObject false / 1:10 nestedValue error 1'],
  ['rows-by-key.json', 'utf-8 - -', 1, '1001·1002', '1:1 rowsByKey key / 1:1 oneObject true / 1:9 nestedValue 1001 1 / 1:32 nestedValue 1002 1'],
  ['lines.json', 'utf-8 - -', 3, 'id', '2:1 jsonLines'],
  ['not-objects.json', 'utf-8 - -', 5, 'id', '2:2 notObjects 2 / 2:4 notObjects 3 / 2:8 notObjects 4 / 2:12 notObjects 5'],
  ['nested.json', 'utf-8 - -', 2, 'id·at', '1:15 nestedValue at 1 / 2:15 nestedValue at 2'],
  ['different-keys.json', 'utf-8 - -', 3, 'id·a·b', '2:1 differentKeys 2 ["a"] [] / 3:1 differentKeys 3 [] ["b"]'],
  ['reordered-keys.json', 'utf-8 - -', 2, 'id·a', ''],
  ['duplicate-key.json', 'utf-8 - -', 1, 'id', '2:2 duplicateKey id 1'],
  ['duplicate-key-escaped.json', 'utf-8 - -', 1, 'id', '1:10 duplicateKey id 1'],
  ['imprecise.json', 'utf-8 - -', 3, 'id', '1:8 impreciseNumber id 1 12345678901234567890 / 2:7 impreciseNumber id 2 0.1234567890123456789 / 2:36 impreciseNumber id 3 1e400'],
  ['precise.json', 'utf-8 - -', 4, 'id', '1:8 impreciseNumber id 1 9007199254740993.0'],
  ['nan.json', 'utf-8 - -', 2, 'a', '1:7 notJson notANumber NaN / 2:6 notJson notANumber -Infinity'],
  ['trailing-commas.json', 'utf-8 - -', 2, 'a', '1:8 notJson trailingComma , / 2:8 notJson trailingComma ,'],
  ['comments.json', 'utf-8 - -', 1, 'a', '1:1 notJson comment // / 2:9 notJson comment /*'],
  ['cut-off.json', 'utf-8 - -', 2, 'a', '2:6 notJson endOfText '],
  ['text-after-end.json', 'utf-8 - -', 1, 'a', '2:1 notJson textAfterEnd ['],
  ['single-quotes.json', 'utf-8 - -', 1, '', "1:3 notJson unexpected '"],
  ['bare-key.json', 'utf-8 - -', 1, '', '1:3 notJson unexpected a'],
  ['leading-zero.json', 'utf-8 - -', 1, 'a', '1:7 notJson badNumber 01'],
  ['bad-escape.json', 'utf-8 - -', 1, 'a', '1:9 notJson badString \\'],
  ['bad-unicode-escape.json', 'utf-8 - -', 1, 'a', '1:8 notJson badString \\u'],
  ['control-character.json', 'utf-8 - -', 1, 'a', '1:9 notJson badString \t'],
  ['break-in-text.json', 'utf-8 - -', 1, 'a', '1:7 notJson unterminatedString "é'],
  ['bom.json', 'utf-8+bom - -', 1, 'a', '1:1 byteOrderMark'],
  ['utf-16le.json', 'utf-16le+bom - -', 1, 'a', '1:1 notUtf8 utf-16le'],
  ['latin.json', 'windows-1252 - -', 1, 'a', '1:8 notUtf8 windows-1252'],
  ['missing-comma.json', 'utf-8 - -', 1, 'a', '2:1 notJson unexpected {'],
  ['python-words.json', 'utf-8 - -', 1, 'a', '1:7 notJson unexpected True'],
  ['bracket-mismatch.json', 'utf-8 - -', 1, 'a', '1:8 notJson unexpected ]'],
  ['deep.json', 'utf-8 - -', 1, 'a', '1:7 nestedValue a 1'],
];

/** Files that csv-parse rejects or reads differently. For these, papaparse is the only reference. */
const DIFFERENT_IN_CSV_PARSE: ReadonlySet<string> = new Set([
  'unterminated-quote.csv',
  'unterminated-last.csv',
  'unterminated-header.csv',
  'unterminated-after-breaks.csv',
  'stray-quote.csv',
  'stray-quote-blank.csv',
  'blanks-after-quote.csv',
  'nbsp-after-quote.csv',
]);

describe('Corpus', () => {
  for (const [file, shape, rows, columns, problems] of CASES) {
    it(`reads ${file}`, () => {
      const bytes = readFileSync(new URL(file, CORPUS));
      const result = checkBytes(kindOf(file), bytes);
      assert.deepEqual(
        [shapeOf(result), result.rows, result.columns.join('·'), result.problems.map(describeProblem).join(' / ')],
        [shape, rows, columns, problems],
      );
      assert.equal(result.byteLength, bytes.length);
      assert.deepEqual(checkBytes(kindOf(file), ...Array.from(bytes, (byte) => Buffer.of(byte))), result);
      if (result.delimiter !== undefined && !DIFFERENT_IN_CSV_PARSE.has(file)) {
        const [header, ...others] = secondOpinion(bytes, result);
        assert.deepEqual(result.columns, header ?? []);
        assert.equal(result.rows, others.length);
        assert.deepEqual(result.firstRows, others.slice(0, 20));
      }
    });
  }

  it('has a case for every file', () => {
    assert.deepEqual(CASES.map(([file]) => file).sort(), readdirSync(CORPUS).sort());
  });
});

/** The records as csv-parse reads them. */
function secondOpinion(bytes: Uint8Array, { encoding, delimiter, problems }: CheckResult): readonly string[][] {
  const decoder = createDecoder(encoding);
  const text = decoder.decode(bytes) + decoder.end();
  return parse(text, {
    delimiter: delimiter ?? ',',
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    from_line: 1 + problems.reduce((lines, problem) => lines + linesAbove(problem), 0),
  });
}

/** The lines of a problem that are not part of the table below them. */
function linesAbove(problem: DataProblem): number {
  switch (problem.code) {
    case 'sepLine':
      return 1;
    case 'titleLines':
      return problem.lines;
    default:
      return 0;
  }
}

function shapeOf({ encoding, hasByteOrderMark, lineEnding, delimiter = '-' }: CheckResult): string {
  return `${encoding}${hasByteOrderMark ? '+bom' : ''} ${lineEnding ?? '-'} ${delimiter === '\t' ? 'tab' : delimiter}`;
}

/** `3:1 raggedRow 1 2`: the position, the code, and the details in their order. */
function describeProblem(problem: CheckResult['problems'][number]): string {
  const { code, line, column, severity, ...details } = problem;
  assert.equal(severity, SEVERITIES[code]);
  const values = Object.values(details).map((value: unknown) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  );
  return [`${line}:${column}`, code, ...values].join(' ');
}

function kindOf(file: string): UploadKind {
  return kindByName({ languageId: '', fileName: file }) ?? assert.fail(file);
}
