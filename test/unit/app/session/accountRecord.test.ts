import assert from 'node:assert/strict';
import { accountId, serializeRecord } from '../../../../src/app/session/accountRecord.ts';
import { parseAccountRecord } from '../../../../src/app/session/parseAccountRecord.ts';
import type { AccountRecord } from '../../../../src/app/session/accountRecord.ts';

const RECORD: AccountRecord = {
  account: {
    id: 'a1',
    baseUrl: 'https://service.example.com/tenant',
    method: 'basic',
    user: { email: 'jane@contoso.example', fullName: 'Jane' },
    workspace: { identifier: 'w1', name: 'Contoso' },
  },
  credential: { method: 'basic', origin: 'https://service.example.com', email: 'jane@contoso.example', apiKey: 'k' },
};

function changed(change: (record: { account: Record<string, unknown>; credential: Record<string, unknown> }) => void) {
  const copy = JSON.parse(serializeRecord(RECORD)) as Parameters<typeof change>[0];
  change(copy);
  return JSON.stringify(copy);
}

describe('An account record', () => {
  it('is read back as it was written', () => {
    assert.deepEqual(parseAccountRecord(serializeRecord({ ...RECORD, storedAt: 7 })), { ...RECORD, storedAt: 7 });
    assert.deepEqual(parseAccountRecord(serializeRecord(RECORD)), { ...RECORD, storedAt: undefined });
  });

  it('is invalid when it is not JSON, not a record, or of another version', () => {
    assert.equal(parseAccountRecord('{'), undefined);
    assert.equal(parseAccountRecord('null'), undefined);
    assert.equal(parseAccountRecord('[]'), undefined);
    assert.equal(parseAccountRecord(JSON.stringify({ version: 2, ...RECORD })), undefined);
  });

  it('is invalid when its secret is missing or empty', () => {
    assert.equal(parseAccountRecord(changed(({ credential }) => delete credential['apiKey'])), undefined);
    assert.equal(parseAccountRecord(changed(({ credential }) => (credential['apiKey'] = ''))), undefined);
  });

  it('is invalid when its secret belongs to another origin or method than its account', () => {
    assert.equal(
      parseAccountRecord(changed(({ credential }) => (credential['origin'] = 'https://evil.example'))),
      undefined,
    );
    assert.equal(
      parseAccountRecord(changed(({ account }) => (account['baseUrl'] = 'https://evil.example'))),
      undefined,
    );
    assert.equal(parseAccountRecord(changed(({ account }) => (account['method'] = 'apiKey'))), undefined);
  });

  it('is invalid when its base URL is not one that Sign In accepts', () => {
    // The latter was taken by an earlier version.
    for (const plain of ['http://service.example.com', 'http://service.localhost']) {
      const text = changed(({ account, credential }) => {
        account['baseUrl'] = plain;
        credential['origin'] = plain;
      });
      assert.equal(parseAccountRecord(text), undefined, plain);
    }
    assert.equal(
      parseAccountRecord(changed(({ account }) => (account['baseUrl'] = `${RECORD.account.baseUrl}/`))),
      undefined,
      'in another form',
    );
  });
});

describe('An account ID', () => {
  const identity = { user: RECORD.account.user, workspace: RECORD.account.workspace };

  it('is the same for the same service, workspace and user', () => {
    const sameUser = { ...identity, user: { email: 'JANE@contoso.example', fullName: 'Jane Doe' } };
    assert.equal(accountId('https://a.example', identity), accountId('https://a.example', sameUser));
  });

  it('differs between services, workspaces and users', () => {
    const ids = [
      accountId('https://a.example', identity),
      accountId('https://b.example', identity),
      accountId('https://a.example', { ...identity, workspace: { identifier: 'w2', name: 'Contoso' } }),
      accountId('https://a.example', { ...identity, user: { email: 'joe@contoso.example', fullName: 'Jane' } }),
    ];
    assert.equal(new Set(ids).size, ids.length);
  });
});
