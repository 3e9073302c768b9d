import assert from 'node:assert/strict';
import { credentialOf, prefillOf, readPrefill } from '../../../../src/ui/accounts/signInEntry.ts';

describe('What Sign In is filled in with', () => {
  it('takes the base URL, the method and the e-mail address', () => {
    const given = { baseUrl: 'https://a.example', method: 'basic', email: 'jane@contoso.example' };
    assert.deepEqual(readPrefill(given), given);
  });

  it('never takes a secret', () => {
    assert.deepEqual(readPrefill({ secret: 's', apiKey: 's', accessToken: 's' }), {});
  });

  it('leaves out what can not be used', () => {
    assert.deepEqual(readPrefill({ baseUrl: 'http://a.example', method: 'digest', email: 'jane' }), {});
    assert.deepEqual(readPrefill({ baseUrl: 1, method: {}, email: [] }), {});
  });

  it('is nothing where anything else than an object is given', () => {
    for (const argument of [undefined, null, 'https://a.example', 1, () => undefined]) {
      assert.deepEqual(readPrefill(argument), {});
    }
  });

  it('is all but the secret of an account that signs in again', () => {
    const account = {
      id: 'a',
      baseUrl: 'https://a.example',
      method: 'bearer',
      user: { email: 'jane@contoso.example', fullName: 'Jane' },
      workspace: { identifier: 'w', name: 'Contoso' },
    } as const;
    const prefill = { baseUrl: 'https://a.example', method: 'bearer', email: 'jane@contoso.example' };
    assert.deepEqual(prefillOf(account), prefill);
    assert.deepEqual(prefillOf({ ...account, user: { email: '', fullName: '' } }), {
      baseUrl: 'https://a.example',
      method: 'bearer',
    });
  });
});

describe('The credential of an entry', () => {
  const origin = 'https://a.example';

  it('is bound to the origin it was entered with', () => {
    const entry = { baseUrl: 'https://a.example', email: 'jane@contoso.example', secret: 's' };
    assert.deepEqual(credentialOf({ ...entry, method: 'apiKey' }, origin), { method: 'apiKey', origin, apiKey: 's' });
    assert.deepEqual(credentialOf({ ...entry, method: 'bearer' }, origin), {
      method: 'bearer',
      origin,
      accessToken: 's',
    });
    assert.deepEqual(credentialOf({ ...entry, method: 'basic' }, origin), {
      method: 'basic',
      origin,
      email: 'jane@contoso.example',
      apiKey: 's',
    });
  });
});
