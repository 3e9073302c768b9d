import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createUndiciFetch } from '../../../../src/api/undiciFetch.ts';
import type { OwnRoute } from '../../../../src/ui/network/networkRoute.ts';
import { FetchCache } from '../../../../src/ui/network/fetchCache.ts';
import { eventually } from '../../../eventually.ts';

const DIRECT: OwnRoute = { kind: 'own', proxy: undefined, systemCertificates: false };

describe('The cache of fetch functions', () => {
  let server: Server;
  let respond: RequestListener;
  let sockets: number;
  let made: number;
  let fetches: FetchCache;

  beforeEach(async () => {
    sockets = 0;
    made = 0;
    respond = (_request, response) => response.end('{}');
    server = createServer((request, response) => respond(request, response));
    // The client keeps a connection as long as the server says it does.
    server.keepAliveTimeout = 600_000;
    server.on('connection', (socket) => {
      sockets += 1;
      socket.on('close', () => (sockets -= 1));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    fetches = new FetchCache(() => {
      made += 1;
      return Promise.resolve(createUndiciFetch());
    });
  });

  afterEach(() => {
    fetches.dispose();
    server.closeAllConnections();
    server.close();
  });

  async function get(route = DIRECT): Promise<string> {
    const { fetch } = await fetches.get(route);
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {});
    return new Response(response.body).text();
  }

  const untilClosed = () => eventually(() => sockets === 0, 'Every connection is closed');

  it('are the same as long as the route is', async () => {
    await get();
    await get();
    assert.equal(made, 1);
    await get({ ...DIRECT, systemCertificates: true });
    assert.equal(made, 2);
  });

  it('are made again if that has failed', async () => {
    let failure: Error | undefined = new Error('The certificates could not be read.');
    const unsteady = new FetchCache(() => (failure === undefined ? fetches.get(DIRECT) : Promise.reject(failure)));
    await assert.rejects(unsteady.get(DIRECT), failure);
    failure = undefined;
    assert.equal(await unsteady.get(DIRECT), await fetches.get(DIRECT));
  });

  it('close their connections once the settings have changed, and make new ones', async () => {
    await get();
    assert.equal(sockets, 1);
    fetches.release();
    await untilClosed();
    await get();
    assert.equal(made, 2);
  });

  it('let a request end that is in flight when the settings change', async () => {
    let finish: (() => unknown) | undefined;
    respond = (_request, response) => {
      finish = () => response.end('whole');
      response.write('the ');
    };
    const pending = get();
    await eventually(() => finish, 'The request has arrived');
    fetches.release();
    respond = (_request, response) => response.end('{}');
    assert.equal(await get(), '{}');
    finish?.();
    assert.equal(await pending, 'the whole');
  });

  it('close every connection at once when they are disposed, and open no other', async () => {
    respond = () => undefined;
    const pending = get();
    await eventually(() => sockets === 1, 'The request has arrived');
    fetches.dispose();
    await assert.rejects(pending);
    await untilClosed();
    await assert.rejects(get(), /no longer active/);
  });
});
