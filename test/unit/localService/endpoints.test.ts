import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { LocalService } from '../../service/localService.ts';
import { ask, entityIdOf, jobStatus, postJson, startSync, url } from './client.ts';

interface Row {
  readonly entityId: string;
  readonly entityName: string;
  readonly isActive: boolean;
  readonly hasError: boolean;
  readonly isCurrentlySyncing: boolean;
  readonly lastSyncId?: string | null;
  readonly sourceSystem: string;
}

describe('The local service', () => {
  let service: LocalService;
  before(async () => (service = await LocalService.start({ validate: true })));
  after(() => service.stop());
  beforeEach(() => service.reset());

  it('answers the identity in the envelope of the contract', async () => {
    const { status, body } = await ask<{ user: { email: string }; workspace: { identifier: string } }>(service, '/me');
    assert.equal(status, 200);
    assert.equal(body.data.user.email, service.email);
    assert.equal(body.meta['workspaceIdentifier'], body.data.workspace.identifier);
    assert.match(body.meta['requestId'] ?? '', /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    assert.match(body.meta['timestamp'] ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('accepts a key, a token, and an email address with a key, with header names in any case', async () => {
    const basic = Buffer.from(`${service.email}:${service.apiKey}`).toString('base64');
    for (const headers of [
      { 'X-API-Key': service.apiKey },
      { AUTHORIZATION: `Bearer ${service.accessToken}` },
      { authorization: `Basic ${basic}` },
    ]) {
      assert.equal((await fetch(url(service, '/me'), { headers })).status, 200);
    }
    assert.deepEqual(
      (await service.requests()).map(({ authScheme }) => authScheme),
      ['apiKey', 'bearer', 'basic'],
    );
  });

  it('rejects missing, wrong and contradictory credentials with problem details', async () => {
    const wrong: Record<string, string>[] = [
      {},
      { 'x-api-key': 'wrong' },
      { authorization: `Bearer ${service.apiKey}` },
      { authorization: `Basic ${Buffer.from(`someone@else.example:${service.apiKey}`).toString('base64')}` },
      { authorization: `Digest ${service.apiKey}` },
      { 'x-api-key': service.apiKey, authorization: 'Bearer wrong' },
    ];
    for (const headers of wrong) {
      const response = await fetch(url(service, '/me'), { headers });
      assert.equal(response.status, 401);
      assert.equal(response.headers.get('content-type'), 'application/problem+json; charset=utf-8');
      assert.equal(((await response.json()) as { status: number }).status, 401);
    }
    assert.deepEqual(await service.violations(), []);
  });

  it('lists connections in every state of the contract, from six source systems', async () => {
    const { data } = (await ask<readonly Row[]>(service, '/connections')).body;
    assert.equal(data.length, 25);
    assert.equal(new Set(data.map(({ sourceSystem }) => sourceSystem)).size, 6);
    assert.ok(data.some(({ isActive }) => !isActive));
    assert.ok(data.some(({ hasError, isActive }) => hasError && isActive));
    assert.ok(data.some(({ lastSyncId }) => lastSyncId === null));
    assert.ok(data.some((row) => !('lastSyncId' in row)));
    assert.ok(data.every(({ isCurrentlySyncing }) => !isCurrentlySyncing));
  });

  it('has a job for every lastSyncId', async () => {
    const { data } = (await ask<readonly Row[]>(service, '/connections')).body;
    for (const { hasError, lastSyncId } of data) {
      if (typeof lastSyncId === 'string') {
        assert.equal((await jobStatus(service, lastSyncId)).status, hasError ? 'failed' : 'completed');
      }
    }
  });

  it('has running syncs in the demo data, and the same ids on every start', async () => {
    const demo = await LocalService.start({ seed: 'demo' });
    try {
      const rows = (await ask<readonly Row[]>(demo, '/connections')).body.data;
      const running = rows.filter(({ isCurrentlySyncing }) => isCurrentlySyncing);
      assert.equal(running.length, 2);
      for (const { lastSyncId } of running) {
        assert.equal((await jobStatus(demo, lastSyncId ?? '')).status, 'running');
      }
      const ids = (await ask<readonly Row[]>(service, '/connections')).body.data.map(({ entityId }) => entityId);
      assert.deepEqual(
        rows.map(({ entityId }) => entityId),
        ids,
      );
    } finally {
      await demo.stop();
    }
  });

  it('rejects a sync of an unknown, numeric, inactive or already syncing entity', async () => {
    const accounts = await entityIdOf(service, 'Accounts');
    assert.equal((await startSync(service, 'nothing')).status, 404);
    const digits = await startSync(service, '4711');
    assert.equal(digits.status, 400);
    assert.ok('entityId' in (digits.body['errors'] as object));
    assert.equal((await startSync(service, await entityIdOf(service, 'Fixed Assets'))).status, 409);
    assert.equal((await startSync(service, accounts)).status, 200);
    assert.equal((await startSync(service, accounts)).status, 409);
  });

  it('answers every invalid request with problem details', async () => {
    const mistakes = [
      await postJson(service, '/connections/sync', '{"entityId":'),
      await postJson(service, '/connections/sync', 'null'),
      await ask(service, '/connections/sync', { method: 'POST' }),
      await ask(service, '/connections/sync', { method: 'POST', body: 'entityId=x' }),
      await ask(service, '/dataloader/upload', { method: 'POST' }),
      await ask(service, '/connections/sync/unknown/status'),
      await ask(service, '/nothing'),
      await ask(service, '/%zz'),
      await ask(service, '/me', { method: 'DELETE' }),
    ];
    assert.deepEqual(
      mistakes.map(({ status }) => status),
      [400, 400, 400, 415, 400, 404, 404, 400, 404],
    );
    for (const { body, headers, status } of mistakes) {
      assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
      assert.equal(body['status'], status);
    }
  });

  it('omits the extension members of problem details if they are off', async () => {
    assert.ok('requestId' in (await ask(service, '/nothing')).body);
    await service.setSettings({ hasProblemExtensions: false });
    const { body } = await ask(service, '/nothing');
    assert.deepEqual(Object.keys(body), ['type', 'title', 'status', 'detail', 'instance']);
  });

  it('changes its key, workspace and version on request, and restores them on reset', async () => {
    const before = service.apiKey;
    await service.setKey('another');
    await service.setWorkspace('elsewhere');
    await service.setApiVersion('2.0');
    const { body } = await ask(service, '/me');
    assert.equal(body.meta['workspaceIdentifier'], 'elsewhere');
    assert.equal(body.meta['apiVersion'], '2.0');
    assert.equal((await fetch(url(service, '/me'), { headers: { 'x-api-key': before } })).status, 401);
    await service.reset();
    assert.equal(service.apiKey, before);
    assert.equal((await ask(service, '/me')).body.meta['apiVersion'], '1.0');
  });

  it('rejects requests to the control port from web pages and with other host names', async () => {
    const asked = await fetch(`${service.controlUrl}/state`, { headers: { origin: 'https://example.com' } });
    assert.equal(asked.status, 403);
    const rebound = request(`${service.controlUrl}/state`, { headers: { host: 'example.com' } }).end();
    const [response] = (await once(rebound, 'response')) as [IncomingMessage];
    response.resume();
    assert.equal(response.statusCode, 403);
  });
});
