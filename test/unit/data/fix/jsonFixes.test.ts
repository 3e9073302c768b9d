import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../scale.ts';
import { flattenNested, linesToArray, useMemberRows } from '../../../../src/data/fix/jsonFixes.ts';
import { applyEdits } from '../../../../src/data/text/textEdit.ts';
import type { TextEdit } from '../../../../src/data/text/textEdit.ts';
import { checkText } from '../check/checkText.ts';

const CASES: readonly (readonly [fix: (text: string) => readonly TextEdit[], before: string, after: string])[] = [
  [linesToArray, '{"a":1}\n{"a":2}\n', '[{"a":1},\n{"a":2}]\n'],
  [linesToArray, ' {"a":{"b":[1]}} ', ' [{"a":{"b":[1]}}] '],
  [linesToArray, '[{"a":1}]', '[{"a":1}]'],
  [linesToArray, '\uFEFF{"a":1}\n{"a":2}', '\uFEFF[{"a":1},\n{"a":2}]'],
  [linesToArray, ' \uFEFF{"a":1}', ' \uFEFF{"a":1}'],
  [flattenNested, '\uFEFF[{"a":{"b":1}}]', '\uFEFF[{"a.b":1}]'],
  [useMemberRows, '{"meta":{"n":1},"data":[{"id":1.50},\n{"id":2}],"next":null}\n', '[{"id":1.50},\n{"id":2}]\n'],
  [useMemberRows, '\uFEFF {"a":[],"data" : [ {"at":{"x":[{}]}} ] }', '\uFEFF [ {"at":{"x":[{}]}} ]'],
  [useMemberRows, '{"data":[{"id":1}],"more":[{"id":2}]}', '{"data":[{"id":1}],"more":[{"id":2}]}'],
  [useMemberRows, '{"n":1,"d":{"codes":[1],"results":[ {"id":1}]} }', '[ {"id":1}]'],
  [useMemberRows, '{"d":{"a":[{"id":1}],"b":[{"id":2}]}}', '{"d":{"a":[{"id":1}],"b":[{"id":2}]}}'],
  [useMemberRows, '{"d":{"results":{"items":[{"id":1}]}}}', '[{"id":1}]'],
  [useMemberRows, '{"a":{"b":{"c":{"d":{"e":{"f":[{"id":1}]}}}}}}', '{"a":{"b":{"c":{"d":{"e":{"f":[{"id":1}]}}}}}}'],
  [
    useMemberRows,
    '[{"page":1,"data":[{"id":1},\n{"id":2}]},\n{"data":[{"id":3}]},{"data":[]} ]\n',
    '[{"id":1},\n{"id":2},{"id":3}]\n',
  ],
  [useMemberRows, '{"d":{"rows":[{"id":1}]}}\n{"d":{"rows":[ {"id":2}]}}\n', '[{"id":1}, {"id":2}]\n'],
  [useMemberRows, '[{"data":[{"id":1}]},{"id":2}]', '[{"data":[{"id":1}]},{"id":2}]'],
  [useMemberRows, '{"data":[{"id":1}]}{"id":2}', '{"data":[{"id":1}]}{"id":2}'],
  // The rows are not certain.
  [useMemberRows, '[{"data":[{"id":1}]},{"items":[{"id":2}]}]', '[{"data":[{"id":1}]},{"items":[{"id":2}]}]'],
  [useMemberRows, '{"data":[],"d":{"items":[{"id":1}]}}', '{"data":[],"d":{"items":[{"id":1}]}}'],
  [useMemberRows, '{"data":[1]}', '{"data":[1]}'],
  [useMemberRows, '', ''],
  [linesToArray, '', ''],
  [linesToArray, '}{', '}{'],
  [flattenNested, '[{"id":1,"a":{"b":1.50,"c":["x",null]}}]', '[{"id":1,"a.b":1.50, "a.c.0":"x", "a.c.1":null}]'],
  [flattenNested, '[{"a" : {"b": {} , "c":[]},"d":1}]', '[{"a.b" : null, "a.c" : null,"d":1}]'],
  [flattenNested, '[{"a.b":1,"a":{"b":2}}]', '[{"a.b":1,"a.b_2":2}]'],
  [
    flattenNested,
    '{"a":[12345678901234567890,{"\\u0062":"\\u00e9"}]}',
    '{"a.0":12345678901234567890, "a.1.b":"\\u00e9"}',
  ],
  [flattenNested, '[1,[{"a":{"b":1}}],{"a":1}]', '[1,[{"a":{"b":1}}],{"a":1}]'],
  [flattenNested, '[{"a":{"b":1},"a":{"b":2}}]', '[{"a.b":1,"a.b_2":2}]'],
  [
    flattenNested,
    `[{"a":${'['.repeat(600)}${']'.repeat(600)},"b":[]},{"b":[]}]`,
    `[{"a":${'['.repeat(600)}${']'.repeat(600)},"b":[]},{"b":null}]`,
  ],
  [flattenNested, '[{"a":{"b":1},"c":1}, NaN, {"a":{}}]', '[{"a.b":1,"c":1}, NaN, {"a":{}}]'],
  [flattenNested, '[{"a":{"b":1,"c":[2 , {"d":3}]}, "e":4 }]', '[{"a.b":1, "a.c.0":2, "a.c.1.d":3, "e":4 }]'],
  [flattenNested, '{"a":[{}, [], 1]} {"a":[]}', '{"a.0":null, "a.1":null, "a.2":1} {}'],
  [flattenNested, '[{"a":[1]}]]{"a":[1]}', '[{"a.0":1}]]{"a":[1]}'],
  [flattenNested, '[{"":{"":1}}]', '[{".":1}]'],
  // Null is omitted where another row has an object or an array.
  [
    flattenNested,
    '[{"id":1, "at" : null , "n":null}, {"id":2,"at":{"city":"x","geo":null}}, {"at":{"geo":{"x":1}}, "id":3}, {"at":{}}]',
    '[{"id":1 , "n":null}, {"id":2,"at.city":"x"}, {"at.geo.x":1, "id":3}, {}]',
  ],
  [flattenNested, '[{"a":null,"b":null},{"a":[1],"b":{"c":null}}]', '[{},{"a.0":1,"b.c":null}]'],
  [flattenNested, '[{"a":null, "b":{"c":null}, "d":1},{"a":[1],"b":{"c":[2]}}]', '[{"d":1},{"a.0":1,"b.c.0":2}]'],
  [flattenNested, '[{"d":1, "a":null, "b":{"c":null}},{"a":[1],"b":{"c":[2]}}]', '[{"d":1},{"a.0":1,"b.c.0":2}]'],
  [flattenNested, '[{"a":null,"d":1,"b":null},{"a":[1],"b":[2]}]', '[{"d":1},{"a.0":1,"b.0":2}]'],
  [flattenNested, '[{"a":null},{"a":"null"},{"a":0},{"a":[1]}]', '[{},{"a":"null"},{"a":0},{"a.0":1}]'],
  [flattenNested, '[{"a":null},{"a":{}},{"b":[1]}]', '[{"a":null},{"a":null},{"b.0":1}]'],
  [flattenNested, '[{"a":null,"ab":{"c":1}}]', '[{"a":null,"ab.c":1}]'],
];

describe('JSON fixes', () => {
  for (const [fix, before, after] of CASES) {
    it(`${fix.name} makes ${JSON.stringify(after)} of ${JSON.stringify(before)}`, () =>
      assert.equal(applyEdits(before, fix(before)), after));
  }

  it('flattenNested leaves rows whose names would become longer than 1,000 characters, or all of them 16 million', () => {
    const isFlattened = (text: string) => flattenNested(text).length > 0;
    assert.ok(isFlattened(`[{"a":{"${'b'.repeat(998)}":1}}]`));
    assert.ok(!isFlattened(`[{"a":{"${'b'.repeat(999)}":1}}]`));
    const long = (times: number) => `[{"${'a'.repeat(900)}":[${'1,'.repeat(times)}1],"b":[1]}]`;
    assert.ok(isFlattened(long(17_500)));
    assert.ok(!isFlattened(long(17_800)));
  });

  const nested = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, fc.string(), fc.integer(), fc.constant(null), tie('object'), tie('array')),
    object: fc.dictionary(fc.constantFrom('a', 'b', 'a.b', '0', '\u00E9"'), tie('value'), { maxKeys: 3 }),
    array: fc.array(tie('value'), { maxLength: 3 }),
  }));
  const rows = fc.array(
    fc.dictionary(fc.constantFrom('a', 'a.b', 'a.0', 'b', '__proto__'), nested.value, { maxKeys: 4 }),
    { minLength: 1, maxLength: 5 },
  );

  it('flattenNested keeps every value in order, nulls unless a longer name has values, and leaves nothing nested', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(undefined, 2), (table, indent) => {
        const text = JSON.stringify(table, undefined, indent);
        const fixed = applyEdits(text, flattenNested(text));
        const parsed = JSON.parse(fixed) as readonly Record<string, unknown>[];
        assert.deepEqual(
          parsed.map((row) => sorted(Object.values(row).filter(isValue))),
          table.map((row) => sorted(Object.values(row).flatMap(leavesOf).filter(isValue))),
        );
        const before = new Set(table.flatMap((row) => Object.keys(row)));
        const columns = parsed.flatMap((row) => Object.keys(row)).filter((column) => !before.has(column));
        for (const [index, row] of table.entries()) {
          for (const [name, value] of Object.entries(row).filter(([, value]) => !isNested(value))) {
            const isOmitted = value === null && columns.some((column) => column.startsWith(`${name}.`));
            const flat = new Map(Object.entries(parsed[index] ?? {}));
            if (isOmitted) {
              // A nested value may have the same name.
              assert.notEqual(flat.get(name), null);
            } else {
              assert.deepEqual(flat.get(name), value);
            }
          }
        }
        const codes = checkText('json', fixed).problems.map(({ code }) => code);
        assert.deepEqual(
          codes.filter((code) => code !== 'differentKeys'),
          [],
        );
      }),
      { numRuns: runs(200) },
    );
  });

  it('linesToArray keeps the rows', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom('\n', '\r\n', '\n\n', ' '), (table, separator) => {
        const text = table.map((row) => JSON.stringify(row)).join(separator) + separator;
        const fixed = applyEdits(text, linesToArray(text));
        assert.deepEqual(JSON.parse(fixed), JSON.parse(JSON.stringify(table)));
        const codes = checkText('json', fixed).problems.map(({ code }) => code);
        assert.ok(!codes.includes('jsonLines') && !codes.includes('oneObject'));
      }),
    );
  });
});

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isValue(value: unknown): boolean {
  return value !== null;
}

function leavesOf(value: unknown): readonly unknown[] {
  if (!isNested(value)) {
    return [value];
  }
  const members = Object.values(value).flatMap(leavesOf);
  return members.length === 0 ? [null] : members;
}

function sorted(values: readonly unknown[]): readonly string[] {
  return values.map((value) => JSON.stringify(value)).sort();
}
