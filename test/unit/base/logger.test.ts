import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Redactor } from '../../../src/base/logger.ts';

describe('Redactor', () => {
  it('hides a secret in every encoding in which it is sent', () => {
    const secret = 'k€y-12 34/+"x?';
    const redactor = new Redactor();
    redactor.add(secret);
    for (const form of [
      secret,
      encodeURIComponent(secret),
      String(new URLSearchParams({ key: secret })),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('base64url'),
      encodeURIComponent(Buffer.from(secret).toString('base64')),
      JSON.stringify({ key: secret }),
    ]) {
      const redacted = redactor.redact(`before ${form} after`);
      assert.match(redacted, /^before .*\*\*\*.* after$/);
      assert.ok(!redacted.includes('34'), redacted);
    }
  });

  it('hides a secret in base64 of a longer text, wherever it is there, and with every byte percent-encoded', () => {
    const secret = 'key-0123456789/+?~';
    const redactor = new Redactor();
    redactor.add(secret);
    for (const before of ['', 'a', 'ab', 'Bearer ', 'ada@acme.example:']) {
      for (const after of ['', 'z', 'zy', ' and more']) {
        for (const encoding of ['base64', 'base64url'] as const) {
          const redacted = redactor.redact(Buffer.from(before + secret + after).toString(encoding));
          const [rest = '', ...more] = redacted.split('***').map((part) => Buffer.from(part, encoding).toString());
          // At most a byte at its ends shares a character with its neighbors.
          assert.ok(redacted.includes('***') && !/ey-0|9\/\+/.test(rest + more.join('')), redacted);
        }
      }
    }
    const percent = [...Buffer.from(secret)].map((byte) => `%${byte.toString(16)}`).join('');
    assert.equal(redactor.redact(`a ${percent} b ${percent.toUpperCase()} c`), 'a *** b *** c');
  });

  it('hides the pair of email and key as sent in Basic authentication', () => {
    const redactor = new Redactor();
    redactor.add('ada@acme.example:secret');
    const pair = Buffer.from('ada@acme.example:secret').toString('base64');
    assert.equal(redactor.redact(`sent Basic ${pair} there`), 'sent Basic *** there');
  });

  it('hides a secret in full that contains another one', () => {
    const redactor = new Redactor();
    redactor.add('secret');
    redactor.add('secret-and-more');
    assert.equal(redactor.redact('secret-and-more, secret'), '***, ***');
  });

  it('hides any secret anywhere', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 4 }), fc.string(), (before, secret, after) => {
        // A part of the three stars themselves is no secret any more.
        fc.pre(!'***'.includes(secret) && !secret.includes('*'));
        const redactor = new Redactor();
        redactor.add(secret);
        assert.ok(!redactor.redact(before + secret + after).includes(secret));
      }),
    );
  });

  it('ignores empty and very short secrets', () => {
    const redactor = new Redactor();
    redactor.add('');
    redactor.add('abc');
    assert.equal(redactor.redact('the alphabet: abc'), 'the alphabet: abc');
  });

  for (const [text, expected] of [
    ['x-api-key: abc def', 'x-api-key: ***'],
    ['X-API-Key=abc', 'X-API-Key=***'],
    ['{"Authorization":"Bearer abc","next":1}', '{"Authorization":***,"next":1}'],
    [`{ authorization: 'Basic a"b\\'c', next: 1 }`, '{ authorization: ***, next: 1 }'],
    ['Cookie: a=b; c=d\nnext: line', 'Cookie: ***\nnext: line'],
    ['set-cookie: a=b\r\nnext: line', 'set-cookie: ***\r\nnext: line'],
    ['set-cookie: id="abc"; Path=/; x=abc\nnext: line', 'set-cookie: ***\nnext: line'],
    ['authorization: Digest username="u", response="abc"', 'authorization: ***'],
    ["cookie: a='b'; c=d", 'cookie: ***'],
    ['proxy-authorization: Basic abc', 'proxy-authorization: ***'],
    ['["x-api-key","abc"]', '["x-api-key",***]'],
    ['"authorization": "Bearer unterminated', '"authorization": ***'],
    ['content-type: text/csv', 'content-type: text/csv'],
  ] as const) {
    it(`hides the values of credential headers: ${text}`, () => {
      assert.equal(new Redactor().redact(text), expected);
    });
  }
});
