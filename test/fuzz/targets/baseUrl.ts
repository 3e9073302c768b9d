import assert from 'node:assert/strict';
import { BlockList, isIPv4 } from 'node:net';
import { API_PATH, parseBaseUrl } from '../../../src/api/baseUrl.ts';
import type { FuzzTarget } from '../fuzzTarget.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');

/** Base URLs: what is accepted goes to the host that `URL` reads, encrypted unless that is this machine, and stays as it is. */
export const baseUrl: FuzzTarget = {
  name: 'baseUrl',
  sources: ['/src/api/baseUrl.ts'],
  seeds: [
    'https://service.example',
    ' HTTPS://Service.Example:8443/tenant/a/api/public/v1/ ',
    'http://127.1:3000/x',
    'http://[::1]:3000',
    'http://localhost',
    'https://user:secret@service.example?key#x',
  ],
  words: [
    'https://',
    'http://',
    'ftp://',
    '//',
    '/',
    '\\',
    ':',
    '@',
    '?',
    '#',
    '.',
    '..',
    '%2e',
    '%2f',
    '%40',
    '%00',
    ' ',
    'localhost',
    '127.0.0.1',
    '0x7f.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0',
    '::',
    ':443',
    ':80',
    ':0',
    ':99999',
    '/api/public/v1',
    '/API/Public/V1',
    'é',
    '。',
    '\t',
    '\n',
    '\u00ad',
    'xn--',
    'user:secret@',
    '😀',
    '\ufeff',
  ],
  cases: 30_000,
  run(input) {
    const text = input.toString();
    const parsed = parseBaseUrl(text);
    const url = URL.parse(text.trim());
    if (!parsed.ok) {
      assert.ok(url !== null || ['empty', 'notAUrl'].includes(parsed.problem), parsed.problem);
      return parsed.problem;
    }
    const { baseUrl, origin } = parsed;
    assert.equal(origin, url?.origin, 'origin');
    assert.doesNotMatch(baseUrl, /[\s?#\\]|\/$/, 'base URL');
    const request = new URL(`${baseUrl}${API_PATH}/me`);
    assert.equal(request.href, `${baseUrl}${API_PATH}/me`, 'address of a request');
    assert.equal(request.origin, origin, 'origin of a request');
    assert.equal(request.username + request.password + request.search + request.hash, '');
    const { hostname } = request;
    const isOwn = ['localhost', '[::1]'].includes(hostname) || (isIPv4(hostname) && loopback.check(hostname));
    assert.ok(request.protocol === 'https:' || (request.protocol === 'http:' && isOwn), 'encrypted');
    assert.deepEqual(parseBaseUrl(baseUrl), parsed, 'parsed again');
    return request.protocol;
  },
};
