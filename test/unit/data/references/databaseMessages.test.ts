import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { readReferences } from '../../../../src/data/references/readReferences.ts';
import { runs } from '../../../scale.ts';
import { findProblems, rangesIn } from './findProblems.ts';

const LEDGER = [
  'id,Posted On,account,net_amount,currency,memo',
  '1,2026-01-01,4000,10.50,EUR,one',
  '2,2026-01-02,4000,abc,EUR,two',
  '3,2026-13-45,4100,12.00,EUR,three',
  '4,2026-01-04,4100,13.00,EURO,four',
  '5,2026-01-05,4200,,EUR,five',
  '6,2026-01-06,4200,15.00,EUR,six',
  '6,2026-01-07,4300,16.00,EUR,seven',
  '8,2026-01-08,4300,17.00,EUR',
  '9,2026-01-09,9999,18.00,EUR,nine,extra',
  '',
].join('\n');

const ABC = '3:19-3:22 abc';
const DATE = '4:3-4:13 2026-13-45';
const EURO = '5:25-5:29 EURO';
const EMPTY = '6:19-6:19 ';
const SIX = '8:1-8:2 6';
const SHORT = '9:1-9:28 8,2026-01-08,4300,17.00,EUR';
const LONG = '10:1-10:39 9,2026-01-09,9999,18.00,EUR,nine,extra';

const HINT =
  "If you would like to continue loading when an error is encountered, use other values such as 'SKIP_FILE' or 'CONTINUE' for the ON_ERROR option.";

/** As these programs write them. */
const MESSAGES: Readonly<Record<string, readonly (readonly [message: string, ...ranges: readonly string[]])[]>> = {
  PostgreSQL: [
    ['invalid input syntax for type numeric: "abc"\nCONTEXT:  COPY ledger, line 3, column net_amount: "abc"', ABC],
    [
      'ERROR: date/time field value out of range: "2026-13-45" HINT: Perhaps you need a different "datestyle" setting. CONTEXT: COPY ledger, line 4, column posted_on: "2026-13-45"',
      DATE,
    ],
    ['value too long for type character varying(3)\nCONTEXT:  COPY ledger, line 5, column currency: "EURO"', EURO],
    [
      'null value in column "net_amount" of relation "ledger" violates not-null constraint\nDETAIL:  Failing row contains (5, 2026-01-05, 4200, null, EUR, five).\nCONTEXT:  COPY ledger, line 6: "5,2026-01-05,4200,,EUR,five"',
      EMPTY,
    ],
    ['invalid input syntax for type numeric: ""\nCONTEXT:  COPY ledger, line 6, column net_amount: ""', EMPTY],
    ['null value in column "net_amount"\nCONTEXT:  COPY ledger, line 6, column net_amount: null input', EMPTY],
    [
      'duplicate key value violates unique constraint "ledger_pkey"\nDETAIL:  Key (id)=(6) already exists.\nCONTEXT:  COPY ledger, line 8',
      SIX,
    ],
    ['missing data for column "memo"\nCONTEXT:  COPY ledger, line 9: "8,2026-01-08,4300,17.00,EUR"', SHORT],
    [
      'extra data after last expected column\nCONTEXT:  COPY ledger, line 10: "9,2026-01-09,9999,18.00,EUR,nine,extra"',
      LONG,
    ],
    // Shortened, and of a row that is as wide as the header.
    [
      'extra data after last expected column\nCONTEXT:  COPY ledger, line 3: "2,2026-01-02,4000,..."',
      '3:1-3:30 2,2026-01-02,4000,abc,EUR,two',
    ],
    [
      'unterminated CSV quoted field\nCONTEXT:  COPY ledger, line 3: "2,2026-01-02,4000,abc,EUR,two"',
      '3:1-3:30 2,2026-01-02,4000,abc,EUR,two',
    ],
    ['missing data for column "memo"\nCONTEXT:  COPY ledger, line 9: "8,2026-01-08,4300,17.50,EUR"'],
    ['missing data for column "memo"\nCONTEXT:  COPY ledger, line 5'],
    ['invalid byte sequence for encoding "UTF8": 0x00\nCONTEXT:  COPY ledger, line 3'],
    [
      'invalid input syntax for type numeric: "abc"\nCONTEXT:  COPY ledger, line 3, column net_amount: "abc"\nvalue too long\nCONTEXT:  COPY ledger, line 5, column currency: "EURO"',
      ABC,
      EURO,
    ],
  ],
  Snowflake: [
    [
      `Numeric value 'abc' is not recognized\n  File 'ledger.csv', line 3, character 19\n  Row 2, column "LEDGER"["NET_AMOUNT":4]\n  ${HINT}`,
      ABC,
    ],
    [
      `Date '2026-13-45' is not recognized File '@load/ledger.csv.gz', line 4, character 3 Row 3, column "LEDGER"["POSTED_ON":2] ${HINT}`,
      DATE,
    ],
    [
      `User character length limit (3) exceeded by string 'EURO'\n  File 'ledger.csv', line 5, character 25\n  Row 4, column "LEDGER"["CURRENCY":5]`,
      EURO,
    ],
    [
      `Numeric value '' is not recognized\n  File 'ledger.csv', line 6, character 19\n  Row 5, column "LEDGER"["NET_AMOUNT":4]`,
      EMPTY,
    ],
    [
      `NULL result in a non-nullable column\n  File 'ledger.csv', line 6, character 19\n  Row 5, column "LEDGER"["NET_AMOUNT":4]`,
      EMPTY,
    ],
    [
      `Number of columns in file (5) does not match that of the corresponding table (6), use file format option error_on_column_count_mismatch=false to ignore this error\n  File 'ledger.csv', line 10, character 1\n  Row 8 starts at line 9, column "LEDGER"["MEMO":6]\n  ${HINT}`,
      SHORT,
    ],
    [
      `End of record reached while expected to parse column '"LEDGER"["MEMO":6]'\n  File 'ledger.csv', line 9, character 28\n  Row 8, column "LEDGER"["MEMO":6]`,
      SHORT,
    ],
    [
      `Field delimiter ',' found while expecting record delimiter '\\n'\n  File 'ledger.csv', line 10, character 33\n  Row 9, column "LEDGER"["MEMO":6]`,
      LONG,
    ],
    // Another row than the line.
    [
      `Numeric value 'abc' is not recognized\n  File 'ledger.csv', line 3, character 19\n  Row 7, column "LEDGER"["NET_AMOUNT":4]`,
    ],
    [`Found character 'a' instead of field delimiter ','\n  File 'ledger.csv', line 3, character 19\n  Row 2`],
  ],
  BigQuery: [
    [
      `Error while reading data, error message: Could not parse 'abc' as NUMERIC for field net_amount (position 3); line_number: 3 byte_offset_to_start_of_line: 78 column_index: 3 column_name: "net_amount" column_type: NUMERIC value: "abc"`,
      ABC,
    ],
    [
      'Error while reading data, error message: CSV table references column position 5, but line contains only 5 columns.; line_number: 9 byte_offset_to_start_of_line: 260 column_index: 5 column_name: "memo" column_type: STRING',
      SHORT,
    ],
    [
      'Error while reading data, error message: CSV processing encountered too many errors, giving up. Rows: 9; errors: 1; max bad: 0; error percent: 0; Too many values in line. Found 7 column(s) while expected 6.; line_number: 10 byte_offset_to_start_of_line: 290',
      LONG,
    ],
  ],
  Redshift: [
    ["Invalid digit, Value 'a', Pos 0, Type: Decimal, line_number: 3, colname: net_amount, raw_field_value: abc", ABC],
    ['String length exceeds DDL length, colname currency, line_number 5, raw_field_value "EURO"', EURO],
    ['Delimiter not found (line_number: 9)', SHORT],
    ['Extra column(s) found, line_number 10', LONG],
  ],
  MySQL: [
    ["Incorrect decimal value: 'abc' for column 'net_amount' at row 2", ABC],
    ["Data truncation: Incorrect date value: '2026-13-45' for column 'Posted On' at row 3", DATE],
    ["Row 8 doesn't contain data for all columns", SHORT],
    ['Row 9 was truncated; it contained more data than there were input columns', LONG],
    ["Data too long for column 'currency' at row 4"],
  ],
  'SQL Server': [
    [
      "The given value 'abc' of type String from the data source cannot be converted to type decimal for Column 3 [net_amount] Row 2.",
      ABC,
    ],
  ],
  DuckDB: [
    [
      'Invalid Input Error: CSV Error on Line: 3\nOriginal Line: 2,2026-01-02,4000,abc,EUR,two\nError when converting column "net_amount". Could not convert string "abc" to \'DECIMAL(18,3)\'\n\nColumn net_amount is being converted as type DECIMAL(18,3)\n\nPossible fixes:\n* Set the sample size to a larger value\n\n  file = ledger.csv\n  delimiter = , (Auto-Detected)\n  quote = " (Auto-Detected)',
      ABC,
    ],
    [
      'CSV Error on Line: 9\nOriginal Line: 8,2026-01-08,4300,17.00,EUR \n\nExpected Number of Columns: 6 Found: 5 \n\nPossible fixes:\n* Enable null padding (null_padding=true) to replace missing values with NULL',
      SHORT,
    ],
    [
      'CSV Error on Line: 10 Original Line: 9,2026-01-09,9999,18.00,EUR,nine,extra Expected Number of Columns: 6 Found: 7',
      LONG,
    ],
  ],
  'Apache Arrow': [
    ["In CSV column #3: Row #3: CSV conversion error to double: invalid value 'abc'", ABC],
    ['CSV parse error: Row #10: Expected 6 columns, got 7: 9,2026-01-09,9999,18.00,EUR,nine,extra', LONG],
  ],
  pandas: [['Error tokenizing data. C error: Expected 6 fields in line 10, saw 7', LONG]],
  Polars: [["could not parse `abc` as dtype `f64` at column 'net_amount' (column number 4)", ABC]],
  Frictionless: [
    ['Type error in the cell "abc" in row "3" and field "net_amount" at position "4": type is "number/default"', ABC],
    ['Row at position "9" has a missing cell in field "memo" at position "6"', SHORT],
    ['Row at position "10" has an extra value in field at position "7"', LONG],
  ],
  CsvHelper: [
    [
      "The conversion cannot be performed.\n    Text: 'abc'\n    MemberName: NetAmount\n    MemberType: System.Decimal\nIReader state:\n   ColumnCount: 6\n   CurrentIndex: 3\nIParser state:\n   ByteCount: 0\n   CharCount: 78\n   Row: 3\n   RawRow: 3\n   Count: 6\n   RawRecord:\n2,2026-01-02,4000,abc,EUR,two\n",
      ABC,
    ],
    [
      "Field at index '5' does not exist. You can ignore missing fields by setting MissingFieldFound to null.\nIParser state:\n   Row: 9\n   RawRow: 9\n   Count: 5\n   RawRecord:\n8,2026-01-08,4300,17.00,EUR\n",
      SHORT,
    ],
  ],
  Jackson: [
    [
      'Cannot deserialize value of type `java.math.BigDecimal` from String "abc": not a valid representation\n at [Source: (File); line: 3, column: 19] (through reference chain: Ledger["net_amount"])',
      ABC,
    ],
  ],
  'Papa Parse': [['Too few fields: expected 6 fields but parsed 5 (row 7)', SHORT]],
  'csv-parse': [
    ['Invalid Record Length: columns length is 6, got 5 on line 9', SHORT],
    ['Invalid Record Length: expect 6, got 7 on line 10', LONG],
  ],
};

describe('The range of a message of a database or a library', () => {
  for (const [program, messages] of Object.entries(MESSAGES)) {
    for (const [message, ...ranges] of messages) {
      it(`of ${program}: ${JSON.stringify(message.slice(0, 80))}`, () => {
        assert.deepEqual(rangesIn(LEDGER, message), ranges);
      });
    }
  }

  it('is known for each database that the guide names', () => {
    const guide = readFileSync('docs/guide/connections-and-jobs.md', 'utf8').replaceAll(/\s+/g, ' ');
    const named = /those that databases returned to the service: ([^.]+)\./.exec(guide)?.[1] ?? '';
    const names = named.split(/, (?:and )?/);
    assert.equal(names.length, 7);
    assert.deepEqual(
      names.filter((name) => MESSAGES[name] === undefined),
      [],
    );
  });

  it('carries all of the message', () => {
    const message = 'missing data for column "memo"\nCONTEXT:  COPY ledger, line 9: "8,2026-01-08,4300,17.00,EUR"';
    assert.deepEqual(
      findProblems(LEDGER, [message]).map(({ text }) => text),
      [message],
    );
  });

  for (const [program, message] of [
    [
      'System.Text.Json',
      'The JSON value could not be converted to System.Decimal. Path: $[1].net | LineNumber: 1 | BytePositionInLine: 20.',
    ],
    ['Newtonsoft.Json', "Could not convert string to decimal: x. Path '[1].net', line 2, position 19."],
    ['Ajv', 'data/1/net must be number'],
    [
      'jsonschema',
      "'x' is not of type 'number'\n\nFailed validating 'type' in schema['items']['properties']['net']:\n    {'type': 'number'}\n\nOn instance[1]['net']:\n    'x'",
    ],
    ['the validator jsonschema', 'instance[1].net is not of a type(s) number'],
    [
      'Pydantic',
      "1 validation error for list[Ledger]\n1.net\n  Input should be a valid decimal [type=decimal_parsing, input_value='x', input_type=str]",
    ],
    ['Zod', '✖ Invalid input: expected number, received string\n  → at [1].net'],
    ['Joi', '"[1].net" must be a number'],
  ] as const) {
    it(`of ${program} is in the element of an array that it names`, () => {
      const text = '[{"id":1,"net":"x"},\n {"id":2,"net":"x"},\n {"id":3,"net":"x"}]';
      assert.deepEqual(rangesIn(text, message, { kind: 'json' }), ['2:16-2:19 "x"']);
    });
  }

  for (const [program, message] of [
    [
      'Jackson',
      'Cannot deserialize value of type `java.math.BigDecimal` from String "x": not a valid representation\n at [Source: (File); line: 2, column: 16] (through reference chain: java.util.ArrayList[1]->Ledger["net"])',
    ],
    ['Serde', 'invalid type: string "x", expected f64 at line 2 column 19'],
  ] as const) {
    it(`of ${program} is in the line of the value`, () => {
      const text = '[{"id":1,"net":"y"},\n {"id":2,"net":"x"},\n {"id":3,"net":"y"}]';
      assert.deepEqual(rangesIn(text, message, { kind: 'json' }), ['2:16-2:19 "x"']);
    });
  }

  it('counts the elements of an array from 0', () => {
    const message = "Could not convert string to decimal: x. Path '[1].net', line 1, position 37.";
    assert.deepEqual(
      readReferences(message.replace('[1]', '[20]')).map(({ rows, word }) => [rows, word]),
      [[[20], 'index']],
    );
  });

  it('is that of a row with quotes, as it is written', () => {
    const text = 'id,name\n1,one\n"2","Miller, ""Sons""",x\n';
    const message = `extra data after last expected column\nCONTEXT:  COPY t, line 3: ""2","Miller, ""Sons""",x"`;
    assert.deepEqual(rangesIn(text, message), ['3:1-3:25 "2","Miller, ""Sons""",x']);
  });

  it('is none in JSON if the message quotes a row of CSV', () => {
    const message = 'missing data for column "b"\nCONTEXT:  COPY ledger, line 1: "1"';
    assert.deepEqual(rangesIn('{"a":1}\n{"a":2}\n', message, { kind: 'json' }), []);
  });

  it('is that of the cell that the database means, or none', () => {
    const rows = fc.array(fc.array(fc.constantFrom('1', '2', 'x', 'y'), { minLength: 3, maxLength: 3 }), {
      minLength: 1,
      maxLength: 8,
    });
    const property = fc.property(rows, fc.nat(), fc.nat(2), fc.constantFrom(0, 1), (cells, of, column, headerRows) => {
      const index = of % cells.length;
      const value = cells[index]?.[column] ?? '';
      const name = 'abc'[column] ?? '';
      const line = index + 2;
      const written = cells[index]?.join() ?? '';
      const expected = `${line}:${column * 2 + 1}-${line}:${column * 2 + 2} ${value}`;
      for (const message of [
        `invalid input syntax\nCONTEXT:  COPY t, line ${line}, column ${name}: "${value}"`,
        `Key (${name})=(${value}) already exists.\nCONTEXT:  COPY t, line ${line}: "${written}"`,
        `Numeric value '${value}' is not recognized\n  File 't.csv', line ${line}, character 1\n  Row ${index + 1 + headerRows}, column "T"["${name.toUpperCase()}":1]`,
        `Could not parse '${value}' as BOOL for field ${name} (position ${column}); line_number: ${line} column_name: "${name}" value: "${value}"`,
      ]) {
        const found = rangesIn(`a,b,c\n${cells.map((row) => row.join()).join('\n')}\n`, message);
        assert.ok(found.length === 0 || (found.length === 1 && found[0] === expected), `${message}: ${found.join()}`);
      }
    });
    fc.assert(property, { numRuns: runs(300) });
  });
});
