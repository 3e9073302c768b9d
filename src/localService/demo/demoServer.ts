import { timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Answers, RefusedRequest } from '../answer.ts';
import type { Answer } from '../answer.ts';
import { ServiceClock } from '../clock.ts';
import { answerConnection } from '../connection.ts';
import { answerJob } from '../job.ts';
import { acceptanceMessage, entityIdOf, findSyncTarget, rejectionMessage, rejectionReason } from '../jobRules.ts';
import { seedWorkspace } from '../seed.ts';
import type { Settings } from '../settings.ts';
import { planSync, Workspace } from '../workspace.ts';
import { planDemoUpload, readDemoUpload } from './demoUpload.ts';

const PREFIX = '/api/public/v1';
/** Bodies are kept in memory until their rows are counted. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

type Handler = (request: IncomingMessage) => unknown;

/**
 * The five endpoints of the contract with demo data, all in memory. Answers only requests with the key, and none from web pages or with
 * a host name other than the loopback address.
 */
export function createDemoServer(settings: Readonly<Settings>): Server {
  const clock = new ServiceClock(1);
  const answers = new Answers(settings, clock);
  const workspace = new Workspace(clock);
  seedWorkspace(workspace, 'demo', clock.now());
  const handlers = createHandlers(settings, workspace, clock);

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const path = request.url?.split('?', 1)[0] ?? '';
    try {
      assertAllowed(request, settings.apiKey);
      workspace.settle();
      return answers.ofData(await findHandler(handlers, `${request.method ?? ''} ${path}`)(request));
    } catch (error) {
      const { kind, errors, message } =
        error instanceof RefusedRequest ? error : new RefusedRequest('internal-error', String(error));
      return answers.ofProblem({ kind, errors, detail: message, instance: path });
    }
  };
  return createServer((request, response) => {
    void answer(request).then((answered) => send(request, response, answered));
  });
}

function createHandlers(settings: Readonly<Settings>, workspace: Workspace, clock: ServiceClock) {
  return {
    'GET /me': () => ({
      user: { email: settings.email, fullName: settings.fullName },
      workspace: { identifier: settings.workspaceIdentifier, name: settings.workspaceName },
    }),
    'GET /connections': () => [...workspace.connections.values()].map(answerConnection),
    'POST /connections/sync': async (request: IncomingMessage) => {
      const entityId = entityIdOf((await bodyOf(request)).toString());
      const target = findSyncTarget(entityId, workspace.connections);
      const { syncId } = workspace.startJob(target, 'sync', { plan: planSync(target) });
      return { syncId, entityId: target.entityId, message: `The sync of ${target.entityName} has started.` };
    },
    'GET /connections/sync/:syncId/status': (request: IncomingMessage) => {
      const syncId = decodeURIComponent(request.url?.split('/').at(-2) ?? '');
      const job = workspace.jobs.get(syncId);
      if (!job) {
        throw new RefusedRequest('not-found', `There is no sync "${syncId}".`);
      }
      return answerJob(job, clock.now());
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
    .replace(` ${PREFIX}/`, ' /')
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

/** Reads even a body that is too large to its end, because a client that is still sending would not read the answer. */
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

function send(request: IncomingMessage, response: ServerResponse, { status, type, body }: Answer): void {
  request.resume();
  response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
}
