import assert from 'node:assert/strict';
import { firstArray, firstObject } from '../../../../src/data/json/jsonOutline.ts';
import type { JsonOutline } from '../../../../src/data/json/jsonOutline.ts';

/** Objects and arrays as in JSON, `*` for members that are not known, and `…` at the end of what is not whole. */
function shown({ kind, written, members, elements, isEmpty, isWhole }: JsonOutline): string {
  const parts = kind === 'array' ? elements.map(shown) : members.map(([name, value]) => `${name}:${shown(value)}`);
  const inside = parts.join(',') || (isEmpty ? '' : '*');
  const [open, close] = kind === 'object' ? ['{', '}'] : ['[', ']'];
  return kind === 'scalar' ? written : `${open}${inside}${isWhole ? '' : '…'}${close}`;
}

describe('The outline of the first object in JSON', () => {
  for (const [text, expected] of [
    ['{"a":1,"b":"x","c":null,"d":true,"e":-1.50}', '{a:1,b:"x",c:null,d:true,e:-1.50}'],
    [' [ {"a" : {"b":{} , "c":[]}, "d":[1,{"e":2}]}, {"f":1}]', '{a:{b:{},c:[]},d:[1,{e:2}]}'],
    ['{"a":{"b":{"c":{"d":{"e":{"f":{"g":1}}}}}},"h":2}', '{a:{b:{c:{d:{e:{f:{*}}}}}},h:2}'],
    ['{"a":{"b":[{"c":[]}],"d":1}}', '{a:{b:[{c:[]}],d:1}}'],
    ['{"\\u0061\\"":1}', '{a":1}'],
    ['{}', '{}'],
    ['{"a":{"b":1},"c":{"d"', '{a:{b:1},c:{…}…}'],
    ['{"a":[1,', '{a:[1…]…}'],
    ['{"a":1}}', '{a:1}'],
    ['{"a":1} {"b":2}', '{a:1}'],
    ['{"a":oops}', '{…}'],
    ['[1,2]', undefined],
    ['', undefined],
  ] as const) {
    it(`is ${expected}: ${text}`, () => {
      const outline = firstObject(text);
      assert.equal(outline && shown(outline), expected);
    });
  }

  it('is read at any depth', () => {
    const depth = 20_000;
    let value = firstArray('['.repeat(depth));
    let found = 0;
    while (value !== undefined) {
      value = value.elements[0];
      found++;
    }
    assert.equal(found, depth);
  });

  it('is one of an array if that is asked for', () => {
    const outline = firstArray('{"a":["x",[1,{}],');
    assert.equal(outline && shown(outline), '["x",[1,{}]…]');
    assert.equal(firstArray('{"a":1}'), undefined);
  });
});
