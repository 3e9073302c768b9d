import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAuthenticated } from './authentication.ts';
import { answerConnection } from './connection.ts';
import './exchange.ts';
import { meetAnswer, meetRequest } from './faultActions.ts';
import { answerJob } from './job.ts';
import { logRequest } from './requestLog.ts';
import type { Service } from './service.ts';
import { UploadRoute } from './uploadRoute.ts';
import { planSync } from './workspace.ts';

const PREFIX = '/api/public/v1';

/** The service as its users see it: the five endpoints of the contract. */
export async function createPublicServer(service: Service): Promise<FastifyInstance> {
  const { answers } = service;
  const server = fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    bodyLimit: Number.MAX_SAFE_INTEGER,
    routerOptions: { maxParamLength: 10_000 },
    // A target that is no URL path at all gets here instead of to a route.
    frameworkErrors: (error, _request, reply) => void answers.sendProblem(reply, 'bad-request', error.message),
  });
  // Bodies are streams: they may be larger than memory, and their text has to be kept as it came.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', (_request, payload, done) => done(null, payload));
  await server.register(multipart, { limits: { fileSize: Infinity, fieldSize: 1_000_000 } });

  addHooks(server, service);
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

function addHooks(server: FastifyInstance, service: Service): void {
  const { answers, conformance, faults, rateLimit, requests, settings } = service;
  server.decorateRequest('exchange');
  server.addHook('onRequest', async (request, reply) => {
    const logged = logRequest(request.raw);
    requests.push(logged);
    const path = (request.url.split('?', 1)[0] ?? '').replace(PREFIX, '');
    const fault = faults.take(request.method, path);
    request.exchange = { logged, fault, isScripted: fault !== undefined && fault.kind !== 'delay', body: undefined };
    if (fault) {
      await meetRequest(fault, request, reply, answers);
    }
  });
  server.addHook('onRequest', async (request, reply) => {
    if (!isAuthenticated(request.headers, settings)) {
      reply.header('www-authenticate', 'Bearer, Basic realm="data-connections"');
      return answers.sendProblem(reply, 'unauthorized', 'Authentication is missing or invalid.');
    }
    if (!(await rateLimit.admit(() => request.raw.destroyed))) {
      reply.header('retry-after', rateLimit.retryAfterS());
      return answers.sendProblem(reply, 'rate-limit-exceeded', 'Too many requests. Try again later.');
    }
    return undefined;
  });
  server.addHook('onSend', async (request, reply, payload) => {
    if (settings.hasRateLimitHeaders) {
      reply.headers(rateLimit.headers());
    }
    const { exchange } = request;
    if (conformance && !exchange.isScripted && typeof payload === 'string') {
      conformance.check({
        method: request.method,
        url: request.url,
        headers: request.headers as Record<string, string | string[]>,
        body: exchange.body,
        status: reply.statusCode,
        answerType: String(reply.getHeader('content-type')),
        answer: payload,
      });
    }
    return exchange.fault && typeof payload === 'string'
      ? meetAnswer(exchange.fault, request, reply, payload)
      : payload;
  });
  server.addHook('onResponse', async (request, reply) => {
    request.exchange.logged.status = reply.statusCode;
  });
}

function addRoutes(routes: FastifyInstance, service: Service): void {
  const { answers, clock, settings, uploads, workspace } = service;
  const upload = new UploadRoute({ answers, clock, settings, uploads, workspace });

  routes.get('/me', (_request, reply) =>
    answers.send(reply, {
      user: { email: settings.email, fullName: settings.fullName },
      workspace: { identifier: settings.workspaceIdentifier, name: settings.workspaceName },
    }),
  );
  routes.get('/connections', (request, reply) => {
    workspace.settle();
    const connections = [...workspace.connections.values()];
    request.exchange.isScripted ||= connections.some(
      ({ answer, absent }) => absent.length > 0 || Object.keys(answer).length > 0,
    );
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
  routes.post('/dataloader/upload', (request, reply) => upload.handle(request, reply));
}

/** POST /connections/sync (contract, there). Everything but 200 and 401 is this service's own choice. */
async function startSync(
  { answers, workspace }: Service,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = await text(request.body as Readable);
  request.exchange.body = body;
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
