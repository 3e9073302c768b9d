import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isObject } from '../base/json.ts';
import type { FaultAction } from './faults.ts';
import type { Service } from './service.ts';

/** Applies a fault to a request before it is authenticated. Where this sends or hijacks the reply, handling ends. */
export async function applyToRequest(
  action: FaultAction,
  request: FastifyRequest,
  reply: FastifyReply,
  { responses, rateLimit }: Pick<Service, 'responses' | 'rateLimit'>,
): Promise<void> {
  switch (action.kind) {
    case 'delay':
      await sleep(action.ms);
      return;
    case 'hang':
      reply.hijack();
      return readBody(request, action.afterBytes ?? Infinity);
    case 'cut':
      reply.hijack();
      await readBody(request, action.afterBytes ?? 0);
      request.raw.socket.resetAndDestroy();
      return;
    case 'response': {
      if (!action.early) {
        await readBody(request, Infinity);
      }
      const bytes =
        action.bodyBase64 === undefined ? Buffer.from(action.body ?? '') : Buffer.from(action.bodyBase64, 'base64');
      reply.code(action.status).headers(action.headers ?? {});
      await reply.send(action.repeat === undefined ? bytes : Readable.from(repeated(bytes, action.repeat)));
      return;
    }
    case 'redirect':
      await readBody(request, Infinity);
      await reply
        .code(action.status ?? 307)
        .header('location', action.location)
        .send();
      return;
    case 'rateLimit':
      await readBody(request, Infinity);
      reply.headers(rateLimit.rejectionHeaders(action.retryAfterS));
      await responses.sendProblem(reply, 'rate-limit-exceeded', 'Too many requests.');
      return;
    case 'loseResponse':
    case 'delayResponse':
    case 'halfBody':
    case 'merge':
      // Applied to the response.
      return;
  }
}

/** Applies a fault to the response. Returns what is sent instead of `payload`. */
export async function applyToResponse(
  action: FaultAction,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string,
): Promise<unknown> {
  switch (action.kind) {
    case 'delayResponse':
      await sleep(action.ms);
      return payload;
    case 'loseResponse':
      request.raw.socket.resetAndDestroy();
      return payload;
    case 'halfBody': {
      const bytes = Buffer.from(payload);
      reply.header('content-length', bytes.length);
      return Readable.from(firstHalf(bytes, request), { objectMode: false });
    }
    case 'merge':
      reply.removeHeader('content-length');
      return JSON.stringify(merge(JSON.parse(payload), action.patch));
    default:
      return payload;
  }
}

/** Reads the request's body until it ends or `limit` bytes were read. Doesn't read the rest. */
async function readBody({ raw }: FastifyRequest, limit: number): Promise<void> {
  let count = 0;
  if (limit === 0) {
    return;
  }
  await new Promise<void>((resolve) => {
    raw.on('data', (chunk: Buffer) => {
      count += chunk.length;
      if (count >= limit) {
        raw.pause();
        resolve();
      }
    });
    raw.once('end', resolve);
    raw.once('close', resolve);
  });
}

function* repeated(bytes: Buffer, times: number): Generator<Buffer> {
  for (let sent = 0; sent < times; sent += 1) {
    yield bytes;
  }
}

async function* firstHalf(bytes: Buffer, request: FastifyRequest): AsyncGenerator<Buffer> {
  yield bytes.subarray(0, Math.ceil(bytes.length / 2));
  // Long enough for the first half to be sent.
  await sleep(50);
  request.raw.socket.destroy();
}

/** A JSON merge patch (RFC 7396). */
function merge(target: unknown, patch: unknown): unknown {
  if (!isObject(patch) || Array.isArray(patch)) {
    return patch;
  }
  const merged: Record<string, unknown> = isObject(target) && !Array.isArray(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) {
      Reflect.deleteProperty(merged, name);
    } else {
      merged[name] = merge(merged[name], value);
    }
  }
  return merged;
}
