import assert from 'node:assert/strict';
import { secretsOf } from '../../../src/model/account.ts';

describe('The secrets of a credential', () => {
  const origin = 'https://a.example';

  it('are the key or token, and the pair that Basic authentication encodes', () => {
    assert.deepEqual(secretsOf({ method: 'apiKey', origin, apiKey: 'k' }), ['k']);
    assert.deepEqual(secretsOf({ method: 'bearer', origin, accessToken: 't' }), ['t']);
    assert.deepEqual(secretsOf({ method: 'basic', origin, email: 'a@b', apiKey: 'k' }), ['k', 'a@b:k']);
  });
});
