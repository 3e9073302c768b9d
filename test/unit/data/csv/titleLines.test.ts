import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../scale.ts';
import { detectDialect, DIALECT_BYTES, lengthBeforeHeader } from '../../../../src/data/csv/dialect.ts';
import { csvStyle, csvTable, writeTable } from '../check/csvTables.ts';
import { STATEMENT, titledTable } from '../check/titledTables.ts';

const TABLE = 'account;amount;currency\n4000;1,5;EUR\n4100;2,5;EUR\n';
const COMMAS = 'account,amount,currency\n4000,1.5,EUR\n4100,2.5,EUR\n';

/** What is above the table, and the table. */
const BALANCES = 'day,text,net,balance\n2026-01-01,a,1.5,1.5\n2026-01-02,b,2.5,4\n';
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
    'names with a colon below one without',
    'Account;DE02120300000000202051\nBalance:;1.234,56\n',
    'day;payee;text;amount\n31.01.24;A;x;-12,34\n30.01.24;B;y;2.500,00\n',
  ],
  [
    'a name with a colon and a date',
    '"Girokonto";"DE02120300000000202051"\n"Zeitraum:";"01.01.2024 - 31.01.2024"\n"Kontostand vom 05.07.2024:";"1.234,56 €"\n""\n',
    '"Buchungsdatum";"Status";"Betrag (€)";"Mandatsreferenz"\n"31.01.24";"Gebucht";"-12,34";""\n',
  ],
  [
    'lines and an empty one above two equal names',
    'Umsatzanzeige;Datei erstellt am: 05.07.2024 10:11\n\nIBAN;DE02 1203\nSaldo;1.234,56;EUR\n\nIn der Datei finden Sie alle Umsätze.\n\n',
    'Buchung;Empfänger;Text;Saldo;Währung;Betrag;Währung\n05.07.2024;A;a;1.234,56;EUR;-1,50;EUR\n',
  ],
  [
    'lines and an empty one above years',
    '"Data Source";"Indicators";\n\n"Last Updated Date";"2024-06-28";\n\n',
    '"Country Name";"Country Code";"Indicator";"1960";"1961";"1962";\n"Aruba";"ABW";"Total";"54608";"55811";"";\n',
  ],
  ['lines and an empty one above years in descending order', 'Budget\n\n', 'account;2025;2024;Total\n4000;1,5;2,5;4\n'],
  ['lines and an empty one above months', 'Budget\n;;;\n', 'account;2024-11;2024-12;2025-01\nSales;1,5;2,5;3\n'],
  ['lines and an empty one above months with the year last', 'Budget\n\n', 'account;12/2024;01/2025\nSales;1,5;2,5\n'],
  [
    'lines and an empty one above months of one digit',
    'Budget\n\n',
    'account;8/2024;9/2024;10/2024\nSales;1,5;2,5;3\n',
  ],
  ['lines and an empty one above days', 'Balance sheet\n\n', 'account;31/12/2025;31/12/2024\n4000;1.5;2.5\n'],
  ['lines and an empty one above ISO days', 'Budget\n\n', 'account;2026-10-30;2026-10-31\nSales;1,5;2,5\n'],
  ['lines and an empty one above padded years', 'Budget\n\n', 'account; 2024;2025 \nSales;1,5;2,5\n'],
  [
    'lines and an empty one above years, with fewer years below them',
    'Budget\n\n',
    'account;2024;2025\nStaff;2024;12\nSales;2021;1900,5\nRent;7;\n',
  ],
  [
    'lines and an empty one above an empty name',
    'Acme Corp\nTransaction List\n"January 1-31, 2024"\n\n',
    ';Date;Transaction Type;Amount\n1;01/31/2024;Bill;1.5\n2;01/31/2024;Bill;2.5\n',
  ],
  [
    'a padded line and empty ones above an empty name, and another empty one below it',
    '05.07.2024;List;;1\n\n\n',
    ';BuKr;Belegnr;Text;Betrag;Währg\n\n;1000;4711;a;1,50;EUR\n;1000;4712;b;2,50;EUR\n',
  ],
  [
    'a summary that lacks a name, above a blank line and a table with more columns',
    'Description;;Summary Amt.\nBeginning balance as of 10/01/2026;;"1,000.00"\nTotal credits;;"2,345.67"\n\n',
    'Date;Description;Amount;Running Bal.\n10/29/2026;a;"2,345.67";"3,260.47"\n10/30/2026;b;-12.50;"3,247.97"\n',
  ],
  [
    'a line with a date and a number in as many cells as there are names',
    'Compte;Courant;****1234;31/10/2026;;1 234,56\n',
    'Date;Type;Libelle;Detail;Montant\n30/10/2026;a;b;c;-12,50\n29/10/2026;a;b;c;2 345,67\n',
  ],
  [
    'labels, also above few rows and the lines below them',
    'From:;="01.10.2026"\nAccount:;="CH93"\n\n',
    'day;text;credit;debit;label\n30.10.2026;a;;-12.50;\n29.10.2026;b;5.00;;\n\nDisclaimer:\nNot binding.\n',
  ],
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
  ['a row above a row of texts', '1,2026-01-01,a,b\nc,d,e,f\n2,2026-01-02,a,b\n'],
  ['a short row above a row of texts', '1,2026-01-01,a\nc,d,e,f\n2,2026-01-02,a\n3,2026-01-03,a\n'],
  ['a line with a single number in too many cells', 'a,b,c,4,,\nday,text,net,fee\n2026-01-01,a,1.5,2\n'],
  ['a summary without a blank line below it', `Description,,Amount\nAs of 2026,,5\n${BALANCES}`],
  ['a summary with as many columns', `Description,,Amount,\nAs of 2026,,5,\n\n${BALANCES}`],
  ['a summary with all names', `Description,Amount\nAs of 2026,5\n\n${BALANCES}`],
  ['a summary that lacks its first name', `,Name,Amount\nAs of 2026,a,5\n\n${BALANCES}`],
  ['few rows and other ones below them', 'Report\nday;text;net\n30.10.2026;a;5\n\na;b\nc;d\ne;f\n'],
  ['few rows and shorter ones below them', 'Report\nday;text;net\n30.10.2026;a;5\nb\nc\nd\n'],
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
  ['a table of labels alone', 'name;value\nBalance:;1.5\nFee:;2.5\n'],
  ['labels in the rows', 'item,note\nBalance:,a\nFee:,b\n'],
  [
    'an empty line below a header, above a row with equal texts',
    'name,city,net\n\nAnn,Rome,Rome\nBob,Oslo,1\nCarl,Bern,2\n',
  ],
  [
    'sparse rows and an empty one, above a row with equal texts',
    '1,,\n2,,\n,,\nAnn,EUR,EUR\nBob,1.5,EUR\nCarl,2.5,EUR\n',
  ],
  ['equal names without an empty line above them', 'Report January\nx,net,currency,fee,currency\na,1,EUR,2,EUR\n'],
  [
    'a row with equal texts that are in other rows, too',
    'Report January\n\nx,y,EUR,z,EUR\na,1,EUR,b,EUR\nb,2,EUR,c,EUR\n',
  ],
  ['two years as values', 'Report January\n\nA,2023,2024\nB,2024,2025\nC,2022,2023\n'],
  ['sparse rows and an empty one, above a row with two years', '1,,\n2,,\n,,\nAnn,2023,2024\nBob,3,4\n'],
  ['years without an empty line above them', 'Report January\naccount,2023,2024\n4000,1,2\n'],
  ['years that are not consecutive', 'Report January\n\naccount,2023,2021\n4000,1,2\n'],
  ['a number that may be a year', 'Report January\n\naccount,name,2023\n4000,a,2\n'],
  ['numbers, but no months', 'Report January\n\naccount,2023-13,2023-14\n4000,1,2\n'],
  ['days with as many days as other values below them', 'Report\n\naccount,31/12/2023,31/12/2024\n4000,1/2/2024,7\n'],
  ['a year and a day', 'Report January\n\naccount,2023,31/12/2024\n4000,1,2\n'],
  ['numbers that begin with a month', 'Report January\n\naccount,2023-011,2023-012\n4000,1,2\n'],
  ['numbers that end with a month', 'Report January\n\naccount,001/2023,002/2023\n4000,1,2\n'],
  ['numbers that have a month in them', 'Report January\n\naccount,01/20231,02/20231\n4000,1,2\n'],
  ['a month that may be the zeroth', 'Report January\n\naccount,2023-00,2023-01\n4000,1,2\n'],
  ['a year and a month', 'Report January\n\naccount,2023,2023-01\n4000,1,2\n'],
  ['years with as many years as other values below them', 'Report January\n\naccount,2023,2024\n4000,2023,7\n'],
  ['numbers without a text', 'Report January\n\n2023,2024\n1,2\n3,4\n'],
  ['an empty first name without an empty line above it', 'Report January\n,day,net\n1,2026-01-31,2\n'],
  ['an empty name that is not the first', 'Report January\n\nday,,net\n2026-01-31,1,2\n'],
  ['an index without a name below another table', 'name,net\nAnn,1\n\n,day,net,fee\n1,2026-01-31,2,3\n'],
  ['a row whose first value is empty', 'id,name,city\n\n,Ann,Rome\n2,Bob,Oslo\n3,Carl,Bern\n'],
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
