import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { eventually } from '../../eventually.ts';
import { LocalService } from '../../service/localService.ts';
import { ask, entityIdOf, postJson, startSync, uploadJson, url } from './client.ts';

describe('Faults of the local service', () => {
  let service: LocalService;
  before(async () => (service = await LocalService.start({ validate: true })));
  after(() => service.stop());
  beforeEach(() => service.reset());
  afterEach(async () => assert.deepEqual(await service.violations(), []));

  const get = (path: string, init: RequestInit = {}) =>
    fetch(url(service, path), { headers: { 'x-api-key': service.apiKey }, ...init });

  it('answer anything, also without authentication', async () => {
    await service.addFault({
      path: '/me',
      action: { kind: 'response', status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Gateway</h1>' },
    });
    const response = await fetch(url(service, '/me'));
    assert.equal(response.status, 502);
    assert.equal(response.headers.get('content-type'), 'text/html');
    assert.equal(await response.text(), '<h1>Bad Gateway</h1>');
    assert.equal((await get('/connections')).status, 200);
  });

  it('answer unchanged bytes, repeated as often as specified', async () => {
    const bodyBase64 = gzipSync('{"packed":true}').toString('base64');
    await service.addFault({
      path: '/me',
      times: 1,
      action: { kind: 'response', status: 200, headers: { 'content-encoding': 'gzip' }, bodyBase64 },
    });
    await service.addFault({
      path: '/me',
      action: { kind: 'response', status: 200, body: '0123456789', repeat: 100_000 },
    });
    assert.equal(await (await get('/me')).text(), '{"packed":true}');
    assert.equal((await (await get('/me')).arrayBuffer()).byteLength, 1_000_000);
  });

  it('apply to their method and path, the specified number of times, after the number to skip', async () => {
    const action = { kind: 'response', status: 503 } as const;
    await service.addFault({ method: 'POST', path: '/connections', action });
    await service.addFault({ path: '^/connections/sync/[^/]+/status$', skip: 1, times: 2, action });
    assert.equal((await get('/connections')).status, 200);
    assert.equal((await get('/connections/sync', { method: 'POST' })).status, 503);
    const statuses: number[] = [];
    for (let asked = 0; asked < 4; asked += 1) {
      statuses.push((await get('/connections/sync/unknown/status')).status);
    }
    assert.deepEqual(statuses, [404, 503, 503, 404]);
  });

  it('end when they are removed or cleared', async () => {
    const id = await service.addFault({ action: { kind: 'response', status: 500 } });
    assert.equal((await get('/me')).status, 500);
    await service.removeFault(id);
    assert.equal((await get('/me')).status, 200);
    await service.addFault({ action: { kind: 'response', status: 500 } });
    await service.clearFaults();
    assert.equal((await get('/me')).status, 200);
  });

  it('reject with 429 and the headers of the rate limit', async () => {
    await service.freeze(true);
    const { now } = await service.state();
    await service.addFault({ action: { kind: 'rateLimit', retryAfterS: 7 } });
    const { body, headers, status } = await ask(service, '/me');
    assert.equal(status, 429);
    assert.match(String(body['type']), /rate-limit-exceeded$/);
    assert.equal(headers.get('retry-after'), '7');
    assert.equal(headers.get('x-ratelimit-limit'), '1000');
    assert.equal(headers.get('x-ratelimit-remaining'), '0');
    assert.equal(headers.get('x-ratelimit-reset'), String(Math.ceil(now / 1000 + 7)));
  });

  it('redirect', async () => {
    await service.addFault({ action: { kind: 'redirect', location: 'https://elsewhere.example/' } });
    const response = await get('/me', { redirect: 'manual' });
    assert.equal(response.status, 307);
    assert.equal(response.headers.get('location'), 'https://elsewhere.example/');
  });

  it('reset the connection immediately or during a body', async () => {
    await service.addFault({ path: '/me', action: { kind: 'cut' } });
    await service.addFault({ path: '/dataloader', action: { kind: 'cut', afterBytes: 100_000 } });
    await assert.rejects(get('/me'));
    await assert.rejects(uploadJson(service, 'x', JSON.stringify('x'.repeat(1_000_000))));
    assert.deepEqual(await service.uploads(), []);
  });

  it('lose the answer after processing the request', async () => {
    const entityId = await entityIdOf(service, 'Accounts');
    await service.addFault({ method: 'POST', action: { kind: 'loseResponse' } });
    await assert.rejects(startSync(service, entityId));
    const { connections } = await service.state();
    assert.ok(connections.find((each) => each.entityId === entityId)?.isCurrentlySyncing);
  });

  it('delay the answer after processing the request', async () => {
    const entityId = await entityIdOf(service, 'Accounts');
    await service.addFault({ method: 'POST', action: { kind: 'delayResponse', ms: 600_000 } });
    const abort = new AbortController();
    const asked = get('/connections/sync', {
      method: 'POST',
      body: JSON.stringify({ entityId }),
      signal: abort.signal,
      headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
    });
    await eventually(
      async () => (await service.state()).jobs.some(({ status }) => status === 'running'),
      'The sync was started',
    );
    abort.abort();
    await assert.rejects(asked, { name: 'AbortError' });
  });

  it('interrupt the connection during the answer', async () => {
    await service.addFault({ times: 1, action: { kind: 'halfBody' } });
    const response = await get('/connections');
    assert.equal(response.status, 200);
    await assert.rejects(response.text());
    assert.equal((await get('/connections')).status, 200);
  });

  it('delay, and hang until the client disconnects', async () => {
    await service.addFault({ path: '/me', action: { kind: 'delay', ms: 20 } });
    assert.equal((await get('/me')).status, 200);
    await service.addFault({ path: '/connections', action: { kind: 'hang' } });
    const abort = new AbortController();
    const hanging = get('/connections', { signal: abort.signal });
    await eventually(
      async () => (await service.requests()).some(({ path }) => path.endsWith('/connections')),
      'The request arrived',
    );
    abort.abort();
    await assert.rejects(hanging, { name: 'AbortError' });
  });

  it('change the regular answer', async () => {
    const patch = { meta: { apiVersion: '2.1', requestId: null }, data: { user: { fullName: '$(zap) <b>' } } };
    await service.addFault({ action: { kind: 'merge', patch } });
    const { body } = await ask<{ user: { fullName: string; email: string } }>(service, '/me');
    assert.equal(body.meta['apiVersion'], '2.1');
    assert.ok(!('requestId' in body.meta));
    assert.deepEqual(body.data.user, { email: service.email, fullName: '$(zap) <b>' });
  });

  it('are rejected if their pattern is invalid', async () => {
    await assert.rejects(service.addFault({ path: '(', action: { kind: 'cut' } }));
  });
});

describe('The rate limit of the local service', () => {
  let service: LocalService;
  before(async () => (service = await LocalService.start({ validate: true })));
  after(() => service.stop());
  beforeEach(async () => {
    await service.reset();
    await service.freeze(true);
  });

  it('counts down in headers', async () => {
    await service.setSettings({ isRateLimited: true, hasRateLimitHeaders: true });
    await ask(service, '/me');
    const { headers } = await ask(service, '/me');
    assert.equal(headers.get('x-ratelimit-remaining'), '998');
  });

  it('queues requests, and rejects them if the queue is full', async () => {
    await service.setSettings({ isRateLimited: true, rateLimit: 2, rateLimitQueue: 1 });
    await ask(service, '/me');
    await ask(service, '/me');
    const asked = [ask(service, '/me'), ask(service, '/me')];
    const refused = await Promise.race(asked);
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('retry-after'), '60');
    await service.advance(60_000);
    assert.deepEqual((await Promise.all(asked)).map(({ status }) => status).sort(), [200, 429]);
    assert.deepEqual(await service.violations(), []);
  });

  it('is off by default', async () => {
    const { headers } = await postJson(service, '/connections/sync', '{"entityId":"unknown"}');
    assert.equal(headers.get('x-ratelimit-limit'), null);
  });
});
