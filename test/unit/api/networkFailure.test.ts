import assert from 'node:assert/strict';
import { networkFailure } from '../../../src/api/networkFailure.ts';

const HOST = 'service.test';
const coded = (code: string, message = 'something') => Object.assign(new Error(message), { code });
const fetchFailed = (cause: unknown) => new TypeError('fetch failed', { cause });

describe('networkFailure', () => {
  for (const [code, reason] of [
    ['ENOTFOUND', 'nameNotFound'],
    ['EAI_AGAIN', 'nameNotFound'],
    ['ECONNREFUSED', 'refused'],
    ['ECONNRESET', 'interrupted'],
    ['EPIPE', 'interrupted'],
    ['UND_ERR_SOCKET', 'interrupted'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['EHOSTUNREACH', 'other'],
    ['EPROTO', 'other'],
    ['HPE_INVALID_CONSTANT', 'other'],
  ] as const) {
    it(`maps ${code} to ${reason}, directly and as a cause`, () => {
      for (const error of [coded(code), fetchFailed(coded(code)), fetchFailed(fetchFailed(coded(code)))]) {
        assert.deepEqual(networkFailure(error, 5, HOST), { kind: 'unreachable', reason, detail: 'something' });
      }
    });
  }

  for (const [name, reason] of [
    ['net::ERR_NAME_NOT_RESOLVED', 'nameNotFound'],
    ['net::ERR_CONNECTION_REFUSED', 'refused'],
    ['net::ERR_CONNECTION_TIMED_OUT', 'connectTimeout'],
    ['net::ERR_CONNECTION_RESET', 'interrupted'],
    ['net::ERR_CONNECTION_CLOSED', 'interrupted'],
    ['net::ERR_CERT_AUTHORITY_INVALID', 'certificate'],
    ['net::ERR_PROXY_AUTH_UNSUPPORTED', 'proxySignIn'],
    ['net::ERR_TUNNEL_CONNECTION_FAILED', 'proxy'],
    ['net::ERR_PROXY_CONNECTION_FAILED', 'proxy'],
    ['Proxy response (407) !== 200 when HTTP Tunneling', 'proxySignIn'],
    ['Proxy response (407) ?.== 200 when HTTP Tunneling', 'proxySignIn'],
    ['Proxy response (502) !== 200 when HTTP Tunneling', 'proxy'],
    ['net::ERR_INTERNET_DISCONNECTED', 'other'],
  ] as const) {
    it(`maps ${name} to ${reason}`, () => {
      assert.deepEqual(networkFailure(new Error(name), 5, HOST), { kind: 'unreachable', reason, detail: name });
    });
  }

  it('tells the name of a proxy that is not found from that of the service', () => {
    for (const [hostname, reason] of [
      [HOST, 'nameNotFound'],
      ['proxy.test', 'proxy'],
    ] as const) {
      const error = fetchFailed(Object.assign(coded('ENOTFOUND'), { hostname }));
      assert.deepEqual(networkFailure(error, 5, HOST), { kind: 'unreachable', reason, detail: 'something' });
    }
  });

  it('maps a connection that is not established to connectTimeout, which the setting for timeouts does not govern', () => {
    const attempts = ['192.0.2.1', '192.0.2.2'].map((address) =>
      coded('ETIMEDOUT', `connect ETIMEDOUT ${address}:443`),
    );
    for (const cause of [coded('UND_ERR_CONNECT_TIMEOUT'), new AggregateError(attempts, '')]) {
      const failure = networkFailure(fetchFailed(cause), 10_012, HOST);
      assert.equal(failure.kind === 'unreachable' && failure.reason, 'connectTimeout');
    }
  });

  it('maps the timeouts of a connection to timedOut', () => {
    for (const code of ['ETIMEDOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']) {
      assert.deepEqual(networkFailure(fetchFailed(coded(code)), 1234.5, HOST), { kind: 'timedOut', afterMs: 1235 });
    }
  });

  it('recognizes a redirect by the message of its cause', () => {
    for (const message of [
      'unexpected redirect',
      "Attempted to redirect, but redirect policy was 'error'",
      'net::ERR_UNSAFE_REDIRECT',
    ]) {
      assert.deepEqual(networkFailure(fetchFailed(new Error(message)), 5, HOST), { kind: 'redirected' });
    }
  });

  it('searches the errors of an AggregateError', () => {
    const attempts = new AggregateError([coded('ENETUNREACH', 'no route'), coded('ECONNREFUSED', 'refused it')], '');
    assert.deepEqual(networkFailure(fetchFailed(attempts), 5, HOST), {
      kind: 'unreachable',
      reason: 'refused',
      detail: 'refused it',
    });
  });

  it('handles any thrown value', () => {
    const circular = new Error('round and round');
    circular.cause = circular;
    for (const [thrown, detail] of [
      [undefined, ''],
      [null, ''],
      [7, ''],
      ['text', 'text'],
      [{}, ''],
      [{ code: 'ODD' }, 'ODD'],
      [{ code: 7, message: 7, errors: 'none' }, ''],
      [circular, 'round and round'],
      [new Error(`two\nlines ${'x'.repeat(1000)}`), `two lines ${'x'.repeat(189)}…`],
    ] as const) {
      assert.deepEqual(networkFailure(thrown, 5, HOST), { kind: 'unreachable', reason: 'other', detail });
    }
  });
});
