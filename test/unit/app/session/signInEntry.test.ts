import assert from 'node:assert/strict';
import { credentialHeaders } from '../../../../src/api/credentialHeaders.ts';
import { cleanSecret, credentialOf, findSecretProblem, parseEntry } from '../../../../src/app/session/signInEntry.ts';
import { AUTH_METHODS, isEmail, prefillOf, readPrefill } from '../../../../src/app/session/signInPrefill.ts';

describe('The prefill of Sign In', () => {
  it('accepts the base URL, the method and the email address', () => {
    const given = { baseUrl: 'https://a.example', method: 'basic', email: 'jane@contoso.example' };
    assert.deepEqual(readPrefill(given), given);
  });

  it('never accepts a secret', () => {
    assert.deepEqual(readPrefill({ secret: 's', apiKey: 's', accessToken: 's' }), {});
  });

  it('omits invalid values', () => {
    assert.deepEqual(readPrefill({ baseUrl: 'http://a.example', method: 'digest', email: 'jane' }), {});
    assert.deepEqual(readPrefill({ baseUrl: 1, method: {}, email: [] }), {});
  });

  it('is empty for anything but an object', () => {
    for (const argument of [undefined, null, 'https://a.example', 1, () => undefined]) {
      assert.deepEqual(readPrefill(argument), {});
    }
  });

  it('is everything but the secret of an account that signs in again', () => {
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

describe('A pasted secret', () => {
  it('is trimmed', () => {
    assert.equal(cleanSecret('  key\r\n'), 'key');
  });

  it('loses the prefix that tokens are shown with', () => {
    assert.equal(cleanSecret('Bearer abc'), 'abc');
    assert.equal(cleanSecret('bearerabc'), 'bearerabc');
  });

  it('is refused when it is empty', () => {
    assert.deepEqual(findSecretProblem(cleanSecret(' \n '), 'apiKey'), { kind: 'empty' });
  });

  it('is refused with a line break', () => {
    for (const method of AUTH_METHODS) {
      assert.deepEqual(findSecretProblem('a\nb', method), { kind: 'lineBreak' });
      assert.deepEqual(findSecretProblem('a\rx-evil: 1', method), { kind: 'lineBreak' });
    }
  });

  it('is refused with a character that is not allowed in a header, which is named', () => {
    for (const method of AUTH_METHODS) {
      for (const [text, codePoint] of [
        ['a\u200Bb', 'U+200B'],
        ['a\u0000b', 'U+0000'],
        ['a\u00A0b', 'U+00A0'],
      ] as const) {
        assert.deepEqual(findSecretProblem(text, method), { kind: 'unsendable', codePoint }, method);
      }
    }
    for (const method of ['apiKey', 'bearer'] as const) {
      assert.deepEqual(findSecretProblem('ab´', method), { kind: 'unsendable', codePoint: 'U+00B4' });
      assert.deepEqual(findSecretProblem('cle😀', method), { kind: 'unsendable', codePoint: 'U+1F600' });
    }
  });

  it('is accepted exactly if the client can send it', () => {
    const origin = 'https://a.example';
    for (const method of AUTH_METHODS) {
      for (const secret of ['eyJ.a-b_c/d+e== ~', 'key with é', 'clé😀', '鍵']) {
        const isSendable = credentialHeaders(credentialOf({ baseUrl: '', method, email: 'a@b', secret }, origin));
        assert.equal(findSecretProblem(secret, method) === undefined, isSendable !== undefined, `${method} ${secret}`);
      }
    }
  });
});

describe('An email address', () => {
  it('has one @ with something on both sides, and no colon or blank', () => {
    assert.ok(isEmail('jane@contoso.example'));
    for (const text of ['', 'jane', '@contoso', 'jane@', 'ja:ne@contoso', 'ja ne@contoso', 'a@b@c']) {
      assert.ok(!isEmail(text), text);
    }
  });
});

describe('An entry', () => {
  const entry = { baseUrl: 'https://a.example/api/public/v1', method: 'apiKey', secret: ' Bearer key\n' } as const;

  it('gives the base URL without the version, and the credential for its origin', () => {
    const origin = 'https://a.example';
    assert.deepEqual(parseEntry(entry), {
      ok: true,
      baseUrl: 'https://a.example',
      credential: { method: 'apiKey', origin, apiKey: 'key' },
    });
    const basic = parseEntry({ ...entry, method: 'basic', email: ' jane@contoso.example ' });
    assert.ok(basic.ok && basic.credential.method === 'basic');
    assert.equal(basic.credential.email, 'jane@contoso.example');
  });

  it('reports the first invalid field, and why', () => {
    for (const [change, problem] of [
      [{ baseUrl: 'http://a.example' }, { field: 'baseUrl', problem: 'httpNotLoopback' }],
      [{ method: 'basic' }, { field: 'email' }],
      [{ method: 'basic', email: 'jane' }, { field: 'email' }],
      [
        { method: 'bearer', secret: 'a\nb' },
        { field: 'secret', problem: { kind: 'lineBreak' }, method: 'bearer' },
      ],
    ] as const) {
      assert.deepEqual(parseEntry({ ...entry, ...change }), { ok: false, problem });
    }
  });
});
