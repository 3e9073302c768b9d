import assert from 'node:assert/strict';
import { changesSince } from '../../../../src/app/tools/agreement.ts';
import type { SyncAgreement, UploadAgreement } from '../../../../src/app/tools/agreement.ts';

describe('What the user has confirmed', () => {
  const agreement: UploadAgreement = {
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
    assert.deepEqual(changesSince(agreement, { ...agreement }), []);
    for (const [part, changes] of [
      ['account', { accountId: 'b', service: 'https://other.example' }],
      ['connection', { entityId: 'other', connection: 'Salaries' }],
      ['file', { uri: 'file:///b.csv' }],
      ['file', { realPath: '/data/b.csv' }],
      ['file', { digest: 'sha256:b', byteLength: 11 }],
      ['file', { byteLength: 11 }],
      ['format', { format: 'json' }],
    ] as const) {
      assert.deepEqual(changesSince(agreement, { ...agreement, ...changes }), [part]);
    }
  });

  it('is fewer parts for a sync', () => {
    const { accountId, service, entityId, connection } = agreement;
    const ofSync: SyncAgreement = { accountId, service, entityId, connection };
    assert.deepEqual(changesSince(ofSync, { ...ofSync }), []);
    assert.deepEqual(changesSince(ofSync, { ...ofSync, service: 'https://other.example' }), ['account']);
    assert.deepEqual(changesSince(ofSync, { ...ofSync, connection: 'Salaries' }), ['connection']);
  });
});
