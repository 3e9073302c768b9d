import { readFile } from 'node:fs/promises';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { connectionResponse } from './connection.ts';
import type { ConnectionPatch } from './connection.ts';
import type { Fault } from './faults.ts';
import { jobResponse } from './job.ts';
import type { JobScript } from './job.ts';
import type { Service } from './service.ts';
import type { Settings } from './settings.ts';
import { planSync } from './workspace.ts';
import type { NextJob } from './workspace.ts';

/** The control port, which tests use to control the service. README.md lists its requests. */
export function createControlServer(service: Service): FastifyInstance {
  const server = fastify({ forceCloseConnections: true, bodyLimit: 256 * 1024 * 1024 });
  // Rejects requests from web pages, and with host names that resolve to this machine.
  server.addHook('onRequest', async (request, reply) => {
    const isLoopback = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(request.headers.host ?? '');
    if (!isLoopback || request.headers.origin !== undefined) {
      return reply.code(403).send({ error: 'This port is for local tests only.' });
    }
    return undefined;
  });
  addStateRoutes(server, service);
  addJobRoutes(server, service);
  addTrafficRoutes(server, service);
  addUploadRoutes(server, service);
  return server;
}

function addStateRoutes(server: FastifyInstance, service: Service): void {
  const { clock, settings, workspace } = service;
  server.get('/state', () => {
    workspace.settle();
    const now = clock.now();
    return {
      now,
      isFrozen: clock.isFrozen,
      timeRate: clock.rate,
      settings,
      connections: [...workspace.connections.values()].map((connection) => ({
        ...connectionResponse(connection),
        acceptsUploads: connection.acceptsUploads,
        everyMs: connection.everyMs,
      })),
      jobs: [...workspace.jobs.values()].map((job) => ({
        ...jobResponse(job, now),
        entityId: job.entityId,
        kind: job.kind,
      })),
    };
  });
  server.post<{ Body: { advanceMs?: number; isFrozen?: boolean; rate?: number } }>('/time', ({ body }) => {
    if (body.isFrozen !== undefined) {
      clock.setFrozen(body.isFrozen);
    }
    if (body.rate !== undefined) {
      clock.setRate(body.rate);
    }
    clock.advance(body.advanceMs ?? 0);
    workspace.settle();
    return { now: clock.now() };
  });
  server.post<{ Body: Partial<Settings> }>('/settings', ({ body }) => Object.assign(settings, body));
  server.post<{ Body: readonly (ConnectionPatch & { entityId: string })[] }>('/connections', ({ body }) => {
    for (const { entityId, ...patch } of body) {
      workspace.putConnection(entityId, patch);
    }
    return {};
  });
  server.delete<{ Params: { entityId: string } }>('/connections/:entityId', ({ params }) => ({
    isRemoved: workspace.connections.delete(params.entityId),
  }));
  server.post('/reset', async () => {
    await service.reset();
    return {};
  });
}

function addJobRoutes(server: FastifyInstance, { workspace }: Service): void {
  server.post<{ Body: NextJob }>('/jobs/next', ({ body }) => {
    workspace.scriptNextJob(body);
    return {};
  });
  server.post<{ Body: { entityId: string } & NextJob }>('/jobs', ({ body: { entityId, ...script } }, reply) => {
    workspace.settle();
    const connection = workspace.connections.get(entityId);
    if (!connection) {
      return reply.code(404).send({ error: `No connection ${entityId}.` });
    }
    workspace.scriptNextJob(script);
    return { syncId: workspace.startJob(connection, 'sync', { plan: planSync(connection) }).syncId };
  });
  server.post<{ Params: { syncId: string }; Body: JobScript & { forget?: boolean } }>(
    '/jobs/:syncId',
    ({ params, body }, reply) => {
      workspace.settle();
      const job = workspace.jobs.get(params.syncId);
      if (!job) {
        return reply.code(404).send({ error: `No job ${params.syncId}.` });
      }
      const { forget, ...script } = body;
      job.isForgotten = forget ?? job.isForgotten;
      workspace.scriptJob(job, script);
      return {};
    },
  );
}

function addTrafficRoutes(server: FastifyInstance, { conformance, faults, requests }: Service): void {
  server.get('/faults', () => faults.all);
  server.post<{ Body: Fault }>('/faults', ({ body }) => ({ id: faults.add(body) }));
  server.delete('/faults', () => {
    faults.clear();
    return {};
  });
  server.delete<{ Params: { id: string } }>('/faults/:id', ({ params }) => {
    faults.remove(Number(params.id));
    return {};
  });
  server.get('/requests', () => requests);
  server.delete('/requests', () => {
    requests.length = 0;
    return {};
  });
  server.get('/violations', (_request, reply) =>
    conformance ? conformance.violations : reply.code(409).send({ error: 'Start the service with --validate.' }),
  );
}

function addUploadRoutes(server: FastifyInstance, { uploads }: Service): void {
  server.get('/uploads', () =>
    [...uploads.accepted.values()].map(({ syncId, entityId, format, kind, fileName, byteLength, sha256 }) => ({
      syncId,
      entityId,
      format,
      kind,
      fileName,
      byteLength,
      sha256,
    })),
  );
  server.get<{ Params: { syncId: string; what: string } }>('/uploads/:syncId/:what', async ({ params }, reply) => {
    const upload = uploads.accepted.get(params.syncId);
    if (!upload) {
      return reply.code(404).send({ error: `No upload ${params.syncId}.` });
    }
    if (params.what === 'raw') {
      return reply.type('application/octet-stream').send(await readFile(upload.path));
    }
    const { columns, problem } = await upload.parsed;
    const { rows } = uploads;
    return params.what === 'digest'
      ? { columns, problem, rowCount: rows.count(upload.syncId), sha256: rows.digest(upload.syncId, columns.length) }
      : { columns, problem, rows: [...rows.read(upload.syncId, columns.length)] };
  });
}
