import assert from 'node:assert/strict';
import { changesSince, PreparedConfirmations } from '../../../../src/app/tools/confirmation.ts';
import type { SyncConfirmation, UploadConfirmation } from '../../../../src/app/tools/confirmation.ts';

describe('What the user has confirmed', () => {
  const confirmation: UploadConfirmation = {
    accountId: 'a',
    service: 'https://service.example',
    entityId: 'entity',
    connection: 'Orders',
    uri: 'file:///a.csv',
    realPath: undefined,
    digest: 'sha256:a',
    byteLength: 10,
    format: 'multipart',
  };

  it('is compared in all its parts, each of which is told once', () => {
    assert.deepEqual(changesSince(confirmation, { ...confirmation }), []);
    for (const [part, changes] of [
      ['account', { accountId: 'b', service: 'https://other.example' }],
      ['connection', { entityId: 'other', connection: 'Salaries' }],
      ['file', { uri: 'file:///b.csv' }],
      ['file', { realPath: '/data/b.csv' }],
      ['file', { digest: 'sha256:b', byteLength: 11 }],
      ['file', { byteLength: 11 }],
      ['format', { format: 'json' }],
    ] as const) {
      assert.deepEqual(changesSince(confirmation, { ...confirmation, ...changes }), [part]);
    }
  });

  it('is fewer parts for a sync', () => {
    const { accountId, service, entityId, connection } = confirmation;
    const ofSync: SyncConfirmation = { accountId, service, entityId, connection };
    assert.deepEqual(changesSince(ofSync, { ...ofSync }), []);
    assert.deepEqual(changesSince(ofSync, { ...ofSync, service: 'https://other.example' }), ['account']);
    assert.deepEqual(changesSince(ofSync, { ...ofSync, connection: 'Salaries' }), ['connection']);
  });
});

describe('A prepared plan', () => {
  const a = { digest: 'a' };
  const b = { digest: 'b' };

  it('is returned once, for the same input, in whatever order its properties are', () => {
    const plans = new PreparedConfirmations<object>();
    plans.add({ file: 'f', entityId: 'e' }, a);
    assert.equal(plans.take({ file: 'f', entityId: 'other' }), undefined);
    assert.equal(plans.take({ entityId: 'e', file: 'f' }), a);
    assert.equal(plans.take({ entityId: 'e', file: 'f' }), undefined);
  });

  it('is returned for each of several calls with the same input if all were confirmed for the same', () => {
    const plans = new PreparedConfirmations<object>();
    plans.add('input', a);
    plans.add('input', { ...a });
    assert.deepEqual([plans.take('input'), plans.take('input'), plans.take('input')], [a, a, undefined]);
  });

  it('is not returned if the user may have confirmed another one', () => {
    const plans = new PreparedConfirmations<object>();
    plans.add('input', a);
    plans.add('input', b);
    assert.deepEqual([plans.take('input'), plans.take('input')], [undefined, undefined]);
    plans.add('input', b);
    assert.equal(plans.take('input'), b, 'once these are forgotten');
  });

  it('is forgotten when 20 others were prepared after it', () => {
    const plans = new PreparedConfirmations<object>();
    plans.add('first', a);
    plans.add('second', b);
    for (let index = 0; index < 19; index++) {
      plans.add(index, a);
    }
    assert.deepEqual([plans.take('first'), plans.take('second')], [undefined, b]);
  });
});
