import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readBody } from '../../../src/api/fetchLike.ts';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { getEventListeners, once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { clientOf, envelope, recordingLog, sendJson, startRawServer } from './rawServer.ts';
import type { RawServer } from './rawServer.ts';
import { apiErrorOf, failureOf, thrownBy } from './thrownBy.ts';
import { fileOf } from './uploadFiles.ts';
import { createCertificate } from '../../faults/certificate.ts';

const html = '<html><body>Please sign in</body></html>';

describe('ServiceClient, when things go wrong', () => {
  let server: RawServer;
  let respond: RequestListener;
  const get = () => clientOf(server.baseUrl).getIdentity();
  const post = () => clientOf(server.baseUrl).startSync('hash');
  const respondWith = (status: number, body: string | Buffer, headers: Readonly<Record<string, string>> = {}) => {
    respond = (request, response) => {
      request.resume();
      response.writeHead(status, headers).end(body);
    };
  };

  before(async () => {
    server = await startRawServer((request, response) => respond(request, response));
  });
  after(() => server.stop());

  describe('error answers', () => {
    it('decodes problem details and their extension members, whatever the content type is', async () => {
      const problem = {
        type: 'https://service.example/problems/validation-error',
        title: 'Validation failed',
        status: 400,
        detail: 'One field is wrong.',
        instance: '/x',
        requestId: 'r',
        correlationId: 'c',
        errors: { entityId: ['Unknown.', 'Too short.', 7], name: 'Missing.', empty: [] },
      };
      for (const contentType of ['application/problem+json', 'text/plain', 'text/html']) {
        respondWith(400, JSON.stringify(problem), { 'content-type': contentType });
        const failure = await failureOf(post(), 'rejected');
        assert.equal(failure.reason, 'byService');
        assert.equal(failure.status, 400);
        assert.equal(failure.message, 'One field is wrong.');
        assert.deepEqual(failure.problem, {
          type: problem.type,
          title: problem.title,
          detail: problem.detail,
          requestId: 'r',
          correlationId: 'c',
          fieldErrors: new Map([
            ['entityId', ['Unknown.', 'Too short.']],
            ['name', ['Missing.']],
          ]),
        });
      }
    });

    it('maps each status to its failure', async () => {
      const problem = JSON.stringify({ title: 'No', detail: 'Not so.' });
      for (const [status, kind] of [
        [400, 'rejected'],
        [401, 'unauthorized'],
        [403, 'rejected'],
        [404, 'notFound'],
        [409, 'rejected'],
        [413, 'rejected'],
        [408, 'unavailable'],
        [499, 'unavailable'],
        [429, 'rateLimited'],
        [500, 'unavailable'],
        [501, 'unavailable'],
        [502, 'unavailable'],
        [503, 'unavailable'],
      ] as const) {
        respondWith(status, problem);
        const error = await apiErrorOf(get());
        assert.equal(error.failure.kind, kind, String(status));
        assert.equal(error.problem?.detail, kind === 'rateLimited' ? undefined : 'Not so.');
        assert.equal(error.mayHaveArrived, false);
      }
    });

    it('has no message if a gateway answers with HTML or an empty body', async () => {
      for (const body of [html, '', '[]', '"text"', '{"status":502}']) {
        respondWith(502, body, { 'content-type': 'text/html' });
        const error = await apiErrorOf(get());
        assert.deepEqual(error.failure, {
          kind: 'unavailable',
          status: 502,
          retryAfterMs: undefined,
          problem: undefined,
        });
        respondWith(403, body, { 'content-type': 'text/html' });
        const refused = await failureOf(get(), 'rejected');
        assert.equal('message' in refused && refused.message, '');
      }
    });

    it('uses the status if the body of an error is too large or interrupted', async () => {
      respondWith(503, Buffer.alloc(2 ** 20, 'x'));
      await failureOf(get(), 'unavailable');
      respond = (request, response) => {
        request.resume();
        response.writeHead(401, { 'content-length': '100' });
        response.write('{', () => response.destroy());
      };
      await failureOf(get(), 'unauthorized');
    });

    it('uses the status if the body of an error never ends', async () => {
      respond = (request, response) => {
        request.resume();
        response.writeHead(403).write('{');
      };
      const error = await apiErrorOf(clientOf(server.baseUrl, { timeoutMs: () => 500 }).startSync('hash'));
      assert.equal(error.failure.kind, 'rejected');
      assert.equal(error.mayHaveArrived, false);
    });

    it('has the time to wait', async () => {
      respondWith(429, '', { 'retry-after': '7' });
      assert.equal((await failureOf(get(), 'rateLimited')).retryAfterMs, 7000);
      respondWith(503, '', { 'retry-after': '2' });
      assert.equal((await failureOf(get(), 'unavailable')).retryAfterMs, 2000);
      // Any response may say when the rate limit is reset.
      respondWith(500, '', { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '940', 'x-ratelimit-reset': '55' });
      assert.equal((await failureOf(get(), 'unavailable')).retryAfterMs, undefined);
      respondWith(429, '', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '55' });
      assert.equal((await failureOf(get(), 'rateLimited')).retryAfterMs, 55_000);
      respondWith(429, '');
      assert.equal((await failureOf(get(), 'rateLimited')).retryAfterMs, undefined);
    });
  });

  describe('redirects', () => {
    it('never follows one, for GET and POST alike', async () => {
      for (const status of [301, 302, 303, 307, 308]) {
        respondWith(status, '', { location: '/elsewhere' });
        for (const call of [get, post]) {
          const error = await apiErrorOf(call());
          assert.deepEqual(error.failure, { kind: 'redirected' });
          assert.equal(error.mayHaveArrived, call === post);
        }
      }
      assert.ok(!server.requests.some((request) => request.includes('elsewhere')));
    });

    it('treats the other 3xx statuses as redirects', async () => {
      respondWith(304, '');
      await failureOf(get(), 'redirected');
    });
  });

  describe('unexpected answers', () => {
    it('rejects HTML, an empty body, and half an answer', async () => {
      for (const body of [html, '', '{"data":']) {
        respondWith(200, body);
        assert.deepEqual(await failureOf(get(), 'unexpectedResponse'), {
          kind: 'unexpectedResponse',
          status: 200,
          detail: 'notJson',
        });
      }
      respond = (request, response) => {
        request.resume();
        response.writeHead(204).end();
      };
      assert.equal((await failureOf(get(), 'unexpectedResponse')).status, 204);
    });

    it('keeps every character of a body that is not JSON out of the error and its causes', async () => {
      for (const body of ['Qx7 of a customer', '{"name":Qx7}']) {
        respondWith(200, body);
        assert.doesNotMatch(inspect(await thrownBy(get()), { depth: null }), /Qx7|customer/);
      }
    });

    it('rejects JSON without an envelope', async () => {
      for (const body of ['{}', '[]', 'null', '7', '{"meta":{}}']) {
        respondWith(200, body);
        assert.equal((await failureOf(get(), 'unexpectedResponse')).detail, 'noEnvelope');
      }
    });

    it('leaves the outcome of a POST unknown, and that of a GET not', async () => {
      for (const body of [html, '{}']) {
        respondWith(200, body);
        assert.equal((await apiErrorOf(post())).mayHaveArrived, true);
        assert.equal((await apiErrorOf(get())).mayHaveArrived, false);
      }
    });

    it('accepts a byte order mark', async () => {
      respondWith(200, `\ufeff${JSON.stringify(envelope([]))}`);
      assert.deepEqual((await clientOf(server.baseUrl).listConnections()).connections, []);
    });
  });

  describe('sizes', () => {
    it('stops reading an answer beyond its limit, counted after decompression', async () => {
      const bomb = gzipSync(Buffer.alloc(8 * 2 ** 20, ' '));
      assert.ok(bomb.byteLength < 100_000);
      respondWith(200, bomb, { 'content-encoding': 'gzip' });
      const error = await apiErrorOf(get());
      assert.deepEqual(error.failure, { kind: 'tooLarge', limitBytes: 2 ** 20 });
      assert.equal(error.mayHaveArrived, false);
      assert.equal((await apiErrorOf(post())).mayHaveArrived, true);
    });

    it('has a higher limit for the list of connections', async () => {
      const rows = Array.from({ length: 5000 }, (_, i) => ({ entityId: `e${i}`, entityName: 'n'.repeat(1000) }));
      respondWith(200, JSON.stringify(envelope(rows)));
      assert.equal((await clientOf(server.baseUrl).listConnections()).connections.length, 5000);
    });

    it('lets other work run while it reads a long answer that has arrived', async () => {
      const rows = Array.from({ length: 5000 }, (_, i) => ({ entityId: `e${i}`, entityName: 'n'.repeat(1000) }));
      const text = Buffer.from(JSON.stringify(envelope(rows)));
      const chunks = Array.from({ length: Math.ceil(text.length / 65_536) }, (_, at) =>
        text.subarray(at * 65_536, (at + 1) * 65_536),
      );
      let [read, most] = [0, 0];
      const state = { isRead: false };
      const body = ReadableStream.from(
        (function* () {
          for (const chunk of chunks) {
            read += chunk.length;
            yield chunk;
          }
        })(),
      );
      const reading = readBody({ ok: true, status: 200, headers: new Headers(), body }, 2 ** 25).finally(
        () => (state.isRead = true),
      );
      for (let before = read; !state.isRead; before = read) {
        await nextTurn();
        most = Math.max(most, read - before);
      }
      assert.equal(await reading, text.toString());
      assert.ok(most < 2 ** 20, `${most} bytes in one turn`);
    });

    it('reads compressed answers', async () => {
      respondWith(200, gzipSync(JSON.stringify(envelope([]))), { 'content-encoding': 'gzip' });
      assert.equal((await clientOf(server.baseUrl).listConnections()).droppedRows, 0);
    });
  });

  describe('the network', () => {
    it('recognizes a refused connection, with nothing sent', async () => {
      const gone = await startRawServer(() => undefined);
      await gone.stop();
      for (const call of [clientOf(gone.baseUrl).getIdentity(), clientOf(gone.baseUrl).startSync('hash')]) {
        const error = await apiErrorOf(call);
        assert.equal(error.failure.kind, 'unreachable');
        assert.equal(error.failure.reason, 'refused');
        assert.equal(error.mayHaveArrived, false);
        assert.ok(error.cause instanceof Error);
      }
    });

    it('recognizes an unknown host', async () => {
      const client = clientOf('http://no-such-host.invalid');
      assert.equal((await failureOf(client.getIdentity(), 'unreachable')).reason, 'nameNotFound');
    });

    it('recognizes a connection that is interrupted before or during the answer', async () => {
      respond = (request, response) => {
        request.resume();
        request.on('end', () => response.destroy());
      };
      assert.equal((await failureOf(get(), 'unreachable')).reason, 'interrupted');
      const lost = await apiErrorOf(post());
      assert.equal(lost.failure.kind, 'unreachable');
      assert.equal(lost.mayHaveArrived, true);
      respond = (request, response) => {
        request.resume();
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"data":', () => response.destroy());
      };
      assert.equal((await failureOf(get(), 'unreachable')).reason, 'interrupted');
      assert.equal((await apiErrorOf(post())).mayHaveArrived, true);
    });

    it('never repeats a POST whose connection is interrupted', async () => {
      const asked = server.requests.length;
      respond = (_request, response) => response.destroy();
      await apiErrorOf(post());
      await apiErrorOf(
        clientOf(server.baseUrl).upload({ entityId: 'hash', format: 'multipart', file: fileOf('csv', ['a\n1\n']) }),
      );
      respond = (request, response) => {
        request.resume();
        response.writeHead(421).end();
      };
      await apiErrorOf(post());
      assert.equal(server.requests.length, asked + 3);
    });

    it('recognizes an untrusted certificate, and sends nothing', async () => {
      let requests = 0;
      const secure = createSecureServer(createCertificate(), () => requests++);
      secure.listen(0, '127.0.0.1');
      await once(secure, 'listening');
      const { port } = secure.address() as AddressInfo;
      const error = await apiErrorOf(clientOf(`https://127.0.0.1:${port}`).startSync('hash'));
      secure.close();
      assert.equal(error.failure.kind, 'unreachable');
      assert.equal(error.failure.reason, 'certificate');
      assert.equal(error.mayHaveArrived, false);
      assert.equal(requests, 0);
    });

    it('recognizes a server that does not use HTTP', async () => {
      const other = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.end('220 mail.example ESMTP\r\n');
      });
      other.listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const failure = await failureOf(clientOf(`http://127.0.0.1:${port}`).getIdentity(), 'unreachable');
      assert.equal(failure.reason, 'other');
      other.close();
    });

    it('handles any value thrown by fetch', async () => {
      const fetch = () => Promise.reject(new TypeError('fetch failed', { cause: 'because' }));
      const failure = await failureOf(clientOf(server.baseUrl, { fetch }).getIdentity(), 'unreachable');
      assert.deepEqual(failure, { kind: 'unreachable', reason: 'other', detail: 'because' });
    });
  });

  describe('a defect', () => {
    it('is not taken for an outage: of the code that sends a request, and of the code that reads its response', async () => {
      respondWith(200, JSON.stringify(envelope([])));
      const defect = new TypeError('Cannot read properties of undefined');
      const fail = (): never => {
        throw defect;
      };
      const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
      for (const client of [
        clientOf(server.baseUrl, { fetch: fail }),
        clientOf(server.baseUrl, { fetch: () => Promise.reject(defect) }),
        clientOf(server.baseUrl, { log: { ...log, debug: fail } }),
      ]) {
        assert.equal(await thrownBy(client.listConnections()), defect);
      }
      const outOfRange = new RangeError('Invalid array length', { cause: new Error('ECONNRESET') });
      const client = clientOf(server.baseUrl, { fetch: () => Promise.reject(outOfRange) });
      assert.equal(await thrownBy(client.listConnections()), outOfRange);
    });

    it('is not taken for an outage in what is called with the progress', async () => {
      const defect = new TypeError('Cannot read properties of undefined');
      const onProgress = () => {
        throw defect;
      };
      const upload = { entityId: 'hash', format: 'multipart', file: fileOf('csv', ['a\n1\n']) } as const;
      assert.equal(await thrownBy(clientOf(server.baseUrl).upload(upload, { onProgress })), defect);
    });

    it('does not hide an error of the network, whatever it is an instance of', async () => {
      respondWith(200, Buffer.from('not gzip'), { 'content-encoding': 'gzip' });
      assert.equal((await failureOf(get(), 'unreachable')).reason, 'other');
      const fetch = () => Promise.reject(new TypeError('net::ERR_CONNECTION_RESET'));
      const { reason } = await failureOf(clientOf(server.baseUrl, { fetch }).getIdentity(), 'unreachable');
      assert.equal(reason, 'interrupted');
    });
  });

  describe('time', () => {
    const hang: RequestListener = (request) => request.resume();

    it('times out without an answer', async () => {
      respond = hang;
      const client = clientOf(server.baseUrl, { timeoutMs: () => 500 });
      const error = await apiErrorOf(client.getIdentity());
      assert.deepEqual(error.failure, { kind: 'timedOut', afterMs: 500 });
      assert.equal(error.mayHaveArrived, false);
      assert.equal((await apiErrorOf(client.startSync('hash'))).mayHaveArrived, true);
    });

    it('times out during an answer that never ends', async () => {
      respond = (request, response) => {
        request.resume();
        response.writeHead(200).write('{"data":');
      };
      const client = clientOf(server.baseUrl, { timeoutMs: () => 500 });
      await failureOf(client.getIdentity(), 'timedOut');
      assert.equal((await apiErrorOf(client.startSync('hash'))).mayHaveArrived, true);
    });

    it('times out while waiting for the credential, with nothing sent', async () => {
      const credential = () => new Promise<never>(() => undefined);
      const error = await apiErrorOf(clientOf(server.baseUrl, { credential, timeoutMs: () => 10 }).startSync('hash'));
      assert.equal(error.failure.kind, 'timedOut');
      assert.equal(error.mayHaveArrived, false);
    });

    it('sends nothing if the timeout ends before the credential is available', async () => {
      const asked = server.requests.length;
      let deliver: (() => void) | undefined;
      const client = clientOf(server.baseUrl, {
        timeoutMs: () => 10,
        credential: () =>
          new Promise((resolve) => {
            deliver = () => resolve({ method: 'apiKey', origin: new URL(server.baseUrl).origin, apiKey: 'k' });
          }),
      });
      await failureOf(client.startSync('hash'), 'timedOut');
      deliver?.();
      await new Promise((resolve) => setImmediate(resolve));
      assert.equal(server.requests.length, asked);
    });

    it('does not time out immediately if the timeout is invalid', async () => {
      respondWith(200, JSON.stringify(envelope([])));
      for (const timeoutMs of [0, -1, NaN, Infinity, 1e12]) {
        await clientOf(server.baseUrl, { timeoutMs: () => timeoutMs }).listConnections();
      }
    });
  });

  describe('cancelling', () => {
    it('rejects with the reason of the signal, and not with an ApiError', async () => {
      const arrived = new Promise<void>((resolve) => {
        respond = (request) => {
          request.resume();
          resolve();
        };
      });
      const { log, lines } = recordingLog();
      const abort = new AbortController();
      const call = thrownBy(clientOf(server.baseUrl, { log }).startSync('hash', { signal: abort.signal }));
      await arrived;
      abort.abort();
      assert.equal(await call, abort.signal.reason);
      assert.equal((abort.signal.reason as Error).name, 'AbortError');
      assert.deepEqual(
        lines.map(({ level }) => level),
        ['info'],
      );
    });

    it('sends nothing if already cancelled', async () => {
      const asked = server.requests.length;
      const reason = new Error('changed my mind');
      const signal = AbortSignal.abort(reason);
      assert.equal(await thrownBy(clientOf(server.baseUrl).getIdentity({ signal })), reason);
      assert.equal(await thrownBy(clientOf(server.baseUrl).startSync('hash', { signal })), reason);
      const file = fileOf('csv', ['a\n']);
      for (const format of ['json', 'multipart'] as const) {
        const upload = clientOf(server.baseUrl).upload({ entityId: 'hash', format, file }, { signal });
        assert.equal(await thrownBy(upload), reason);
      }
      assert.equal(server.requests.length, asked);
    });

    it('leaves the fetch alone if already cancelled, which may look up a proxy first', async () => {
      const reason = new Error('changed my mind');
      let calls = 0;
      const fetch = () => Promise.reject(new Error(`call ${++calls}`));
      const client = clientOf(server.baseUrl, { fetch });
      assert.equal(await thrownBy(client.getIdentity({ signal: AbortSignal.abort(reason) })), reason);
      // It rejects at once, and would go on until then.
      await thrownBy(client.getIdentity());
      assert.equal(calls, 1);
    });

    it('removes its listener from the signal after the request', async () => {
      respond = (request, response) => {
        request.resume();
        sendJson(response, 200, envelope([]));
      };
      const { signal } = new AbortController();
      await clientOf(server.baseUrl).listConnections({ signal });
      assert.deepEqual(getEventListeners(signal, 'abort'), []);
    });
  });
});
