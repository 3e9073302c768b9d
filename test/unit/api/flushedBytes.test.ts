import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClosableFetch, FetchLike } from '../../../src/api/fetchLike.ts';
import { FlushedBytes } from '../../../src/api/flushedBytes.ts';
import { createUndiciFetch } from '../../../src/api/undiciFetch.ts';
import { openDiskFile } from '../../../src/data/file/diskFile.ts';
import type { UploadFile, UploadFormat } from '../../../src/model/upload.ts';
import { clientOf, envelope, sendJson } from './rawServer.ts';
import { createCertificate } from '../../faults/certificate.ts';
import type { Certificate } from '../../faults/certificate.ts';

const CHANNEL = 'undici:client:sendHeaders';
const MEBIBYTES = 24;
const BYTES = randomBytes(MEBIBYTES * 1_048_576);
/** What is in use at a time, with some room: fewer than the file has chunks. */
const MAX_BUFFERS = 8;

describe('The memory of an upload', () => {
  let folder: string;
  let path: string;
  let certificate: Certificate;
  let received: string;
  let plain: Server;
  let secure: Server;
  let proxy: Server;
  const opened: ClosableFetch[] = [];

  /** Reads in bursts, so that the sender waits again and again, and remembers the digest of the file. */
  const accept: RequestListener = (request, response) => {
    void (async () => {
      const hash = createHash('sha256');
      let left = Number(request.headers['content-length']);
      let head = Buffer.alloc(0);
      let isFile = false;
      const tailLength = (/boundary=(.*)$/.exec(request.headers['content-type'] ?? '')?.[1]?.length ?? 0) + 8;
      for await (const chunk of request as AsyncIterable<Buffer>) {
        const content = chunk.subarray(0, Math.max(0, left - tailLength));
        left -= chunk.length;
        if (isFile) {
          hash.update(content);
        } else {
          head = Buffer.concat([head, content]);
          const start = head.indexOf('\r\n\r\n', head.indexOf('name="file"')) + 4;
          isFile = true;
          hash.update(head.subarray(start));
        }
        await nextTurn();
      }
      received = hash.digest('hex');
      sendJson(response, 200, envelope({ syncId: 's1', entityId: 'hash', message: '' }));
    })().catch(() => response.destroy());
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flushed-'));
    path = join(folder, 'data.csv');
    await writeFile(path, BYTES);
    certificate = createCertificate({ hosts: ['localhost'] });
    plain = createHttpServer(accept);
    secure = createHttpsServer(certificate, accept);
    proxy = createHttpServer();
    proxy.on('connect', (_request, client: Socket) => {
      const target = connect(portOf(secure), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n');
        client.pipe(target).pipe(client);
      });
      target.on('error', () => client.destroy());
      client.on('error', () => target.destroy());
    });
    await Promise.all([plain, secure, proxy].map((server) => once(server.listen(0, '127.0.0.1'), 'listening')));
  });
  beforeEach(() => (received = ''));
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((fetch) => fetch.destroy()));
    assert.equal(channel(CHANNEL).hasSubscribers, false, 'nothing listens to requests after an upload');
  });
  after(async () => {
    for (const server of [plain, secure, proxy]) {
      server.closeAllConnections();
      server.close();
    }
    await rm(folder, { recursive: true });
  });

  const undici = (options: Parameters<typeof createUndiciFetch>[0]): FetchLike => {
    const fetch = createUndiciFetch(options);
    opened.push(fetch);
    return fetch.fetch;
  };
  const upload = (baseUrl: string, fetch: FetchLike, file: UploadFile, format: UploadFormat = 'multipart') =>
    clientOf(baseUrl, { fetch, timeoutMs: () => 20_000 }).upload({ entityId: 'hash', format, file });

  const routes: Readonly<Record<string, () => readonly [string, FetchLike]>> = {
    'with the fetch of Node': () => [`http://127.0.0.1:${portOf(plain)}`, (url, init) => globalThis.fetch(url, init)],
    'with undici': () => [`http://127.0.0.1:${portOf(plain)}`, undici({})],
    'over TLS': () => [`https://localhost:${portOf(secure)}`, undici({ ca: [certificate.cert] })],
    'over TLS through a proxy': () => [
      'https://localhost',
      undici({ proxy: `http://127.0.0.1:${portOf(proxy)}`, ca: [certificate.cert] }),
    ],
  };
  for (const [route, prepare] of Object.entries(routes)) {
    it(`is reused once it was sent, and what arrives is the file (${route})`, async () => {
      const { file, buffers } = watched(await openDiskFile(path, 'data.csv', 'csv'));
      const [baseUrl, fetch] = prepare();
      await upload(baseUrl, fetch, file);
      assert.equal(received, createHash('sha256').update(BYTES).digest('hex'));
      assert.ok(buffers.size <= MAX_BUFFERS, `${buffers.size} buffers`);
    });
  }

  it('is reused while several uploads run, without one affecting the other', async () => {
    const fetch = undici({});
    const files = await Promise.all([1, 2].map(async () => watched(await openDiskFile(path, 'data.csv', 'csv'))));
    await Promise.all(files.map(({ file }) => upload(`http://127.0.0.1:${portOf(plain)}`, fetch, file)));
    assert.equal(received, createHash('sha256').update(BYTES).digest('hex'));
    assert.deepEqual(
      files.map(({ buffers }) => buffers.size <= MAX_BUFFERS),
      [true, true],
    );
  });

  it('is not reused by a fetch that does not show what it has sent', async () => {
    const kept: Uint8Array[] = [];
    const keeping: FetchLike = async (_url, { body }) => {
      for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
        kept.push(chunk);
      }
      return Response.json(envelope({ syncId: 's1', entityId: 'hash', message: '' }));
    };
    const { file, buffers } = watched(await openDiskFile(path, 'data.csv', 'csv'));
    await upload('http://127.0.0.1', keeping, file);
    assert.ok(Buffer.concat(kept).includes(BYTES));
    assert.equal(buffers.size, MEBIBYTES);
  });

  it('is not reused in a JSON body, whose headers could be those of another request', async () => {
    const { file, buffers } = watched({ ...(await openDiskFile(path, 'data.json', 'csv')), kind: 'json' });
    await upload(`http://127.0.0.1:${portOf(plain)}`, undici({}), file, 'json');
    // The first bytes are read for a byte order mark before.
    assert.ok(buffers.size >= MEBIBYTES);
  });
});

describe('The bytes that were flushed to the system', () => {
  let server: NetServer;
  let flushed: FlushedBytes;
  const sockets: Socket[] = [];

  beforeEach(async () => {
    // Reads nothing: what is sent fills the buffers of the system.
    server = createServer({ pauseOnConnect: true }, (socket) => sockets.push(socket.on('error', () => undefined)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    flushed = new FlushedBytes('mark-1');
  });
  afterEach(() => {
    flushed.dispose();
    sockets.splice(0).forEach((socket) => socket.destroy());
    server.close();
  });

  const connected = async (): Promise<Socket> => {
    const socket = connect(portOf(server), '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  const announce = (socket: unknown, headers: unknown = 'POST / HTTP/1.1\r\nx: mark-1\r\n') =>
    channel(CHANNEL).publish({ request: {}, headers, socket });
  const send = async (socket: Socket, byteLength: number, written = byteLength) => {
    flushed.beforeChunk();
    if (written > 0) {
      await new Promise((resolve) => socket.write(Buffer.alloc(written), resolve));
    }
    flushed.afterChunk(byteLength);
  };

  it('are those of the chunks that the socket has written', async () => {
    const socket = await connected();
    announce(socket);
    await send(socket, 1000);
    await send(socket, 10, 200);
    assert.equal(flushed.bytes, 1010);
  });

  it('end before a chunk that waits in the socket', async () => {
    const socket = await connected();
    announce(socket);
    await send(socket, 1000);
    assert.equal(flushed.bytes, 1000);
    flushed.beforeChunk();
    socket.write(Buffer.alloc(64_000_000));
    flushed.afterChunk(64_000_000);
    assert.equal(flushed.bytes, 1000);
  });

  it('include a chunk that waited in the socket, once it is written', async () => {
    const socket = await connected();
    announce(socket);
    flushed.beforeChunk();
    socket.cork();
    const written = once(socket, 'drain');
    socket.write(Buffer.alloc(100_000));
    flushed.afterChunk(100_000);
    assert.equal(flushed.bytes, 0);
    socket.uncork();
    await written;
    assert.equal(flushed.bytes, 100_000);
  });

  it('end before a chunk that was not written until the next, even if it is written later', async () => {
    const socket = await connected();
    announce(socket);
    await send(socket, 1000);
    await send(socket, 1000, 999);
    await send(socket, 1000, 1001);
    await send(socket, 1000);
    assert.equal(flushed.bytes, 1000);
  });

  it('are unknown without a socket', async () => {
    const socket = await connected();
    await send(socket, 1000);
    announce(socket);
    await send(socket, 1000);
    assert.equal(flushed.bytes, 0);
  });

  for (const [what, headers] of [
    ['another request', 'POST / HTTP/1.1\r\nx: mark-2\r\n'],
    ['a request over HTTP/2', ':method: POST\r\nx: mark-1\r\n'],
    ['headers that are no text', ['x', 'mark-1']],
  ] as const) {
    it(`are unknown from the socket of ${what}`, async () => {
      const socket = await connected();
      announce(socket, headers);
      await send(socket, 1000);
      assert.equal(flushed.bytes, 0);
    });
  }

  it('are unknown for a stream that is no socket', async () => {
    const socket = await connected();
    announce({ bytesWritten: 0, writableLength: 0 });
    await send(socket, 1000);
    assert.equal(flushed.bytes, 0);
  });

  it('no longer grow once the request is sent on a second socket', async () => {
    const socket = await connected();
    announce(socket);
    await send(socket, 1000);
    announce(await connected());
    await send(socket, 1000);
    assert.equal(flushed.bytes, 1000);
  });

  it('no longer grow after the end, and nothing listens then', async () => {
    const socket = await connected();
    announce(socket);
    await send(socket, 1000);
    flushed.dispose();
    await send(socket, 1000);
    assert.equal(flushed.bytes, 1000);
    assert.equal(channel(CHANNEL).hasSubscribers, false);
  });
});

/** The same file, with the buffers that its chunks were in. */
function watched(file: UploadFile): { readonly file: UploadFile; readonly buffers: ReadonlySet<ArrayBufferLike> } {
  const buffers = new Set<ArrayBufferLike>();
  return {
    buffers,
    file: {
      ...file,
      async *chunks(flushedBytes) {
        for await (const chunk of file.chunks(flushedBytes)) {
          buffers.add(chunk.buffer);
          yield chunk;
        }
      },
    },
  };
}

function portOf(server: NetServer): number {
  return (server.address() as AddressInfo).port;
}
