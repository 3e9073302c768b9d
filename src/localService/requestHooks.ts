import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { applyToRequest, applyToResponse } from './faultActions.ts';
import type { FaultAction } from './faults.ts';
import { logRequest } from './requestLog.ts';
import type { LoggedRequest } from './requestLog.ts';
import { API_PATH } from './responses.ts';
import type { Service } from './service.ts';
import type { Settings } from './settings.ts';

/** State of one request while it is handled. */
interface RequestContext {
  readonly logged: LoggedRequest;
  /** The fault that applies to it. */
  fault: FaultAction | undefined;
  /** What is validated against the contract: only the request if a test has scripted the response. */
  checked: 'all' | 'request' | 'nothing';
  /** JSON text, or the parts of a multipart body by name. */
  body: string | Record<string, unknown> | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    requestContext: RequestContext;
  }
}

/** Adds what runs for every request: the request log, faults, authentication, the rate limit, the contract check. */
export function addRequestHooks(server: FastifyInstance, service: Service): void {
  const { responses, conformance, faults, rateLimit, requests, settings } = service;
  server.decorateRequest('requestContext');
  server.addHook('onRequest', async (request, reply) => {
    const logged = logRequest(request.raw);
    requests.push(logged);
    const path = (request.url.split('?', 1)[0] ?? '').replace(API_PATH, '');
    const fault = faults.take(request.method, path);
    request.requestContext = { logged, fault, checked: checkedParts(fault), body: undefined };
    if (fault) {
      await applyToRequest(fault, request, reply, service);
    }
  });
  server.addHook('onRequest', async (request, reply) => {
    if (!isAuthenticated(request.headers, settings)) {
      reply.header('www-authenticate', 'Bearer, Basic realm="data-connections"');
      return responses.sendProblem(reply, 'unauthorized', 'Authentication is missing or invalid.');
    }
    if (!(await rateLimit.admit(() => request.raw.destroyed))) {
      reply.headers(rateLimit.rejectionHeaders());
      return responses.sendProblem(reply, 'rate-limit-exceeded', 'Too many requests. Try again later.');
    }
    return undefined;
  });
  server.addHook('onSend', async (request, reply, payload) => {
    if (settings.hasRateLimitHeaders && !reply.hasHeader('x-ratelimit-limit')) {
      reply.headers(rateLimit.headers());
    }
    const context = request.requestContext;
    if (conformance && context.checked !== 'nothing' && typeof payload === 'string') {
      conformance.check({
        method: request.method,
        url: request.url,
        headers: request.headers as Record<string, string | string[]>,
        body: context.body,
        status: reply.statusCode,
        response:
          context.checked === 'all' ? { type: String(reply.getHeader('content-type')), text: payload } : undefined,
      });
    }
    return context.fault && typeof payload === 'string'
      ? applyToResponse(context.fault, request, reply, payload)
      : payload;
  });
  server.addHook('onResponse', async (request, reply) => {
    request.requestContext.logged.status = reply.statusCode;
  });
}

/** Scripted responses need not follow the contract, and these faults respond before the request's body is parsed. */
function checkedParts(fault: FaultAction | undefined): RequestContext['checked'] {
  return fault?.kind === 'response' || fault?.kind === 'redirect' || fault?.kind === 'rateLimit' ? 'nothing' : 'all';
}

/** Whether a request is authenticated (contract, Authentication 2). All credentials it carries must be valid. */
function isAuthenticated(headers: IncomingHttpHeaders, settings: Settings): boolean {
  const checks: boolean[] = [];
  const key = headers['x-api-key'];
  if (key !== undefined) {
    checks.push(key === settings.apiKey);
  }
  if (headers.authorization !== undefined) {
    checks.push(isValidAuthorization(headers.authorization, settings));
  }
  return checks.length > 0 && checks.every(Boolean);
}

function isValidAuthorization(authorization: string, settings: Settings): boolean {
  const [, scheme = '', value = ''] = /^(\S+) +(.*)$/.exec(authorization) ?? [];
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return value === settings.accessToken;
    case 'basic':
      return value === Buffer.from(`${settings.email}:${settings.apiKey}`).toString('base64');
    default:
      return false;
  }
}
