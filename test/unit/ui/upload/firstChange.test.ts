import assert from 'node:assert/strict';
import { firstChange } from '../../../../src/ui/upload/firstChange.ts';

describe('The example of a conversion', () => {
  it('is the first changed line, before and after', () => {
    const before = ['id,town', '1,Z�rich', '2,Gen�ve'];
    const after = ['id,town', '1,Zürich', '2,Genève'];
    assert.equal(firstChange({ before, after }), '1,Z�rich → 1,Zürich');
  });

  it('shows the change wherever it is in the line', () => {
    const long = 'one,two,three,four,five,six,seven,eight,nine';
    assert.equal(
      firstChange({ before: [`${long};ten;eleven;twelve;thirteen;fourteen`], after: [`${long},ten`] }),
      '…eight,nine;ten;eleven;twelve;thirt… → …eight,nine,ten',
    );
    assert.equal(firstChange({ before: [long], after: [`${long}]`] }), '…eight,nine → …eight,nine]');
    const [before, after] = ['id;Amount in EUR;1.234,50', 'id;Amount in EUR;1234.50'];
    assert.equal(firstChange({ before: [before], after: [after] }), '…Amount in EUR;1.234,50 → …Amount in EUR;1234.50');
  });

  it('ignores a line that is removed', () => {
    assert.equal(firstChange({ before: ['sep=;', 'a;b', '1;2'], after: ['a;b', '1;2'] }), undefined);
    assert.equal(firstChange({ before: ['sep=;', 'a;b', '1;2'], after: ['a,b', '1,2'] }), 'a;b → a,b');
  });

  it('is undefined if no change is visible', () => {
    assert.equal(firstChange({ before: ['a', 'b'], after: ['a', 'b'] }), undefined);
    assert.equal(firstChange({ before: ['\uFEFFid,name'], after: ['id,name'] }), undefined);
  });
});
