import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../scale.ts';
import type { UploadKind } from '../../../../src/model/upload.ts';
import {
  delimiterToComma,
  emptyNullTexts,
  formulasToText,
  makeColumnNamesUnique,
  removeEmptyRows,
  removeRepeatedHeaders,
  removeSepLine,
  removeTitleLines,
  removeTrailingDelimiters,
  removeTrailingEmptyRows,
} from '../../../../src/data/fix/csvFixes.ts';
import { removeByteOrderMark } from '../../../../src/data/fix/fixText.ts';
import { applyEdits } from '../../../../src/data/text/textEdit.ts';
import type { TextEdit } from '../../../../src/data/text/textEdit.ts';
import { checkText } from '../check/checkText.ts';
import { csvStyle, csvTable, writeTable } from '../check/csvTables.ts';
import { titledTable } from '../check/titledTables.ts';

type Fix = (text: string, kind: UploadKind) => readonly TextEdit[];

const CASES: readonly (readonly [fix: Fix, before: string, after: string])[] = [
  [removeByteOrderMark, '\uFEFFa,b\n', 'a,b\n'],
  [removeByteOrderMark, 'a,b\n\uFEFF', 'a,b\n\uFEFF'],
  [removeSepLine, 'sep=;\r\na;b\r\n', 'a;b\r\n'],
  [removeSepLine, '\uFEFF"SEP=|"\na|b', '\uFEFFa|b'],
  [removeSepLine, 'sep;b\n', 'sep;b\n'],
  [removeTitleLines, 'Bericht;;\r\n;;\r\na;b;c\r\n1;"x;\r\n";\r\n', 'a;b;c\r\n1;"x;\r\n";\r\n'],
  [removeTitleLines, '\uFEFFsep=,\n"😀\n é"\n\na,b\n1,ü', '\uFEFFsep=,\na,b\n1,ü'],
  [removeTitleLines, 'a;b;c\n1;2;x\n', 'a;b;c\n1;2;x\n'],
  [removeRepeatedHeaders, '\na;b\r\n1;2\r\na;b\r\n\r\na;b', '\na;b\r\n1;2\r\n\r\n'],
  [removeRepeatedHeaders, '\uFEFFsep=,\nä,"b\n"\n1,2\nä,"b\n"\nä,b\n', '\uFEFFsep=,\nä,"b\n"\n1,2\nä,b\n'],
  [removeRepeatedHeaders, 'Report;;\n\na;b;c\n1;2;x\na;b;c\n', 'Report;;\n\na;b;c\n1;2;x\n'],
  [removeEmptyRows, ';\na;b\n\n;\r\n"";""\n1;\n;2\n ;\n;;\n', ';\na;b\n\n1;\n;2\n ;\n'],
  [removeEmptyRows, 'Report;;\n;;\na;b;c\n;;\n1;2;x\n', 'Report;;\n;;\na;b;c\n1;2;x\n'],
  [removeEmptyRows, 'a,b\n,\n1,"2\n,\n', 'a,b\n1,"2\n,\n'],
  [removeRepeatedHeaders, '2025,2026\n1,2\n2025,2026\n', '2025,2026\n1,2\n2025,2026\n'],
  [removeSepLine, 'sep=;\nReport;;\na;b;c\n1;2;x\n', 'Report;;\na;b;c\n1;2;x\n'],
  [removeTrailingDelimiters, 'Report;;\n\na;b\n1;2;\n', 'Report;;\n\na;b\n1;2\n'],
  [makeColumnNamesUnique, 'Q1;Q1;Q1\n\nRep;;\na;b;c\n1;2;x\n', 'Q1;Q1_2;Q1_3\n\nRep;;\na;b;c\n1;2;x\n'],
  [delimiterToComma, 'Report 1,5;;\na;b;c\n1;2;x\n', '"Report 1,5",,\na,b,c\n1,2,x\n'],
  [formulasToText, '="a",b\n="0012","=""x, 5"""""""\n=A1,="a""b"\n', '="a",b\n0012,"x, 5"""\n=A1,"a""b"\n'],
  [formulasToText, '\uFEFFsep=;\n\nä\n="ö"\n=""\n', '\uFEFFsep=;\n\nä\nö\n""\n'],
  [emptyNullTexts, '\\N,NULL\n1,NULL\n"(null)",Null\nNULLS, null \n', '\\N,NULL\n1,\n,Null\nNULLS,\n'],
  [emptyNullTexts, '\uFEFFsep=;\n\nä\nNULL\nö\n\\N', '\uFEFFsep=;\n\nä\n""\nö\n""'],
  [removeTrailingEmptyRows, 'a,b\n1,2\n,\n\n,""\n', 'a,b\n1,2\n'],
  [removeTrailingEmptyRows, 'a,b\r\n1,2\r\n,\r\n,', 'a,b\r\n1,2\r\n'],
  [removeTrailingEmptyRows, 'a,b\n,\n1,2', 'a,b\n,\n1,2'],
  [removeTrailingEmptyRows, '\n,\n,\n\n', '\n,\n'],
  [removeTrailingEmptyRows, '\n\n', '\n\n'],
  [removeTrailingEmptyRows, 'a,b\n1,2\n,\n"', 'a,b\n1,2\n,\n"'],
  [removeTrailingDelimiters, 'a;b\r\n1;"x;\r\n";\r\n;;\r\n3;4;', 'a;b\r\n1;"x;\r\n"\r\n;\r\n3;4'],
  [removeTrailingDelimiters, '\uFEFFsep=;\n\n"ä\n";b\n\n1;ö;\n', '\uFEFFsep=;\n\n"ä\n";b\n\n1;ö\n'],
  [removeTrailingDelimiters, 'a,b\n1,\n1,2,3\n1,2,,\n1,2,""\n1,2,"', 'a,b\n1,\n1,2,3\n1,2,,\n1,2,""\n1,2,"'],
  [delimiterToComma, 'a;b\n1,5;"x;y"\n', 'a,b\n"1,5","x;y"\n'],
  [delimiterToComma, 'a;b\n"1"5,0";5" ,\n', 'a,b\n"1""5,0","5"" ,"\n'],
  [delimiterToComma, 'sep=\t\na\tb\n', 'sep=,\na,b\n'],
  [delimiterToComma, 'a,b\n1,2\n', 'a,b\n1,2\n'],
  [delimiterToComma, 'a;b\n1;"x; 2\n3;4\n', 'a;b\n1;"x; 2\n3;4\n'],
  [makeColumnNamesUnique, 'a,a,"a",a_2, a\n1,2,3,4,5\n', 'a,a_3,"a_4",a_2, a\n1,2,3,4,5\n'],
  [makeColumnNamesUnique, '\n"x ""1""","x ""1""",,\n1,2,3,4\n', '\n"x ""1""","x ""1""_2",,\n1,2,3,4\n'],
  [makeColumnNamesUnique, 'a;b', 'a;b'],
];

describe('CSV fixes', () => {
  for (const [fix, before, after] of CASES) {
    it(`${fix.name} makes ${JSON.stringify(after)} of ${JSON.stringify(before)}`, () =>
      assert.equal(applyEdits(before, fix(before, 'csv')), after));
  }

  it('leave the tabs of TSV', () => assert.deepEqual(delimiterToComma('a\tb\n', 'tsv'), []));

  const style = csvStyle.filter(({ delimiter }) => delimiter !== '\t');

  it('replace the delimiter by commas and keep every cell', () => {
    fc.assert(
      fc.property(csvTable(), csvStyle, fc.boolean(), (rows, written, hasSepLine) => {
        const start = hasSepLine ? `sep=${written.delimiter}${written.lineBreak}` : '';
        const text = start + writeTable(rows, written);
        const fixed = checkText('csv', applyEdits(text, delimiterToComma(text, 'csv')));
        assert.deepEqual([fixed.columns, ...fixed.firstRows], rows);
        assert.deepEqual(codesAmong(fixed.problems, ['otherDelimiter']), []);
      }),
      { numRuns: runs(100) },
    );
  });

  it('remove the sep= line, the byte order mark or trailing empty rows, and keep every cell', () => {
    fc.assert(
      fc.property(csvTable(), style, fc.nat(3), fc.boolean(), (rows, written, emptyRows, isBlank) => {
        const empty = (isBlank ? '' : written.delimiter.repeat((rows[0]?.length ?? 1) - 1)) + written.lineBreak;
        const full = rows.filter((row, index) => index === 0 || row.join('') !== '');
        const text = writeTable(full, { ...written, endsInBreak: true });
        const whole = `\uFEFFsep=${written.delimiter}${written.lineBreak}${text}${empty.repeat(emptyRows)}`;
        const fixed = [removeByteOrderMark, removeSepLine, removeTrailingEmptyRows].reduce(
          (before, fix) => applyEdits(before, fix(before, 'csv')),
          whole,
        );
        assert.equal(fixed, text);
        const { columns, firstRows, problems } = checkText('csv', fixed);
        assert.deepEqual([columns, ...firstRows], full);
        assert.deepEqual(
          codesAmong(problems, ['byteOrderMark', 'sepLine', 'trailingEmptyRows', 'trailingBlankLines']),
          [],
        );
      }),
      { numRuns: runs(100) },
    );
  });

  it('remove the delimiter at the end of each row, and keep every cell', () => {
    fc.assert(
      fc.property(csvTable(), csvStyle, (rows, written) => {
        const text = writeTable(rows, written);
        const long = writeTable(rows, written, written.delimiter);
        const kind = written.delimiter === '\t' ? 'tsv' : 'csv';
        assert.equal(applyEdits(long, removeTrailingDelimiters(long, kind)), text);
        assert.deepEqual(removeTrailingDelimiters(text, kind), []);
      }),
      { numRuns: runs(100) },
    );
  });

  it('remove the title lines, and keep every byte after them', () => {
    fc.assert(
      fc.property(titledTable, fc.boolean(), ({ titles, table, style: written }, hasSepLine) => {
        const start = hasSepLine ? `\uFEFFsep=${written.delimiter}${written.lineBreak}` : '';
        const text = `${start}${titles}${table}`;
        const kind = written.delimiter === '\t' ? 'tsv' : 'csv';
        const fixed = applyEdits(text, removeTitleLines(text, kind));
        assert.equal(fixed, start + table);
        assert.deepEqual(removeTitleLines(fixed, kind), []);
        assert.deepEqual(codesAmong(checkText(kind, fixed).problems, ['titleLines']), []);
      }),
      { numRuns: runs(100) },
    );
  });

  it('make every column name unique and keep the other cells', () => {
    const names = fc.array(fc.constantFrom('a', 'a', 'a_2', 'é "x"', 'b;c', ' a'), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(names, style, (header, written) => {
        const row = header.map((_, index) => `value${index}`);
        const text = writeTable([header, row, row], written);
        const fixed = checkText('csv', applyEdits(text, makeColumnNamesUnique(text, 'csv')));
        assert.equal(new Set(fixed.columns).size, header.length);
        header.forEach((name, index) => {
          assert.ok(fixed.columns[index] === name || header.indexOf(name) < index);
        });
        assert.deepEqual(fixed.firstRows, [row, row]);
        assert.deepEqual(codesAmong(fixed.problems, ['duplicateColumnName']), []);
      }),
    );
  });
});

function codesAmong(problems: readonly { readonly code: string }[], codes: readonly string[]): readonly string[] {
  return problems.map(({ code }) => code).filter((code) => codes.includes(code));
}
