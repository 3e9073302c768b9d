import assert from 'node:assert/strict';
import { compareHeaders } from '../../../../src/data/check/headerChange.ts';

const names = (text: string) => (text === '' ? [] : text.split(','));
const NOTHING = { missing: [], added: [], recased: [], isReordered: false };

describe('Header change', () => {
  for (const [what, before, now, change] of [
    ['is undefined for the same header', 'id,name', 'id,name', undefined],
    ['has missing columns', 'id,name,net', 'id,net', { ...NOTHING, missing: ['name'] }],
    ['has added columns anywhere', 'id,net', 'new,id,more,net', { ...NOTHING, added: ['new', 'more'] }],
    ['has columns in another order', 'id,name,net', 'net,id,name', { ...NOTHING, isReordered: true }],
    ['has a column in another case', 'id,Name', 'ID,Name', { ...NOTHING, recased: [{ from: 'id', to: 'ID' }] }],
    [
      'has all of these at once',
      'id,name,net,gone',
      'NET,id,name,new',
      { missing: ['gone'], added: ['new'], recased: [{ from: 'net', to: 'NET' }], isReordered: true },
    ],
    ['counts a name that occurs twice as two columns', 'a,a,b', 'a,b', { ...NOTHING, missing: ['a'] }],
    ['pairs names in another case one to one', 'a,A', 'x,a', { ...NOTHING, missing: ['A'], added: ['x'] }],
    [
      'pairs all names that differ only in their case, in their order',
      'name,NAME,x',
      'Name,nAME,x',
      {
        ...NOTHING,
        recased: [
          { from: 'name', to: 'Name' },
          { from: 'NAME', to: 'nAME' },
        ],
      },
    ],
    ['has columns that occur a third time', 'a,b', 'a,a,a,b', { ...NOTHING, added: ['a', 'a'] }],
    ['has all columns missing in an empty header', 'a', '', { ...NOTHING, missing: ['a'] }],
  ] as const) {
    it(what, () => {
      assert.deepEqual(compareHeaders(names(before), names(now), true), change);
    });
  }

  it('ignores the order of JSON keys', () => {
    assert.equal(compareHeaders(names('id,name,net'), names('net,id,name'), false), undefined);
    const change = { ...NOTHING, missing: ['name'], recased: [{ from: 'net', to: 'NET' }] };
    assert.deepEqual(compareHeaders(names('id,name,net'), names('NET,id'), false), change);
  });
});
