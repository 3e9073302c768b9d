import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { ServiceClock } from './clock.ts';
import { isoTime } from './clock.ts';
import type { Settings } from './settings.ts';

/** The problem types of the service, by the last part of `type`. */
export type ProblemKind =
  | 'bad-request'
  | 'validation-error'
  | 'unauthorized'
  | 'not-found'
  | 'conflict'
  | 'unsupported-media-type'
  | 'rate-limit-exceeded'
  | 'internal-error';

const statuses: Readonly<Record<ProblemKind, number>> = {
  'bad-request': 400,
  'validation-error': 400,
  unauthorized: 401,
  'not-found': 404,
  conflict: 409,
  'unsupported-media-type': 415,
  'rate-limit-exceeded': 429,
  'internal-error': 500,
};

/** Sends answers: data in the envelope of the contract, or problem details. */
export class Answers {
  readonly #settings: Settings;
  readonly #clock: ServiceClock;

  constructor(settings: Settings, clock: ServiceClock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  send(reply: FastifyReply, data: unknown): FastifyReply {
    const meta = {
      apiVersion: this.#settings.apiVersion,
      ...requestIds(),
      workspaceIdentifier: this.#settings.workspaceIdentifier,
      timestamp: isoTime(this.#clock.now()),
    };
    return reply.code(200).type('application/json; charset=utf-8').send({ data, meta });
  }

  sendProblem(
    reply: FastifyReply,
    kind: ProblemKind,
    detail: string,
    errors?: Readonly<Record<string, readonly string[]>>,
  ): FastifyReply {
    const status = statuses[kind];
    const body = {
      type: `https://data-connections.test/problems/${kind}`,
      title: STATUS_CODES[status],
      status,
      detail,
      instance: reply.request.url,
      ...(errors ? { errors } : {}),
      ...(this.#settings.hasProblemExtensions ? { ...requestIds(), timestamp: isoTime(this.#clock.now()) } : {}),
    };
    return reply.code(status).type('application/problem+json; charset=utf-8').send(body);
  }
}

function requestIds() {
  return {
    requestId: `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`,
    correlationId: randomBytes(16).toString('hex'),
  };
}
