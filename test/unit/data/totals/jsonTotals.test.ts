import assert from 'node:assert/strict';
import { DataCheck } from '../../../../src/data/check/dataCheck.ts';
import type { ColumnTotals } from '../../../../src/model/columnTotals.ts';
import { totalsOf } from '../check/checkText.ts';

/** The totals of a column with these values, as written in JSON, which must be the same in two chunks. */
function columnOf(...values: readonly string[]): ColumnTotals {
  const text = `[${values.map((value) => `{"c":${value}}`).join(',\n')}]`;
  const [column] = totalsOf('json', text);
  assert.ok(column);
  const half = Math.floor(text.length / 2);
  assert.deepEqual(totalsOf('json', text.slice(0, half), text.slice(half)), [column]);
  return column;
}

function distinctIn(...values: readonly string[]): number {
  const { distinct, isDistinctExact } = columnOf(...values);
  assert.ok(isDistinctExact);
  return distinct;
}

function profileOf(...values: readonly string[]) {
  const check = new DataCheck('json', { totals: 'profile' });
  check.push(Buffer.from(`[${values.map((value) => `{"c":${value}}`).join(',')}]`));
  const profile = check.end().totals?.[0]?.profile;
  assert.ok(profile);
  return profile;
}

describe('Control totals of JSON', () => {
  it('take a string for a number or a date if it is written like one', () => {
    for (const [values, type, sum, smallest, largest] of [
      [['1', '"2"', '" 3.5 "'], 'number', '6.5', '1.0', '3.5'],
      [['-1e2', '"1E1"', '0.25'], 'number', '-89.75', '-100.00', '10.00'],
      [['12345678901234567890', '"1"'], 'number', '12345678901234567891', '1', '12345678901234567890'],
      [['"\\u0031"', '"2"'], 'number', '3', '1', '2'],
      [['"2026-01-31"', '"1/2/2026"', '"31.12.2025"'], 'date', undefined, undefined, undefined],
      [['"2026-01-31T09:30"', '"31.12.2025"'], 'date', undefined, '2025-12-31', '2026-01-31'],
      [['"2026\\u002d01-31"', '"2026\\/02\\/01"'], 'date', undefined, '2026-01-31', '2026-02-01'],
      [['1', '"1,5"'], 'text', undefined, undefined, undefined],
      [['1', '"1,234"'], 'text', undefined, undefined, undefined],
      [['1', '"x"', '2'], 'text', undefined, undefined, undefined],
      [['1', 'true'], 'text', undefined, undefined, undefined],
      [['false'], 'text', undefined, undefined, undefined],
      [['1', '[2]', '3'], 'text', undefined, undefined, undefined],
      [['1', '"2026-01-31"'], 'text', undefined, undefined, undefined],
      [['null', '""', '"  "'], 'blank', undefined, undefined, undefined],
      [['null', '""', '" "', '7'], 'number', '7', '7', '7'],
    ] as const) {
      const found = columnOf(...values);
      assert.deepEqual(
        [found.type, found.sum, found.smallest, found.largest],
        [type, sum, smallest, largest],
        values.join(' '),
      );
    }
  });

  it('count the rows that have a value, but not null, blank strings and missing keys', () => {
    const [a, b] = totalsOf('json', '[{"a":1,"b":""},{"b":" x"},{"a":null,"b":"  "},{"a":[],"b":true},{"b":{}}]');
    assert.deepEqual([a?.filled, a?.blanks, b?.filled, b?.blanks], [2, 3, 3, 2]);
  });

  it('count a value once, whatever escapes it is written with', () => {
    assert.equal(distinctIn('"A"', '"\\u0041"', '"a"'), 2);
    assert.equal(distinctIn('"a/b"', '"a\\/b"', '"a\\u002Fb"'), 1);
    assert.equal(distinctIn('"é"', '"\\u00e9"', '"\\u00E9"'), 1);
    assert.equal(distinctIn('"\\n"', '"\\u000a"', '"\\u000A"', '"\\\\n"'), 2);
    assert.equal(distinctIn('"\\ud83d\\ude00"', '"😀"'), 1);
    assert.equal(distinctIn('"\\uD800"', '"\\ud800"', '"\\ud801"'), 2);
    assert.equal(distinctIn('"\\\\u0041"', '"A"', '"\\\\/"', '"/"'), 4);
    assert.equal(distinctIn('"true"', 'true', '"x"', 'false'), 3);
  });

  it('do not count different values where one is an object or an array', () => {
    const { distinct, isDistinctExact, isUnique } = columnOf('1', '{}', '2');
    assert.deepEqual([distinct, isDistinctExact, isUnique], [1, false, undefined]);
  });

  it('have the type nested where every value is an object or an array', () => {
    assert.deepEqual([columnOf('{}', '[1]').type, columnOf('[{"a":1}]', 'null').type], ['nested', 'nested']);
    assert.deepEqual(
      [columnOf('{}', '"x"').type, columnOf('1', '{}').type, columnOf('null').type],
      ['text', 'text', 'blank'],
    );
  });

  it('have the type text for strings of any length', () => {
    assert.equal(columnOf(`"${'x'.repeat(200_000)}"`).type, 'text');
  });

  it('ignore the other values of a key that a row has twice', () => {
    const [column] = totalsOf('json', '[{"a":1,"a":2},{"a":3,"a":"x"},{"a":4,"a":true,"a":[]}]');
    assert.deepEqual([column?.sum, column?.filled, column?.distinct], ['8', 3, 3]);
  });

  it('are those of the first 1,000 keys', () => {
    const members = Array.from({ length: 1_002 }, (_, key) => `"k${key}":${key % 3 === 0 ? key : `"x${key}"`}`);
    const columns = totalsOf('json', `[{${members.join(',')},"last":true}]`);
    assert.equal(columns.length, 1_000);
    assert.deepEqual(
      columns.map(({ name, filled, sum }) => [name, filled, sum]),
      Array.from({ length: 1_000 }, (_, key) => [`k${key}`, 1, key % 3 === 0 ? String(key) : undefined]),
    );
  });

  it('end counting strings whose escapes would take too long to compare', () => {
    const escapes = '\\u0041'.repeat(10_000);
    const { distinct, isDistinctExact } = columnFrom(Array.from({ length: 14 }, (_, index) => `"${escapes}${index}"`));
    assert.deepEqual([distinct, isDistinctExact], [13, false]);
    assert.ok(columnFrom(Array.from({ length: 13 }, (_, index) => `"${escapes}${index}"`)).isDistinctExact);
    // Such as this is compared as it is written.
    const plain = '\\n\\\\u'.repeat(10_000);
    assert.ok(columnFrom(Array.from({ length: 40 }, (_, index) => `"${plain}${index}"`)).isDistinctExact);
  });

  it('have the values of a profile as text, up to 200 bytes', () => {
    assert.deepEqual(profileOf('"\\u0041\\n"', '"A\\n"', '"b\\"c"', '12.50', 'true', '"\\\\"').commonest, [
      { value: 'A\n', count: 2 },
      { value: 'b"c', count: 1 },
      { value: '12.50', count: 1 },
      { value: 'true', count: 1 },
      { value: '\\', count: 1 },
    ]);
    const text = 'é'.repeat(100);
    assert.deepEqual(profileOf(`"${text}"`), { commonest: [{ value: text, count: 1 }], isComplete: true, bins: [] });
    assert.deepEqual(profileOf(`"${text}x"`, '[]'), { commonest: [], isComplete: false, bins: [] });
    assert.deepEqual(profileOf('{}').isComplete, false);
    assert.deepEqual(profileOf('1', '2', '"2"').bins.at(-1)?.to, 2.1);
  });
});

function columnFrom(values: readonly string[]): ColumnTotals {
  const [column] = totalsOf('json', `[${values.map((value) => `{"c":${value}}`).join(',')}]`);
  assert.ok(column);
  return column;
}
