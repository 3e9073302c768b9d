import assert from 'node:assert/strict';
import { firstObject } from '../../../../src/data/json/jsonOutline.ts';
import type { JsonOutline } from '../../../../src/data/json/jsonOutline.ts';

/** Objects as in JSON, arrays with the number of their objects, and `…` at the end of what is not whole. */
function shown({ kind, written, members, objects, isEmpty, isWhole }: JsonOutline): string {
  const hidden = kind === 'array' ? `${objects}` : '*';
  const inside = members.map(([name, value]) => `${name}:${shown(value)}`).join(',') || (isEmpty ? '' : hidden);
  const [open, close] = kind === 'object' ? ['{', '}'] : ['[', ']'];
  return kind === 'scalar' ? written : `${open}${inside}${isWhole ? '' : '…'}${close}`;
}

describe('The outline of the first object in JSON', () => {
  for (const [text, expected] of [
    ['{"a":1,"b":"x","c":null,"d":true,"e":-1.50}', '{a:1,b:"x",c:null,d:true,e:-1.50}'],
    [' [ {"a" : {"b":{} , "c":[]}, "d":[1,{"e":2}]}, {"f":1}]', '{a:{b:{},c:[]},d:[1]}'],
    ['{"a":{"b":{"c":{"d":1}}},"e":2}', '{a:{b:{c:{*}}},e:2}'],
    ['{"a":{"b":[{"c":[]}],"d":1}}', '{a:{b:[1],d:1}}'],
    ['{"\\u0061\\"":1}', '{a":1}'],
    ['{}', '{}'],
    ['{"a":{"b":1},"c":{"d"', '{a:{b:1},c:{…}…}'],
    ['{"a":[1,', '{a:[0…]…}'],
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
    const outline = firstObject(`{"a":${'[{"b":'.repeat(20_000)}`);
    assert.equal(outline && shown(outline), '{a:[1…]…}');
  });
});
