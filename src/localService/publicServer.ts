import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { connectionResponse } from './connection.ts';
import { jobResponse } from './job.ts';
import { entityIdOf, findSyncTarget, syncMessage } from './jobRules.ts';
import { addRequestHooks } from './requestHooks.ts';
import { API_PATH, identityData, RefusedRequest } from './responses.ts';
import type { ProblemKind } from './responses.ts';
import type { Service } from './service.ts';
import { upload } from './uploadRoute.ts';
import { planSync } from './workspace.ts';

/** The server with the five endpoints of the contract. */
export async function createPublicServer(service: Service): Promise<FastifyInstance> {
  const { responses } = service;
  const server = fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    bodyLimit: Number.MAX_SAFE_INTEGER,
    routerOptions: { maxParamLength: 10_000 },
    // For example, for an invalid URL path.
    frameworkErrors: (error, _request, reply) => void responses.sendProblem(reply, 'bad-request', error.message),
  });
  // Bodies are streams, because they can be larger than memory and their bytes are stored unchanged.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', (_request, payload, done) => done(null, payload));
  await server.register(multipart, { limits: { fileSize: Infinity, fieldSize: 1_000_000 } });

  addRequestHooks(server, service);
  server.setNotFoundHandler((request, reply) =>
    responses.sendProblem(reply, 'not-found', `There is nothing at ${request.method} ${request.url}.`),
  );
  server.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof RefusedRequest) {
      return responses.sendProblem(reply, error.kind, error.message, error.errors);
    }
    return responses.sendProblem(reply, problemKind(error.statusCode), error.message);
  });
  await server.register(
    (routes, _options, done) => {
      addRoutes(routes, service);
      done();
    },
    { prefix: API_PATH },
  );
  return server;
}

/** Adds the five endpoints. */
function problemKind(status = 500): ProblemKind {
  if (status === 415) {
    return 'unsupported-media-type';
  }
  return status < 500 ? 'bad-request' : 'internal-error';
}

function addRoutes(routes: FastifyInstance, service: Service): void {
  const { responses, clock, settings, workspace } = service;

  routes.get('/me', (_request, reply) => responses.send(reply, identityData(settings)));
  routes.get('/connections', (request, reply) => {
    workspace.settle();
    const connections = [...workspace.connections.values()];
    if (connections.some(({ absent, response }) => absent.length > 0 || Object.keys(response).length > 0)) {
      request.requestContext.checked = 'request';
    }
    return responses.send(reply, connections.map(connectionResponse));
  });
  routes.post('/connections/sync', (request, reply) => startSync(service, request, reply));
  routes.get<{ Params: { syncId: string } }>('/connections/sync/:syncId/status', (request, reply) => {
    workspace.settle();
    const job = workspace.jobs.get(request.params.syncId);
    return !job || job.isForgotten
      ? responses.sendProblem(reply, 'not-found', `There is no sync "${request.params.syncId}".`)
      : responses.send(reply, jobResponse(job, clock.now()));
  });
  routes.post('/dataloader/upload', (request, reply) => upload(service, request, reply));
}

/** POST /connections/sync. The contract defines only 200 and 401, the other statuses are choices of this service. */
async function startSync(
  { responses, workspace }: Service,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = request.body === undefined ? '' : await text(request.body as Readable);
  request.requestContext.body = body;
  const entityId = entityIdOf(body);
  workspace.settle();
  const target = findSyncTarget(entityId, workspace.connections);
  const { syncId } = workspace.startJob(target, 'sync', { plan: planSync(target) });
  return responses.send(reply, { syncId, entityId: target.entityId, message: syncMessage(target) });
}
