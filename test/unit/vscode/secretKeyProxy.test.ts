import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SecretKeyProxy } from '../../vscode/secretKeyProxy.ts';

describe('What stands before a VS Code server', () => {
  let target: Server;
  let proxy: SecretKeyProxy;
  let respond: (incoming: IncomingMessage, outgoing: ServerResponse) => void;

  beforeEach(async () => {
    target = createServer((incoming, outgoing) => respond(incoming, outgoing)).listen(0, '127.0.0.1');
    await once(target, 'listening');
    respond = (_incoming, outgoing) => outgoing.writeHead(405).end();
    proxy = await SecretKeyProxy.start((target.address() as AddressInfo).port);
  });

  afterEach(async () => {
    target.closeAllConnections();
    target.close();
    await proxy.stop();
  });

  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${proxy.port}${path}`, init);

  it('gives every window the same key of 32 bytes, which no other start has', async () => {
    const keyOf = async (response: Promise<Response>): Promise<string> =>
      Buffer.from(await (await response).arrayBuffer()).toString('hex');
    const key = await keyOf(ask('/mint-key', { method: 'POST' }));
    assert.equal(key.length, 64);
    assert.equal(await keyOf(ask('/mint-key', { method: 'POST' })), key);
    const other = await SecretKeyProxy.start(0);
    try {
      assert.notEqual(await keyOf(fetch(`http://127.0.0.1:${other.port}/mint-key`, { method: 'POST' })), key);
    } finally {
      await other.stop();
    }
  });

  it('passes everything else on as it is, and the answer back', async () => {
    respond = (incoming, outgoing) => {
      void buffer(incoming).then((body) => {
        const { method = '', url = '', headers } = incoming;
        outgoing.writeHead(418, { 'x-host': headers.host ?? '', 'set-cookie': ['a=1', 'b=2'] });
        outgoing.end(`${method} ${url} ${body.toString()}`);
      });
    };
    const response = await ask('/mint-key?x=%20', { method: 'PUT', body: 'bytes' });
    assert.equal(response.status, 418);
    assert.equal(response.headers.get('x-host'), `127.0.0.1:${proxy.port}`);
    assert.deepEqual(response.headers.getSetCookie(), ['a=1', 'b=2']);
    assert.equal(await response.text(), 'PUT /mint-key?x=%20 bytes');
  });

  it('never sends a request on a connection that the server may be closing', async () => {
    const sockets = new Set<unknown>();
    respond = ({ socket }, outgoing) => {
      sockets.add(socket);
      outgoing.end();
    };
    for (let request = 1; request <= 3; request += 1) {
      const response = await ask('/');
      await response.text();
      assert.notEqual(response.headers.get('connection'), 'close', 'the window’s own connection stays');
      assert.equal(sockets.size, request);
    }
  });

  it('passes web sockets on, both ways, and lets go of them when it stops', async () => {
    target.on('upgrade', ({ url }: IncomingMessage, socket: Socket) => {
      socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nX-Path: ${url ?? ''}\r\n\r\n`);
      socket.on('data', (bytes: Buffer) => socket.write(bytes.toString().toUpperCase()));
    });
    const client = connect(proxy.port, '127.0.0.1');
    client.write('GET /socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    const [head] = (await once(client, 'data')) as [Buffer];
    assert.match(head.toString(), /^HTTP\/1\.1 101 [\s\S]*X-Path: \/socket/);
    client.write('hello');
    const [echo] = (await once(client, 'data')) as [Buffer];
    assert.equal(echo.toString(), 'HELLO');
    const closed = once(client, 'close');
    await proxy.stop();
    await closed;
    proxy = await SecretKeyProxy.start(0);
  });

  it('goes on where a window is closed before its answer is there', async () => {
    const asked = new Promise<() => void>((resolve) => {
      respond = (_incoming, outgoing) => resolve(() => outgoing.end('late'));
    });
    const client = connect(proxy.port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const sendResponse = await asked;
    client.resetAndDestroy();
    await once(client, 'close');
    respond = (_incoming, outgoing) => outgoing.end('next');
    assert.equal(await (await ask('/')).text(), 'next');
    sendResponse();
    assert.equal(await (await ask('/')).text(), 'next');
  });

  it('says so where the server behind it is gone', async () => {
    target.closeAllConnections();
    target.close();
    assert.equal((await ask('/')).status, 502);
  });
});
