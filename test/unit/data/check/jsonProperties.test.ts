import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkBytes, checkText, problemLines } from './checkText.ts';
import { cutBytes, cuts } from './randomChunks.ts';

describe('JSON check of random text', () => {
  const tokens = fc.array(
    fc.constantFrom(
      ...[
        '[',
        ']',
        '{',
        '}',
        ',',
        ':',
        '"a"',
        '"é\\n"',
        '1',
        '-0.5',
        '1e3',
        'true',
        'null',
        ' ',
        '\n',
        '\r\n',
        '"',
        'x',
        '01',
      ],
      ...['[{"a":1},', '{"a":"😀","b":2}', '\\', '-', 'NaN', '//', '/*', '*/', '12345678901234567890', '"\\u00e9"'],
    ),
    { minLength: 1, maxLength: 14 },
  );

  it('finds a fault exactly if JSON.parse does', () => {
    fc.assert(
      fc.property(tokens, (all) => {
        const text = all.join('');
        const codes = checkText('json', text).problems.map(({ code }) => code);
        const isRefused = codes.includes('notJson') || codes.includes('empty') || codes.includes('jsonLines');
        assert.equal(isRefused, !isJson(text), text);
      }),
      { numRuns: 3000 },
    );
  });

  it('finds the same in any chunks', () => {
    fc.assert(
      fc.property(tokens, cuts, (all, shares) => {
        const bytes = Buffer.from(`[{"a":1,"b":"x"},\n{"a":2,"b":"y"},${all.join('')}`);
        assert.deepEqual(checkBytes('json', ...cutBytes(bytes, shares)), checkBytes('json', bytes));
      }),
      { numRuns: 1500 },
    );
  });

  const scalar = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.integer(), fc.boolean(), fc.constant(null));
  const name = fc.string({ unit: 'binary' });

  it('accepts every table of flat rows and counts its rows, in any chunks', () => {
    const table = fc
      .uniqueArray(name, { minLength: 1, maxLength: 5 })
      .chain((names) =>
        fc.array(fc.tuple(...names.map(() => scalar)), { minLength: 1 }).map((rows) => ({ names, rows })),
      );
    fc.assert(
      fc.property(table, fc.constantFrom(undefined, 2, '\t'), cuts, ({ names, rows }, indent, shares) => {
        const objects = rows.map((row) => Object.fromEntries(names.map((key, index) => [key, row[index]])));
        const bytes = Buffer.from(JSON.stringify(objects, undefined, indent));
        const result = checkBytes('json', ...cutBytes(bytes, shares));
        assert.deepEqual(problemLines(result), []);
        assert.equal(result.rows, rows.length);
        assert.deepEqual(result.columns, Object.keys(objects[0] ?? {}));
        const shown = objects
          .slice(0, 20)
          .map((row) => Object.values(row).map((value) => (typeof value === 'string' ? value : JSON.stringify(value))));
        assert.deepEqual(result.firstRows, shown);
      }),
    );
  });

  const causes: readonly { readonly code: string; readonly member: string; readonly shift: number }[] = [
    { code: 'nestedValue', member: '"n":{"x":1}', shift: 4 },
    { code: 'duplicateKey', member: '"k":1', shift: 0 },
    { code: 'impreciseNumber', member: '"k2" : 0.12345678901234567890', shift: 7 },
    { code: 'notJson', member: '"é😀":NaN', shift: 6 },
    { code: 'notJson', member: '"é":"\\n\\q"', shift: 7 },
    { code: 'notJson', member: '"é":"😀\\u12x4"', shift: 7 },
    { code: 'notJson', member: '"é":"😀\t"', shift: 7 },
    { code: 'notJson', member: '"é":"😀\n"', shift: 4 },
    { code: 'notJson', member: '"é":012', shift: 4 },
    { code: 'notJson', member: '"é": undefined', shift: 5 },
    { code: 'notJson', member: '"é": 1 // one\n', shift: 7 },
    { code: 'notJson', member: '"é": 1,}', shift: 6 },
    { code: 'notJson', member: "'é': 1", shift: 0 },
    { code: 'notJson', member: '"é" 1', shift: 4 },
  ];

  it('gives the exact position of every problem in a row', () => {
    const rows = fc.array(
      fc.dictionary(
        name.filter((key) => key !== 'k'),
        scalar,
      ),
      { minLength: 1, maxLength: 5 },
    );
    const separator = fc.constantFrom('', ' ', '\n', '\r\n', '\n\t');
    fc.assert(
      fc.property(rows, separator, fc.constantFrom(...causes), cuts, (objects, blank, cause, shares) => {
        const before = `[${blank}${objects.map((row) => JSON.stringify(row)).join(`,${blank}`)},${blank}{"k":"é😀",${blank}`;
        const bytes = Buffer.from(`${before}${cause.member}}]`);
        const { problems } = checkBytes('json', ...cutBytes(bytes, shares));
        const problem = problems.find(({ code }) => code === cause.code);
        const lines = before.split(/\r\n|\n|\r/);
        assert.deepEqual(
          [problem?.line, problem?.column],
          [lines.length, (lines.at(-1) ?? '').length + 1 + cause.shift],
        );
      }),
      { numRuns: 1500 },
    );
  });

  it('reports a number as imprecise exactly if a double changes its value', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 22 }).map((all) => all.join(''));
    fc.assert(
      fc.property(
        digits,
        fc.option(digits),
        fc.option(fc.integer({ min: -30, max: 30 })),
        (integer, fraction, power) => {
          const number = `${integer.replace(/^0+(?=\d)/, '')}${fraction === null ? '' : `.${fraction}`}${power === null ? '' : `e${power}`}`;
          const { problems } = checkText('json', `[{"a":${number}}]`);
          assert.equal(problems.length, isSameDecimal(number, String(Number(number))) ? 0 : 1, number);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('reads any depth of nesting', () => {
    const depth = 200_000;
    const result = checkText('json', `[{"a":${'['.repeat(depth)}${']'.repeat(depth)}}]`);
    assert.deepEqual(problemLines(result), ['1:7 nestedValue']);
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

/** Compares decimals exactly, as integers of the same power of ten. */
function isSameDecimal(one: string, other: string): boolean {
  return scaled(one) === scaled(other);
}

function scaled(decimal: string): bigint {
  const [, integer = '', fraction = '', power = '0'] = /^(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(decimal) ?? [];
  return BigInt(integer + fraction) * 10n ** BigInt(100 - fraction.length + Number(power));
}
