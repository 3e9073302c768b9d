import assert from 'node:assert/strict';
import { rangesIn } from './findProblems.ts';

const LEDGER = [
  'id,Posted On,account,net_amount,currency,memo,qty',
  '1,2026-01-01,4000,10.50,USD,one,3',
  '2,2026-01-02,4000,abc,USD,-,100',
  '3,2026-13-45,4100,12.00,EUR,three,12',
  '4,2026-01-04,4100,13.00,EURO,,4',
  '5,2026-01-05,4200,,USD,x,150',
  '6,2026-01-06,4200,15.00,USD,six,7',
  '7,2026-01-07,4300,16.00,USD,N/A,8',
  '8,2026-01-08,4300,17.00,USD,eight,9',
  '9,2026-01-09,9999,18.00,GBP,nine,2',
  '10,2026-01-10,9999,19.00,USD,ten,1',
  '',
].join('\n');

/** Messages that seem to refer to a cell near the row that they name, by what they mean instead. */
const MESSAGES: Readonly<Record<string, readonly string[]>> = {
  'a line of a program': [
    "You have an error in your SQL syntax near 'abc' at line 2",
    "Msg 245, Level 16, State 1, Line 3 Conversion failed when converting the varchar value 'abc' to data type int.",
    "Meldung 245, Ebene 16, Status 1, Zeile 3\nFehler beim Konvertieren des varchar-Werts 'abc' in den int-Datentyp.",
    "Error in procedure LOAD, line 3: 'abc' is invalid",
    'invalid input syntax for type integer: "abc"\nLINE 2: INSERT INTO t VALUES ($1)',
    'invalid amount "abc"\nCONTEXT:  PL/pgSQL function check_amount() line 3 at RAISE',
    'ORA-01722: invalid number \'abc\'\nORA-06512: at "LOADER.PKG", line 3',
    'File "loader.py", line 3, in parse: could not convert string to float: \'abc\'',
    "mapping.yaml, line 3: 'abc' is unknown",
    "Error in line 3 of mapping.yaml: 'abc' is unknown",
    "Rule in line 3 of the mapping: 'abc' is unknown",
    "Script error at line 3: 'abc' is not defined",
  ],
  'a number of rows': [
    "Records: 4  Duplicates: 0  Warnings: 1; 'EURO' is not valid",
    "Total rows: 5. Value 'x' is invalid.",
    "Rejected rows (4): 'EURO' is not allowed",
  ],
  'a row of a part of the data': [
    "Batch 2, row 4: 'EURO' is not valid",
    "Batch no. 2 failed\n- Row 4: 'EURO' is not valid",
    "Row 4 of chunk 3: 'EURO' is not valid",
    "Invoice 17, line 4: 'EURO' is not valid",
    "Order item 4: 'EURO' is not valid",
    "Journal entry 4: 'EURO' is not valid",
  ],
  'a row that is not the one with the value': [
    "Row 1 was used as the header. Value 'one' is invalid.",
    "Reading starts at line 2. Value 'one' is invalid.",
    "Row 3 was skipped because it is blank. 'EURO' is not a valid currency.",
  ],
  'a name without quotes, and not the value in the row': [
    'Row 4: currency EUR is missing',
    'Row 4: currency is not supported',
    'Row 4: currency must be EUR, not EURO',
    'Row 4: currency EUR expected, not EURO',
    'Row 3: net_amount 12 is too small',
    'Row 5: qty is required',
    'Row 5: a value is required',
    'Row 3: currency three is wrong',
    'Row 4: currency is required',
    'Row 4: memo was required to be wrong',
    'Row 3: net_amount 12.00 was loaded',
    'Row 3: net_amount x 12.00 is wrong',
    'Row 5: the column is empty',
  ],
  'a cell that is to be blank, or another one': [
    'Row 5, column memo must be empty',
    "Row 5, column 'memo' is required to be empty",
    "Row 5: column 'net_amount' may be null",
    "Row 4: column 'net_amount' is wrong because the memo is empty",
  ],
  'what is said about columns': [
    'Column mapping not found',
    'Column permissions are missing',
    'Column definition could not be found',
  ],
  'what is expected, proposed or used instead': [
    "Row 4: unknown currency, did you mean 'EUR'?",
    "Row 4: invalid currency: must equal 'EUR'",
    "Row 4: currency is not 'EUR'",
    "Row 4: currency: use 'EUR' instead of 'EURO'",
    "Row 4: only 'EUR' is allowed",
    "Row 4: 'EUR' was expected",
    "Row 4: wrong value, 'EUR' would be right",
    "Row 4: expected value was 'EUR'",
    "Row 4: the currency must be one of the values 'EUR'",
    "Row 4: invalid currency but expected 'EUR'",
    "Row 4: invalid currency (valid: 'EUR')",
    "Row 4: currency is missing, the default 'EUR' was used",
    "Row 4: currency is invalid and was replaced with 'EUR'",
    "Row 4: 'EUR' is required",
    "Zeile 4: unbekannte Währung, meinten Sie 'EUR'?",
    "Zeile 4: ungültig, zulässig ist nur 'EUR'",
    "Zeile 4: erwarteter Wert 'EUR'",
    'Ligne 4 : devise inconnue, vouliez-vous dire « EUR » ?',
    'Ligne 4 : valeurs autorisées : « EUR »',
    "Zeile 4: Währung ist nicht 'EUR'",
  ],
  'a limit, another value or a part of one': [
    "Row 5: date is not before the end of the period '2026-01-04'",
    "Row 5: date is not in order, the previous date was '2026-01-04'",
    "Row 5: date out of order: previous value '2026-01-04'",
    "Row 5: the period was closed on '2026-01-04'",
    'Row 5: amount exceeds the maximum value 150',
    "Row 2: exceeds the limit of '100'",
    "Row 2: invalid amount: < '100'",
    "Row 5: timeout after '5' seconds",
    "Row 6: debit and credit differ by '15.00'",
    "Row 4: date is not in the period '2026-01-05'",
    "Row 4: duplicate of '3'",
    'Row 3, column id: value 3 decimals',
    "Row 3: account contains the invalid character '-'",
    "Row 4: account does not begin with '3'",
    'Row 4: found 3 errors',
    'Row 3, column id: value 3 characters too long',
    'Row 4: wrong length: expected 4, got 3',
    'Row 4, column qty: wrong length: expected 3, got 4',
  ],
  'a column that has another value': ["Row 2, column A: 'abc' is not a number"],
};

describe('Nothing is placed by a message about', () => {
  for (const [meaning, messages] of Object.entries(MESSAGES)) {
    for (const message of messages) {
      it(`${meaning}: ${JSON.stringify(message)}`, () => assert.deepEqual(rangesIn(LEDGER, message), []));
    }
  }
});

describe('Nothing is placed in rows with another number of cells by a message about', () => {
  const rows = 'a,b,c,d,e,f\n1,2,3,4,5,6\n1,2,3,4\n1,2,3,4,5\n1,2,3,4,5,6\n1,2\n1,2,3,4,5,6\n';
  for (const [meaning, message] of [
    ['the columns of something else', 'Row 2 does not match the definition with 5 columns'],
    ['some of the cells', 'Row 4 has 2 columns with errors'],
    ['missing cells', 'Row 4 has 2 values missing'],
    ['empty cells', 'Row 4: expected 6 fields, found 2 empty'],
    ['errors', 'Row 4: got 2 errors in the number of columns'],
  ] as const) {
    it(`${meaning}: ${message}`, () => assert.deepEqual(rangesIn(rows, message), []));
  }
});

describe('Nothing is placed in JSON by a message about', () => {
  const rows = JSON.stringify([{ price: 1 }, { price: 'abc', items: [{ price: 'abc' }] }, { price: 'abc' }]);
  for (const [meaning, message] of [
    ['a nested row', "$[2].items[1].price: 'abc' is not a number"],
    ['a request', 'PUT /2/price failed'],
  ] as const) {
    it(`${meaning}: ${message}`, () => assert.deepEqual(rangesIn(rows, message, { kind: 'json' }), []));
  }
});

it('Nothing is placed at a number that another row may have in another form', () => {
  const rows = 'id,amount\n7,12\n8,12.00\n9,1\n';
  assert.deepEqual(rangesIn(rows, 'Row 2: amount 12 is wrong'), []);
  assert.deepEqual(rangesIn(rows, 'Row 2: amount 12.00 is wrong'), []);
  assert.deepEqual(rangesIn(rows.replace('12\n', '13\n'), 'Row 2: amount 12.00 is wrong'), ['3:3-3:8 12.00']);
});

it('Nothing is placed at a value that is the name of the column that the message means', () => {
  const rows = 'status,type\nopen,a\nclosed,status\nopen,b\n';
  assert.deepEqual(rangesIn(rows, "Row 2: the value of 'status' is not valid"), []);
});

describe('What is no such message is placed', () => {
  for (const [message, range] of [
    ["Row 4: 'EURO' is unknown\n  at Loader.java:88", '5:25-5:29 EURO'],
    ["Line 3: invalid input syntax for type numeric: 'abc'", '3:19-3:22 abc'],
    ["File 2026-01.csv, row 4: 'EURO' is not valid", '5:25-5:29 EURO'],
    ["Rows: 10; errors: 1; column 'currency': 'EURO' is unknown", '5:25-5:29 EURO'],
    ["Rows 4: 'EURO' is unknown", '5:25-5:29 EURO'],
    ["Row 5: the value of 'net_amount' is empty", '6:19-6:19 '],
    ["Row 2: the value of 'abc' is not valid", '3:19-3:22 abc'],
    ['Row 5, column net_amount must not be empty', '6:19-6:19 '],
    ["Row 4: unknown currency 'EURO', did you mean 'EUR'?", '5:25-5:29 EURO'],
    ["Row 4: 'EURO' is not in list 'EUR'", '5:25-5:29 EURO'],
    ["Row 4: expected value 'EUR', got 'EURO'", '5:25-5:29 EURO'],
    ["Row 4, column currency: 'EURO' was used before", '5:25-5:29 EURO'],
    ["Row 2, the 'net_amount' column: 'abc' was read", '3:19-3:22 abc'],
    ["Row 2: invalid format of value 'abc'", '3:19-3:22 abc'],
    ["Row 2: unable to parse 'abc'", '3:19-3:22 abc'],
    ['Row 2: for input string: "abc"', '3:19-3:22 abc'],
    ["Row 6: id '6' already exists", '7:1-7:2 6'],
    ["Row 3: date '2026-13-45' is out of range", '4:3-4:13 2026-13-45'],
    ["Row 2 -> 'abc' is not a number", '3:19-3:22 abc'],
    ["Row 2: not a valid value: 'abc'", '3:19-3:22 abc'],
    ['Row 2, column qty: expected at most 99, got 100', '3:29-3:32 100'],
    ["Column 'currency' must contain 'EUR'", '1:33-1:41 currency'],
    // The letter of a column that exists.
    ['Column B not found', '1:1-1:50 id,Posted On,account,net_amount,currency,memo,qty'],
    ["Row 3, column B: '2026-13-45' is not a date", '4:3-4:13 2026-13-45'],
  ] as const) {
    it(JSON.stringify(message), () => assert.deepEqual(rangesIn(LEDGER, message), [range]));
  }
});
