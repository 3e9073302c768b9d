import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkText, problemLines } from './checkText.ts';

const CASES: readonly {
  readonly name: string;
  readonly text: string;
  readonly rows: number;
  readonly columns: readonly string[];
  readonly problems: readonly string[];
}[] = [
  {
    name: 'an array of flat objects',
    text: '[{"a":1,"b":"x"},\n{"a":null,"b":true}]',
    rows: 2,
    columns: ['a', 'b'],
    problems: [],
  },
  { name: 'rows with different keys', text: '[{"a":1},{"b":2},{"a":3}]', rows: 3, columns: ['a', 'b'], problems: [] },
  { name: 'rows without keys', text: '[{},{}]', rows: 2, columns: [], problems: [] },
  {
    name: 'blanks and a BOM around',
    text: '\uFEFF \r\n[ { "a" : -1.5e+3 } ] \n',
    rows: 1,
    columns: ['a'],
    problems: [],
  },
  { name: 'nothing', text: ' \n', rows: 0, columns: [], problems: ['1:1 empty'] },
  { name: 'an empty array', text: '[ ]', rows: 0, columns: [], problems: ['1:1 noRows'] },
  { name: 'an object', text: '\n {"a":{"b":[1]}}', rows: 0, columns: [], problems: ['2:2 notAnArray'] },
  { name: 'a text', text: '"a"', rows: 0, columns: [], problems: ['1:1 notAnArray'] },
  {
    name: 'elements that are no objects',
    text: '[{"a":1},\n 2,[3],{"b":1}]',
    rows: 4,
    columns: ['a', 'b'],
    problems: ['2:2 notObjects', '2:4 notObjects'],
  },
  {
    name: 'nested values',
    text: '[{"a":{"b":1},\n"c":[{"a":1}],"d":{}}]',
    rows: 1,
    columns: ['a', 'c', 'd'],
    problems: ['1:7 nestedValue', '2:5 nestedValue', '2:19 nestedValue'],
  },
  { name: 'a key twice', text: '[{"a":1,"a":2},{"a":1}]', rows: 2, columns: ['a'], problems: ['1:9 duplicateKey'] },
  {
    name: 'a key twice, once escaped',
    text: '[{"a":1,"\\u0061":2}]',
    rows: 1,
    columns: ['a'],
    problems: ['1:9 duplicateKey'],
  },
  {
    name: 'keys every object has',
    text: '[{"__proto__":1,"constructor":2}]',
    rows: 1,
    columns: ['__proto__', 'constructor'],
    problems: [],
  },
  { name: 'a number of 20 digits', text: '[{"a":12345678901234567890}]', rows: 1, columns: ['a'], problems: [] },
];

const FAULTS: readonly [name: string, text: string, where: string, fault: string, found: string][] = [
  ['a trailing comma in a row', '[{"a":1,}]', '1:9', 'trailingComma', '}'],
  ['a trailing comma behind the rows', '[{"a":1},\r\n]', '2:1', 'trailingComma', ']'],
  ['a line comment', '[\n// no\n]', '2:1', 'comment', '// no'],
  ['a block comment', '[{"a":/* no */1}]', '1:7', 'comment', '/* no */'],
  ['an end too early', '[{"a":1}', '1:9', 'endOfText', ''],
  ['a name without a value', '[{"a"}]', '1:6', 'unexpected', '}'],
  ['a name without quotes', '[{a:1}]', '1:3', 'unexpected', 'a'],
  ['a name without quotes behind a comma', '[{"b":2,a:1}]', '1:9', 'unexpected', 'a'],
  ['a name that does not end', '[{"a\n":1}]', '1:3', 'unterminatedString', '"a'],
  ['a bracket that does not match', '[{"a":1]]', '1:8', 'unexpected', ']'],
  ['rows without a comma', '[{"a":1}{"a":2}]', '1:9', 'unexpected', '{'],
  ['JSON Lines', '{"a":1}\n{"a":2}', '2:1', 'textAfterEnd', '{'],
  ['NaN', '[{"a":NaN}]', '1:7', 'unexpected', 'NaN'],
  ['single quotes', "[{'a':1}]", '1:3', 'unexpected', "'a'"],
  ['a leading zero', '[{"a":01}]', '1:8', 'unexpected', '1'],
  ['a number that ends in a dot', '[{"a":1.}]', '1:7', 'badNumber', '1.'],
  ['a wrong escape', '[{"a":"\\x"}]', '1:7', 'badString', '"\\x"'],
  ['a control character', '[{"a":"\t"}]', '1:7', 'badString', '"\t"'],
  ['a text that does not end', '[{"a":"x', '1:7', 'unterminatedString', '"x'],
];

describe('JSON check', () => {
  for (const { name, text, rows, columns, problems } of CASES) {
    it(`reads ${name}`, () => {
      const result = checkText('json', text);
      assert.deepEqual(
        { rows: result.rows, columns: result.columns, problems: problemLines(result) },
        { rows, columns, problems },
      );
      assert.equal(result.delimiter, undefined);
      assert.equal(result.byteLength, Buffer.byteLength(text));
    });
  }

  for (const [name, text, where, fault, found] of FAULTS) {
    it(`finds ${name}`, () => {
      const problem = checkText('json', text).problems.find(({ code }) => code === 'notJson');
      assert.ok(problem?.code === 'notJson');
      assert.deepEqual([`${problem.line}:${problem.column}`, problem.fault, problem.found], [where, fault, found]);
    });
  }

  it('is not troubled by depth', () => {
    const depth = 200_000;
    const result = checkText('json', `[{"a":${'['.repeat(depth)}${']'.repeat(depth)}}]`);
    assert.deepEqual(problemLines(result), ['1:7 nestedValue']);
  });

  it('finds an error exactly where JSON.parse does', () => {
    const token = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '"a"',
      '1',
      '-0.5',
      'true',
      'null',
      ' ',
      '\n',
      '"',
      'x',
      '01',
    );
    fc.assert(
      fc.property(fc.array(token, { minLength: 1, maxLength: 12 }), (tokens) => {
        const text = tokens.join('');
        const codes = checkText('json', text).problems.map(({ code }) => code);
        assert.equal(codes.includes('notJson') || codes.includes('empty'), !isJson(text), text);
      }),
      { numRuns: 3000 },
    );
  });

  it('accepts every table of flat rows and knows its size', () => {
    const scalar = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constant(null));
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.string({ unit: 'binary' }), scalar), { minLength: 1 }),
        fc.constantFrom(undefined, 2),
        (rows, indent) => {
          const result = checkText('json', JSON.stringify(rows, undefined, indent));
          assert.deepEqual(problemLines(result), []);
          assert.equal(result.rows, rows.length);
          assert.deepEqual(new Set(result.columns), new Set(rows.flatMap((row) => Object.keys(row))));
        },
      ),
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
