import assert from 'node:assert/strict';
import { rangesIn } from './findProblems.ts';

describe('A hostile message', () => {
  const text = `id,amount\n${Array.from({ length: 3_000 }, (_, index) => `${index},v${index}`).join('\n')}\n`;

  it('of thousands of references is read in part', () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => `Row ${index + 1}: 'v${index}' is bad`);
    const ranges = rangesIn(text, lines.join('\n'));
    assert.equal(ranges.length, 200);
    assert.equal(ranges[0], '2:3-2:5 v0');
  });

  it('is read up to 20,000 characters', () => {
    const reference = "\nRow 3: 'v1' is bad";
    const rangesAfter = (length: number): readonly string[] => rangesIn(text, `${'x'.repeat(length)}${reference}`);
    assert.deepEqual(rangesAfter(20_000 - reference.length), ['3:3-3:5 v1']);
    assert.deepEqual(rangesAfter(20_000 - reference.indexOf('v1')), []);
  });

  it('and others of the same job lead to at most 200 problems', () => {
    const messageFrom = (first: number): string =>
      Array.from({ length: 150 }, (_, index) => `Row ${first + index}: 'v${first + index - 1}' is bad`).join('\n');
    assert.equal(rangesIn(text, [messageFrom(1), messageFrom(1_001)]).length, 200);
  });

  it('of many statements about a value in every row is read in linear time', () => {
    const rows = `id,currency\n${Array.from({ length: 20_000 }, (_, index) => `${index},EUR`).join('\n')}\n`;
    const statements = Array.from({ length: 200 }, () => "Column currency: value 'EUR' is unknown").join('\n');
    assert.deepEqual(rangesIn(rows, statements), []);
  });

  for (const [name, message] of [
    ['quotes', "'".repeat(200_000)],
    ['rows', 'row '.repeat(50_000)],
    ['digits', `row ${'9'.repeat(100_000)}`],
    ['thousands', `row 1${',000'.repeat(50_000)}`],
    ['lists', `rows ${'1, '.repeat(50_000)}`],
    ['ranges', `rows ${'1-100000000 '.repeat(10_000)}`],
    ['columns', 'column '.repeat(30_000)],
    ['paths', '$[1]'.repeat(40_000)],
    ['pointers', '/1/a'.repeat(40_000)],
    ['marks', '\uE0000\uE001'.repeat(40_000)],
    ['nested quotes', `row 1: ${`"'“`.repeat(40_000)}`],
    ['controls', `row 1: '${'\0\u0007\u202E'.repeat(40_000)}'`],
    ['words', `${'is '.repeat(50_000)}empty`],
    ['copies', 'COPY '.repeat(40_000)],
    ['lines of COPY', 'COPY t, line 1, column '.repeat(10_000)],
    ['lines of DuckDB', 'CSV Error on Line: 1 Original Line: a'.repeat(6_000)],
    ['lines of BigQuery', 'Too many values in line Found '.repeat(7_000)],
    ['delimiters', "Field delimiter ' found while expecting ".repeat(5_000)],
    ['paths of .NET', 'Could not convert string to x: '.repeat(7_000)],
    ['chains', 'line: 1, column: 1] (through reference chain: ["'.repeat(4_000)],
    [
      'objects',
      JSON.stringify({ message: "row 1: '".repeat(1_200), errors: Array.from({ length: 850 }, (_, row) => ({ row })) }),
    ],
    ['brackets', '[{"errors":'.repeat(20_000)],
    ['spaces', `row 1: column${' '.repeat(200_000)}x`],
  ] as const) {
    it(`of many ${name} is read in linear time`, () => assert.deepEqual(rangesIn(text, message), []));
  }
});
