import assert from 'node:assert/strict';
import { LocalService } from '../../service/localService.ts';
import { ask, entityIdOf, jobStatus, postJson, startSync, uploadFile, uploadJson } from './client.ts';

describe('The validation against the contract', () => {
  let service: LocalService;
  before(async () => (service = await LocalService.start({ validate: true })));
  after(() => service.stop());
  beforeEach(() => service.reset());

  async function messagesOf(direction: 'request' | 'response', endpoint: string): Promise<string> {
    const found = (await service.violations()).filter(
      (each) => each.direction === direction && each.endpoint === endpoint,
    );
    return found.flatMap(({ messages }) => messages).join('; ');
  }

  it('accepts valid requests and answers', async () => {
    const loader = await entityIdOf(service, 'Budget Upload');
    await ask(service, '/me');
    await ask(service, '/connections');
    await startSync(service, await entityIdOf(service, 'Accounts'));
    const { body } = await uploadFile(service, { entityId: loader, name: 'a.csv', content: 'a,b\n1,2\n' });
    await uploadJson(service, loader, '[{"a":1,"b":null,"c":true}]');
    await uploadJson(service, loader, '"a,b\\n1,2"');
    await uploadFile(service, { entityId: 'unknown', name: 'a.csv', content: 'a,b\n1,2\n' });
    await jobStatus(service, body.data.syncId);
    await service.advance(60_000);
    await jobStatus(service, body.data.syncId);
    await ask(service, '/connections/sync/unknown/status');
    await ask(service, '/connections');
    assert.deepEqual(await service.violations(), []);
  });

  it('reports a body without an entityId, and an entityId of digits', async () => {
    await postJson(service, '/connections/sync', '{}');
    await startSync(service, '123');
    const messages = await messagesOf('request', 'POST /connections/sync');
    assert.match(messages, /entityId/);
    assert.match(messages, /pattern/);
  });

  it('reports nested values in the rows of a JSON upload', async () => {
    await uploadJson(service, await entityIdOf(service, 'Budget Upload'), '[{"a":{"b":1}}]');
    assert.match(await messagesOf('request', 'POST /dataloader/upload'), /data/);
  });

  it('reports missing parts of a multipart upload', async () => {
    const form = new FormData();
    form.append('entityId', 'x');
    await ask(service, '/dataloader/upload', { method: 'POST', body: form });
    assert.match(await messagesOf('request', 'POST /dataloader/upload'), /file/);
  });

  it('reports unknown queries, paths and methods', async () => {
    await ask(service, '/connections?page=2');
    await ask(service, '/connections/7');
    await ask(service, '/me', { method: 'DELETE' });
    assert.match(await messagesOf('request', 'GET /connections'), /additional properties/);
    assert.match(await messagesOf('request', 'GET /api/public/v1/connections/7'), /not in the contract/);
    assert.match(await messagesOf('request', 'DELETE /api/public/v1/me'), /not in the contract/);
  });

  it('validates the request, but not a scripted answer', async () => {
    const entityId = await entityIdOf(service, 'Accounts');
    await service.putConnection({ entityId, response: { isActive: 'perhaps', extra: [1] }, absent: ['entityName'] });
    const { data } = (await ask<readonly Record<string, unknown>[]>(service, '/connections')).body;
    const row = data.find((each) => each['entityId'] === entityId);
    assert.equal(row?.['isActive'], 'perhaps');
    assert.deepEqual(row['extra'], [1]);
    assert.ok(!('entityName' in row));
    assert.deepEqual(await service.violations(), []);
  });

  it('answers with an error if validation is off', async () => {
    const other = await LocalService.start({ seed: 'empty' });
    try {
      await assert.rejects(other.violations(), /--validate/);
    } finally {
      await other.stop();
    }
  });
});
