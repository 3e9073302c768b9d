import assert from 'node:assert/strict';
import { findProblems, rangesIn } from './findProblems.ts';
import type { SearchOptions } from './findProblems.ts';

const LEDGER = [
  'id,customer,net_amount,Booking Date',
  '1,Acme,12.50,2026-01-05',
  '2,"Miller, Sons",abc,2026-01-06',
  '3,Zeta,7.00,2026-02-31',
  '4,Omega,,2026-01-08',
  '5,Acme,9999999999999,2026-01-09',
  '6,Beta,x7,2026-01-10',
  '7,Gamma,x7,2026-01-11',
  '8,Delta,-1.00,2026-01-12',
  '',
].join('\n');

const ABC = '3:18-3:21 abc';
const FEBRUARY = '4:13-4:23 2026-02-31';
const HEADER = '1:1-1:36 id,customer,net_amount,Booking Date';

describe('The range of a message', () => {
  const resolved: readonly (readonly [message: string, ...ranges: readonly string[]])[] = [
    ["Row 2: 'abc' is not a valid amount", ABC],
    ["Row 2: 'abc' is not a valid amount.", ABC],
    ["Line 3: 'abc' is not a valid amount", ABC],
    ["Error in line 3: could not convert string to float: 'abc'", ABC],
    ['Row 2: “abc” is not a number', ABC],
    ["Row 2: 'abc' should be '0.00'", ABC],
    ["Row 2: the amount 'abc' must have two decimals", ABC],
    ["Row 2: unsupported amount 'abc'", ABC],
    ["Row 2: unexpected amount 'abc'", ABC],
    ["Row 2: unrecognized amount 'abc'", ABC],
    ['Row 2: net_amount abc is not a number', ABC],
    ['Row 2: the net_amount abc is not a number.', ABC],
    ['Row 2: net_amount: abc is not a number', ABC],
    ['Row 2 - net_amount=abc is invalid', ABC],
    ['Row 3: booking date 2026-02-31 does not exist', FEBRUARY],
    ['Row 3: Booking Date 2026-02-31 was not found', FEBRUARY],
    ['Row 2: net_amount abc is wrong; row 3: Booking Date 2026-02-31 is wrong', ABC, FEBRUARY],
    ['Row 4: net_amount is required', '5:9-5:9 '],
    ['Row 4: the net_amount must not be empty', '5:9-5:9 '],
    ["Row 4: net_amount can't be blank", '5:9-5:9 '],
    ['Zeile 4: net_amount darf nicht leer sein', '5:9-5:9 '],
    ['row #2, column net_amount: value "abc" is not a decimal', ABC],
    ['Row no. 2, column 3: invalid value "abc"', ABC],
    ['Row 3, column C: "abc" is not numeric', ABC],
    ['Cell C3: invalid number "abc"', ABC],
    ['[row=2, column=net_amount, value=abc] conversion failed', ABC],
    ['Record 2 rejected (field `net_amount`, got `abc`)', ABC],
    ['Validation failed at index 1: expected a number but got "abc"', ABC],
    ["Row 2: expected one of 'Acme', 'Zeta', but found 'abc'", ABC],
    ['Row 2 (line 3): "abc" is not a valid amount', ABC],
    ["The value 'abc' in row 2 does not fit column 'net_amount'", ABC],
    ["Row 2, column 3: 'abc' is not a 'net_amount'", ABC],
    ["$[1].net_amount: 'abc' is not a number", ABC],
    ["Row 2, column ' net_amount ': 'abc' is not a number", ABC],
    ["Row 2: ' abc ' is not a number", ABC],
    ["Column 'net_amount': value 'abc' is not a number", ABC],
    ["Column 'net_amount': 'abc' is not a number", ABC],
    ["Column 'net_amount': value ' abc ' is not a number", ABC],
    ["Column 'net_amount' is empty", '1:13-1:23 net_amount'],
    ['Zeile 2, Spalte net_amount: «abc» ist keine Zahl', ABC],
    ['Ligne 3 : « abc » n’est pas un nombre', ABC],
    ["Row 3, column Booking Date: '2026-02-31' is not a date", FEBRUARY],
    ["Load failed: line 4, 'booking date' column: '2026-02-31' does not exist", FEBRUARY],
    ['Row 4, column net_amount is empty', '5:9-5:9 '],
    ["Row 4: net_amount column: value is missing in column 'net_amount'", '5:9-5:9 '],
    ["Rows 6 and 7: 'x7' is not a valid amount", '7:8-7:10 x7', '8:9-8:11 x7'],
    ["Rows 6-7: column net_amount: 'x7' is not numeric", '7:8-7:10 x7', '8:9-8:11 x7'],
    ["Row 2: 'abc' is not an amount; row 3: '2026-02-31' is not a date", ABC, FEBRUARY],
    ["Row 2: 'abc' is not an amount, row 3: '2026-02-31' is not a date", ABC, FEBRUARY],
    ["Row 3: '2026-02-31' is not a date; row 2: 'abc' is not an amount", ABC, FEBRUARY],
    ["Row 2: 'abc' is not an amount; row 2: 'Miller, Sons' is unknown", '3:3-3:17 "Miller, Sons"', ABC],
    ["Row 8: 'Delta' is unknown; row 2: 'abc' is not an amount", ABC, '9:3-9:8 Delta'],
    ["Row 2: 'abc' is not an amount; row 8: 'Delta' is unknown", ABC, '9:3-9:8 Delta'],
    // Each in its own way of counting.
    ["Row 2: 'abc' is not an amount; line 4: '2026-02-31' is not a date", ABC, FEBRUARY],
    ["2 errors:\n- Row 2: 'abc' is not an amount\n- Row 3: '2026-02-31' is not a date", ABC, FEBRUARY],
    ["Row 2: 'abc' is not an amount. Row 3: '2026-02-31' is not a date.", ABC, FEBRUARY],
    ["Row 2: 'Miller, Sons' is not a known customer", '3:3-3:17 "Miller, Sons"'],
    ["Row 8: Account 'Delta' does not exist", '9:3-9:8 Delta'],
    ["Column 'customer': unknown account 'Delta'", '9:3-9:8 Delta'],
    ["Column 'customer': value 'Delta' was not found", '9:3-9:8 Delta'],
    ['Column gross_amount not found', HEADER],
    ["Missing column: 'gross_amount'", HEADER],
    ["The required column 'gross_amount' is missing.", HEADER],
    ["Columns 'gross_amount' and 'tax' were not found", HEADER],
    ["Row 2: 'abc' is not an amount. Column gross_amount not found.", HEADER, ABC],
    ["Loading failed in row 2. 'abc' is not an amount. Column gross_amount not found.", HEADER, ABC],
    ["Loading failed in row 2. Column net_amount: 'abc' is not an amount", ABC],
    ["'abc' is not an amount\n  at line 3", ABC],
    // Of the character, not of the table.
    ["invalid amount 'abc' at line 3, column 21", ABC],
    ["Row 3, column booking_date: '2026-02-31' is not a date", FEBRUARY],
    ["Row 3, column BookingDate: '2026-02-31' is not a date", FEBRUARY],
    ["Column 'booking_date' not found", '1:24-1:36 Booking Date'],
    ["Column 'customer' is not part of the definition", '1:4-1:12 customer'],
    ['Unknown column net_amount', '1:13-1:23 net_amount'],
  ];
  for (const [message, ...ranges] of resolved) {
    it(JSON.stringify(message), () => assert.deepEqual(rangesIn(LEDGER, message), ranges));
  }

  const unresolved: readonly string[] = [
    '',
    'The load failed.',
    'Row 2 was rejected',
    'Row 2: invalid amount',
    'Row 2, column net_amount: not a number',
    '2 rows were rejected',
    'Loaded 5 rows, 3 errors',
    // Both rows have it, and both may be row 6.
    "Row 6: 'x7' is not a valid amount",
    "Row 2: 'abd' is not a valid amount",
    "Row 20: 'abc' is not a valid amount",
    "Rows 2 and 3: 'abc' is not a valid amount",
    "Loading failed in row 7. 'abc' is not a valid amount",
    "Row 7 was the last one. Column customer: value 'Acme' is unknown",
    "invalid amount 'abc' at line 3, column 4",
    "Row 2, column 21: 'abc' is not a number",
    "Rows 2 and 8: 'abc' is not a valid amount",
    "Row 2: table 'Acme' is not known",
    "Row 2: 'customer' is not a number",
    "Row 2: 'abc' is not one of the values of row 7",
    "Row 2: 'abc' and 'Miller, Sons' are not allowed",
    "Row 2, column gross_amount: 'abc' is not a number",
    "Row 2, column id: 'abc' is not a number",
    "Row 2, column id no. 3: 'abc' is not a number",
    "Row 2, column gross C: 'abc' is not a number",
    "Row 2, column 3.1: 'abc' is not a number",
    "Row 2, column net_amount: 'abc' is not a 'customer'",
    "Row 4: 'net_amount' and 'customer' are empty",
    "Row 4: '' is not a valid amount",
    "Row 4: ' ' is not a valid amount",
    "Row 2 (line 4): 'abc' is not a number",
    "Row 5 (line 1): '9999999999999' is not a valid amount",
    "'abc' is not a valid amount",
    "Entity 'Acme' is not active",
    "Row 8: Account 'Delta' may not load this",
    "Column 'customer': unknown account 'Acme'",
    "The value 'Zeta' of the parameter mode is not allowed",
    "Header 'Authorization' is missing",
    "Attribute 'region' was not found",
    "Field 'customer' is not writable",
    "Column 'customer' was not found in row 3 of table 'Acme'",
    "Columns 'customer' and 'gross_amount' were not found",
    "Columns 'gross_amount' and 'customer' were not found",
    'Column gross_amount is not writable',
    "$[2].net_amount: 'abc' is not a number",
    "Column 'net_amount': value 'x7' is not a number",
    "Row 2: 'abc",
    "Row 2: 'abc' is not a valid amo…",
    "Rows 2, 3 and 12 more: 'abc' is not a valid amount",
    "Step 2: 'abc' is not a valid amount",
    "Rows 1-5000: 'abc' is not a valid amount",
    // A number in another form may be meant as well.
    "Row 2: '7' is not allowed",
  ];
  for (const message of unresolved) {
    it(`is nowhere for ${JSON.stringify(message)}`, () => assert.deepEqual(rangesIn(LEDGER, message), []));
  }

  it('carries the statement of the service, and each only its own', () => {
    const texts = findProblems(LEDGER, ["2 errors: Row 2: 'abc' is not an amount; row 3: '2026-02-31' is not a date"]);
    assert.deepEqual(
      texts.map(({ text }) => text),
      ["2 errors: Row 2: 'abc' is not an amount", "row 3: '2026-02-31' is not a date"],
    );
  });
});

describe('The range of a value', () => {
  const rangesOf = (value: string, other: string) =>
    rangesIn(`id;a;b\n1;${value};${other}\n`, `Row 1: "${value}" is not valid`);

  for (const [value, other] of [
    ['abc', 'ABC'],
    ['Ä', 'ä'],
    ['abc', ' a  b c'],
    ["O'Brien", 'OBrien'],
    ['fi', 'ﬁ'],
    ['Mil…', 'Miller'],
    ['Mil...', 'miller'],
    ['7', '7.00'],
    ['7', '07'],
    ['7', '+7'],
    ['7', '€ 7'],
    ['7', '7 %'],
    ['7', '(7)'],
    ['7', 'EUR 7'],
    ['7', '7 eur'],
    ['-7', '-7.0'],
    ['.5', '0,5'],
    ['1234.5', '1,234.5'],
    ['1234.5', '1.234,5'],
    ['1234567', '1.234.567'],
    ['2000', '2e3'],
    ['0.002', '2E-3'],
    ['1e10', '1e+10'],
  ] as const) {
    it(`is unknown for ${value} where ${other} may be meant as well`, () => {
      assert.deepEqual(rangesOf(value, other), []);
    });
  }

  for (const [value, other] of [
    ['abc', 'abd'],
    ['abc', 'abc…'],
    ['abc', 'abcd'],
    ['Mil…', 'Mueller'],
    ['Mil…', 'O Mil'],
    ['Mil...x', 'Miller'],
    ['M…', 'Miller'],
    ['7', '8'],
    ['7', '-7'],
    ['7', '7x'],
    ['7', 'x7'],
    ['7', '7 euro'],
    ['7', 'euro 7'],
    ['0', ','],
    ['7', '7e'],
    ['1.2.3', '4.5.6'],
    ['0', ''],
  ] as const) {
    it(`is known for ${value} beside ${other}`, () => {
      assert.deepEqual(rangesOf(value, other), [`2:3-2:${3 + value.length} ${value}`]);
    });
  }

  it('that another row has in another form is known where the other rows show how the service counts', () => {
    const text = 'id,amount\n1,abc\n2,7.00\n3,7\n4,8\n';
    assert.deepEqual(rangesIn(text, "Row 3: '7' is not allowed"), []);
    assert.deepEqual(rangesIn(text, "Row 1: 'abc' is not a number; row 3: '7' is not allowed"), [
      '2:3-2:6 abc',
      '4:3-4:4 7',
    ]);
  });

  it('is found beside a cell of many digits', () => {
    assert.deepEqual(rangesIn(`id,a,b\n1,${'1'.repeat(400_000)}x,7\n`, "Row 1: '7' is not allowed"), [
      '2:400005-2:400006 7',
    ]);
  });

  it('that is longer than 5,000 characters is not shown', () => {
    const rangesOfLength = (length: number) =>
      rangesIn(JSON.stringify([{ a: 'x'.repeat(length - 2) }]), '$[0].a is too long', { kind: 'json' });
    assert.equal(rangesOfLength(5_000).length, 1);
    assert.deepEqual(rangesOfLength(5_001), []);
  });

  it('is looked for in at most 500 rows of all messages', () => {
    const lists = (lastRow: number) =>
      ['a', 'b', 'c', 'd'].map((value) => `Rows 1-100: '${value}' is bad`).concat(`Rows 1-${lastRow}: 'e' is bad`);
    const message = "Row 2: 'abc' is not a number";
    assert.deepEqual(rangesIn(LEDGER, [...lists(99), message]), [ABC]);
    assert.deepEqual(rangesIn(LEDGER, [...lists(100), message]), []);
  });
});

describe('The range of a column', () => {
  it('is found by the exact name, and by its case only if no other column has it', () => {
    const text = 'amount,AMOUNT,Total\nx,x,y\n';
    for (const column of ['AMOUNT', "'AMOUNT'"]) {
      assert.deepEqual(rangesIn(text, `Row 1, column ${column}: "x" is not a number`), ['2:3-2:4 x']);
    }
    assert.deepEqual(rangesIn(text, "Row 1, column Amount: 'x' is not a number"), []);
    assert.deepEqual(rangesIn(text, "Row 1, column total: 'y' is not a number"), ['2:5-2:6 y']);
  });

  it('is found by its name without the spaces around it, and where other columns have none', () => {
    assert.deepEqual(rangesIn('id, amount \n1,x\n', "Row 1, column amount: 'x' is bad"), ['2:3-2:4 x']);
    assert.deepEqual(rangesIn('id,,amount\n1,x,x\n', "Row 1, column 3: 'x' is bad"), ['2:5-2:6 x']);
  });

  it('is found by letters and by numbers of two digits', () => {
    const header = Array.from({ length: 60 }, (_, index) => `name${index}`).join(',');
    const same = `${header}\n${Array(60).fill('x').join(',')}\n`;
    for (const [column, range] of [
      ['column B', '2:3-2:4 x'],
      ['column AB', '2:55-2:56 x'],
      ['column BA', '2:105-2:106 x'],
    ] as const) {
      assert.deepEqual(rangesIn(same, `Row 1, ${column}: 'x' is bad`), [range]);
    }
    assert.deepEqual(rangesIn(same, "Cell AB2: 'x' is bad"), ['2:55-2:56 x']);
    const row = Array.from({ length: 60 }, (_, index) => (index === 27 || index < 10 ? 'x' : 'y'));
    assert.deepEqual(rangesIn(`${header}\n${row.join(',')}\n`, "Row 1, column 28: 'x' is bad"), ['2:55-2:56 x']);
  });

  it('with a blank value is found where the cell has only spaces', () => {
    assert.deepEqual(rangesIn('id,amount\n1,  \n', 'Row 1, column amount is empty'), ['2:3-2:5   ']);
  });
});

/** The numbers of rows from 0 to 60 with which the one cell with this value is found, as ranges. */
function numbersOfRow(text: string, value: string, options: SearchOptions = {}): string {
  const found = Array.from({ length: 61 }, (_, row) => row).filter((row) => {
    const problems = findProblems(text, [`Row ${row}: '${value}' is bad`], options);
    assert.ok(problems.every(({ written }) => written.includes(value)));
    return problems.length > 0;
  });
  const starts = found.filter((row) => !found.includes(row - 1));
  const ends = found.filter((row) => !found.includes(row + 1));
  return starts.map((start, index) => `${start}-${ends[index] ?? ''}`).join(' ');
}

describe('The number of a row', () => {
  it('counts blank lines and rows of delimiters, or not', () => {
    const text = `id,amount\n${'\n'.repeat(20)}1,5\n${',\n'.repeat(8)}2,abc\n`;
    // Of the rows with text, the third; of those with cells, the eleventh; of all, the thirty-first.
    assert.equal(numbersOfRow(text, 'abc'), '1-3 9-11 29-31');
  });

  it('counts quoted blank cells in the only column, or not', () => {
    const text = `amount\n${'\n'.repeat(20)}${'""\n'.repeat(10)}abc\n`;
    assert.equal(numbersOfRow(text, 'abc'), '0-2 10-12 30-32');
  });

  it('is any of its lines, with those of the header or without', () => {
    for (const lineBreak of ['\n', '\r\n', '\r']) {
      const header = `id,"a${lineBreak.repeat(20)}",amount`;
      const note = `"${`x${lineBreak}`.repeat(20)}"`;
      const text = [header, `1,${note},5`, '2,a,abc', `3,"${`x${lineBreak}`.repeat(9)}",bad`, ''].join(lineBreak);
      assert.equal(numbersOfRow(text, 'abc'), '1-3 21-22 42-43');
      assert.equal(numbersOfRow(text, 'bad'), '2-4 22-32 43-53');
    }
  });

  it('counts a sep= line, or not', () => {
    const text = `sep=;\nid;"a${'\n'.repeat(9)}"\n${'\n'.repeat(20)}1;"x${'\n'.repeat(20)}"\n2;abc\n`;
    assert.equal(numbersOfRow(text, 'abc'), '1-4 21-24 41-42 52-53');
    const conversion = { withoutSepLine: true, fromDelimiter: ';' };
    assert.equal(numbersOfRow(text, 'abc', { conversion }), '1-3 21-23 41-42 51-52');
  });

  it('counts title lines that are sent, or not, and never those that are not sent', () => {
    for (const lineBreak of ['\n', '\r\n', '\r']) {
      const titles = `"Report\n${'x\n'.repeat(9)}";;\n${'\n'.repeat(4)}${';;\n'.repeat(5)}`;
      const text = `${titles}id;amount;note\n1;5;a\n${'\n'.repeat(30)}2;abc;b\n`.replaceAll('\n', lineBreak);
      // In the table, the second row, or the 32nd with blank lines, and in line 53; with the titles as rows, the eighth, third or 42nd.
      assert.equal(numbersOfRow(text, 'abc'), '1-4 7-9 31-32 41-43 52-53', JSON.stringify(lineBreak));
      const conversion = { withoutTitleLines: 20, fromDelimiter: ';' };
      assert.equal(numbersOfRow(text, 'abc', { conversion }), '1-3 31-33');
      assert.equal(numbersOfRow(`sep=;${lineBreak}${text}`, 'abc', { conversion }), '1-4 31-34');
      const withoutSepLine = { ...conversion, withoutSepLine: true };
      assert.equal(numbersOfRow(`sep=;${lineBreak}${text}`, 'abc', { conversion: withoutSepLine }), '1-3 31-33');
      const removed = text.slice(titles.replaceAll('\n', lineBreak).length);
      assert.equal(numbersOfRow(removed, 'abc', { conversion: { fromDelimiter: ';' } }), '1-3 31-33');
    }
  });

  it('of a blank line is counted without title lines that are not sent', () => {
    const rows = Array.from({ length: 15 }, (_, row) => `${row + 1},${row === 12 ? '' : '5'},a\n`);
    const text = `Report,,\n${'\n'.repeat(9)}id,amount,note\n${[rows[0], '\n', ...rows.slice(1)].join('')}`;
    const message = 'Row 13, column amount is empty';
    assert.deepEqual(rangesIn(text, message, { conversion: { withoutTitleLines: 10 } }), ['25:4-25:4 ']);
    assert.deepEqual(rangesIn(text, message), [], 'the blank line is line 13');
  });

  it('counts rows that repeat the header only if they are sent', () => {
    for (const lineBreak of ['\n', '\r\n', '\r']) {
      const text = `id,"a${'\n'.repeat(9)}"\n1,x\n`.repeat(3).replaceAll('\n', lineBreak) + `2,abc${lineBreak}`;
      // In the first line below three headers of ten lines and three rows, or below one header.
      assert.equal(numbersOfRow(text, 'abc'), '5-7 23-24 33-34');
      const conversion = { withoutRepeatedHeaders: ',' };
      assert.equal(numbersOfRow(text, 'abc', { conversion }), '3-5 13-14');
    }
  });

  it('counts empty rows only if they are sent', () => {
    const text = `id,a\n${',\n'.repeat(10)}1,abc\n`;
    assert.equal(numbersOfRow(text, 'abc'), '0-2 10-12');
    assert.equal(numbersOfRow(text, 'abc', { conversion: { withoutEmptyRows: ',' } }), '0-2');
  });

  it('is that of a row or of a line of JSON, from 0 or from 1', () => {
    for (const lineBreak of ['\n', '\r\n', '\r']) {
      const rows = [
        { a: 1, b: 'x' },
        { a: 2, b: 'y' },
        { a: 3, b: 'abc' },
      ].map((row) => JSON.stringify(row, undefined, 2));
      const text = `[\n${rows.join(',\n\n\n\n\n')}\n]`.replaceAll('\n', lineBreak);
      for (const chunkBytes of [9, 1_000]) {
        assert.equal(numbersOfRow(text, 'abc', { kind: 'json', chunkBytes }), '2-4 17-21');
      }
      const conversion = { toFlatRows: true };
      assert.equal(numbersOfRow(text, 'abc', { kind: 'json', conversion }), '2-4');
    }
  });

  it('is that in the array that was sent of an object', () => {
    for (const lineBreak of ['\n', '\r\n', '\r']) {
      const head = '{"meta":[{"b":"abc"}],\n\n\n"data": ';
      const text = `${head}[\n${'{"b":\n\n\n\n\n"x"},\n'.repeat(2)}{"b":"abc"}\n],"next":null}`.replaceAll(
        '\n',
        lineBreak,
      );
      for (const chunkBytes of [1, 1_000]) {
        const conversion = { fromMember: 'data' };
        assert.equal(numbersOfRow(text, 'abc', { kind: 'json', conversion, chunkBytes }), '2-4 13-14');
      }
    }
  });

  it('is that in the array that was sent of pages', () => {
    for (const lineBreak of ['\n', '\r\n', '\r']) {
      const text = '[{"data":[\n{"b":"x"}\n]},\n\n{"n":\n1,"data":[{"b":"y"},\n\n\n\n{"b":"abc"}]}]'.replaceAll(
        '\n',
        lineBreak,
      );
      for (const chunkBytes of [1, 1_000]) {
        const conversion = { fromMember: 'data' };
        assert.equal(numbersOfRow(text, 'abc', { kind: 'json', conversion, chunkBytes }), '2-4 9-10');
      }
    }
  });
});

describe('The range of a message in a file', () => {
  it('with line breaks in cells is by line or by row, whichever fits', () => {
    const text = 'id,note,amount\n1,"two\nlines",5\n2,plain,abc\n3,other,xyz\n';
    assert.deepEqual(rangesIn(text, "Row 2: 'abc' is not a number"), ['4:9-4:12 abc']);
    assert.deepEqual(rangesIn(text, "Line 4: 'abc' is not a number"), ['4:9-4:12 abc']);
    assert.deepEqual(rangesIn(text, "Row 1: 'two\nlines' is too long"), []);
    assert.deepEqual(rangesIn(text, "Line 3, column amount: '5' is too small"), ['3:8-3:9 5']);
  });

  it('without a header counts from the first row', () => {
    const text = '1,Acme,12.50\n2,Zeta,abc\n3,Beta,7.00\n';
    assert.deepEqual(rangesIn(text, "Row 2: 'abc' is not a number"), ['2:8-2:11 abc']);
    assert.deepEqual(rangesIn(text, "Row 2, column 3: 'abc' is not a number"), ['2:8-2:11 abc']);
    assert.deepEqual(rangesIn(text, 'Column amount not found'), []);
  });

  it('that begins with a byte order mark has the same columns', () => {
    assert.deepEqual(rangesIn('\uFEFFamount,id\nabc,1\n', "Row 1: 'abc' is not a number"), ['2:1-2:4 abc']);
    assert.deepEqual(rangesIn('\uFEFFamount,id\nabc,1\n', "Column 'amount' is not known"), ['1:1-1:7 amount']);
  });

  it('with blank lines and rows of delimiters is found however they are counted', () => {
    const text = 'id,amount\n\n1,5\n,\n2,abc\n';
    for (const row of [2, 3, 4, 5, 6]) {
      const ranges = rangesIn(text, `Row ${row}: 'abc' is not a number`);
      assert.deepEqual(ranges, row === 6 ? [] : ['5:3-5:6 abc'], `row ${row}`);
    }
  });

  it('with a sep= line is counted with and without it', () => {
    const text = 'sep=;\nid;amount\n1;5\n2;abc\n';
    assert.deepEqual(rangesIn(text, "Line 4: 'abc' is not a number"), ['4:3-4:6 abc']);
    const conversion = { withoutSepLine: true, fromDelimiter: ';' };
    assert.deepEqual(rangesIn(text, "Line 3: 'abc' is not a number", { conversion }), ['4:3-4:6 abc']);
    assert.deepEqual(rangesIn(text, "Line 4: 'abc' is not a number", { conversion }), ['4:3-4:6 abc'].slice(1));
  });

  it('with title lines has the names of the header below them', () => {
    const text = 'Report January,,\n\nid,amount,note\n1,5,a\n2,abc,b\n';
    for (const conversion of [{}, { withoutTitleLines: 2 }]) {
      const options = { conversion };
      assert.deepEqual(rangesIn(text, "Row 2, column amount: 'abc' is not a number", options), ['5:3-5:6 abc']);
      assert.deepEqual(rangesIn(text, "Column 'amount': value 'abc' is not a number", options), ['5:3-5:6 abc']);
      assert.deepEqual(rangesIn(text, "Column 'note' is not known", options), ['3:11-3:15 note']);
    }
    const message = "Line 5: 'abc' is not a number";
    assert.deepEqual(rangesIn(text, message), ['5:3-5:6 abc']);
    assert.deepEqual(rangesIn(text, message, { conversion: { withoutTitleLines: 2 } }), []);
    const same = 'Report January,,\n\nid,amount,note\n1,abc,a\n2,5,b\n3,5,c\n4,5,d\n5,abc,e\n';
    // In the file, it is line 4.
    const conversion = { withoutTitleLines: 2 };
    assert.deepEqual(rangesIn(same, "Line 2: 'abc' is not a number", { conversion }), ['4:3-4:6 abc']);
  });

  it('in another encoding has the columns of the editor', () => {
    const bytes = Buffer.from('ort;betrag\r\nZürich;1\r\nMünchen;abc\r\n', 'latin1');
    const conversion = { fromEncoding: 'windows-1252', fromDelimiter: ';' } as const;
    assert.deepEqual(rangesIn(bytes, "Row 2: 'abc' is not a number", { conversion }), ['3:9-3:12 abc']);
    assert.deepEqual(rangesIn(bytes, "Row 1: 'Zürich' is unknown", { conversion }), ['2:1-2:7 Zürich']);
    const utf16 = Buffer.from('\uFEFFid\tx\n1\tabc\n', 'utf16le');
    assert.deepEqual(
      rangesIn(utf16, "Row 1: 'abc' is not a number", { kind: 'tsv', conversion: { fromEncoding: 'utf-16le' } }),
      ['2:3-2:6 abc'],
    );
  });

  it('with decimal commas is found by the number that was sent', () => {
    const text = 'id;amount\n1;"1.234,5"\n2;99.999.999,25\n3;2,5\n';
    const fromDecimalCommas = { delimiter: ';', columns: [1], pointColumns: [1] };
    const conversion = { fromDecimalCommas, fromDelimiter: ';' };
    const message = "Row 2, column amount: '99999999.25' is too large";
    assert.deepEqual(rangesIn(text, message, { conversion }), ['3:3-3:16 99.999.999,25']);
    assert.deepEqual(rangesIn(text, "Row 1, column amount: '1234.5' is too large", { conversion }), [
      '2:3-2:12 "1.234,5"',
    ]);
    // What was not sent is not found.
    assert.deepEqual(rangesIn(text, "Row 2, column amount: '99.999.999,25' is too large", { conversion }), []);
  });

  it('with commas between thousands is found by the number that was sent', () => {
    const text = 'id,amount\n1,"1,234.50"\n2,"2,000"\n';
    const conversion = { withoutThousandsCommas: { delimiter: ',', columns: [1] } };
    assert.deepEqual(rangesIn(text, "Row 1, column amount: '1234.50' is too large", { conversion }), [
      '2:3-2:13 "1,234.50"',
    ]);
    assert.deepEqual(rangesIn(text, "Row 2, column amount: '2,000' is too large", { conversion }), []);
  });

  it('with formulas is found by the text that was sent', () => {
    const text = 'id;code;net\n1;="0012";1,5\n2;"=""a;""";2,5\n';
    const fromDecimalCommas = { delimiter: ';', columns: [2], pointColumns: [] };
    const conversion = { withoutFormulas: ';', fromDecimalCommas };
    assert.deepEqual(rangesIn(text, "Row 1, column code: '0012' is unknown", { conversion }), ['2:3-2:10 ="0012"']);
    assert.deepEqual(rangesIn(text, "Row 2, column net: '2.5' is too large", { conversion }), ['3:13-3:16 2,5']);
  });

  it('is the same for any chunks', () => {
    const text = `id,note,amount\n${'1,"a\nb",5\n'.repeat(40)}2,é,abc\n${'3,c,6\n'.repeat(40)}`;
    for (const chunkBytes of [1, 7, 100, 100_000]) {
      assert.deepEqual(rangesIn(text, "Row 41: 'abc' is not a number", { chunkBytes }), ['82:5-82:8 abc']);
      assert.deepEqual(rangesIn(text, "Column amount: value 'abc' is not a number", { chunkBytes }), ['82:5-82:8 abc']);
    }
  });

  it('that is long is the same for any chunks, also in its last row', () => {
    const rows = Array.from({ length: 4_000 }, (_, index) => {
      return `${index},"${index % 100 === 0 ? 'abc' : 'x'.repeat(70)}\ny",5`;
    });
    const text = `id,note,amount\n${rows.join('\n')}\n4000,é,abc`;
    for (const chunkBytes of [1_000, 70_000, 1_000_000]) {
      for (const message of [
        "Row 4001: 'abc' is not a number",
        "Line 8002: 'abc' is not a number",
        "Column amount: value 'abc' is not a number",
      ]) {
        assert.deepEqual(rangesIn(text, message, { chunkBytes }), ['8002:8-8002:11 abc'], message);
      }
    }
  });

  it('is unknown if a value that must be unique is not, in any chunks', () => {
    const message = "Column amount: value 'abc' is not a number";
    for (const chunkBytes of [1, 5, 100]) {
      const rangesOf = (...amounts: readonly string[]) =>
        rangesIn(`id,amount\n${amounts.map((amount) => `abc,${amount}\n`).join('')}`, message, { chunkBytes });
      assert.deepEqual(rangesOf('1', 'abcd', 'ab', 'xabc', 'abc'), ['6:5-6:8 abc']);
      assert.deepEqual(rangesOf('abc', '1', 'abcd', 'ab', 'c'), ['2:5-2:8 abc']);
      assert.deepEqual(rangesOf('1', 'abc', '2', 'abc'), []);
      assert.deepEqual(rangesOf('abc', 'abc', 'abc'), []);
    }
  });

  it('of unknown kind is found if the content shows the kind', () => {
    const kind = undefined;
    assert.deepEqual(rangesIn(LEDGER, "Row 2: 'abc' is not a number", { kind }), [ABC]);
    const json = JSON.stringify([{ a: 'x' }, { a: 'abc' }]);
    assert.deepEqual(rangesIn(json, "Row 2: 'abc' is not a number", { kind }), ['1:17-1:22 "abc"']);
    const utf16 = Buffer.from(`\uFEFF${LEDGER}`, 'utf16le');
    const conversion = { fromEncoding: 'utf-16le' } as const;
    assert.deepEqual(rangesIn(utf16, "Row 2: 'abc' is not a number", { kind, conversion }), [ABC]);
    assert.deepEqual(rangesIn('A text about\nnothing.\n', "Row 1: 'nothing.' is not a number", { kind }), []);
  });

  it('is one of at most 200', () => {
    const text = `id,amount\n${Array.from({ length: 300 }, (_, row) => `${row},v${row}\n`).join('')}`;
    const messages = Array.from({ length: 250 }, (_, row) => `Row ${row + 1}: 'v${row}' is not a number`);
    assert.equal(rangesIn(text, messages).length, 200);
  });

  it('with one column has its rows', () => {
    assert.deepEqual(rangesIn('amount\n5\nabc\n', "Row 2: 'abc' is not a number"), ['3:1-3:4 abc']);
  });

  it('whose header has blank names is at the header if a column is missing', () => {
    const message = 'Column gross_amount not found';
    assert.deepEqual(rangesIn('id,,amount\n1,2,3\n', message), ['1:1-1:11 id,,amount']);
    assert.deepEqual(rangesIn('id, ,amount\n1,2,3\n', message), ['1:1-1:12 id, ,amount']);
    assert.deepEqual(rangesIn('id,"a\nb"\n1,2\n', message), []);
  });

  it('whose columns have the same name is nowhere if the message names the column', () => {
    const text = 'id,amount,amount\n1,2,3\n';
    assert.deepEqual(rangesIn(text, 'Unknown column amount'), []);
    assert.deepEqual(rangesIn(text, 'Column amount not found'), []);
  });

  it('whose header is too long to be read has no columns', () => {
    const text = `id,${'x'.repeat(3_000_000)}\n1,abc\n`;
    assert.deepEqual(rangesIn(text, 'Column gross_amount not found'), []);
    assert.deepEqual(rangesIn(text, "Row 2: 'abc' is not a number"), ['2:3-2:6 abc']);
  });

  it('comes with what is before it in its line, at most 100 characters', () => {
    const beforeOf = (text: string, options: SearchOptions = {}) =>
      findProblems(text, ["Row 1: 'abc' is not a number"], options).map(({ before }) => before);
    assert.deepEqual(beforeOf('amount,id\nabc,1\n'), ['']);
    assert.deepEqual(beforeOf('id,note,amount\n1,"é, x",abc\n'), ['1,"é, x",']);
    assert.deepEqual(beforeOf('id,note,amount\n1,"é\nx",abc\n'), ['x",']);
    assert.deepEqual(beforeOf(`id,note,amount\n1,${'y'.repeat(98)}z,abc\n`), [`${'y'.repeat(98)}z,`]);
    assert.deepEqual(beforeOf(`id,note,amount\n1,${'y'.repeat(90)},abc\n`), [`1,${'y'.repeat(90)},`]);
    assert.deepEqual(beforeOf('id,note,amount,a,b\n1,2,3,4,abc\n'), ['1,2,3,4,']);
    const json = { kind: 'json' } as const;
    assert.deepEqual(beforeOf('[{"a":"abc"}]', json), ['{"a":']);
    assert.deepEqual(beforeOf('[\n  {\r\n    "a": "abc"\n  }\n]', json), ['    "a": ']);
    assert.deepEqual(beforeOf(`[{"b":"${'y'.repeat(120)}","a":"abc"}]`, json), [`${'y'.repeat(94)}","a":`]);
  });

  it('is nowhere in a record that is too long to be read', () => {
    const text = `id,note,amount\n1,"${'x'.repeat(3_000_000)}",abc\n2,y,5\n3,z,abc\n`;
    // The first of them may be meant.
    assert.deepEqual(rangesIn(text, "Row 2: 'abc' is not a number"), []);
    assert.deepEqual(rangesIn(text, "Row 4: 'abc' is not a number"), ['4:5-4:8 abc']);
    assert.deepEqual(rangesIn(text, "Column amount: value 'abc' is not a number"), []);
  });

  it('is not looked for in a drawn table, whose cells have other positions', () => {
    const table = 'id|net\n1|5\n2|bad\n';
    const message = "Row 2: 'bad' is not a number";
    assert.deepEqual(rangesIn(table, message), ['3:3-3:6 bad']);
    assert.deepEqual(rangesIn(table, message, { conversion: { fromDrawnTable: true } }), []);
  });
});

describe('The range of a missing value', () => {
  for (const [text, message, kind] of [
    ['id,amount\n1,5\n2\n3,\n', "Row 2: column 'amount' is empty", 'csv'],
    ['id,amount\n1,5\n2\n3,\n', 'Row 2: a value is missing', 'csv'],
    ['id,amount\n1,5\n\n3,\n', "Line 3: column 'amount' is empty", 'csv'],
    ['[{"id":1,"amount":1},{"id":2},{"id":3,"amount":null}]', "Row 2: 'amount' is required", 'json'],
    ['[{"id":1},{"id":2,"amount":null},{"id":3,"amount":3}]', "Row 1: 'amount' is required", 'json'],
  ] as const) {
    it(`is nowhere if the row lacks its cell: ${JSON.stringify([message, text])}`, () => {
      assert.deepEqual(rangesIn(text, message, { kind }), []);
    });
  }

  it('is its cell although other rows lack theirs', () => {
    assert.deepEqual(rangesIn('id,amount\n1,\n2,3\n3,4\n4,5\n5,\n6\n', "Row 5: column 'amount' is empty"), []);
    assert.deepEqual(rangesIn('id,amount\n1\n2,3\n3,4\n4,5\n5,\n6,7\n', "Row 5: column 'amount' is empty"), [
      '6:3-6:3 ',
    ]);
  });
});

describe('The range of a message in JSON', () => {
  const json = { kind: 'json' } as const;
  const indented = JSON.stringify(
    [
      { id: 1, customer: 'Acme', amount: 12.5 },
      { id: 2, customer: 'Zeta', amount: 'abc' },
      { id: 3, customer: null, amount: 99 },
      { id: 4, customer: { name: 'Omega' }, amount: 5 },
    ],
    undefined,
    2,
  );
  const AMOUNT = '10:15-10:20 "abc"';

  for (const [message, ...ranges] of [
    ["Row 2: 'abc' is not a number", AMOUNT],
    ["Row 1, column amount: 'abc' is not a number", AMOUNT],
    ["Line 10: 'abc' is not a number", AMOUNT],
    ['$[1].amount is not a number', AMOUNT],
    ["$.data[1].amount: 'abc' is not a number", AMOUNT],
    ["$.data[1]['amount'] is not a number", AMOUNT],
    ['/1/amount must be a number', AMOUNT],
    ['/data/1/amount: must be a number', AMOUNT],
    ["rows[1].amount: 'abc' is not a number", AMOUNT],
    ["Item 3: field 'customer' is required", '14:17-14:21 null'],
    ["Field 'amount': value 'abc' is not a number", AMOUNT],
  ] as const) {
    it(JSON.stringify(message), () => assert.deepEqual(rangesIn(indented, message, json), ranges));
  }

  for (const message of [
    '$[7].amount is not a number',
    '$[1].price is not a number',
    "Row 2, column 3: 'abc' is not a number",
    "Row 2, column C: 'abc' is not a number",
    "Cell C2: 'abc' is not a number",
    'rows[1].amount is not a number',
    'Column amount is not a number',
    "Column 'price' not found",
    "$[0].amount: 'abc' is not a number",
    '$[1].customer.name is not a name',
    '$[3].customer is not a name',
  ]) {
    it(`is nowhere for ${JSON.stringify(message)}`, () => assert.deepEqual(rangesIn(indented, message, json), []));
  }

  it('is found in rows on one line, in lines, with escapes, in any chunks', () => {
    const oneLine = JSON.stringify([{ a: 'é' }, { a: 'x' }, { a: 'y"z' }, { a: 'bad' }]);
    for (const chunkBytes of [1, 5, 1_000]) {
      const options = { ...json, chunkBytes };
      assert.deepEqual(rangesIn(oneLine, "Row 4: 'bad' is not allowed", options), ['1:40-1:45 "bad"']);
      assert.deepEqual(rangesIn(oneLine, "Column 'a': value 'bad' is not allowed", options), ['1:40-1:45 "bad"']);
      const lines = '{"a":"\\u0062ad"}\n{"a":"x"}\n{"a":"bad"}\n';
      assert.deepEqual(rangesIn(lines, "Line 3: 'bad' is not allowed", options), ['3:6-3:11 "bad"']);
      // The first row has it as well, with an escape.
      assert.deepEqual(rangesIn(lines, "Column 'a': value 'bad' is not allowed", options), []);
    }
  });

  it('is found by its line in rows on one line only if the message says “line”', () => {
    const oneLine = JSON.stringify([{ a: 'x' }, { a: 'y' }, { a: 'z' }, { a: 'bad' }]);
    const BAD = '1:37-1:42 "bad"';
    assert.deepEqual(rangesIn(oneLine, "Line 1: 'bad' is not allowed", json), [BAD]);
    assert.deepEqual(rangesIn(oneLine, "Row 4 (line 1): 'bad' is not allowed", json), [BAD]);
    assert.deepEqual(rangesIn(oneLine, "Line 1: 'bad' is not allowed; row 2: 'q' is not allowed", json), [BAD]);
    assert.deepEqual(rangesIn(oneLine, "Row 1: 'bad' is not allowed", json), []);
  });

  it('is a nested value if it was flattened, under the name that was sent', () => {
    const nested =
      '[\n{"name":"Bern","adr":{\n "city":"Bern","tags":["x",{}]}},\n{"name":"Chur","adr":{"city":"Genf"}}\n]';
    const options = { ...json, conversion: { toFlatRows: true } };
    assert.deepEqual(rangesIn(nested, "Row 1: 'Bern' is not a known city", options), [], 'two cells have it');
    const CITY = '3:9-3:15 "Bern"';
    assert.deepEqual(rangesIn(nested, "Row 1, column adr.city: 'Bern' is not a known city", options), [CITY]);
    assert.deepEqual(rangesIn(nested, "Column 'adr.city': value 'Genf' is not allowed", options), ['4:30-4:36 "Genf"']);
    assert.deepEqual(rangesIn(nested, "Row 1, column adr.tags.0: 'x' is not allowed", options), ['3:24-3:27 "x"']);
    assert.deepEqual(rangesIn(nested, "Row 1, column adr: 'Bern' is not allowed", options), []);
    const withNull = '[{"adr":null,"b":"q"},\n{"adr":{"city":"x","b":null}}]';
    const withoutNulls = { ...json, conversion: { toFlatRows: true, withoutNulls: ['adr'] } };
    assert.deepEqual(rangesIn(withNull, "Row 1: 'q' is not allowed", withoutNulls), ['1:18-1:21 "q"']);
    assert.deepEqual(rangesIn(withNull, "Row 1, column adr: '' is not allowed", withoutNulls), []);
    // Not as it is sent, so that nothing is known of it.
    assert.deepEqual(rangesIn(nested, "Row 1, column adr.city: 'Bern' is not a known city", json), []);
  });

  it('is that in the file of a row in an object', () => {
    const text = '{"😀é":"bad","data":\n  [{"b":"ok"},{"b":"bad"}],"b":"bad"}';
    for (const [member, data] of [
      ['data', text],
      ['data', `\uFEFF${text}`],
    ] as const) {
      const options = { ...json, conversion: { fromMember: member } };
      assert.deepEqual(rangesIn(data, "Row 2, column b: 'bad' is not allowed", options), ['2:20-2:25 "bad"']);
      assert.deepEqual(rangesIn(data, "Column 'b': value 'bad' is not allowed", options), ['2:20-2:25 "bad"']);
    }
    const pages = `[{"😀é":"bad","data":[{"b":"ok"}\n]},{"é":"bad"},\n {"é":"bad","data":[\n{"b":"ok"},{"b":"bad"}]}]`;
    for (const data of [pages, pages.slice(1, -1).replaceAll('},{"é"', '} {"é"').replace('},\n', '}\n')]) {
      const options = { ...json, conversion: { fromMember: 'data' } };
      assert.deepEqual(rangesIn(data, "Row 3, column b: 'bad' is not allowed", options), ['4:17-4:22 "bad"']);
      assert.deepEqual(rangesIn(data, "Column 'b': value 'bad' is not allowed", options), ['4:17-4:22 "bad"']);
    }
    const further = `{"n":"bad","data":{"b":"bad","e":[1],"rows":[\n\n  {"b":"ok"},\n{"b":"bad"}]}}`;
    const ofFurther = { ...json, conversion: { fromMember: 'data' } };
    assert.deepEqual(rangesIn(further, "Row 2, column b: 'bad' is not allowed", ofFurther), ['4:6-4:11 "bad"']);
    const oneLine = '{"😀é":"bad","data":[{"b":"bad","c":{"d":"x"}}]}';
    const flat = { ...json, conversion: { fromMember: 'data', toFlatRows: true } };
    assert.deepEqual(rangesIn(oneLine, "Row 1, column b: 'bad' is not allowed", flat), ['1:27-1:32 "bad"']);
    assert.deepEqual(rangesIn(oneLine, "Row 1, column c.d: 'x' is not allowed", flat), ['1:42-1:45 "x"']);
  });

  it('is that in the file of a row under a key', () => {
    const text = '{\n"é1": {"amount":1},\n"u\\"2"\n: {"amount":"abc"}}';
    const options = { ...json, conversion: { fromKeys: 'key' } };
    for (const chunkBytes of [1, 100]) {
      const ranges = rangesIn(text, "Row 2, column amount: 'abc' is not a number", { ...options, chunkBytes });
      assert.deepEqual(ranges, ['4:13-4:18 "abc"']);
    }
  });

  it('is that in the file of a row below an action', () => {
    const text = '{"index":{"_id":"1"}}\n{"amount":1}\n{"index":{"_id":"2"}}\n{"amount":"abc"}\n';
    const options = { ...json, conversion: { withoutActions: true, toArray: true } as const };
    for (const message of ["Row 2, column amount: 'abc' is not a number", "Line 4: 'abc' is not a number"]) {
      assert.deepEqual(rangesIn(text, message, options), ['4:11-4:16 "abc"']);
    }
  });

  it('is not looked for by line where the lines that were sent are others', () => {
    const nested = '[\n{"a":{\n"b":1},"c":"ok"},\n{"a":{\n"b":1},"c":"bad"}\n]';
    const options = { ...json, conversion: { toFlatRows: true } };
    assert.deepEqual(rangesIn(nested, "Row 2: 'bad' is not allowed", options), ['5:12-5:17 "bad"']);
    assert.deepEqual(rangesIn(nested, "Row 2, column a.b: '1' is not allowed", options), []);
  });
});
