import assert from 'node:assert/strict';
import { promises as dns } from 'node:dns';
import { Agent, createServer, request as httpsRequest } from 'node:https';
import type { RequestOptions, Server } from 'node:https';
import { EventEmitter, getEventListeners, once } from 'node:events';
import type { ClientRequest } from 'node:http';
import { Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
import { connect, TLSSocket } from 'node:tls';
import { diagnose, runCheck } from '../../../../src/app/diagnosis/diagnose.ts';
import { readCertificate, reach, resolveName } from '../../../../src/app/diagnosis/networkChecks.ts';
import type { Certificate, Network } from '../../../../src/app/diagnosis/networkChecks.ts';
import { networkFailure } from '../../../../src/api/networkFailure.ts';
import { LocalService } from '../../../service/localService.ts';
import { clientOf, startRawServer } from '../../api/rawServer.ts';
import type { RawServer } from '../../api/rawServer.ts';
import { MemorySecrets } from '../session/memoryStorage.ts';
import { CERTIFICATE_NAME, createCertificate } from '../../../faults/certificate.ts';

const network: Network = {
  lookup: dns.lookup,
  fetch: (url, init) => globalThis.fetch(url, init),
  httpsRequest,
};

function options(changes: Partial<Parameters<typeof diagnose>[0]>): Parameters<typeof diagnose>[0] {
  const common = { client: undefined, network, secrets: new MemorySecrets(), signal: new AbortController().signal };
  return { baseUrl: undefined, ...common, ...changes };
}

describe('A diagnosis', () => {
  let service: LocalService;
  before(async () => {
    service = await LocalService.start({ validate: true });
  });
  after(() => service.stop());

  it('finds the service, the account and the storage in order', async () => {
    const client = clientOf(service.baseUrl, {
      credential: () => Promise.resolve({ method: 'apiKey', origin: service.baseUrl, apiKey: service.apiKey }),
    });
    const progress: string[] = [];
    const { service: found, secrets } = await diagnose(
      options({ baseUrl: service.baseUrl, client, onProgress: (done, all) => progress.push(`${done}/${all}`) }),
    );
    client.dispose();
    assert.deepEqual(found?.name, { kind: 'found', value: ['127.0.0.1'] });
    assert.equal(found.reach.kind === 'found' && found.reach.value.status, 401);
    assert.equal(found.reach.kind === 'found' && found.reach.value.clockAheadMs, 0);
    assert.equal(found.certificate, undefined);
    assert.equal(found.identity?.kind === 'found' && found.identity.value.apiVersion, '1.0');
    assert.equal(found.isLoopback, true);
    assert.deepEqual(secrets, { kind: 'found', value: 'works' });
    assert.deepEqual(progress, ['1/4', '2/4', '3/4', '4/4']);
    assert.deepEqual(await service.violations(), []);
    const me = (await service.requests()).map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(me, ['GET /api/public/v1/me', 'GET /api/public/v1/me']);
  });

  it('checks only the storage if there is no service to check', async () => {
    assert.deepEqual(await diagnose(options({})), { service: undefined, secrets: { kind: 'found', value: 'works' } });
  });

  it('sends no key while signed out', async () => {
    await service.clearRequests();
    const { service: found } = await diagnose(options({ baseUrl: service.baseUrl }));
    assert.equal(found?.identity, undefined);
    assert.deepEqual(
      (await service.requests()).map(({ authScheme }) => authScheme),
      ['none'],
    );
  });

  it('reports each check that fails, and the others all the same', async () => {
    const secrets = new MemorySecrets();
    secrets.failure = new Error('locked');
    // No server listens there any longer.
    const gone = await startRawServer(() => undefined);
    await gone.stop();
    const client = clientOf(gone.baseUrl);
    const found = await diagnose(options({ baseUrl: gone.baseUrl, client, secrets }));
    client.dispose();
    assert.deepEqual(found.secrets, { kind: 'failed', error: secrets.failure });
    assert.equal(found.service?.name.kind, 'found');
    const { reach: reached, identity } = found.service;
    assert.equal(reached.kind === 'failed' && networkFailure(reached.error, 0, 'localhost').kind, 'unreachable');
    assert.equal(identity?.kind, 'failed');
  });

  it('ends each check at its deadline', async () => {
    const silent = await startRawServer(() => undefined);
    const found = await diagnose(options({ baseUrl: silent.baseUrl, deadlineMs: 50 }));
    await silent.stop();
    assert.deepEqual(found.service?.reach, { kind: 'timedOut', afterMs: 50 });
    assert.equal(found.secrets.kind, 'found');
  });

  it('rejects as soon as it is cancelled', async () => {
    const silent = await startRawServer(() => undefined);
    const cancel = new AbortController();
    const running = diagnose(options({ baseUrl: silent.baseUrl, signal: cancel.signal }));
    cancel.abort(new Error('cancelled'));
    await assert.rejects(running, /cancelled/);
    await silent.stop();
  });

  it('aborts what a check that has ended may still do, and no longer listens to the caller’s signal', async () => {
    const { signal } = new AbortController();
    let given: AbortSignal | undefined;
    await runCheck((untilDeadline) => Promise.resolve((given = untilDeadline)), signal);
    assert.equal(given?.aborted, true);
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });

  it('stores its test value under a key that no window reads as an account', async () => {
    const secrets = new MemorySecrets();
    const keys: string[] = [];
    const store = secrets.store.bind(secrets);
    secrets.store = (key, value) => {
      keys.push(key);
      return store(key, value);
    };
    await diagnose(options({ secrets }));
    await diagnose(options({ secrets }));
    assert.equal(new Set(keys).size, 2);
    assert.ok(
      keys.every((key) => /^dataConnections\.diagnose\.[\da-f-]{36}$/.test(key)),
      keys.join(),
    );
  });

  it('deletes its test value, and reports a storage that does not return it', async () => {
    const secrets = new MemorySecrets();
    await diagnose(options({ secrets }));
    assert.equal(secrets.values.size, 0);
    secrets.isForgetful = true;
    assert.deepEqual((await diagnose(options({ secrets }))).secrets, { kind: 'found', value: 'notReturned' });
  });

  it('reports a storage that does not delete its test value', async () => {
    const secrets = new MemorySecrets();
    secrets.delete = () => Promise.resolve();
    assert.deepEqual((await diagnose(options({ secrets }))).secrets, { kind: 'found', value: 'notDeleted' });
  });

  it('ends the request for the account at the deadline', async () => {
    let asked: AbortSignal | undefined;
    const client: Parameters<typeof diagnose>[0]['client'] = {
      getIdentity: (request) => {
        const signal = request?.signal;
        asked = signal;
        return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
      },
    };
    const fetch: Network['fetch'] = () => Promise.reject(new Error('no network'));
    const { service: found } = await diagnose(
      options({ baseUrl: 'http://127.0.0.1:9', client, network: { ...network, fetch }, deadlineMs: 50 }),
    );
    assert.deepEqual(found?.identity, { kind: 'timedOut', afterMs: 50 });
    assert.equal(asked?.aborted, true);
  });
});

describe('The addresses of a host', () => {
  it('are all that are found, each once, and at most ten', async () => {
    const asked: unknown[] = [];
    const addresses = ['10.0.0.0', '10.0.0.0', ...Array.from({ length: 20 }, (_, index) => `10.0.0.${index}`)];
    const lookup: Network['lookup'] = (...args) => {
      asked.push(args);
      return Promise.resolve(addresses.map((address) => ({ address, family: 4 })));
    };
    const expected = Array.from({ length: 10 }, (_, index) => `10.0.0.${index}`);
    assert.deepEqual(await resolveName('service.example', { lookup }), expected);
    assert.deepEqual(asked, [['service.example', { all: true }]]);
  });

  it('are the host itself if it is an address, without a request', async () => {
    const lookup: Network['lookup'] = () => Promise.reject(new Error('asked'));
    assert.deepEqual(await resolveName('127.0.0.1', { lookup }), ['127.0.0.1']);
    assert.deepEqual(await resolveName('[::1]', { lookup }), ['::1']);
  });
});

describe('The way to a service', () => {
  it('is tried with a request without credentials', async () => {
    const sent: unknown[] = [];
    const fetch: Network['fetch'] = (...args) => {
      sent.push(args);
      return Promise.resolve(new Response(null, { status: 204 }));
    };
    const { signal } = new AbortController();
    const { status } = await reach('https://service.example/base', { fetch }, signal);
    assert.equal(status, 204);
    const headers = { accept: 'application/json, application/problem+json' };
    assert.deepEqual(sent, [
      [
        'https://service.example/base/api/public/v1/me',
        { method: 'GET', headers, redirect: 'error', credentials: 'omit', signal },
      ],
    ]);
  });
});

describe('The difference of the clocks', () => {
  let raw: RawServer;
  let date = '';
  before(async () => {
    raw = await startRawServer((_, response) => {
      response.sendDate = false;
      response.writeHead(401, date === '' ? {} : { date }).end();
    });
  });
  after(() => raw.stop());

  it('is what is beyond the duration of the request, in both directions, and unknown without a date', async () => {
    const { signal } = new AbortController();
    const ahead = async (byMs: number): Promise<number | undefined> => {
      date = new Date(Date.now() - byMs).toUTCString();
      return (await reach(raw.baseUrl, network, signal)).clockAheadMs;
    };
    const hour = 3_600_000;
    assert.equal(Math.round(((await ahead(hour)) ?? 0) / 60_000), 60);
    assert.equal(Math.round(((await ahead(-hour)) ?? 0) / 60_000), -60);
    date = '';
    assert.equal((await reach(raw.baseUrl, network, signal)).clockAheadMs, undefined);
  });

  it('is none while the Date header may have been written during the request', async () => {
    const sentAt = Date.parse('2026-03-04T05:06:07.000Z');
    const ahead = async (secondsLater: number): Promise<readonly [number | undefined, number]> => {
      const times = [10_000, 12_500];
      const clocks = [
        mock.method(Date, 'now', () => sentAt),
        mock.method(performance, 'now', () => times.shift() ?? assert.fail('twice')),
      ];
      const headers = { date: new Date(sentAt + secondsLater * 1000).toUTCString() };
      const fetch: Network['fetch'] = () => Promise.resolve(new Response(null, { status: 401, headers }));
      try {
        const { clockAheadMs, tookMs } = await reach(
          'https://service.example',
          { fetch },
          new AbortController().signal,
        );
        return [clockAheadMs, tookMs];
      } finally {
        clocks.forEach((clock) => clock.mock.restore());
      }
    };
    assert.deepEqual(await ahead(0), [0, 2500]);
    assert.deepEqual(await ahead(2), [0, 2500]);
    assert.deepEqual(await ahead(3), [-500, 2500]);
    assert.deepEqual(await ahead(-1), [1, 2500]);
  });

  it('is measured without following a redirect', async () => {
    const redirecting = await startRawServer((_, response) => {
      response.writeHead(302, { location: raw.baseUrl }).end();
    });
    const asked = reach(redirecting.baseUrl, network, new AbortController().signal);
    assert.equal(networkFailure(await failureOfAny(asked), 0, 'localhost').kind, 'redirected');
    await redirecting.stop();
  });
});

describe('The certificate of a service', () => {
  let server: Server;
  let baseUrl: string;
  before(async () => {
    server = createServer(
      createCertificate({ hosts: ['localhost'] }),
      (_, response) => void response.writeHead(401).end(),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    baseUrl = `https://localhost:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it('is described even if it is not trusted', async () => {
    const { service } = await diagnose(options({ baseUrl }));
    assert.equal(service?.certificate?.kind, 'found');
    const { issuer, problem } = service.certificate.value;
    assert.equal(issuer, CERTIFICATE_NAME);
    assert.match(problem ?? '', /SELF_SIGNED|UNABLE_TO_VERIFY/);
    assert.equal(service.reach.kind, 'failed');
  });

  it('is read with a HEAD request, which is then destroyed', async () => {
    const sent: ClientRequest[] = [];
    const observed = ((url: string, init: RequestOptions) => {
      const request = httpsRequest(url, init);
      sent.push(request);
      return request;
    }) as Network['httpsRequest'];
    await readCertificate(baseUrl, { httpsRequest: observed }, new AbortController().signal);
    assert.deepEqual(
      sent.map(({ method, writableEnded, destroyed }) => ({ method, writableEnded, destroyed })),
      [{ method: 'HEAD', writableEnded: true, destroyed: true }],
    );
  });

  it('has the names of its subject and its issuer, as far as it has them', async () => {
    const names = { CN: 'service.example', O: ['Brookfield', 'Mills'] };
    assert.deepEqual(await readFrom({ subject: names, issuer: { CN: '', O: 'Trust Ltd.' }, valid_to: 'Mar 4 2027' }), {
      subject: 'service.example, Brookfield, Mills',
      issuer: 'Trust Ltd.',
      validTo: 'Mar 4 2027',
      problem: undefined,
    });
    const unnamed = await readFrom({ valid_to: 'Mar 4 2027' });
    assert.deepEqual([unnamed.subject, unnamed.issuer], ['', '']);
  });

  it('is not looked for in a connection without one', async () => {
    const request = fakeRequest();
    const read = readCertificate(baseUrl, fakeNetwork(request), new AbortController().signal);
    request.emit('socket', new Socket());
    const error = new Error('no certificate');
    request.emit('error', error);
    await assert.rejects(read, error);
  });

  it('is read from a connection that is already secured, as behind a proxy', async () => {
    const agent = new Agent();
    agent.createConnection = (_, callback) => {
      const socket = connect({ port: Number(new URL(baseUrl).port), host: '127.0.0.1', rejectUnauthorized: false });
      socket.once('secureConnect', () => callback?.(null, socket));
      return undefined;
    };
    const behindProxy = ((url: string, init: RequestOptions) =>
      httpsRequest(url, { ...init, agent })) as Network['httpsRequest'];
    const { signal } = new AbortController();
    assert.equal((await readCertificate(baseUrl, { httpsRequest: behindProxy }, signal)).subject, CERTIFICATE_NAME);
    agent.destroy();
  });

  it('is not found if the service does not answer', async () => {
    const gone = await startRawServer(() => undefined);
    await gone.stop();
    const { service } = await diagnose(options({ baseUrl: gone.baseUrl.replace('http:', 'https:') }));
    assert.equal(service?.certificate?.kind, 'failed');
  });
});

/** A request that sends nothing and emits what a test tells it to. */
function fakeRequest(): EventEmitter {
  return Object.assign(new EventEmitter(), { end: () => undefined, destroy: () => undefined });
}

function fakeNetwork(request: EventEmitter): Pick<Network, 'httpsRequest'> {
  return { httpsRequest: (() => request) as unknown as Network['httpsRequest'] };
}

/** Reads a certificate with these properties from a connection that is already secured. */
function readFrom(certificate: Readonly<Record<string, unknown>>): Promise<Certificate> {
  const socket = new TLSSocket(new Socket());
  Object.assign(socket, { authorized: true, getProtocol: () => 'TLSv1.3', getPeerCertificate: () => certificate });
  const request = fakeRequest();
  const read = readCertificate('https://service.example', fakeNetwork(request), new AbortController().signal);
  request.emit('socket', socket);
  return read.finally(() => socket.destroy());
}

async function failureOfAny(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => assert.fail('it fails'),
    (error: unknown) => error,
  );
}
