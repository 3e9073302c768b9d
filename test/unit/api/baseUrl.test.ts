import assert from 'node:assert/strict';
import { isLoopback, parseBaseUrl } from '../../../src/api/baseUrl.ts';

describe('parseBaseUrl', () => {
  for (const [text, baseUrl] of [
    ['https://service.example', 'https://service.example'],
    ['  https://service.example/  ', 'https://service.example'],
    ['HTTPS://Service.Example:443/', 'https://service.example'],
    ['https://service.example:8443', 'https://service.example:8443'],
    ['https://service.example/tenant/a/', 'https://service.example/tenant/a'],
    ['https://service.example/tenant/a//', 'https://service.example/tenant/a'],
    ['https://service.example/api/public/v1', 'https://service.example'],
    ['https://service.example/api/public/v1/', 'https://service.example'],
    ['https://service.example/tenant/API/Public/V1', 'https://service.example/tenant'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://service.example/api/public/v1/tenant', 'https://service.example/api/public/v1/tenant'],
    ['https://service.example/tenant//api/public/v1//', 'https://service.example/tenant'],
    ['https://service.example/tenant/api/public/v1/api/public/v1/', 'https://service.example/tenant'],
    ['https://service.example//tenant', 'https://service.example//tenant'],
    ['https://service.example/a@b', 'https://service.example/a@b'],
    ['https://service.example//a@b', 'https://service.example//a@b'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['https://service.localhost', 'https://service.localhost'],
    ['http://127.0.0.1:3000/x', 'http://127.0.0.1:3000/x'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ] as const) {
    it(`reads ${JSON.stringify(text)}`, () => {
      assert.deepEqual(parseBaseUrl(text), { ok: true, baseUrl, origin: new URL(baseUrl).origin });
    });
  }

  for (const [text, problem] of [
    ['', 'empty'],
    ['   ', 'empty'],
    ['service.example', 'notAUrl'],
    ['https:service.example', 'notAUrl'],
    ['https://', 'notAUrl'],
    ['https://service.example:99999', 'notAUrl'],
    ['https://service .example', 'notAUrl'],
    ['https://service.example\\@other.example', 'notAUrl'],
    ['/https://service.example', 'notAUrl'],
    ['1https://service.example', 'notAUrl'],
    ['\u0001https://service.example', 'notAUrl'],
    ['the service is https://service.example', 'notAUrl'],
    ['ftp://service.example', 'scheme'],
    ['h2+a.b-c://service.example', 'scheme'],
    ['HT2://service.example', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['https://user@service.example', 'userInfo'],
    ['https://user:secret@service.example', 'userInfo'],
    ['https://:secret@service.example', 'userInfo'],
    ['https:///user@service.example', 'userInfo'],
    ['https:///:secret@service.example', 'userInfo'],
    ['https://@service.example', 'userInfo'],
    ['https://:@service.example', 'userInfo'],
    ['https://service.example?key=secret', 'queryOrHash'],
    ['https://service.example?', 'queryOrHash'],
    ['https://service.example/#', 'queryOrHash'],
    ['http://service.example', 'httpNotLoopback'],
  ] as const) {
    it(`refuses ${JSON.stringify(text)}: ${problem}`, () => {
      assert.deepEqual(parseBaseUrl(text), { ok: false, problem });
    });
  }

  it('rejects text of more than 2,000 characters', () => {
    const longest = `https://service.example/${'x'.repeat(2_000 - 'https://service.example/'.length)}`;
    assert.ok(parseBaseUrl(longest).ok);
    assert.ok(!parseBaseUrl(`${longest}x`).ok);
    const text = `https://service.example/${'/'.repeat(1_000_000)}x`;
    assert.deepEqual(parseBaseUrl(text), { ok: false, problem: 'notAUrl' });
  });

  it('accepts http for every notation of a loopback address', () => {
    for (const [host, written] of [
      ['LOCALHOST', 'localhost'],
      ['127.0.0.1', '127.0.0.1'],
      ['127.255.0.9', '127.255.0.9'],
      ['127.1', '127.0.0.1'],
      ['0x7f.1', '127.0.0.1'],
      ['2130706433', '127.0.0.1'],
      ['127.0.0.1.', '127.0.0.1'],
      ['[::1]', '[::1]'],
      ['[0:0::1]', '[::1]'],
    ]) {
      const origin = `http://${written}:3000`;
      assert.deepEqual(parseBaseUrl(`http://${host}:3000`), { ok: true, baseUrl: origin, origin }, host);
    }
  });

  it('rejects http for all other hosts, including subdomains of localhost', () => {
    for (const host of [
      'service.example',
      'service.localhost',
      'localhost.',
      'localhost.example',
      '127.0.0.1.example',
      '126.255.255.255',
      '128.0.0.1',
      '0.0.0.0',
      '0',
      '10.0.0.1',
      '[::]',
      '[::2]',
      '[::ffff:127.0.0.1]',
      '[::127.0.0.1]',
      '[fe80::1]',
    ]) {
      assert.deepEqual(parseBaseUrl(`http://${host}:3000`), { ok: false, problem: 'httpNotLoopback' }, host);
    }
  });

  it('takes only whole host names for loopback addresses', () => {
    for (const host of ['127.0.0.1', '127.255.255.255', 'localhost', '[::1]']) {
      assert.ok(isLoopback(host), host);
    }
    for (const host of ['x127.0.0.1', '127.0.0.1x', '127.0.0', '127.0.0.1.1', '127.0.0.1234', '127.a.0.1', '']) {
      assert.ok(!isLoopback(host), host);
    }
  });
});
