import assert from 'node:assert/strict';
import { readJsonRows } from '../../../../src/data/json/jsonRows.ts';

/** The rows of a text as written, and the name and value of each member as written. A nested value is in brackets. */
function rowsOf(text: string): readonly (readonly [row: string, isRoot: boolean, ...members: readonly string[]])[] {
  return Array.from(readJsonRows(text), ({ start, end, isRoot, members }) => [
    text.slice(start, end),
    isRoot,
    ...members.map((member) => {
      const value = text.slice(member.valueStart, member.valueEnd);
      return `${member.name} ${text.slice(member.start, member.nameEnd)} ${member.isNested ? `(${value})` : value}`;
    }),
  ]);
}

describe('The rows of a JSON text', () => {
  it('are the objects of the root array, with their members', () => {
    assert.deepEqual(rowsOf('[{"a":"x", "b" : [1,{"c":"d"}] ,"\\u0063":{}, "d":-1.50 },{}, {"a":null,"b":"y"}]'), [
      [
        '{"a":"x", "b" : [1,{"c":"d"}] ,"\\u0063":{}, "d":-1.50 }',
        false,
        'a "a" "x"',
        'b "b" ([1,{"c":"d"}])',
        'c "\\u0063" ({})',
        'd "d" -1.50',
      ],
      ['{}', false],
      ['{"a":null,"b":"y"}', false, 'a "a" null', 'b "b" "y"'],
    ]);
  });

  it('are the roots if these are objects', () => {
    assert.deepEqual(rowsOf('{"a":1}\n{"b":{"c":[2]},"d":"x"} {}'), [
      ['{"a":1}', true, 'a "a" 1'],
      ['{"b":{"c":[2]},"d":"x"}', true, 'b "b" ({"c":[2]})', 'd "d" "x"'],
      ['{}', true],
    ]);
    assert.deepEqual(
      rowsOf('{"a":1} [{"b":2}] {"c":3}').map(([row, isRoot]) => [row, isRoot]),
      [
        ['{"a":1}', true],
        ['{"b":2}', false],
        ['{"c":3}', true],
      ],
    );
  });

  it('are no other elements, and nothing that is in them', () => {
    assert.deepEqual(rowsOf('[1,"x",["a",{"b":1},"c"],{"a":1},null,[[{}]],{"b":2},true]'), [
      ['{"a":1}', false, 'a "a" 1'],
      ['{"b":2}', false, 'b "b" 2'],
    ]);
    assert.deepEqual(rowsOf('"x"'), []);
    assert.deepEqual(rowsOf('[]'), []);
  });

  it('leave out members without a name or a value, and end where brackets do not match or a token is invalid', () => {
    for (const [text, ...rows] of [
      ['[{"a":,"b":1}]', ['{"a":,"b":1}', false, 'b "b" 1']],
      ['[{"a","b":2}]', ['{"a","b":2}', false, 'b "b" 2']],
      ['[{1:2,"b":3}]', ['{1:2,"b":3}', false, 'b "b" 3']],
      ['[{"a"},{"b":3}]', ['{"a"}', false], ['{"b":3}', false, 'b "b" 3']],
      ['[{"a":1,}]', ['{"a":1,}', false, 'a "a" 1']],
      ['[{"a":1}]]{"b":2}', ['{"a":1}', false, 'a "a" 1']],
      ['[{"a":1}, tru, {"b":2}]', ['{"a":1}', false, 'a "a" 1']],
      ['[{"a":1},{"b":2', ['{"a":1}', false, 'a "a" 1']],
      [''],
    ] as const) {
      assert.deepEqual(rowsOf(text), rows, text);
    }
  });
});
