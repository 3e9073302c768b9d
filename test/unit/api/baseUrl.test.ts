import assert from 'node:assert/strict';
import { parseBaseUrl } from '../../../src/api/baseUrl.ts';

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
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://service.localhost', 'http://service.localhost'],
    ['http://127.0.0.1:3000/x', 'http://127.0.0.1:3000/x'],
    ['http://127.1.2.3', 'http://127.1.2.3'],
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
    ['ftp://service.example', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['https://user@service.example', 'userInfo'],
    ['https://user:secret@service.example', 'userInfo'],
    ['https://@service.example', 'userInfo'],
    ['https://service.example?key=secret', 'queryOrHash'],
    ['https://service.example?', 'queryOrHash'],
    ['https://service.example/#', 'queryOrHash'],
    ['http://service.example', 'httpNotLoopback'],
    ['http://localhost.example', 'httpNotLoopback'],
    ['http://127.0.0.1.example', 'httpNotLoopback'],
    ['http://0.0.0.0', 'httpNotLoopback'],
    ['http://10.0.0.1', 'httpNotLoopback'],
  ] as const) {
    it(`refuses ${JSON.stringify(text)}: ${problem}`, () => {
      assert.deepEqual(parseBaseUrl(text), { ok: false, problem });
    });
  }
});
