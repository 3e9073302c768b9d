import assert from 'node:assert/strict';
import { compareHeaders } from '../../../../src/data/check/headerChange.ts';

const names = (text: string) => (text === '' ? [] : text.split(','));
const NOTHING = { missing: [], added: [], recased: [], isReordered: false };

describe('A header', () => {
  for (const [what, before, now, change] of [
    ['that is the same has not changed', 'id,name', 'id,name', undefined],
    ['may lack columns', 'id,name,net', 'id,net', { ...NOTHING, missing: ['name'] }],
    ['may have new columns anywhere', 'id,net', 'new,id,more,net', { ...NOTHING, added: ['new', 'more'] }],
    ['may have the columns in another order', 'id,name,net', 'net,id,name', { ...NOTHING, isReordered: true }],
    ['may write a column in another case', 'id,Name', 'ID,Name', { ...NOTHING, recased: [{ from: 'id', to: 'ID' }] }],
    [
      'may do all of that at once',
      'id,name,net,gone',
      'NET,id,name,new',
      { missing: ['gone'], added: ['new'], recased: [{ from: 'net', to: 'NET' }], isReordered: true },
    ],
    ['counts a name that stands twice as two columns', 'a,a,b', 'a,b', { ...NOTHING, missing: ['a'] }],
    ['pairs names of other case one to one', 'a,A', 'x,a', { ...NOTHING, missing: ['A'], added: ['x'] }],
    ['that is empty lost all', 'a', '', { ...NOTHING, missing: ['a'] }],
  ] as const) {
    it(what, () => {
      assert.deepEqual(compareHeaders(names(before), names(now), true), change);
    });
  }

  it('has no other order where there is none, as with the keys of JSON', () => {
    assert.equal(compareHeaders(names('id,name,net'), names('net,id,name'), false), undefined);
    const change = { ...NOTHING, missing: ['name'], recased: [{ from: 'net', to: 'NET' }] };
    assert.deepEqual(compareHeaders(names('id,name,net'), names('NET,id'), false), change);
  });
});
