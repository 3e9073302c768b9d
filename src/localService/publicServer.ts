import multipart from '@fastify/multipart';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { addPassage } from './passage.ts';
import { addRoutes } from './publicRoutes.ts';
import type { Service } from './service.ts';

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

  addPassage(server, service, PREFIX);
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
