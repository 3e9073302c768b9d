import { timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { ServiceClock } from '../clock.ts';
import { connectionResponse } from '../connection.ts';
import { jobResponse } from '../job.ts';
import {
  acceptanceMessage,
  entityIdOf,
  findSyncTarget,
  rejectionMessage,
  rejectionReason,
  syncMessage,
} from '../jobRules.ts';
import { API_PATH, identityData, RefusedRequest, Responses } from '../responses.ts';
import type { JsonResponse } from '../responses.ts';
import { seedWorkspace } from '../seed.ts';
import type { Settings } from '../settings.ts';
import { planSync, Workspace } from '../workspace.ts';
import { planDemoUpload, readDemoUpload } from './demoUpload.ts';

/** Bodies are kept in memory until their rows are counted. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** `path`: of the request, without its query. */
type Handler = (request: IncomingMessage, path: string) => unknown;

/**
 * The five endpoints of the contract with demo data, all in memory. Responds only to requests with the key, and not to those
 * from web pages or with a host name other than the loopback address.
 */
export function createDemoServer(settings: Readonly<Settings>): Server {
  const clock = new ServiceClock(1);
  const responses = new Responses(settings, clock);
  const workspace = new Workspace(clock);
  seedWorkspace(workspace, 'demo', clock.now());
  const handlers = createHandlers(settings, workspace, clock);

  const respond = async (request: IncomingMessage): Promise<JsonResponse> => {
    const path = request.url?.split('?', 1)[0] ?? '';
    try {
      assertAllowed(request, settings.apiKey);
      workspace.settle();
      return responses.ofData(await findHandler(handlers, `${request.method ?? ''} ${path}`)(request, path));
    } catch (error) {
      const { kind, errors, message } =
        error instanceof RefusedRequest ? error : new RefusedRequest('internal-error', String(error));
      return responses.ofProblem({ kind, errors, detail: message, instance: path });
    }
  };
  return createServer((request, response) => {
    void respond(request).then((content) => send(request, response, content));
  });
}

function createHandlers(settings: Readonly<Settings>, workspace: Workspace, clock: ServiceClock) {
  return {
    'GET /me': () => identityData(settings),
    'GET /connections': () => [...workspace.connections.values()].map(connectionResponse),
    'POST /connections/sync': async (request: IncomingMessage) => {
      const entityId = entityIdOf((await bodyOf(request)).toString());
      const target = findSyncTarget(entityId, workspace.connections);
      const { syncId } = workspace.startJob(target, 'sync', { plan: planSync(target) });
      return { syncId, entityId: target.entityId, message: syncMessage(target) };
    },
    'GET /connections/sync/:syncId/status': (_request: IncomingMessage, path: string) => {
      const syncId = decodeURIComponent(path.split('/').at(-2) ?? '');
      const job = workspace.jobs.get(syncId);
      if (!job) {
        throw new RefusedRequest('not-found', `There is no sync "${syncId}".`);
      }
      return jobResponse(job, clock.now());
    },
    'POST /dataloader/upload': async (request: IncomingMessage) => {
      const { entityId, rows, problem } = await readDemoUpload(await bodyOf(request), request.headers['content-type']);
      const connection = workspace.connections.get(entityId);
      if (!connection?.acceptsUploads) {
        return { entityId, message: rejectionMessage(rejectionReason(entityId, connection)) };
      }
      const { syncId } = workspace.startJob(connection, 'upload', { plan: planDemoUpload(rows, problem) });
      return { entityId, syncId, message: acceptanceMessage(connection) };
    },
  } satisfies Readonly<Record<string, Handler>>;
}

function findHandler(handlers: Readonly<Record<string, Handler>>, target: string): Handler {
  const route = target
    .replace(` ${API_PATH}/`, ' /')
    .replace(/\/connections\/sync\/[^/]+\/status$/, '/connections/sync/:syncId/status');
  const handler = route === target ? undefined : handlers[route];
  if (handler === undefined) {
    throw new RefusedRequest('not-found', `There is nothing at ${target}.`);
  }
  return handler;
}

/** Rejects requests of web pages, which have an Origin, or another Host if their own host name resolves to this machine. */
function assertAllowed({ headers, socket }: IncomingMessage, apiKey: string): void {
  const key = headers['x-api-key'];
  const isForeign = headers.origin !== undefined || headers.host !== `127.0.0.1:${socket.localPort ?? 0}`;
  if (isForeign || typeof key !== 'string' || !isSame(key, apiKey)) {
    throw new RefusedRequest('unauthorized', 'Authentication is missing or invalid.');
  }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Reads even a body that is too large to its end, because a client that is still sending would not read the response. */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let byteLength = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    byteLength += chunk.length;
    if (byteLength <= MAX_BODY_BYTES) {
      chunks.push(chunk);
    }
  }
  if (byteLength > MAX_BODY_BYTES) {
    throw new RefusedRequest('content-too-large', 'The demo accepts uploads of up to 64 MB.');
  }
  return Buffer.concat(chunks);
}

function send(request: IncomingMessage, response: ServerResponse, { status, type, body }: JsonResponse): void {
  request.resume();
  response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
}
