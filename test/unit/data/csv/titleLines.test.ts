import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../scale.ts';
import { detectDialect, DIALECT_BYTES, lengthBeforeHeader } from '../../../../src/data/csv/dialect.ts';
import { csvStyle, csvTable, writeTable } from '../check/csvTables.ts';
import { STATEMENT, titledTable } from '../check/titledTables.ts';

const TABLE = 'account;amount;currency\n4000;1,5;EUR\n4100;2,5;EUR\n';
const COMMAS = 'account,amount,currency\n4000,1.5,EUR\n4100,2.5,EUR\n';

/** What is above the table, and the table. */
const TITLED: readonly (readonly [name: string, titles: string, table: string])[] = [
  ['padded lines of a bank statement', STATEMENT.titles, STATEMENT.table],
  ['a line and a blank line', 'Report January\n\n', COMMAS],
  ['a line of several words alone', 'Report January\n', COMMAS],
  ['a padded line alone', 'Report;;\n', TABLE],
  ['a line with the delimiter in quotes', '"Report; January";;\n\n', TABLE],
  ['quoted lines with line breaks', '"Report\n""January"", 2026"\n\n', TABLE],
  [
    'a line with another delimiter',
    'Statement, January 2026\n\n',
    'day;amount\n01.01.2026;-900,00\n02.01.2026;900,00\n',
  ],
  ['a line with as many cells as rows have commas', 'Statement, January, 2026\n', TABLE],
  ['labels with values that are not padded', 'Account:;DE12 5001\nFrom;01.01.2026\n\n', TABLE],
  [
    'names without a colon beside their values',
    'Account;DE12 5001\nBank;Example\nBalance;1.204,50;EUR\n\nSorted;by day\n\n',
    'day;payee;purpose;net;currency;balance\n02.01.2026;A;a;-1,50;EUR;1.204,50\n',
  ],
  ['a name beside its value alone', 'Account;DE125001\n', 'day;payee;purpose;net\n02.01.2026;A;a;-1,50\n'],
  [
    'a name beside a value without a number, and a period',
    '"Customer";"Example"\n"Period";"2026-01-01 - 2026-01-31"\n\n',
    'day;payee;purpose;net\n02.01.2026;A;a;-1,50\n',
  ],
  ['a padded line of delimiters only', ';;\n', TABLE],
  ['blank lines before a line', '\n\nReport\n\n', TABLE],
  ['names in two columns', 'Report\n\n', 'account;amount\n4000;1,5\n'],
  ['one row that ends without a line break', 'Report\n\n', 'account;amount\n4000;1,5'],
  ['a header with a trailing delimiter', 'Report\n\n', 'account;amount;\n4000;1,5;\n'],
  ['rows with a trailing delimiter', 'Report\n\n', 'account;amount\n4000;1,5;\n4100;2,5;\n'],
  ['a repeated header', 'Report\n\n', 'account;amount\n4000;1,5\naccount;amount\n4100;2,5\n'],
  ['rows with formatted numbers only', 'Report\n\n', 'account;amount\nSales;1.234,50-\nCosts;(2,50)\n'],
  ['a row of another width', 'Report\n\n', `${TABLE}Total\n`],
  ['twenty lines', 'Report\n'.repeat(20), TABLE],
  [
    'the first line of a DATEV file, whose header has a few equal names',
    '"EXTF";700;21;"Buchungsstapel";13;20240130140440439;;"RE";"";"";29098;55003;20240101;4;20240101;20240831;"";"WD"\n',
    `Umsatz;Konto;${Array.from({ length: 40 }, (_, field) => (field % 10 === 9 ? 'Leerfeld' : `Feld ${field}`)).join(';')}\n` +
      `1,5;4000${';""'.repeat(40)}\n`,
  ],
];

/** Texts whose first line may be the header, or a row. */
const UNTITLED: readonly (readonly [name: string, text: string])[] = [
  ['a header with fewer names than the rows have cells', 'name,city\nx,y,z,w\nx,y,1,w\n'],
  ['a header with one name less', 'id,name\nx,y,z\nx,y,1\n'],
  ['the name of the only column, above values with delimiters', 'note\nHello, dear, world\n1, 2, 3\n'],
  ['two words as the name of the only column', 'my note\nHello, world\n1, 2\n'],
  ['a header, a blank line, and wider rows', 'name,city\n\nx,y,z,w\nx,y,1,w\n'],
  [
    'another table above it',
    'center,name\n4711,Sales\n4712,Costs\n\nday,text,net,currency\n2026-01-01,a,1.5,EUR\n2026-01-02,b,2.5,EUR\n',
  ],
  ['one column', 'id\n1\n2\n'],
  ['one column after blank lines', '\n\nid\n1\n2\n'],
  ['a header after blank lines', '\n\nid,name,net\n1,a,2\n'],
  ['rows without a header', '1,Ann,2.5\n2,Bob,3.5\n'],
  ['rows without a header, of which the first are sparse', '1,,\n2,,\n3,Ann,2.5\n4,Bob,3.5\n'],
  ['a header above sparse rows', 'id,name,city,net\n1,,,\n2,,,\na,b,c,d\n1,2,3,4\n'],
  ['a header of years', 'account,2024,2025\nSales,1,2\n'],
  ['a header of two rows with equal names', 'Region,2024,,2025,\n,Q1,Q2,Q1,Q2\nNorth,1,2,3,4\n'],
  ['a header of two rows with unique names', ',Plan,,\nRegion,Q1,Q2,Q3\nNorth,1,2,3\n'],
  ['a pivot table', 'Sum of net,Columns,,\nRow labels,A,B,Total\nNorth,1,2,3\n'],
  ['an index without a name', ',net,fee\n0,1,2\n1,3,4\n'],
  ['text only, so that any line may be the header', 'Contacts;;\n;;\nName;Town;Land\nAnn;Rome;Italy\n'],
  ['no row below the header', 'Report January\n\naccount,amount,currency\n'],
  ['rows of other widths', `Report January\n\n${COMMAS}1\n2\n3\n`],
  ['JSON in cells', 'id,json\n1,"{""a"": 1, ""b"": 2}"\n2,"{""a"": 3, ""b"": 4}"\n'],
  ['JSON', '{\n"rows": [\n{"a": "x", "b": "y", "c": "z"},\n{"a": 1, "b": 2, "c": 3}\n]\n}\n'],
  ['prose', 'Dear all,\n\nplease note, that, so far\nnothing, much, happened\n'],
  ['a tag in each row but the first', 'id,name,tags\na,A,x;y;t\n2,B,C,p;4;3\n3,D,E,r;5;d\n'],
  ['more lines than a report has above its table', `${'Report\n'.repeat(21)}${TABLE}`],
];

describe('Title lines', () => {
  for (const [name, titles, table] of TITLED) {
    it(`are found above a table: ${name}`, () => {
      for (const lineBreak of ['\n', '\r\n', '\r']) {
        const [above, below] = [titles, table].map((text) => text.replaceAll('\n', lineBreak));
        const text = Buffer.from(`${above}${below}`);
        const delimiter = table === COMMAS ? ',' : ';';
        const { titles: found, ...dialect } = detectDialect(text, 'csv');
        assert.deepEqual(dialect, { delimiter, sepLineLength: 0 });
        assert.equal(text.subarray(found?.byteLength).toString(), below);
        assert.equal(found?.lines, titles.split('\n').length - 1);
        assert.equal(lengthBeforeHeader(text, delimiter), Buffer.byteLength(above ?? ''));
      }
    });
  }

  for (const [name, text] of UNTITLED) {
    it(`are not assumed: ${name}`, () => {
      for (const kind of ['csv', 'tsv'] as const) {
        const written = kind === 'tsv' ? text.replaceAll(/[,;]/g, '\t') : text;
        assert.equal(detectDialect(Buffer.from(written), kind).titles, undefined);
      }
    });
  }

  it('are counted as records, as rows, and as rows with text', () => {
    const { titles } = detectDialect(Buffer.from(`"Report\nJanuary"\n\n;;\n${TABLE}`), 'csv');
    assert.deepEqual(titles, { lines: 4, byteLength: 21, records: 3, rows: 2, filled: 1 });
  });

  it('are found after a sep= line, with its delimiter', () => {
    const text = Buffer.from(`sep=;\nReport, January\n\n${TABLE}`);
    const { delimiter, sepLineLength, titles } = detectDialect(text, 'csv');
    assert.deepEqual([delimiter, sepLineLength, titles?.byteLength, titles?.lines], [';', 6, 17, 2]);
    assert.equal(lengthBeforeHeader(text, ';'), 23);
    assert.equal(detectDialect(Buffer.from(`sep=,\nReport January\n\n${TABLE}`), 'csv').titles, undefined);
  });

  it('are found above tabs of TSV', () => {
    const text = Buffer.from(`Report\n\n${TABLE}`.replaceAll(';', '\t'));
    assert.equal(detectDialect(text, 'tsv').titles?.lines, 2);
    assert.equal(detectDialect(text, 'csv').titles?.lines, 2);
  });

  it('are found by the first records of a long text', () => {
    const row = '4000;1,5;EUR\n';
    const text = Buffer.from(`Report\n\n${TABLE}${row.repeat(DIALECT_BYTES / row.length)}x\n`.repeat(2));
    assert.equal(detectDialect(text, 'csv').titles?.lines, 2);
  });

  it('are found above any table, whatever the lines are', () => {
    fc.assert(
      fc.property(titledTable, ({ titles, table, style, rows }) => {
        const kind = style.delimiter === '\t' ? 'tsv' : 'csv';
        const dialect = detectDialect(Buffer.from(titles + table), kind);
        assert.deepEqual(
          [dialect.delimiter, dialect.titles?.byteLength],
          [style.delimiter, Buffer.byteLength(titles)],
          JSON.stringify(rows),
        );
      }),
      { numRuns: runs(200) },
    );
  });

  it('are not found in a table without them', () => {
    fc.assert(
      fc.property(csvTable(), csvStyle, fc.integer({ min: 0, max: 4 }), (rows, style, more) => {
        // A header that is only a little narrower than the rows is still no title.
        const wide = rows.map((row, index) => (index === 0 ? row : [...row, ...Array<string>(more).fill('1')]));
        for (const table of [rows, wide]) {
          const text = writeTable(table, style);
          assert.equal(detectDialect(Buffer.from(text), style.delimiter === '\t' ? 'tsv' : 'csv').titles, undefined);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});
