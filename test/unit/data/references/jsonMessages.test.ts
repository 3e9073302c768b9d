import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../scale.ts';
import { findProblems, rangesIn } from './findProblems.ts';

const HEADER = ['id', 'Posted On', 'net_amount', 'currency', 'memo'];
const ROWS = [
  ['1', '2026-01-01', '10.50', 'EUR', 'one'],
  ['2', '2026-01-02', 'abc', 'EUR', 'two'],
  ['3', '2026-13-45', '12.00', 'EUR', 'say "three"'],
  ['4', '2026-01-04', '13.00', 'EURO', 'four'],
  ['5', '2026-01-05', '', 'EUR', 'five'],
];
const CSV = [HEADER, ...ROWS].map((row) => row.map(cellOf).join(',')).join('\n') + '\n';
const JSON_ROWS = JSON.stringify(
  ROWS.map((row) => Object.fromEntries<string>(row.map((value, index) => [HEADER[index] ?? '', value]))),
);

const ABC = '3:14-3:17 abc';
const DATE = '4:3-4:13 2026-13-45';
const EURO = '5:20-5:24 EURO';
const EMPTY = '6:14-6:14 ';

function cellOf(value: string): string {
  return value.includes('"') ? `"${value.replaceAll('"', '""')}"` : value;
}

/** As it is, and as the end of a text, in lines. */
function written(message: unknown): readonly string[] {
  return [JSON.stringify(message), `Load failed [2 errors]:\n${JSON.stringify(message, undefined, 2)}\n`];
}

describe('A message in JSON', () => {
  const placed: readonly (readonly [message: unknown, ...ranges: readonly string[]])[] = [
    [{ row: 2, column: 'net_amount', value: 'abc', message: 'Not a number' }, ABC],
    [{ rowNumber: '2', columnName: 'net_amount', actual: 'abc' }, ABC],
    [{ 'row-num': 2, COLUMN: 'net_amount', Actual_Value: 'abc' }, ABC],
    [{ row_no: 2, field_name: 'net_amount', input: 'abc' }, ABC],
    [{ record: 2, property: 'net_amount', rejectedValue: 'abc' }, ABC],
    [{ recordNumber: 2, propertyName: 'net_amount', attemptedValue: 'abc' }, ABC],
    [{ line: 3, attribute: 'net_amount', invalidValue: 'abc' }, ABC],
    [{ line_number: 3, key: 'net_amount', raw_value: 'abc' }, ABC],
    [{ lineNo: 3, field: 'net_amount', value: 'abc' }, ABC],
    [{ index: 1, column: 'net_amount', value: 'abc' }, ABC],
    [{ rowIndex: 1, column: 'net_amount', value: 'abc' }, ABC],
    [{ record_index: 1, column: 'net_amount', value: 'abc' }, ABC],
    [{ row: 3, line: 4, column: 'Posted On', value: '2026-13-45' }, DATE],
    [{ row: 2, column: 3, value: 'abc' }, ABC],
    [{ column: 'currency', value: 'EURO' }, EURO],
    [{ row: 5, column: 'net_amount', value: null }, EMPTY],
    [{ row: 5, column: 'net_amount', value: '' }, EMPTY],
    // What is wrong is in the words.
    [{ row: 2, message: "'abc' is not a number" }, ABC],
    [{ row: 2, msg: "'abc' is not a number" }, ABC],
    [{ row: 2, detail: "'abc' is not a number" }, ABC],
    [{ row: 2, description: "'abc' is not a number" }, ABC],
    [{ row: 2, reason: "'abc' is not a number" }, ABC],
    [{ row: 2, error: "'abc' is not a number" }, ABC],
    [{ row: 2, errorMessage: "'abc' is not a number", error: 'E17' }, ABC],
    [{ row: 5, field: 'net_amount', message: 'must not be blank' }, EMPTY],
    [{ row: 2, column: 'net_amount', value: { text: 'abc' }, message: "'abc' is not a number" }, ABC],
    [{ message: "Row 2: 'abc' is not a number" }, ABC],
    [{ row: 2, message: "Row 2: 'abc' is not a number" }, ABC],
    [{ message: 'COPY ledger, line 3, column net_amount: "abc"' }, ABC],
    // Several problems, also of one row.
    [
      [
        { row: 2, column: 'net_amount', value: 'abc' },
        { row: 4, column: 'currency', value: 'EURO' },
      ],
      ABC,
      EURO,
    ],
    [{ status: 422, errors: [{ row: 2, column: 'net_amount', value: 'abc' }] }, ABC],
    [{ error: { details: [{ row: 2, column: 'net_amount', value: 'abc' }] } }, ABC],
    [{ row: 2, issues: [{ column: 'net_amount', value: 'abc' }] }, ABC],
    [{ row: 2, errors: ["net_amount 'abc' is not a number"] }, ABC],
    [{ row: 2, errors: { net_amount: ["'abc' is not a number"] } }, ABC],
    [{ row: 5, errors: { net_amount: 'must not be blank', memo: ['is too long'] } }, EMPTY],
    // As FastAPI, Zod and Joi write them.
    [{ detail: [{ type: 'float_parsing', loc: ['body', 1, 'net_amount'], msg: 'Not a number', input: 'abc' }] }, ABC],
    [
      {
        details: [
          {
            message: '"[1].net_amount" must be a number',
            path: [1, 'net_amount'],
            context: { value: 'abc', key: 'net_amount' },
          },
        ],
      },
      ABC,
    ],
    [{ path: '$[1].net_amount', value: 'abc' }, ABC],
    [{ row: 2, context: { limit: 3, value: 'abc' } }, ABC],
    // Values with quotes in them.
    [{ row: 3, column: 'memo', value: 'say "three"' }, '4:24-4:39 "say ""three"""'],
  ];
  for (const [message, ...ranges] of placed) {
    for (const text of written(message)) {
      it(`is placed on its cells: ${JSON.stringify(text)}`, () => {
        assert.deepEqual(rangesIn(CSV, text), ranges);
      });
    }
  }

  const inRows: readonly unknown[] = [
    [{ code: 'invalid_type', expected: 'number', received: 'string', path: [1, 'net_amount'], message: 'Invalid' }],
    [{ instancePath: '/1/net_amount', message: 'must be number' }],
    [{ dataPath: '[1].net_amount', message: 'must be number' }],
    [{ pointer: '/data/1/net_amount', detail: 'must be a number' }],
    [{ path: [1, 'net_amount'], message: 'must be a number', context: { key: 'net_amount' } }],
    { detail: [{ loc: ['body', 1, 'net_amount'], msg: 'Input should be a number', input: 'abc' }] },
    { row: 2, field: 'net_amount', value: 'abc' },
  ];
  for (const message of inRows) {
    it(`is placed on the values of JSON: ${JSON.stringify(message)}`, () => {
      const [first, ...others] = findProblems(JSON_ROWS, [JSON.stringify(message)], { kind: 'json' });
      assert.equal(first?.written, '"abc"');
      assert.deepEqual(others, []);
    });
  }

  const unplaced: readonly unknown[] = [
    { row: 2, column: 'net_amount', expected: 'abc', message: 'bad' },
    { row: 2, column: 'net_amount', received: 'abc' },
    { row: 4, column: 'net_amount', value: 'abc' },
    { row: 2, column: 'memo', value: 'abc' },
    { row: -2, value: 'abc' },
    { row: 2.5, value: 'abc' },
    { row: true, value: 'abc' },
    { value: 'abc' },
    { row: 2, column: 'net_amount', value: { text: 'abc' } },
    { row: 2, column: 'net_amount', value: '13.00', suggestions: [{ value: 'abc' }] },
    { rows: [{ row: 2, column: 'net_amount', value: 'abc' }] },
    { row: 2, line: 5, column: 'net_amount', value: 'abc' },
    { currency: ['A valid currency is required.'] },
    // A field of the request.
    { field: 'entityId', message: 'not found' },
    { loc: ['body', 'net_amount'], msg: 'Field required' },
    { path: [1, 'net_amount', 'currency'], message: 'bad' },
    { path: [1, 2], message: 'bad' },
    { row: 3, column: 'memo', value: 'say "three" `four`' },
    { row: 2, value: 'abc\nabc' },
    [1, 2],
    ['abc'],
    {},
  ];
  for (const message of unplaced) {
    it(`is not placed: ${JSON.stringify(message)}`, () => {
      assert.deepEqual(rangesIn(CSV, JSON.stringify(message)), []);
    });
  }

  it('is placed by the first seven levels of its objects', () => {
    const nested = (levels: number): string =>
      JSON.stringify(
        Array.from({ length: levels }).reduce<unknown>((errors) => ({ errors }), {
          row: 2,
          column: 'net_amount',
          value: 'abc',
        }),
      );
    assert.deepEqual(rangesIn(CSV, nested(6)), [ABC]);
    assert.deepEqual(rangesIn(CSV, nested(7)), []);
  });

  it('is shown with the words of the service, or else as it is', () => {
    const messages = [
      '[{"row":2,"column":"net_amount","value":"abc","message":" Not a\\u200b number "}]',
      'Rejected: {"row":4,"column":"currency","value":"EURO"}',
      '{"message":"Not blank","errors":[{"row":5,"column":"net_amount","value":null}]}',
    ];
    assert.deepEqual(
      findProblems(CSV, messages).map(({ text }) => text),
      ['Not a number', messages[1], 'Not blank'],
    );
  });

  it('of more than 20,000 characters is not complete', () => {
    const messageOf = (length: number): string =>
      JSON.stringify({ row: 2, column: 'net_amount', value: 'abc', code: '' }).replace('""', `"${'x'.repeat(length)}"`);
    const others = messageOf(0).length;
    assert.deepEqual(rangesIn(CSV, messageOf(20_000 - others)), [ABC]);
    assert.deepEqual(rangesIn(CSV, messageOf(20_001 - others)), []);
  });

  it('is read like any other text if it is not complete, or if the text only ends with brackets', () => {
    assert.deepEqual(rangesIn(CSV, "Row 2: 'abc' is not in [1, 2]"), [ABC]);
    assert.deepEqual(rangesIn(CSV, "Row 2: 'abc' is not a number {"), [ABC]);
    assert.deepEqual(rangesIn(CSV, '[{"row":2,"column":"net_amount","value":"abc"},{"row":4,"col'), []);
  });

  it('is placed on the cell that it means or on none, whatever else it says', () => {
    const other = fc.oneof(fc.constantFrom(...ROWS.flat()), fc.integer({ min: 0, max: 7 }), fc.constant(null));
    const names = fc.constantFrom(
      'expected',
      'allowed',
      'code',
      'limit',
      'example',
      'type',
      'rows',
      'hint',
      'received',
    );
    const others = fc.dictionary(names, fc.oneof(other, fc.array(other), fc.dictionary(names, other)), { maxKeys: 4 });
    const rows = fc.nat({ max: ROWS.length - 1 });
    const columns = fc.nat({ max: HEADER.length - 1 });
    fc.assert(
      fc.property(rows, columns, others, fc.boolean(), (row, column, more, hasColumn) => {
        const value = ROWS[row]?.[column] ?? '';
        const message = { ...more, row: row + 1, ...(hasColumn && { column: HEADER[column] }), value };
        const found = findProblems(CSV, [JSON.stringify([message])]);
        assert.ok(found.length <= 1);
        for (const { line, written: cell } of found) {
          assert.deepEqual([line, cell], [row + 2, cellOf(value)]);
        }
      }),
      { numRuns: runs(200) },
    );
  });
});
