import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { install } from '@sinonjs/fake-timers';
import type { FetchLike } from '../../../src/api/fetchLike.ts';
import { FileChangedError } from '../../../src/model/upload.ts';
import type { UploadFile, UploadFormat } from '../../../src/model/upload.ts';
import { bodyOf, clientOf, envelope, sendJson, startRawServer } from './rawServer.ts';
import type { RawServer } from './rawServer.ts';
import { apiErrorOf, failureOf, thrownBy } from './thrownBy.ts';
import { EndlessFile, fileOf } from './uploadFiles.ts';

describe('ServiceClient.upload', () => {
  let server: RawServer;
  let respond: RequestListener;
  let received: { headers: IncomingHttpHeaders; body: Buffer };
  const accept: RequestListener = (request, response) => {
    void bodyOf(request)
      .then((body) => {
        received = { headers: request.headers, body };
        sendJson(response, 200, envelope({ syncId: 's1', entityId: 'hash', message: 'Accepted' }));
      })
      .catch(() => response.destroy());
  };
  const upload = (format: UploadFormat, file: UploadFile, timeoutMs = 5000) =>
    clientOf(server.baseUrl, { timeoutMs: () => timeoutMs }).upload({ entityId: 'hash', format, file });

  before(async () => {
    server = await startRawServer((request, response) => respond(request, response));
  });
  beforeEach(() => {
    respond = accept;
  });
  after(() => server.stop());

  describe('as multipart', () => {
    // Parses the form independently; deprecated for servers only because it buffers the whole form.
    /* eslint-disable @typescript-eslint/no-deprecated */
    const fileOfForm = async (): Promise<{ form: FormData; file: File }> => {
      const form = await new Response(received.body, {
        headers: { 'content-type': received.headers['content-type'] ?? '' },
      }).formData();
      const file = form.get('file');
      assert.ok(file instanceof File);
      return { form, file };
    };
    /* eslint-enable @typescript-eslint/no-deprecated */

    it('sends entityId and the unchanged file, with Content-Length', async () => {
      const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
      assert.deepEqual(await upload('multipart', fileOf('csv', [bytes, '\ufeff\r\n--', bytes])), {
        syncId: 's1',
        entityId: 'hash',
        message: 'Accepted',
        requestId: 'request-1',
        correlationId: 'correlation-1',
      });
      const { form, file } = await fileOfForm();
      assert.deepEqual([...form.keys()], ['entityId', 'file']);
      assert.equal(form.get('entityId'), 'hash');
      assert.equal(file.name, 'data.csv');
      assert.deepEqual(
        Buffer.from(await file.arrayBuffer()),
        Buffer.concat([bytes, Buffer.from('\ufeff\r\n--'), bytes]),
      );
      assert.equal(received.headers['content-length'], String(received.body.byteLength));
      assert.equal(received.headers['transfer-encoding'], undefined);
    });

    it('sends the content type of each kind of file', async () => {
      for (const [kind, type] of [
        ['csv', 'text/csv'],
        ['tsv', 'text/tab-separated-values'],
        ['json', 'application/json'],
      ] as const) {
        await upload('multipart', fileOf(kind, ['x']));
        assert.equal((await fileOfForm()).file.type, type);
      }
    });

    it('escapes a hostile file name, and has a default for an empty one', async () => {
      const hostile = 'a"; name="entityId"\r\n\r\nother\r\nÜmläut 数.csv';
      await upload('multipart', fileOf('csv', ['x'], hostile));
      const { form } = await fileOfForm();
      assert.deepEqual([...form.keys()], ['entityId', 'file']);
      assert.ok(received.body.includes('filename="a%22; name=%22entityId%22%0D%0A%0D%0Aother%0D%0AÜmläut 数.csv"\r\n'));
      await upload('multipart', fileOf('tsv', ['x'], ''));
      assert.equal((await fileOfForm()).file.name, 'upload.tsv');
    });

    it('uses a new boundary for each upload', async () => {
      const boundaries = new Set<string | undefined>();
      for (let i = 0; i < 3; i++) {
        await upload('multipart', fileOf('csv', ['x']));
        boundaries.add(received.headers['content-type']);
      }
      assert.equal(boundaries.size, 3);
    });
  });

  describe('as JSON', () => {
    it('sends the unchanged text of JSON rows, without a byte order mark', async () => {
      const rows = '[ {"n": 12345678901234567890, "x": 1.50, "x": "\\u00e9é"} ]\n';
      await upload('json', fileOf('json', [Buffer.from([0xef]), Buffer.from([0xbb]), Buffer.from([0xbf]), rows]));
      assert.equal(received.body.toString(), `{"entityId":"hash","data":${rows}}`);
      assert.equal(received.headers['content-length'], String(received.body.byteLength));
      assert.equal(received.headers['content-type'], 'application/json');
    });

    it('sends CSV as one string, without a byte order mark', async () => {
      const text = 'a,"b"\r\n1,"x\ty\\z"\n';
      await upload('json', fileOf('csv', [`\ufeff${text}`]));
      assert.equal(received.body.toString(), JSON.stringify({ entityId: 'hash', data: text }));
    });
  });

  it('treats a 200 without a syncId as rejected, with the message of the service', async () => {
    respond = (request, response) => {
      void bodyOf(request).then(() =>
        sendJson(response, 200, envelope({ entityId: 'hash', syncId: null, message: 'Unknown entity.' })),
      );
    };
    for (const format of ['multipart', 'json'] as const) {
      const error = await apiErrorOf(upload(format, fileOf('csv', ['a\n1\n'])));
      assert.ok(error.failure.kind === 'rejected' && error.failure.reason === 'byService');
      assert.equal(error.failure.message, 'Unknown entity.');
      assert.equal(error.mayHaveArrived, false);
    }
  });

  it('reports progress from 0 to the total, never backwards, in steps of at most 1 MiB', async () => {
    const content = Buffer.from(Array.from({ length: 700_000 }, (_, i) => i).join(','));
    for (const format of ['multipart', 'json'] as const) {
      const seen: number[] = [];
      const totals = new Set<number>();
      await clientOf(server.baseUrl).upload(
        { entityId: 'hash', format, file: fileOf('csv', [content]) },
        {
          onProgress: (sent, total) => {
            seen.push(sent);
            totals.add(total);
          },
        },
      );
      assert.equal(seen[0], 0);
      assert.deepEqual([...totals], [seen.at(-1)]);
      assert.equal(seen.at(-1), received.body.byteLength);
      const steps = seen.slice(1).map((sent, i) => sent - (seen[i] ?? 0));
      assert.ok(steps.every((step) => step > 0 && step <= 2 ** 20));
      assert.ok(received.body.includes(content));
    }
  });

  describe('time', () => {
    it('restarts the timeout on progress, and for the answer', async () => {
      const clock = install({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        const fetch: FetchLike = async (_url, { body }) => {
          for await (const chunk of body as AsyncIterable<Uint8Array>) {
            assert.ok(chunk.byteLength > 0);
            await clock.tickAsync(4000);
          }
          await clock.tickAsync(4000);
          return new Response(JSON.stringify(envelope({ syncId: 's1' })));
        };
        const client = clientOf(server.baseUrl, { fetch, timeoutMs: () => 5000 });
        const file = fileOf('csv', ['a\n', '1\n', '2\n']);
        assert.equal((await client.upload({ entityId: 'hash', format: 'multipart', file })).syncId, 's1');
        const late: FetchLike = async (url, init) => {
          const response = await fetch(url, init);
          await clock.tickAsync(4000);
          return response;
        };
        const impatient = clientOf(server.baseUrl, { fetch: late, timeoutMs: () => 5000 });
        await failureOf(impatient.upload({ entityId: 'hash', format: 'multipart', file }), 'timedOut');
      } finally {
        clock.uninstall();
      }
    });

    it('times out without progress, stops reading, and has not arrived', async () => {
      respond = () => undefined;
      const file = new EndlessFile();
      const error = await apiErrorOf(upload('multipart', file, 500));
      assert.deepEqual(error.failure, { kind: 'timedOut', afterMs: 500 });
      assert.deepEqual([error.mayHaveArrived, error.isPartlySent], [false, true]);
      assert.equal(file.stops, 1);
    });
  });

  describe('cancelling', () => {
    it('rejects immediately with the reason and stops reading, even during a read', async () => {
      respond = (request) => request.resume();
      for (const file of [new EndlessFile(), new EndlessFile({ stallsAfter: 3 })]) {
        const abort = new AbortController();
        let reads = 0;
        file.onDidCall(() => {
          if (++reads === 4) {
            abort.abort();
          }
        });
        const call = clientOf(server.baseUrl).upload(
          { entityId: 'hash', format: 'multipart', file },
          { signal: abort.signal },
        );
        assert.equal(await thrownBy(call), abort.signal.reason);
        assert.equal(file.stops, 1);
      }
    });

    it('may have arrived once the network has the last chunk', async () => {
      for (const format of ['multipart', 'json'] as const) {
        const abort = new AbortController();
        let [sent, total] = [0, -1];
        const fetch: FetchLike = async (_url, { body }) => {
          let received = 0;
          for await (const { byteLength } of body as AsyncIterable<Uint8Array>) {
            received += byteLength;
            if (received === total) {
              abort.abort();
              break;
            }
          }
          return new Promise(() => undefined);
        };
        const call = clientOf(server.baseUrl, { fetch }).upload(
          { entityId: 'hash', format, file: fileOf('csv', ['a\n', '1\n']) },
          {
            signal: abort.signal,
            onProgress: (...now) => {
              [sent, total] = now;
            },
          },
        );
        assert.equal(await thrownBy(call), abort.signal.reason);
        assert.equal(sent, total);
      }
    });

    it('stops while the length of a JSON body is computed', async () => {
      const asked = server.requests.length;
      for (const file of [new EndlessFile(), new EndlessFile({ stallsAfter: 3 })]) {
        const abort = new AbortController();
        let reads = 0;
        file.onDidCall(() => {
          if (++reads === 4) {
            abort.abort();
          }
        });
        const call = clientOf(server.baseUrl).upload(
          { entityId: 'hash', format: 'json', file },
          { signal: abort.signal },
        );
        assert.equal(await thrownBy(call), abort.signal.reason);
        assert.equal(file.stops, 1);
      }
      assert.equal(server.requests.length, asked);
    });
  });

  describe('the file', () => {
    it('rejects the upload with its own error if it cannot be read', async () => {
      const unreadable = new Error('EIO');
      const file: UploadFile = {
        name: 'a.csv',
        kind: 'csv',
        byteLength: 10,
        async *chunks() {
          yield await Promise.resolve(Buffer.from('a'));
          throw unreadable;
        },
      };
      assert.equal(await thrownBy(upload('multipart', file)), unreadable);
      assert.equal(await thrownBy(upload('json', file)), unreadable);
    });

    it('rejects the upload if its size has changed', async () => {
      const file = fileOf('csv', ['a,b\n', '1,2\n']);
      for (const byteLength of [file.byteLength - 1, file.byteLength + 1]) {
        const changed = { ...file, byteLength };
        assert.ok((await thrownBy(upload('multipart', changed))) instanceof FileChangedError);
      }
      let readings = 0;
      const growing = { ...file, chunks: () => fileOf('csv', ['a\n'.repeat(++readings)]).chunks() };
      assert.ok((await thrownBy(upload('json', growing))) instanceof FileChangedError);
    });

    it('is not read further after the answer', async () => {
      respond = (_request, response) => sendJson(response, 401, { title: 'Unauthorized' });
      const file = new EndlessFile();
      const stopped = new Promise<void>((resolve) => {
        file.onDidCall((call) => call === 'stopped' && resolve());
      });
      const error = await apiErrorOf(upload('multipart', file));
      // The response can be lost if the service closes the connection during the upload.
      assert.ok(['unauthorized', 'unreachable'].includes(error.failure.kind));
      await stopped;
      assert.equal(file.stops, 1);
    });

    it('is read no further than its start without a connection, and is closed', async () => {
      const gone = await startRawServer(() => undefined);
      await gone.stop();
      for (const format of ['multipart', 'json'] as const) {
        // The length of a JSON body is known only once all of it was read, unless the file is JSON.
        const file = new EndlessFile({ kind: 'json' });
        const calls: string[] = [];
        file.onDidCall((call) => calls.push(call));
        await failureOf(clientOf(gone.baseUrl).upload({ entityId: 'hash', format, file }), 'unreachable');
        assert.deepEqual(calls.slice(-2), ['read', 'stopped']);
        assert.equal(calls.length, format === 'json' ? 4 : 2);
      }
    });

    it('is not requested if it cannot be read at all', async () => {
      const asked = server.requests.length;
      const file = fileOf('csv', ['id\n', '1\n']);
      for (const format of ['multipart', 'json'] as const) {
        let readings = 0;
        const gone = new Error('ENOENT');
        const chunks = async function* () {
          // The length of a JSON body is computed first.
          if (format === 'multipart' || ++readings > 1) {
            throw gone;
          }
          yield* file.chunks();
        };
        assert.equal(await thrownBy(upload(format, { ...file, chunks })), gone);
      }
      assert.equal(server.requests.length, asked);
    });

    it('may have arrived if the service accepts it before all of it was sent, and it then changes', async () => {
      const changed = new FileChangedError();
      let accepted: () => void = () => undefined;
      const whenAccepted = new Promise<void>((resolve) => (accepted = resolve));
      const file: UploadFile = {
        ...fileOf('csv', []),
        byteLength: 100,
        async *chunks() {
          yield Buffer.from('id\n');
          await whenAccepted;
          throw changed;
        },
      };
      const fetch: FetchLike = async (...args) => {
        const response = await globalThis.fetch(...args);
        setImmediate(accepted);
        return response;
      };
      respond = (_request, response) => void response.writeHead(200).write('{');
      const call = clientOf(server.baseUrl, { fetch }).upload({ entityId: 'hash', format: 'multipart', file });
      assert.equal((await apiErrorOf(call)).mayHaveArrived, true);
    });

    it('has not arrived if the connection is interrupted before all of it was sent', async () => {
      respond = (request, response) => {
        request.once('data', () => response.destroy());
      };
      const file = new EndlessFile();
      const error = await apiErrorOf(upload('multipart', file));
      assert.equal(error.failure.kind, 'unreachable');
      assert.equal(error.failure.reason, 'interrupted');
      assert.deepEqual([error.mayHaveArrived, error.isPartlySent], [false, true]);
      assert.equal(file.stops, 1);
    });

    it('may have arrived if the connection is interrupted as soon as the network has its last chunk', async () => {
      for (const format of ['multipart', 'json'] as const) {
        for (const isLast of [true, false]) {
          let [received, total] = [0, 0];
          const fetch: FetchLike = async (_url, { body }) => {
            for await (const { byteLength } of body as AsyncIterable<Uint8Array>) {
              received += byteLength;
              if (received === total || !isLast) {
                break;
              }
            }
            throw new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });
          };
          const error = await apiErrorOf(
            clientOf(server.baseUrl, { fetch }).upload(
              { entityId: 'hash', format, file: fileOf('csv', ['a\n', '1\n']) },
              { onProgress: (_sent, all) => (total = all) },
            ),
          );
          assert.deepEqual([error.mayHaveArrived, error.isPartlySent], [isLast, !isLast]);
        }
      }
    });

    it('has not arrived if the service fails or redirects before all of it was sent', async () => {
      for (const status of [500, 504, 408, 303]) {
        respond = (_request, response) => response.writeHead(status, { location: '/elsewhere' }).end();
        const error = await apiErrorOf(upload('multipart', new EndlessFile()));
        // The response can be lost if the service closes the connection during the upload.
        assert.ok(['unavailable', 'redirected', 'unreachable'].includes(error.failure.kind), error.message);
        assert.deepEqual([error.mayHaveArrived, error.isPartlySent], [false, true]);
      }
    });

    it('may have arrived if the service accepts it, in a form that can’t be read, before all of it was sent', async () => {
      const fetch: FetchLike = () => Promise.resolve(new Response('<html>'));
      const error = await apiErrorOf(
        clientOf(server.baseUrl, { fetch }).upload({ entityId: 'hash', format: 'multipart', file: new EndlessFile() }),
      );
      assert.equal(error.failure.kind, 'unexpectedResponse');
      assert.deepEqual([error.mayHaveArrived, error.isPartlySent], [true, false]);
    });
  });
});
