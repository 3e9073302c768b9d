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
  | 'content-too-large'
  | 'unsupported-media-type'
  | 'rate-limit-exceeded'
  | 'internal-error';

const statuses: Readonly<Record<ProblemKind, number>> = {
  'bad-request': 400,
  'validation-error': 400,
  unauthorized: 401,
  'not-found': 404,
  conflict: 409,
  'content-too-large': 413,
  'unsupported-media-type': 415,
  'rate-limit-exceeded': 429,
  'internal-error': 500,
};

type ProblemErrors = Readonly<Record<string, readonly string[]>> | undefined;

/** A request that is refused with problem details. The message becomes their `detail`. */
export class RefusedRequest extends Error {
  readonly kind: ProblemKind;
  readonly errors: ProblemErrors;

  constructor(kind: ProblemKind, detail: string, errors?: ProblemErrors) {
    super(detail);
    this.kind = kind;
    this.errors = errors;
  }
}

/** A JSON body with its status and content type. */
export interface JsonResponse {
  readonly status: number;
  readonly type: string;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Problem {
  readonly kind: ProblemKind;
  readonly detail: string;
  readonly errors?: ProblemErrors;
  /** The address that was requested. */
  readonly instance: string;
}

/** Every path of the contract begins with this (contract, Versioning 1). */
export const API_PATH = '/api/public/v1';

/** `data` of GET /me (contract, Identity). */
export function identityData(settings: Readonly<Settings>) {
  return {
    user: { email: settings.email, fullName: settings.fullName },
    workspace: { identifier: settings.workspaceIdentifier, name: settings.workspaceName },
  };
}

/** Makes and sends responses: data in the envelope of the contract, or problem details. */
export class Responses {
  readonly #settings: Settings;
  readonly #clock: ServiceClock;

  constructor(settings: Settings, clock: ServiceClock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  ofData(data: unknown): JsonResponse {
    const meta = {
      apiVersion: this.#settings.apiVersion,
      ...requestIds(),
      workspaceIdentifier: this.#settings.workspaceIdentifier,
      timestamp: isoTime(this.#clock.now()),
    };
    return { status: 200, type: 'application/json; charset=utf-8', body: { data, meta } };
  }

  ofProblem({ kind, detail, errors, instance }: Problem): JsonResponse {
    const status = statuses[kind];
    const body = {
      type: `https://data-connections.test/problems/${kind}`,
      title: STATUS_CODES[status],
      status,
      detail,
      instance,
      ...(errors ? { errors } : {}),
      ...(this.#settings.hasProblemExtensions ? { ...requestIds(), timestamp: isoTime(this.#clock.now()) } : {}),
    };
    return { status, type: 'application/problem+json; charset=utf-8', body };
  }

  send(reply: FastifyReply, data: unknown): FastifyReply {
    return sendResponse(reply, this.ofData(data));
  }

  sendProblem(reply: FastifyReply, kind: ProblemKind, detail: string, errors?: ProblemErrors): FastifyReply {
    return sendResponse(reply, this.ofProblem({ kind, detail, errors, instance: reply.request.url }));
  }
}

function sendResponse(reply: FastifyReply, { status, type, body }: JsonResponse): FastifyReply {
  return reply.code(status).type(type).send(body);
}

function requestIds() {
  return {
    requestId: `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`,
    correlationId: randomBytes(16).toString('hex'),
  };
}
