import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerConnection } from './connection.ts';
import { answerJob } from './job.ts';
import { addRequestHooks } from './requestHooks.ts';
import type { Service } from './service.ts';
import { upload } from './uploadRoute.ts';
import { planSync } from './workspace.ts';

const PREFIX = '/api/public/v1';

/** The server with the five endpoints of the contract. */
export async function createPublicServer(service: Service): Promise<FastifyInstance> {
  const { answers } = service;
  const server = fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    bodyLimit: Number.MAX_SAFE_INTEGER,
    routerOptions: { maxParamLength: 10_000 },
    // For example, for an invalid URL path.
    frameworkErrors: (error, _request, reply) => void answers.sendProblem(reply, 'bad-request', error.message),
  });
  // Bodies are streams, because they can be larger than memory and their bytes are stored unchanged.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', (_request, payload, done) => done(null, payload));
  await server.register(multipart, { limits: { fileSize: Infinity, fieldSize: 1_000_000 } });

  addRequestHooks(server, service, PREFIX);
  server.setNotFoundHandler((request, reply) =>
    answers.sendProblem(reply, 'not-found', `There is nothing at ${request.method} ${request.url}.`),
  );
  server.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    const kind = status === 415 ? 'unsupported-media-type' : status < 500 ? 'bad-request' : 'internal-error';
    return answers.sendProblem(reply, kind, error.message);
  });
  await server.register(
    (routes, _options, done) => {
      addRoutes(routes, service);
      done();
    },
    { prefix: PREFIX },
  );
  return server;
}

/** Adds the five endpoints. */
function addRoutes(routes: FastifyInstance, service: Service): void {
  const { answers, clock, settings, workspace } = service;

  routes.get('/me', (_request, reply) =>
    answers.send(reply, {
      user: { email: settings.email, fullName: settings.fullName },
      workspace: { identifier: settings.workspaceIdentifier, name: settings.workspaceName },
    }),
  );
  routes.get('/connections', (request, reply) => {
    workspace.settle();
    const connections = [...workspace.connections.values()];
    if (connections.some(({ absent, answer }) => absent.length > 0 || Object.keys(answer).length > 0)) {
      request.requestContext.checked = 'request';
    }
    return answers.send(reply, connections.map(answerConnection));
  });
  routes.post('/connections/sync', (request, reply) => startSync(service, request, reply));
  routes.get<{ Params: { syncId: string } }>('/connections/sync/:syncId/status', (request, reply) => {
    workspace.settle();
    const job = workspace.jobs.get(request.params.syncId);
    return !job || job.isForgotten
      ? answers.sendProblem(reply, 'not-found', `There is no sync "${request.params.syncId}".`)
      : answers.send(reply, answerJob(job, clock.now()));
  });
  routes.post('/dataloader/upload', (request, reply) => upload(service, request, reply));
}

/** POST /connections/sync. The contract defines only 200 and 401, the other statuses are choices of this service. */
async function startSync(
  { answers, workspace }: Service,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = request.body === undefined ? '' : await text(request.body as Readable);
  request.requestContext.body = body;
  const entityId = entityIdOf(body);
  if (entityId === undefined) {
    return answers.sendProblem(reply, 'bad-request', 'The body has to be a JSON object with the string "entityId".');
  }
  if (/^\d*$/.test(entityId)) {
    return answers.sendProblem(reply, 'validation-error', 'The request is not valid.', {
      entityId: ['Raw integer entity keys are not supported. Use the entityId of GET /connections.'],
    });
  }
  workspace.settle();
  const connection = workspace.connections.get(entityId);
  if (!connection) {
    return answers.sendProblem(reply, 'not-found', `There is no entity "${entityId}".`);
  }
  if (!connection.isActive) {
    return answers.sendProblem(reply, 'conflict', `${connection.entityName} is not active.`);
  }
  if (connection.running.size > 0) {
    return answers.sendProblem(reply, 'conflict', `A sync of ${connection.entityName} is already running.`);
  }
  const { syncId } = workspace.startJob(connection, 'sync', { plan: planSync(connection) });
  return answers.send(reply, { syncId, entityId, message: `The sync of ${connection.entityName} has started.` });
}

function entityIdOf(body: string): string | undefined {
  try {
    const { entityId } = JSON.parse(body) as { entityId?: unknown };
    return typeof entityId === 'string' ? entityId : undefined;
  } catch {
    return undefined;
  }
}
