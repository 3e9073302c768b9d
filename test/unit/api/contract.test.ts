import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Credential } from '../../../src/model/account.ts';
import { jobPhase } from '../../../src/model/jobStatus.ts';
import type { UploadFormat } from '../../../src/model/upload.ts';
import { LocalService } from '../../service/localService.ts';
import { clientOf } from './rawServer.ts';
import { apiErrorOf, failureOf } from './thrownBy.ts';
import { fileOf } from './uploadFiles.ts';

const FORMATS: readonly UploadFormat[] = ['multipart', 'json'];

describe('ServiceClient, with the service', function () {
  // Starting the process with validation takes time.
  this.timeout(30_000);

  let service: LocalService;
  const client = (credential?: Credential) =>
    clientOf(service.baseUrl, {
      credential: () => Promise.resolve(credential ?? { method: 'apiKey', origin: origin(), apiKey: service.apiKey }),
    });
  const origin = () => new URL(service.baseUrl).origin;
  const loader = async () => (await service.uploadTargets())[0];

  before(async () => {
    service = await LocalService.start({ validate: true });
    await service.freeze(true);
  });
  afterEach(async () => {
    await service.clearFaults();
  });
  after(async () => {
    const violations = await service.violations();
    await service.stop();
    assert.deepEqual(violations, []);
  });

  it('authenticates with each of the three methods, and fails with a wrong secret', async () => {
    const methods: readonly (readonly [Credential, Credential])[] = [
      [
        { method: 'apiKey', origin: origin(), apiKey: service.apiKey },
        { method: 'apiKey', origin: origin(), apiKey: 'wrong' },
      ],
      [
        { method: 'bearer', origin: origin(), accessToken: service.accessToken },
        { method: 'bearer', origin: origin(), accessToken: 'wrong' },
      ],
      [
        { method: 'basic', origin: origin(), email: service.email, apiKey: service.apiKey },
        { method: 'basic', origin: origin(), email: service.email, apiKey: 'wrong' },
      ],
    ];
    await service.clearRequests();
    const { settings } = await service.state();
    for (const [right, wrong] of methods) {
      const identity = await client(right).getIdentity();
      assert.equal(identity.user.email, service.email);
      assert.equal(identity.workspace.identifier, settings.workspaceIdentifier);
      const failure = await failureOf(client(wrong).getIdentity(), 'unauthorized');
      assert.ok(failure.problem?.requestId);
    }
    const schemes = (await service.requests()).map(({ authScheme }) => authScheme);
    assert.deepEqual(schemes, ['apiKey', 'apiKey', 'bearer', 'bearer', 'basic', 'basic']);
  });

  it('lists all connections with all fields', async () => {
    const { connections } = await service.state();
    const list = await client().listConnections();
    assert.equal(list.droppedRows, 0);
    assert.deepEqual(
      list.connections.map(({ entityId, entityName, sourceSystem, hasError, isActive }) => ({
        entityId,
        entityName,
        sourceSystem,
        hasError,
        isActive,
      })),
      connections.map(({ entityId, entityName, sourceSystem, hasError, isActive }) => ({
        entityId,
        entityName,
        sourceSystem,
        hasError,
        isActive,
      })),
    );
    for (const [i, { lastSyncId, lastSyncAt }] of list.connections.entries()) {
      assert.equal(lastSyncId, connections[i]?.lastSyncId ?? undefined);
      assert.equal(lastSyncAt, connections[i]?.lastSyncAt && Date.parse(connections[i].lastSyncAt));
    }
  });

  it('decodes connections with missing members and members of other types', async () => {
    const entityId = 'tolerance';
    await service.putConnection({
      entityId,
      response: { hasError: 'yes', entityName: null, lastSyncId: 7, lastSyncAt: 'soon', unknown: {} },
      absent: ['isActive', 'sourceSystem', 'nextScheduledSyncAt'],
    });
    const { connections } = await client().listConnections();
    await service.removeConnection(entityId);
    assert.deepEqual(
      connections.find((connection) => connection.entityId === entityId),
      {
        entityId,
        entityName: '',
        hasError: false,
        isActive: true,
        isCurrentlySyncing: false,
        lastSyncId: undefined,
        lastSyncStatus: undefined,
        lastSyncAt: undefined,
        nextScheduledSyncAt: undefined,
        sourceSystem: '',
      },
    );
  });

  it('starts a sync and reads its status until it ends', async () => {
    const { connections } = await client().listConnections();
    const idle = connections.find(({ isActive, isCurrentlySyncing }) => isActive && !isCurrentlySyncing);
    assert.ok(idle);
    await service.nextJob({ durationMs: 4000 });
    const started = await client().startSync(idle.entityId);
    assert.equal(started.entityId, idle.entityId);
    const running = await client().getJobStatus(started.syncId);
    assert.equal(running.syncId, started.syncId);
    assert.equal(jobPhase(running), 'running');
    assert.equal(running.completedAt, undefined);
    await service.advance(60_000);
    const ended = await client().getJobStatus(started.syncId);
    assert.equal(jobPhase(ended), 'succeeded');
    assert.ok(ended.startedAt !== undefined && ended.completedAt !== undefined);
    assert.deepEqual(
      ended.steps.map(({ name }) => name),
      ['Extract', 'Load'],
    );
  });

  it('rejects with notFound for an unknown job', async () => {
    const failure = await failureOf(client().getJobStatus('no/such?job'), 'notFound');
    assert.ok(failure.problem);
  });

  describe('uploads', () => {
    const csv = 'name,"a ""quoted"" one",number\r\n"Zoë, 数",😀,12345678901234567890\r\n"two\nlines",,0.10\r\n';

    for (const format of FORMATS) {
      it(`arrive unchanged in bytes and cells: CSV as ${format}`, async () => {
        const entityId = await loader();
        const file = fileOf('csv', [csv.slice(0, 31), csv.slice(31)], 'Übersicht "Q1".csv');
        const started = await client().upload({ entityId, format, file });
        assert.equal(started.entityId, entityId);
        const upload = (await service.uploads()).find(({ syncId }) => syncId === started.syncId);
        assert.equal(upload?.format, format);
        assert.equal(upload.kind, 'csv');
        const { columns, rows } = await service.uploadRows(started.syncId);
        assert.deepEqual(columns, ['name', 'a "quoted" one', 'number']);
        assert.deepEqual(rows, [
          ['Zoë, 数', '😀', '12345678901234567890'],
          ['two\nlines', '', '0.10'],
        ]);
        if (format === 'multipart') {
          assert.equal(upload.sha256, createHash('sha256').update(csv).digest('hex'));
          assert.equal(Buffer.from(await service.uploadRaw(started.syncId)).toString(), csv);
        }
      });

      it(`keep a number of twenty digits: JSON as ${format}`, async () => {
        const entityId = await loader();
        const text = '[{"id":12345678901234567890,"amount":1.50},{"id":-0.1000000000000000055,"amount":null}]';
        const started = await client().upload({ entityId, format, file: fileOf('json', [text]) });
        const { columns, rows } = await service.uploadRows(started.syncId);
        assert.deepEqual(columns, ['id', 'amount']);
        assert.deepEqual(rows, [
          ['12345678901234567890', '1.50'],
          ['-0.1000000000000000055', ''],
        ]);
      });

      it(`are followed like a sync, as ${format}`, async () => {
        const started = await client().upload({ entityId: await loader(), format, file: fileOf('csv', [csv]) });
        assert.equal(jobPhase(await client().getJobStatus(started.syncId)), 'running');
        await service.advance(10 * 60_000);
        assert.notEqual(jobPhase(await client().getJobStatus(started.syncId)), 'running');
      });

      it(`are rejected with the service's message for an unknown entity, as ${format}`, async () => {
        for (const rejectedSyncId of ['absent', 'null', 'empty'] as const) {
          await service.setSettings({ rejectedSyncId });
          const call = client().upload({ entityId: 'no-such-entity', format, file: fileOf('csv', [csv]) });
          const error = await apiErrorOf(call);
          assert.ok(error.failure.kind === 'rejected' && error.failure.reason === 'byService');
          assert.equal(error.failure.status, 200);
          assert.notEqual(error.failure.message, '');
        }
      });

      it(`are sent once, even if their answer is lost, as ${format}`, async () => {
        const entityId = await loader();
        const before = (await service.uploads()).length;
        await service.addFault({ method: 'POST', times: 1, action: { kind: 'loseResponse' } });
        const error = await apiErrorOf(client().upload({ entityId, format, file: fileOf('csv', [csv]) }));
        assert.equal(error.failure.kind, 'unreachable');
        assert.equal(error.mayHaveArrived, true);
        assert.equal((await service.uploads()).length, before + 1);
      });
    }
  });

  it('rejects with rateLimited and the time to wait', async () => {
    await service.addFault({ times: 1, action: { kind: 'rateLimit', retryAfterS: 3 } });
    assert.equal((await failureOf(client().listConnections(), 'rateLimited')).retryAfterMs, 3000);
  });

  it('does not follow a redirect', async () => {
    await service.addFault({ times: 1, action: { kind: 'redirect', location: `${service.baseUrl}/login` } });
    await failureOf(client().listConnections(), 'redirected');
  });

  it('fires the API version and the workspace of each answer', async () => {
    const seen: unknown[] = [];
    const watched = client();
    watched.onDidReceiveResponse((meta) => seen.push([meta?.apiVersion, meta?.workspaceIdentifier]));
    const { settings } = await service.state();
    await service.setSettings({ workspaceIdentifier: 'elsewhere', apiVersion: '2.0' });
    await watched.listConnections();
    await service.setSettings(settings);
    assert.deepEqual(seen, [['2.0', 'elsewhere']]);
  });
});
