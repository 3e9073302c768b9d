import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { parseBaseUrl } from '../../../src/api/baseUrl.ts';
import type { ServiceClient, ServiceClientOptions } from '../../../src/api/serviceClient.ts';
import { createUndiciFetch } from '../../../src/api/undiciFetch.ts';
import type { Credential } from '../../../src/model/account.ts';
import type { ResponseMeta } from '../../../src/model/responseMeta.ts';
import { bodyOf, clientOf, envelope, recordingLog, sendJson, startRawServer } from './rawServer.ts';
import type { RawServer } from './rawServer.ts';
import { apiErrorOf, failureOf } from './thrownBy.ts';

describe('ServiceClient', () => {
  let server: RawServer;
  let respond: RequestListener;
  const clientWith = (options: Partial<ServiceClientOptions> = {}): ServiceClient => clientOf(server.baseUrl, options);
  const respondWith = (status: number, body: unknown) => {
    respond = (request, response) => {
      request.resume();
      sendJson(response, status, body);
    };
  };

  before(async () => {
    server = await startRawServer((request, response) => respond(request, response));
  });
  after(() => server.stop());

  describe('credentials', () => {
    const headersFor = async (credential: Credential): Promise<Record<string, unknown>> => {
      let headers = {};
      respond = (request, response) => {
        headers = request.headers;
        sendJson(response, 200, envelope([]));
      };
      await clientWith({ credential: () => Promise.resolve(credential) }).listConnections();
      return headers;
    };
    const origin = () => new URL(server.baseUrl).origin;

    it('sends an API key as x-api-key', async () => {
      const headers = await headersFor({ method: 'apiKey', origin: origin(), apiKey: 'k 1' });
      assert.equal(headers['x-api-key'], 'k 1');
      assert.equal(headers['authorization'], undefined);
    });

    it('sends a token as Bearer, without encoding', async () => {
      const headers = await headersFor({ method: 'bearer', origin: origin(), accessToken: 'a.b-c/d==' });
      assert.equal(headers['authorization'], 'Bearer a.b-c/d==');
      assert.equal(headers['x-api-key'], undefined);
    });

    it('sends email address and key as Basic, base64 of their UTF-8 bytes', async () => {
      const headers = await headersFor({ method: 'basic', origin: origin(), email: 'zoë@acme.example', apiKey: 'k:1' });
      assert.equal(headers['authorization'], `Basic ${Buffer.from('zoë@acme.example:k:1').toString('base64')}`);
    });

    it('sends nothing to another origin than that of the credential', async () => {
      const before = server.requests.length;
      const credential = { method: 'apiKey', origin: 'https://other.example', apiKey: 'k' } as const;
      await failureOf(clientWith({ credential: () => Promise.resolve(credential) }).getIdentity(), 'signedOut');
      assert.equal(server.requests.length, before);
    });

    it('rejects with signedOut without a credential, and if reading it fails', async () => {
      await failureOf(clientWith({ credential: () => Promise.resolve(undefined) }).getIdentity(), 'signedOut');
      const cause = new Error('The key ring is locked.');
      const error = await apiErrorOf(clientWith({ credential: () => Promise.reject(cause) }).getIdentity());
      assert.equal(error.failure.kind, 'signedOut');
      assert.equal(error.cause, cause);
    });

    it('treats a credential that a header cannot contain as unauthorized, and keeps it out of every message', async () => {
      const before = server.requests.length;
      const { log, lines } = recordingLog();
      const unusable: Credential[] = [
        { method: 'apiKey', origin: origin(), apiKey: 'line\r\nbreak' },
        { method: 'apiKey', origin: origin(), apiKey: '' },
        { method: 'bearer', origin: origin(), accessToken: 'clé' },
        { method: 'basic', origin: origin(), email: 'a:b@acme.example', apiKey: 'line' },
        { method: 'basic', origin: origin(), email: '', apiKey: 'line' },
        { method: 'basic', origin: origin(), email: 'a@acme.example', apiKey: '' },
      ];
      for (const credential of unusable) {
        const client = clientWith({ credential: () => Promise.resolve(credential), log });
        const error = await apiErrorOf(client.getIdentity());
        assert.equal(error.failure.kind, 'unauthorized');
        assert.doesNotMatch(error.message, /line|clé/);
      }
      assert.equal(server.requests.length, before);
      assert.doesNotMatch(JSON.stringify(lines), /line|clé/);
    });
  });

  describe('addresses', () => {
    it('sends requests below the path of the base URL', async () => {
      respondWith(200, envelope([]));
      const parsed = parseBaseUrl(`${server.baseUrl}/tenant/a/api/public/v1/`);
      assert.ok(parsed.ok);
      await clientOf(parsed.baseUrl).listConnections();
      assert.equal(server.requests.at(-1), 'GET /tenant/a/api/public/v1/connections');
    });

    it('encodes a syncId as one segment of the path', async () => {
      respondWith(200, envelope({ status: 'running' }));
      await clientWith().getJobStatus('a/../b?c#d%');
      assert.equal(server.requests.at(-1), 'GET /api/public/v1/connections/sync/a%2F..%2Fb%3Fc%23d%25/status');
    });

    it('rejects ids that are empty or change the path, before anything is sent', async () => {
      const before = server.requests.length;
      for (const id of ['', '.', '..', '\ud800']) {
        assert.equal((await failureOf(clientWith().getJobStatus(id), 'rejected')).reason, 'unusableId');
        assert.equal((await failureOf(clientWith().startSync(id), 'rejected')).reason, 'unusableId');
      }
      assert.equal((await failureOf(clientWith().startSync('  '), 'rejected')).reason, 'unusableId');
      assert.equal(server.requests.length, before);
    });

    it('rejects an entityId of only digits, before anything is sent', async () => {
      const before = server.requests.length;
      const file = { name: 'a.csv', kind: 'csv', byteLength: 0, chunks: () => assert.fail('read') } as const;
      const calls = [
        clientWith().startSync('12345'),
        clientWith().upload({ entityId: '12345', format: 'json', file }),
        clientWith().upload({ entityId: '12345', format: 'multipart', file }),
      ];
      for (const call of calls) {
        const error = await apiErrorOf(call);
        assert.equal(error.failure.kind, 'rejected');
        assert.equal(error.failure.reason, 'digitsOnlyEntityId');
        assert.equal(error.mayHaveArrived, false);
      }
      assert.equal(server.requests.length, before);
    });
  });

  it('asks for compression only where answers are large: in the list of connections', async () => {
    const undici = createUndiciFetch();
    for (const fetch of [undefined, undici.fetch]) {
      const client = clientWith(fetch && { fetch });
      const asked: Record<string, string | undefined> = {};
      respond = (request, response) => {
        request.resume();
        asked[request.url?.replace(/^.*\/v1/, '') ?? ''] = request.headers['accept-encoding'];
        sendJson(response, 500, {});
      };
      await Promise.allSettled([
        client.getIdentity(),
        client.listConnections(),
        client.getJobStatus('s1'),
        client.startSync('hash'),
      ]);
      const { '/connections': list, ...others } = asked;
      assert.match(list ?? '', /gzip/);
      assert.deepEqual(others, {
        '/me': 'identity',
        '/connections/sync/s1/status': 'identity',
        '/connections/sync': 'identity',
      });
    }
    await undici.close();
  });

  it('accepts JSON, and problem details', async () => {
    let accepted: string | undefined;
    respond = (request, response) => {
      accepted = request.headers.accept;
      sendJson(response, 200, envelope([]));
    };
    await clientWith().listConnections();
    assert.equal(accepted, 'application/json, application/problem+json');
  });

  describe('answers', () => {
    it('decodes the identity', async () => {
      const identity = {
        user: { email: 'ada@acme.example', fullName: 'Ada Byron' },
        workspace: { identifier: 'acme', name: 'Acme' },
      };
      respondWith(200, envelope({ ...identity, more: 1 }));
      const { meta, ...decoded } = await clientWith().getIdentity();
      assert.deepEqual(decoded, identity);
      assert.equal(meta?.requestId, 'request-1');
    });

    it('rejects an identity without a workspace', async () => {
      respondWith(200, { data: { user: {} } });
      assert.equal((await failureOf(clientWith().getIdentity(), 'unexpectedResponse')).detail, 'missingFields');
    });

    it('drops only invalid connections, counts them and logs the number once', async () => {
      respondWith(200, envelope([{ entityId: 'a' }, { entityName: 'no id' }, 7, { entityId: 'b' }, { entityId: 'a' }]));
      const { log, lines } = recordingLog();
      const client = clientWith({ log });
      await client.listConnections();
      const { connections, droppedRows } = await client.listConnections();
      assert.deepEqual(
        connections.map(({ entityId }) => entityId),
        ['a', 'b'],
      );
      assert.equal(droppedRows, 3);
      assert.equal(lines.filter(({ level }) => level === 'warn').length, 1);
    });

    describe('with an ETag', () => {
      let etag: string | undefined;
      let rows: unknown[];
      let asked: (string | undefined)[];
      let isUnchanged: boolean;

      beforeEach(() => {
        [etag, rows, asked, isUnchanged] = ['W/"1"', [{ entityId: 'a' }, {}], [], false];
        respond = (request, response) => {
          asked.push(request.headers['if-none-match']);
          if (etag !== undefined) {
            response.setHeader('etag', etag);
          }
          if (isUnchanged) {
            response.writeHead(304).end();
          } else {
            sendJson(response, 200, envelope(rows));
          }
        };
      });

      it('asks for connections only if they have changed, and returns the last ones if not', async () => {
        const client = clientWith();
        const first = await client.listConnections();
        assert.ok(first.byteLength > 0);
        isUnchanged = true;
        assert.deepEqual(await client.listConnections(), { ...first, byteLength: 0 });
        [isUnchanged, etag, rows] = [false, '"2"', [{ entityId: 'b' }]];
        assert.equal((await client.listConnections()).connections[0]?.entityId, 'b');
        isUnchanged = true;
        assert.equal((await client.listConnections()).connections[0]?.entityId, 'b');
        assert.deepEqual(asked, [undefined, 'W/"1"', 'W/"1"', '"2"']);
      });

      it('keeps the last connections through a failure, and none that could not be read', async () => {
        const client = clientWith();
        await client.listConnections();
        const respondWithList = respond;
        respondWith(503, {});
        await assert.rejects(client.listConnections());
        etag = '"2"';
        respondWith(200, envelope({}));
        await assert.rejects(client.listConnections());
        [respond, isUnchanged] = [respondWithList, true];
        assert.equal((await client.listConnections()).connections[0]?.entityId, 'a');
        assert.deepEqual(asked, [undefined, 'W/"1"']);
      });

      it('asks for all of them where the service sends none any more, or one of more than 200 characters', async () => {
        const client = clientWith();
        await client.listConnections();
        for (const next of [undefined, `"${'x'.repeat(200)}"`, '']) {
          etag = next;
          await client.listConnections();
          await client.listConnections();
        }
        assert.deepEqual(asked, [undefined, 'W/"1"', ...Array<undefined>(5).fill(undefined)]);
      });

      it('sends back one of 200 characters', async () => {
        const client = clientWith();
        etag = `"${'x'.repeat(198)}"`;
        await client.listConnections();
        await client.listConnections();
        assert.deepEqual(asked, [undefined, etag]);
      });

      it('sends it with no other request, and takes a 304 that was not asked for as no answer', async () => {
        const client = clientWith();
        isUnchanged = true;
        assert.equal((await failureOf(client.listConnections(), 'redirected')).kind, 'redirected');
        isUnchanged = false;
        await client.listConnections();
        await assert.rejects(client.getIdentity());
        await assert.rejects(client.startSync('a'));
        assert.deepEqual(asked, [undefined, undefined, undefined, undefined]);
        const other = clientWith();
        await other.listConnections();
        assert.deepEqual(asked.slice(4), [undefined], 'another account has its own list');
      });
    });

    it('rejects connections that are not a list', async () => {
      respondWith(200, envelope({}));
      assert.equal((await failureOf(clientWith().listConnections(), 'unexpectedResponse')).detail, 'missingFields');
    });

    it('decodes a status, and rejects one without a state', async () => {
      respondWith(
        200,
        envelope({ syncId: 's', status: 'running', completedAt: null, steps: [{ name: 'Extract' }, 3] }),
      );
      const status = await clientWith().getJobStatus('s');
      assert.equal(status.status, 'running');
      assert.equal(status.completedAt, undefined);
      assert.deepEqual(
        status.steps.map(({ name }) => name),
        ['Extract'],
      );
      respondWith(200, envelope({}));
      assert.equal((await failureOf(clientWith().getJobStatus('s'), 'unexpectedResponse')).detail, 'missingFields');
    });

    it('decodes a started sync, and sends only the entityId', async () => {
      let received = '';
      respond = (request, response) => {
        void bodyOf(request).then((body) => {
          received = `${request.headers['content-type']} ${request.headers['content-length']} ${body.toString()}`;
          sendJson(response, 200, envelope({ syncId: 's1', message: 'Started' }));
        });
      };
      const started = await clientWith().startSync('hash"1');
      assert.deepEqual(started, {
        syncId: 's1',
        entityId: 'hash"1',
        message: 'Started',
        requestId: 'request-1',
        correlationId: 'correlation-1',
      });
      assert.equal(received, 'application/json 22 {"entityId":"hash\\"1"}');
    });

    it('uses the entity of the answer if it differs from the request, and logs that', async () => {
      respond = (_request, response) => sendJson(response, 200, envelope({ syncId: 's1', entityId: 'other\nhash' }));
      const { log, lines } = recordingLog();
      const started = await clientWith({ log }).startSync('hash');
      assert.equal(started.entityId, 'other\nhash');
      assert.deepEqual(
        lines.filter(({ level }) => level === 'warn').map(({ message }) => message),
        ['POST /connections/sync: the response names entity other hash, the request hash.'],
      );
    });

    it('logs a status of another job, and any response that lacks required fields', async () => {
      const { log, lines } = recordingLog();
      const client = clientWith({ log });
      respondWith(200, envelope({ syncId: 's\n2', status: 'running' }));
      assert.equal((await client.getJobStatus('s1')).status, 'running');
      respondWith(200, envelope({}));
      await failureOf(client.getJobStatus('s1'), 'unexpectedResponse');
      respondWith(200, envelope('ok'));
      await failureOf(client.startSync('hash'), 'unexpectedResponse');
      assert.deepEqual(
        lines.filter(({ level }) => level === 'warn').map(({ message }) => message),
        [
          'GET /connections/sync/s1/status: the response names job s 2.',
          'GET /connections/sync/s1/status: the response lacks required fields.',
          'POST /connections/sync: the response lacks required fields.',
        ],
      );
    });

    it('treats a 200 without a syncId as rejected, with the message of the service', async () => {
      for (const data of [
        { message: 'No such entity.' },
        { syncId: null, message: 'No such entity.' },
        { syncId: '', message: 'No such entity.' },
        { syncId: ' ', message: 'No such entity.' },
      ]) {
        respondWith(200, envelope(data));
        const error = await apiErrorOf(clientWith().startSync('hash'));
        assert.deepEqual(error.failure, {
          kind: 'rejected',
          reason: 'byService',
          status: 200,
          message: 'No such entity.',
          problem: undefined,
        });
        assert.equal(error.mayHaveArrived, false);
      }
    });

    it('leaves the outcome of a sync unknown if the answer has no usable data', async () => {
      respondWith(200, envelope('ok'));
      const error = await apiErrorOf(clientWith().startSync('hash'));
      assert.deepEqual(error.failure, { kind: 'unexpectedResponse', status: 200, detail: 'missingFields' });
      assert.equal(error.mayHaveArrived, true);
    });
  });

  describe('meta and log', () => {
    it('fires every answer with its meta, if it has one, until it is disposed', async () => {
      const client = clientWith();
      const seen: (ResponseMeta | undefined)[] = [];
      client.onDidReceiveResponse((meta) => seen.push(meta));
      respondWith(200, envelope([]));
      await client.listConnections();
      respondWith(200, { data: [] });
      await client.listConnections();
      client.dispose();
      respondWith(200, envelope([]));
      await client.listConnections();
      assert.deepEqual(seen, [
        {
          apiVersion: '1.0',
          requestId: 'request-1',
          correlationId: 'correlation-1',
          workspaceIdentifier: 'acme',
          timestamp: '2026-01-02T03:04:05.678Z',
        },
        undefined,
      ]);
    });

    it('fires every failure until it is disposed', async () => {
      const client = clientWith();
      const seen: string[] = [];
      client.onDidFail(({ kind }) => seen.push(kind));
      respondWith(429, {});
      await assert.rejects(client.startSync('entity'));
      respondWith(503, {});
      await assert.rejects(client.getJobStatus('sync'));
      respondWith(200, envelope([]));
      await client.listConnections();
      client.dispose();
      respondWith(429, {});
      await assert.rejects(client.listConnections());
      assert.deepEqual(seen, ['rateLimited', 'unavailable']);
    });

    it('logs only method, path, status, duration and ids of each request', async () => {
      const { log, lines } = recordingLog();
      const client = clientWith({ log });
      respondWith(200, envelope([{ entityId: 'a', entityName: 'Confidential' }]));
      await client.listConnections();
      respondWith(200, envelope({ syncId: 's1', message: 'Confidential' }));
      await client.startSync('hash');
      respondWith(400, { title: 'Confidential', requestId: 'request-2' });
      await apiErrorOf(client.getIdentity());
      const told = lines.map(({ level, message }) => `${level}: ${message.replace(/\d+ ms/, 'n ms')}`);
      const ids = 'requestId=request-1 correlationId=correlation-1 apiVersion=1.0';
      assert.deepEqual(told, [
        `debug: GET /connections 200 n ms ${ids}`,
        `info: POST /connections/sync 200 n ms ${ids}`,
        'warn: GET /me rejected (byService, 400) n ms requestId=request-2',
      ]);
      assert.doesNotMatch(JSON.stringify(lines), /secret-key|Confidential/);
    });

    it('logs no longer durations than the requests took, also of those that failed', async () => {
      const { log, lines } = recordingLog();
      const startedAt = performance.now();
      respondWith(200, envelope([]));
      await clientWith({ log }).listConnections();
      respondWith(503, {});
      await apiErrorOf(clientWith({ log }).listConnections());
      const longest = Math.ceil(performance.now() - startedAt);
      const durations = lines.map(({ message }) => Number(/ (\d+) ms/.exec(message)?.[1]));
      assert.equal(durations.length, 2);
      for (const duration of durations) {
        assert.ok(duration <= longest, `${duration} ms of ${longest} ms`);
      }
    });

    it('keeps a hostile id on one line of the log', async () => {
      const { log, lines } = recordingLog();
      respondWith(200, envelope([], { requestId: 'a\nwarn: forged', correlationId: 'x'.repeat(5000) }));
      await clientWith({ log }).listConnections();
      assert.equal(lines.length, 1);
      assert.doesNotMatch(lines[0]?.message ?? '', /\n/);
      assert.ok((lines[0]?.message.length ?? 0) < 400);
    });

    it('warns once about an unsupported API version', async () => {
      const { log, lines } = recordingLog();
      const client = clientWith({ log });
      respondWith(200, envelope([], { apiVersion: '2.1' }));
      await client.listConnections();
      await client.listConnections();
      const warnings = lines.filter(({ level }) => level === 'warn');
      assert.equal(warnings.length, 1);
      assert.match(warnings[0]?.message ?? '', /2\.1/);
    });
  });

  it('reuses connections', async () => {
    const ports = new Set<number | undefined>();
    respond = (request, response) => {
      ports.add(request.socket.remotePort);
      sendJson(response, 200, envelope([]));
    };
    for (let i = 0; i < 10; i++) {
      await clientWith().listConnections();
    }
    // fetch opens a second connection if the first is not yet idle.
    assert.ok(ports.size <= 2, `${ports.size} connections`);
  });
});
