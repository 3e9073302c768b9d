import assert from 'node:assert/strict';
import { readDatabaseMessage } from '../../../../src/data/references/readDatabaseMessage.ts';
import type { MessageReference } from '../../../../src/data/references/reference.ts';

const SNOWFLAKE = "File 't.csv', line 345, character 67 Row 340, column";

describe('What a message of a database refers to', () => {
  const cases: readonly (readonly [message: string, reference: string])[] = [
    // PostgreSQL.
    ['COPY my table, line 123, column net: "12x"', 'line 123, column "net", value "12x"'],
    ['COPY t, line 123, column net: ""', 'line 123, column "net", empty'],
    ['COPY t, line 123, column net: null input', 'line 123, column "net", empty'],
    ['COPY t, line 123: "1,"a "b"",2"', 'line 123, written 1,"a "b"",2'],
    ['COPY t, line 123: " 1 "', 'line 123, written 1'],
    ['null value in column "net" … COPY t, line 123: "1,"', 'line 123, written 1,, column "net", empty'],
    ['Key (net)=(12x) already exists. COPY t, line 123', 'line 123, column "net", value "12x"'],
    ['missing data for column "net" COPY t, line 123: "1"', 'line 123, written 1, fewer'],
    ['extra data after last expected column COPY t, line 123', 'line 123, more'],
    // Snowflake.
    [
      `Numeric value '12x' is not recognized ${SNOWFLAKE} "T"["NET":12]`,
      'row 340, line 345, column "NET", value "12x"',
    ],
    [
      `Boolean value '12x' is not recognized ${SNOWFLAKE} "T"["NET":12]`,
      'row 340, line 345, column "NET", value "12x"',
    ],
    [`Timestamp '12x' is not recognized ${SNOWFLAKE} "T"["NET":12]`, 'row 340, line 345, column "NET", value "12x"'],
    [`'12x' is not recognized\n${SNOWFLAKE} "T"["NET":12]`, 'row 340, line 345, column "NET", value "12x"'],
    [`NULL result in a non-nullable column ${SNOWFLAKE} "T"["NET":12]`, 'row 340, line 345, column "NET", empty'],
    [
      'limit (120) exceeded by string \'12x\' File \'t.csv\', line 345, character 67 Row 340 starts at line 344, column "T"["NET":1]',
      'row 340, line 344, column "NET", value "12x"',
    ],
    [
      "Numeric value '12x' is not recognized\n  File 't.csv', line 345, character 67\n  Row 340",
      'row 340, line 345, value "12x"',
    ],
    [`Number of columns in file (15) does not match ${SNOWFLAKE} "T"["NET":12]`, 'row 340, line 345, cellCount 15'],
    [`End of record reached while expected to parse column ${SNOWFLAKE} "T"["NET":12]`, 'row 340, line 345, fewer'],
    [
      `Field delimiter '||' found while expecting record delimiter ${SNOWFLAKE} "T"["NET":12]`,
      'row 340, line 345, more',
    ],
    // BigQuery.
    ['line_number: 123 column_name: "net" value: "12x"', 'line 123, column "net", value "12x"'],
    ["Could not parse '12x' as FLOAT64 for field net; line_number: 123", 'line 123, column "net", value "12x"'],
    ['line contains only 15 columns.; line_number: 123', 'line 123, cellCount 15'],
    ['Too many values in row. Found 15 column(s) while expected 14.; line_number: 123', 'line 123, cellCount 15'],
    // Redshift.
    ['colname: net, line_number: 123, raw_field_value: 12x, Pos 0', 'line 123, column "net", value "12x"'],
    ['colname net line_number 123 raw_field_value "12x"', 'line 123, column "net", value "12x"'],
    ['Delimiter not found, line_number 123', 'line 123, fewer'],
    ['Extra column(s) found, line_number 123', 'line 123, more'],
    // DuckDB.
    [
      'CSV Error on Line: 123\nOriginal Line: 1, 2\n\nError when converting column "net". Could not convert string "12x" to \'DOUBLE\'',
      'line 123, written 1, 2, column "net", value "12x"',
    ],
    [
      'CSV Error on Line: 123 Original Line: 1, 2 Expected Number of Columns: 14 Found: 15',
      'line 123, written 1, 2, cellCount 15',
    ],
    ['CSV Error on Line: 123\nOriginal Line: 1, 2\nPossible fixes: none', 'line 123, written 1, 2'],
    // CsvHelper and Newtonsoft.Json.
    [
      "Text: '12x'\n  MemberName: Net\nRow: 123\nRawRow: 124\nCount: 15\nRawRecord:\n1, 2\n",
      'row 123, line 124, written 1, 2, column "Net", value "12x"',
    ],
    [
      "Field at index '15' does not exist. Row: 123 RawRow: 124 Count: 15 RawRecord: 1, 2",
      'row 123, line 124, written 1, 2, fewer',
    ],
    ["Path '[123].net', line 12, position 34.", 'index 123, column "net", path'],
    // Jackson, Joi, Pydantic, jsonschema and Frictionless.
    [
      'from String "12x": bad (Cannot deserialize value of type `Double` from String "12x") line: 123, column: 45] (through reference chain: A["b"]->B["net"])',
      'line 123, column "net", value "12x"',
    ],
    ['"[123].net" must be a number', 'index 123, column "net", path'],
    ['1 validation error for list[Row] 123.net Input should be valid', 'index 123, column "net", path'],
    ["On instance[123]['net']: bad", 'index 123, column "net", path'],
    ['Type error in the cell "12x" in row "123" and field "net"', 'row 123, column "net", value "12x"'],
    ['Row at position "123" has a missing cell in field', 'row 123, fewer'],
    ['Row at position "123" has an extra value in field', 'row 123, more'],
  ];
  for (const [message, reference] of cases) {
    it(`is read from ${JSON.stringify(message)}`, () => assert.equal(told(readDatabaseMessage(message)), reference));
  }

  for (const message of [
    '',
    'missing data for column "net"',
    'COPY t, line 123',
    'COPY t, line 123, column net',
    'Row: 123 RawRow: 124',
    // Several rows, or several values of one.
    'COPY t, line 1: "1"\nCOPY t, line 2: "2"',
    'COPY t, line 1, column a: "1"\nCOPY t, line 1, column b: "1"',
    'line_number: 1 value: "1" line_number: 1 value: "2"',
    "Row 3: 'a' is not a number",
    // Shortened: it may be line 123.
    'extra data after last expected column COPY t, line 12…',
    'line_number: 123 raw_field_value: 12…',
  ]) {
    it(`is nothing in ${JSON.stringify(message)}`, () => assert.equal(readDatabaseMessage(message), undefined));
  }

  it('is said by all of the message', () => {
    assert.equal(readDatabaseMessage(' COPY t, line 1: "1"\n')?.text, 'COPY t, line 1: "1"');
  });
});

/** A reference on one line. */
function told(reference: MessageReference | undefined): string {
  assert.ok(reference);
  const { rows, word, alsoLine, written, column, value, isEmpty, cellCount, isPath, ...rest } = reference;
  assert.deepEqual([rest.quoted, rest.isMissingColumn, rest.isBesideRows], [[], false, false]);
  const parts = [
    `${word} ${rows.join()}`,
    alsoLine === undefined ? [] : `line ${alsoLine}`,
    written === undefined ? [] : `written ${written}`,
    column?.kind === 'name' ? `column "${column.name}"` : [],
    value === undefined ? [] : `value "${value}"`,
    isEmpty ? 'empty' : [],
    typeof cellCount === 'number' ? `cellCount ${cellCount}` : (cellCount ?? []),
    isPath ? 'path' : [],
  ];
  return parts.flat().join(', ');
}
