import type { FastifyInstance } from 'fastify';
import { isAuthenticated } from './authentication.ts';
import type { Exchange } from './exchange.ts';
import { meetAnswer, meetRequest } from './faultActions.ts';
import type { FaultAction } from './faults.ts';
import { logRequest } from './requestLog.ts';
import type { Service } from './service.ts';

/** What every request passes on its way in and out: the log, the faults, authentication, the limit, the contract. */
export function addPassage(server: FastifyInstance, service: Service, prefix: string): void {
  const { answers, conformance, faults, rateLimit, requests, settings } = service;
  server.decorateRequest('exchange');
  server.addHook('onRequest', async (request, reply) => {
    const logged = logRequest(request.raw);
    requests.push(logged);
    const path = (request.url.split('?', 1)[0] ?? '').replace(prefix, '');
    const fault = faults.take(request.method, path);
    request.exchange = { logged, fault, held: heldAgainstContract(fault), body: undefined };
    if (fault) {
      await meetRequest(fault, request, reply, service);
    }
  });
  server.addHook('onRequest', async (request, reply) => {
    if (!isAuthenticated(request.headers, settings)) {
      reply.header('www-authenticate', 'Bearer, Basic realm="data-connections"');
      return answers.sendProblem(reply, 'unauthorized', 'Authentication is missing or invalid.');
    }
    if (!(await rateLimit.admit(() => request.raw.destroyed))) {
      reply.headers(rateLimit.refusalHeaders());
      return answers.sendProblem(reply, 'rate-limit-exceeded', 'Too many requests. Try again later.');
    }
    return undefined;
  });
  server.addHook('onSend', async (request, reply, payload) => {
    if (settings.hasRateLimitHeaders && !reply.hasHeader('x-ratelimit-limit')) {
      reply.headers(rateLimit.headers());
    }
    const { exchange } = request;
    if (conformance && exchange.held !== 'nothing' && typeof payload === 'string') {
      conformance.check({
        method: request.method,
        url: request.url,
        headers: request.headers as Record<string, string | string[]>,
        body: exchange.body,
        status: reply.statusCode,
        answer: exchange.held === 'all' ? { type: String(reply.getHeader('content-type')), text: payload } : undefined,
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

/** A scripted answer is nobody's promise, and where it came without a look at the body, nor is there a request to judge. */
function heldAgainstContract(fault: FaultAction | undefined): Exchange['held'] {
  return fault?.kind === 'answer' || fault?.kind === 'redirect' || fault?.kind === 'rateLimit' ? 'nothing' : 'all';
}
