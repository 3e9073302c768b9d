import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, fetch as undiciFetch } from 'undici';
import type { RequestInit as UndiciRequestInit } from 'undici';
import type { FetchLike } from '../../../src/api/fetchLike.ts';
import type { UploadFile } from '../../../src/model/upload.ts';
import { bodyOf, clientOf, envelope, sendJson, startRawServer } from './rawServer.ts';
import type { RawServer } from './rawServer.ts';
import { apiErrorOf } from './thrownBy.ts';

const LIMIT_MS = 300;

/**
 * VS Code's fetch is Node's, with timeouts of 300 s for headers and between two chunks of a body. They can't be changed without
 * losing VS Code's proxy and certificates. This is the same fetch with shorter timeouts.
 */
describe('A fetch with its own timeouts', () => {
  const dispatcher = new Agent({ headersTimeout: LIMIT_MS, bodyTimeout: LIMIT_MS });
  const fetch: FetchLike = (url, init) => undiciFetch(url, { ...init, dispatcher } as unknown as UndiciRequestInit);
  let server: RawServer;
  let respond: RequestListener;

  before(async () => {
    server = await startRawServer((request, response) => respond(request, response));
  });
  after(async () => {
    await dispatcher.destroy();
    await server.stop();
  });

  const client = () => clientOf(server.baseUrl, { fetch, timeoutMs: () => 60_000 });

  it('is reported as timed out, with the elapsed time', async () => {
    for (const listener of [
      () => undefined,
      (_request, response) => response.writeHead(200).write('{'),
    ] satisfies RequestListener[]) {
      respond = listener;
      const { failure } = await apiErrorOf(client().listConnections());
      assert.ok(failure.kind === 'timedOut');
      assert.ok(failure.afterMs >= LIMIT_MS && failure.afterMs < 60_000, String(failure.afterMs));
    }
  });

  it('leaves the outcome of an upload unknown if its answer times out', async () => {
    respond = (request) => request.resume();
    const { failure, mayHaveArrived } = await apiErrorOf(client().upload(uploadOf(slowFile(1))));
    assert.equal(failure.kind, 'timedOut');
    assert.ok(mayHaveArrived);
  });

  it('does not end an upload that makes progress for longer than its timeout for headers', async () => {
    respond = (request, response) =>
      void bodyOf(request).then(() => sendJson(response, 200, envelope({ syncId: 's1', entityId: 'hash' })));
    const { syncId } = await client().upload(uploadOf(slowFile(12)));
    assert.equal(syncId, 's1');
  });
});

function uploadOf(file: UploadFile): Parameters<ReturnType<typeof clientOf>['upload']>[0] {
  return { entityId: 'hash', format: 'multipart', file };
}

/** Chunks of 64 KiB, three per timeout. */
function slowFile(pieces: number): UploadFile {
  const piece = Buffer.alloc(64 * 1024, 'x');
  return {
    name: 'slow.csv',
    kind: 'csv',
    byteLength: pieces * piece.byteLength,
    async *chunks() {
      for (let index = 0; index < pieces; index++) {
        await pause(LIMIT_MS / 3);
        yield piece;
      }
    },
  };
}
