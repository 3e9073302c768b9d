import assert from 'node:assert/strict';
import { placesIn } from './foundPlaces.ts';

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

describe('The place of a message', () => {
  const placed: readonly (readonly [message: string, ...places: readonly string[]])[] = [
    ["Row 2: 'abc' is not a valid amount", ABC],
    ["Row 2: 'abc' is not a valid amount.", ABC],
    ["Line 3: 'abc' is not a valid amount", ABC],
    ["Error in line 3: could not convert string to float: 'abc'", ABC],
    ['Row 2: “abc” is not a number', ABC],
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
    ["Column 'net_amount': value 'abc' is not a number", ABC],
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
    ["2 errors:\n- Row 2: 'abc' is not an amount\n- Row 3: '2026-02-31' is not a date", ABC, FEBRUARY],
    ["Row 2: 'abc' is not an amount. Row 3: '2026-02-31' is not a date.", ABC, FEBRUARY],
    ["Row 2: 'Miller, Sons' is not a known customer", '3:3-3:17 "Miller, Sons"'],
    ['Column gross_amount not found', HEADER],
    ["Missing column: 'gross_amount'", HEADER],
    ["The required column 'gross_amount' is missing.", HEADER],
    ["Columns 'gross_amount' and 'tax' were not found", HEADER],
    ["Row 2: 'abc' is not an amount. Column gross_amount not found.", HEADER, ABC],
    ["Column 'customer' is not part of the definition", '1:4-1:12 customer'],
    ['Unknown column net_amount', '1:13-1:23 net_amount'],
  ];
  for (const [message, ...places] of placed) {
    it(JSON.stringify(message), () => assert.deepEqual(placesIn(LEDGER, message), places));
  }

  const unplaced: readonly string[] = [
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
    "Row 2: table 'Acme' is not known",
    "Row 2: 'customer' is not a number",
    "Row 2: 'abc' is not one of the values of row 7",
    "Row 2: 'abc' and 'Miller, Sons' are not allowed",
    "Row 2, column gross_amount: 'abc' is not a number",
    "Row 2, column id: 'abc' is not a number",
    "'abc' is not a valid amount",
    "Entity 'Acme' is not active",
    "The value 'Zeta' of the parameter mode is not allowed",
    "Header 'Authorization' is missing",
    "Attribute 'region' was not found",
    "Field 'customer' is not writable",
    "Column 'customer' was not found in row 3 of table 'Acme'",
    "Columns 'customer' and 'gross_amount' were not found",
    "Column 'net_amount': value 'x7' is not a number",
    "Row 2: 'abc",
    "Row 2: 'abc' is not a valid amo…",
    "Rows 2, 3 and 12 more: 'abc' is not a valid amount",
    "Step 2: 'abc' is not a valid amount",
    "Rows 1-5000: 'abc' is not a valid amount",
    // A number in another form may be meant as well.
    "Row 2: '7' is not allowed",
  ];
  for (const message of unplaced) {
    it(`is nowhere for ${JSON.stringify(message)}`, () => assert.deepEqual(placesIn(LEDGER, message), []));
  }

  it('carries the statement of the service, and each only its own', async () => {
    const { findPlaces } = await import('./foundPlaces.ts');
    const texts = findPlaces(LEDGER, ["2 errors: Row 2: 'abc' is not an amount; row 3: '2026-02-31' is not a date"]);
    assert.deepEqual(
      texts.map(({ text }) => text),
      ["2 errors: Row 2: 'abc' is not an amount", "row 3: '2026-02-31' is not a date"],
    );
  });
});

describe('The place of a message in a file', () => {
  it('with line breaks in cells is by line or by row, whichever fits', () => {
    const text = 'id,note,amount\n1,"two\nlines",5\n2,plain,abc\n3,other,xyz\n';
    assert.deepEqual(placesIn(text, "Row 2: 'abc' is not a number"), ['4:9-4:12 abc']);
    assert.deepEqual(placesIn(text, "Line 4: 'abc' is not a number"), ['4:9-4:12 abc']);
    assert.deepEqual(placesIn(text, "Row 1: 'two\nlines' is too long"), []);
    assert.deepEqual(placesIn(text, "Line 3, column amount: '5' is too small"), ['3:8-3:9 5']);
  });

  it('without a header counts from the first row', () => {
    const text = '1,Acme,12.50\n2,Zeta,abc\n3,Beta,7.00\n';
    assert.deepEqual(placesIn(text, "Row 2: 'abc' is not a number"), ['2:8-2:11 abc']);
    assert.deepEqual(placesIn(text, "Row 2, column 3: 'abc' is not a number"), ['2:8-2:11 abc']);
    assert.deepEqual(placesIn(text, 'Column amount not found'), []);
  });

  it('that begins with a byte order mark has the same columns', () => {
    assert.deepEqual(placesIn('\uFEFFamount,id\nabc,1\n', "Row 1: 'abc' is not a number"), ['2:1-2:4 abc']);
    assert.deepEqual(placesIn('\uFEFFamount,id\nabc,1\n', "Column 'amount' is not known"), ['1:1-1:7 amount']);
  });

  it('with blank lines and rows of delimiters is found however they are counted', () => {
    const text = 'id,amount\n\n1,5\n,\n2,abc\n';
    for (const row of [2, 3, 4, 5, 6]) {
      const places = placesIn(text, `Row ${row}: 'abc' is not a number`);
      assert.deepEqual(places, row === 6 ? [] : ['5:3-5:6 abc'], `row ${row}`);
    }
  });

  it('with a sep= line is counted with and without it', () => {
    const text = 'sep=;\nid;amount\n1;5\n2;abc\n';
    assert.deepEqual(placesIn(text, "Line 4: 'abc' is not a number"), ['4:3-4:6 abc']);
    const conversion = { withoutSepLine: true, fromDelimiter: ';' };
    assert.deepEqual(placesIn(text, "Line 3: 'abc' is not a number", { conversion }), ['4:3-4:6 abc']);
    assert.deepEqual(placesIn(text, "Line 4: 'abc' is not a number", { conversion }), ['4:3-4:6 abc'].slice(1));
  });

  it('in another encoding has the columns of the editor', () => {
    const bytes = Buffer.from('ort;betrag\r\nZürich;1\r\nMünchen;abc\r\n', 'latin1');
    const conversion = { fromEncoding: 'windows-1252', fromDelimiter: ';' } as const;
    assert.deepEqual(placesIn(bytes, "Row 2: 'abc' is not a number", { conversion }), ['3:9-3:12 abc']);
    assert.deepEqual(placesIn(bytes, "Row 1: 'Zürich' is unknown", { conversion }), ['2:1-2:7 Zürich']);
    const utf16 = Buffer.from('\uFEFFid\tx\n1\tabc\n', 'utf16le');
    assert.deepEqual(
      placesIn(utf16, "Row 1: 'abc' is not a number", { kind: 'tsv', conversion: { fromEncoding: 'utf-16le' } }),
      ['2:3-2:6 abc'],
    );
  });

  it('with decimal commas is found by the number that was sent', () => {
    const text = 'id;amount\n1;"1.234,5"\n2;99.999.999,25\n3;2,5\n';
    const fromDecimalCommas = { delimiter: ';', columns: [1], pointColumns: [1] };
    const conversion = { fromDecimalCommas, fromDelimiter: ';' };
    const message = "Row 2, column amount: '99999999.25' is too large";
    assert.deepEqual(placesIn(text, message, { conversion }), ['3:3-3:16 99.999.999,25']);
    assert.deepEqual(placesIn(text, "Row 1, column amount: '1234.5' is too large", { conversion }), [
      '2:3-2:12 "1.234,5"',
    ]);
    // What was not sent is not found.
    assert.deepEqual(placesIn(text, "Row 2, column amount: '99.999.999,25' is too large", { conversion }), []);
  });

  it('is the same for any chunks', () => {
    const text = `id,note,amount\n${'1,"a\nb",5\n'.repeat(40)}2,é,abc\n${'3,c,6\n'.repeat(40)}`;
    for (const chunkBytes of [1, 7, 100, 100_000]) {
      assert.deepEqual(placesIn(text, "Row 41: 'abc' is not a number", { chunkBytes }), ['82:5-82:8 abc']);
      assert.deepEqual(placesIn(text, "Column amount: value 'abc' is not a number", { chunkBytes }), ['82:5-82:8 abc']);
    }
  });

  it('is nowhere in a record that is too long to be read', () => {
    const text = `id,note,amount\n1,"${'x'.repeat(3_000_000)}",abc\n2,y,5\n3,z,abc\n`;
    // The first of them may be meant.
    assert.deepEqual(placesIn(text, "Row 2: 'abc' is not a number"), []);
    assert.deepEqual(placesIn(text, "Row 4: 'abc' is not a number"), ['4:5-4:8 abc']);
    assert.deepEqual(placesIn(text, "Column amount: value 'abc' is not a number"), []);
  });
});

describe('The place of a message in JSON', () => {
  const json = { kind: 'json' } as const;
  const indented = JSON.stringify(
    [
      { id: 1, customer: 'Acme', amount: 12.5 },
      { id: 2, customer: 'Zeta', amount: 'abc' },
      { id: 3, customer: null, amount: 99 },
    ],
    undefined,
    2,
  );
  const AMOUNT = '10:15-10:20 "abc"';

  for (const [message, ...places] of [
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
    it(JSON.stringify(message), () => assert.deepEqual(placesIn(indented, message, json), places));
  }

  for (const message of [
    '$[7].amount is not a number',
    '$[1].price is not a number',
    'rows[1].amount is not a number',
    'Column amount is not a number',
    "Column 'price' not found",
    "$[0].amount: 'abc' is not a number",
    '$[1].customer.name is not a name',
  ]) {
    it(`is nowhere for ${JSON.stringify(message)}`, () => assert.deepEqual(placesIn(indented, message, json), []));
  }

  it('is found in rows on one line, in lines, with escapes, in any chunks', () => {
    const oneLine = JSON.stringify([{ a: 'é' }, { a: 'x' }, { a: 'y"z' }, { a: 'bad' }]);
    for (const chunkBytes of [1, 5, 1_000]) {
      const options = { ...json, chunkBytes };
      assert.deepEqual(placesIn(oneLine, "Row 4: 'bad' is not allowed", options), ['1:40-1:45 "bad"']);
      assert.deepEqual(placesIn(oneLine, "Column 'a': value 'bad' is not allowed", options), ['1:40-1:45 "bad"']);
      const lines = '{"a":"\\u0062ad"}\n{"a":"x"}\n{"a":"bad"}\n';
      assert.deepEqual(placesIn(lines, "Line 3: 'bad' is not allowed", options), ['3:6-3:11 "bad"']);
      // The first row has it as well, with an escape.
      assert.deepEqual(placesIn(lines, "Column 'a': value 'bad' is not allowed", options), []);
    }
  });

  it('is not looked for by line where the lines that were sent are others', () => {
    const nested = '[\n{"a":{\n"b":1},"c":"ok"},\n{"a":{\n"b":1},"c":"bad"}\n]';
    const options = { ...json, conversion: { toFlatRows: true } };
    assert.deepEqual(placesIn(nested, "Row 2: 'bad' is not allowed", options), ['5:12-5:17 "bad"']);
    assert.deepEqual(placesIn(nested, "Row 2, column a.b: '1' is not allowed", options), []);
  });
});
