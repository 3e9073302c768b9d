import assert from 'node:assert/strict';
import { PreparedAgreements } from '../../../../src/app/tools/preparedAgreements.ts';

describe('A prepared plan', () => {
  const a = { digest: 'a' };
  const b = { digest: 'b' };

  it('is returned once, for the same input, in whatever order its properties are', () => {
    const plans = new PreparedAgreements<object>();
    plans.add({ file: 'f', entityId: 'e' }, a);
    assert.equal(plans.take({ file: 'f', entityId: 'other' }), undefined);
    assert.equal(plans.take({ entityId: 'e', file: 'f' }), a);
    assert.equal(plans.take({ entityId: 'e', file: 'f' }), undefined);
  });

  it('is returned for each of several calls with the same input if all were confirmed for the same', () => {
    const plans = new PreparedAgreements<object>();
    plans.add('input', a);
    plans.add('input', { ...a });
    assert.deepEqual([plans.take('input'), plans.take('input'), plans.take('input')], [a, a, undefined]);
  });

  it('is not returned if the user may have confirmed another one', () => {
    const plans = new PreparedAgreements<object>();
    plans.add('input', a);
    plans.add('input', b);
    assert.deepEqual([plans.take('input'), plans.take('input')], [undefined, undefined]);
    plans.add('input', b);
    assert.equal(plans.take('input'), b, 'once these are forgotten');
  });

  it('is forgotten when 20 others were prepared after it', () => {
    const plans = new PreparedAgreements<object>();
    plans.add('first', a);
    plans.add('second', b);
    for (let index = 0; index < 19; index++) {
      plans.add(index, a);
    }
    assert.deepEqual([plans.take('first'), plans.take('second')], [undefined, b]);
  });
});
