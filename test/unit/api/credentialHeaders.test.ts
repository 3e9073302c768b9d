import assert from 'node:assert/strict';
import { credentialHeaders } from '../../../src/api/credentialHeaders.ts';

const ORIGIN = 'https://service.example';

describe('credentialHeaders', () => {
  it('writes each kind of credential as the contract says', () => {
    for (const apiKey of ['k', 'k 1', '!', '~~', 'a  b']) {
      assert.deepEqual(credentialHeaders({ method: 'apiKey', origin: ORIGIN, apiKey }), { 'x-api-key': apiKey });
      assert.deepEqual(credentialHeaders({ method: 'bearer', origin: ORIGIN, accessToken: apiKey }), {
        authorization: `Bearer ${apiKey}`,
      });
    }
    assert.deepEqual(credentialHeaders({ method: 'basic', origin: ORIGIN, email: 'zoë@acme.example', apiKey: 'é:1' }), {
      authorization: `Basic ${Buffer.from('zoë@acme.example:é:1').toString('base64')}`,
    });
  });

  it('has no header for what a header cannot contain', () => {
    for (const text of [
      '',
      ' ',
      ' a',
      'a ',
      '\ta',
      'a\tb',
      'a\n',
      'a\r\nb',
      'é',
      'aéb',
      'a\x7f',
      '\x7fa',
      '\0',
      '😀',
    ]) {
      assert.equal(credentialHeaders({ method: 'apiKey', origin: ORIGIN, apiKey: text }), undefined, text);
      assert.equal(credentialHeaders({ method: 'bearer', origin: ORIGIN, accessToken: text }), undefined, text);
    }
    for (const [email, apiKey] of [
      ['', 'k'],
      ['a@acme.example', ''],
      ['a:b@acme.example', 'k'],
    ] as const) {
      assert.equal(credentialHeaders({ method: 'basic', origin: ORIGIN, email, apiKey }), undefined, email);
    }
  });
});
