import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../scale.ts';
import { checkBytes, checkText, problemLines } from './checkText.ts';
import { cutBytes, cuts } from './randomChunks.ts';

describe('JSON check of random text', () => {
  const tokens = fc.array(
    fc.constantFrom(
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
      '[{"a":1},',
      '{"a":"😀","b":2}',
      '\\',
      '-',
      'NaN',
      '//',
      '/*',
      '*/',
      '12345678901234567890',
      '"\\u00e9"',
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
      { numRuns: runs(1000) },
    );
  });

  it('finds the same in any chunks', () => {
    fc.assert(
      fc.property(tokens, cuts, (all, shares) => {
        const bytes = Buffer.from(`[{"a":1,"b":"x"},\n{"a":2,"b":"y"},${all.join('')}`);
        assert.deepEqual(checkBytes('json', ...cutBytes(bytes, shares)), checkBytes('json', bytes));
      }),
      { numRuns: runs(500) },
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
      { numRuns: runs(500) },
    );
  });

  it('finds the same in rows with any white space, escapes, orders of keys and nested values, cut at any byte', () => {
    fc.assert(
      fc.property(writtenTable, cuts, ({ text, rows, columns, problems }, shares) => {
        const bytes = Buffer.from(text);
        const whole = checkBytes('json', bytes);
        assert.deepEqual([whole.rows, whole.columns], [rows, columns]);
        assert.deepEqual(problemLines(whole), problems);
        assert.deepEqual(checkBytes('json', ...cutBytes(bytes, shares)), whole);
        assert.deepEqual(checkBytes('json', ...Array.from(bytes, (byte) => Buffer.of(byte))), whole);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('finds the same when cut once, at every byte', () => {
    fc.assert(
      fc.property(writtenTable, ({ text }) => {
        const bytes = Buffer.from(text);
        const whole = checkBytes('json', bytes);
        for (let at = 1; at < bytes.length; at++) {
          assert.deepEqual(checkBytes('json', bytes.subarray(0, at), bytes.subarray(at)), whole, `cut at ${at}`);
        }
      }),
      { numRuns: runs(10) },
    );
  });

  it('reads every table in any changed byte as JSON.parse does, in any chunks', () => {
    const byte = fc.constantFrom(...Array.from(Buffer.from('"\\,:[]{} \n\r\t\0/I-+.0e1utfn\x1f\x7f')));
    fc.assert(
      fc.property(writtenTable, fc.nat(), byte, cuts, ({ text }, seed, changed, shares) => {
        const bytes = Buffer.from(text.replace(/[^\0-\x7f]/g, 'x'));
        bytes[seed % bytes.length] = changed;
        const whole = checkBytes('json', bytes);
        const codes = whole.problems.map(({ code }) => code);
        const isRefused = codes.includes('notJson') || codes.includes('empty') || codes.includes('jsonLines');
        assert.equal(isRefused, !isJson(bytes.toString()), bytes.toString());
        assert.deepEqual(checkBytes('json', ...cutBytes(bytes, shares)), whole);
      }),
      { numRuns: runs(700) },
    );
  });

  it('reads every byte in every place of an escape sequence as JSON.parse does', () => {
    for (const escape of ['\\n', '\\u00e9', '\\uD83d', '\\uaF09']) {
      for (let place = 1; place < escape.length; place++) {
        for (let byte = 0; byte < 128; byte++) {
          const changed = escape.slice(0, place) + String.fromCharCode(byte) + escape.slice(place + 1);
          const text = `[{"a":"${changed}"}]`;
          const isRefused = checkText('json', text).problems.length > 0;
          assert.equal(isRefused, !isJson(text), text);
        }
      }
    }
  });

  it('counts the lines of long white space and strings, in any chunks', () => {
    const part = fc
      .tuple(
        fc.constantFrom('\n', '\r\n', '\r', ' ', '  \n', '"x",\n', '"東京\\n",'),
        fc.integer({ min: 1, max: 3000 }),
      )
      .map(([unit, times]) => unit.repeat(times));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), cuts, (parts, shares) => {
        const before = `[{"a":[${parts.join('')}`;
        const lines = before.split(/\r\n|\n|\r/);
        const { problems } = checkBytes('json', ...cutBytes(Buffer.from(`${before}x`), shares));
        const fault = problems.find(({ code }) => code === 'notJson');
        assert.deepEqual([fault?.line, fault?.column], [lines.length, (lines.at(-1) ?? '').length + 1]);
      }),
      { numRuns: runs(100) },
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
      { numRuns: runs(700) },
    );
  });

  it('reports doubles written with 14 to 18 digits as imprecise exactly if they change', () => {
    const digit = fc.integer({ min: 14, max: 18 });
    const double = fc.oneof(
      fc.double({ min: 1e-5, max: 1e20, noNaN: true }),
      fc.double({ min: 0, max: 1000, noNaN: true }),
      // Next to powers of two, the distance of two doubles changes.
      fc.tuple(fc.integer({ min: -8, max: 60 }), fc.integer({ min: -3, max: 3 })).map(([power, ulps]) => {
        return 2 ** power * (1 + ulps * 2 ** -52);
      }),
    );
    const number = fc
      .tuple(double, digit, fc.boolean())
      .map(([value, digits, isShort]) => (isShort ? String(value) : value.toPrecision(digits)))
      .filter((text) => !text.includes('e'));
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 80 }), (numbers) => {
        const { problems } = checkText('json', `[${numbers.map((text) => `{"a":${text}}`).join(',')}]`);
        const expected = numbers.filter((text) => !isSameDecimal(text, String(Number(text))));
        assert.deepEqual(
          problems.map((problem) => (problem.code === 'impreciseNumber' ? problem.found : problem.code)),
          expected,
        );
      }),
      { numRuns: runs(1000) },
    );
  });

  it('reads any depth of nesting', () => {
    const depth = 200_000;
    const result = checkText('json', `[{"a":${'['.repeat(depth)}${']'.repeat(depth)}}]`);
    assert.deepEqual(problemLines(result), ['1:7 nestedValue']);
  });
});

/** A table as text, and what the check must find in it. */
interface WrittenTable {
  readonly text: string;
  readonly rows: number;
  readonly columns: readonly string[];
  /** The problems as `problemLines` gives them. */
  readonly problems: readonly string[];
}

const NAMES = [
  'a',
  'id',
  'é',
  '東京',
  '😀 margin',
  'line\nbreak',
  'quote"',
  'a long key of many words, with {brackets}',
  '',
];
const IMPRECISE = ['12345678901234567890', '0.12345678901234567890', '-9007199254740993'];
const VALUES = [
  '"x"',
  '"é😀\\n\\u00e9\\/\\\\"',
  '"a longer text with \\"quotes\\", 東京"',
  '""',
  '0',
  '-12.50',
  '1e3',
  'true',
  'false',
  'null',
  '123456789012345',
  '1234567890123456',
  '{}',
  '[]',
  '{"x":[1,{"y":"}"}],"z":""}',
  '[1,"]",[2,3],null]',
  ...IMPRECISE,
];

/** Writes rows with the same keys in most of them, and with white space that is the same everywhere, or differs. */
const writtenTable: fc.Arbitrary<WrittenTable> = fc
  .record({
    names: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 5 }),
    rows: fc.array(
      fc.record({
        order: fc.constantFrom('same', 'same', 'same', 'reversed', 'shorter', 'duplicate'),
        isEscaped: fc.boolean(),
        values: fc.array(fc.constantFrom(...VALUES), { minLength: 6, maxLength: 6 }),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    blanks: fc.array(fc.constantFrom('', ' ', '\n', '\r\n', '\t', '\r', '\n    ', '\r\n\t\t', '\n          '), {
      minLength: 1,
      maxLength: 12,
    }),
  })
  .map(({ names, rows, blanks }) => {
    let text = '';
    let written = 0;
    const problems: string[] = [];
    const report = (code: string, at = text.length) => {
      const lines = text.slice(0, at).split(/\r\n|\n|\r/);
      problems.push(`${lines.length}:${(lines.at(-1) ?? '').length + 1} ${code}`);
    };
    const write = (part: string) => (text += part + (blanks[written++ % blanks.length] ?? ''));
    write('[');
    for (const [index, { order, isEscaped, values }] of rows.entries()) {
      const first = rows[0]?.order === 'shorter' ? names.slice(1) : names;
      const keys = orderedKeys(names, order);
      if (index > 0) {
        write(',');
      }
      if (index > 0 && new Set(keys).size !== first.length) {
        report('differentKeys');
      }
      write('{');
      for (const [member, name] of keys.entries()) {
        if (member > 0) {
          write(',');
        }
        if (keys.indexOf(name) < member) {
          report('duplicateKey');
        }
        write(isEscaped ? escapedName(name) : JSON.stringify(name));
        write(':');
        const value = values[member] ?? '';
        if (/^[{[]/.test(value)) {
          report('nestedValue');
        } else if (IMPRECISE.includes(value)) {
          report('impreciseNumber');
        }
        write(value);
      }
      write('}');
    }
    write(']');
    const columns = [...new Set(rows.flatMap(({ order }) => orderedKeys(names, order)))];
    return { text, rows: rows.length, columns, problems };
  });

function orderedKeys(names: readonly string[], order: string): readonly string[] {
  switch (order) {
    case 'reversed':
      return names.toReversed();
    case 'shorter':
      return names.slice(1);
    case 'duplicate':
      return [...names, names[0] ?? ''];
    default:
      return names;
  }
}

/** Every character as an escape sequence. */
function escapedName(name: string): string {
  return `"${Array.from({ length: name.length }, (_, at) => `\\u${name.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;
}

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
