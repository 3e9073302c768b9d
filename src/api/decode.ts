import * as z from 'zod/mini';
import { parseTimestamp } from '../base/time.ts';
import type { Identity } from '../model/account.ts';
import type { AnswerMeta } from '../model/answerMeta.ts';
import type { Connection } from '../model/connection.ts';
import type { JobStatus, JobStep } from '../model/jobStatus.ts';
import {
  isUsableId,
  limitedStatus,
  limitedText,
  MAX_ID_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_NAME_LENGTH,
  MAX_STEPS,
} from '../model/limits.ts';

// The service is a preview (contract, Versioning 3): what is unknown passes, and what has the wrong type is as if absent.
// Only what nothing can be done without, the ids, is insisted on.
const id = z.string().check(z.refine(isUsableId));
const text = z.catch(z.string(), '');
const name = z.catch(z.pipe(z.string(), z.transform(shortName)), '');
const optionalName = z.catch(z.optional(z.pipe(z.string().check(z.regex(/\S/)), z.transform(shortName))), undefined);
const optionalId = z.catch(z.optional(id), undefined);
const optionalNumber = z.catch(z.optional(z.number()), undefined);
const isTrue = z.catch(z.boolean(), false);
const isNotFalse = z.catch(z.boolean(), true);
const moment = z.optional(z.pipe(z.unknown(), z.transform(parseTimestamp)));

/** More rows than any workspace has, and few enough to be read at each refresh without a pause. */
const MAX_CONNECTIONS = 20_000;

const envelopeShape = z.object({ data: z.unknown(), meta: z.catch(z.unknown(), undefined) });

const metaShape = z.object({
  apiVersion: optionalId,
  requestId: optionalId,
  correlationId: optionalId,
  workspaceIdentifier: optionalId,
  timestamp: optionalId,
});

const connectionShape = z.object({
  entityId: id,
  entityName: name,
  hasError: isTrue,
  // Where the service doesn't say, nothing is claimed to be switched off.
  isActive: isNotFalse,
  isCurrentlySyncing: isTrue,
  lastSyncId: optionalId,
  lastSyncStatus: optionalName,
  lastSyncAt: moment,
  nextScheduledSyncAt: moment,
  sourceSystem: name,
});

// A `syncId` of another type, or one that is too long, is no refusal: something was started that can't be named.
const startedShape = z.object({
  syncId: z.nullish(z.string().check(z.maxLength(MAX_ID_LENGTH))),
  entityId: optionalId,
  message: text,
});

const statusFields = {
  status: text,
  message: text,
  startedAt: moment,
  completedAt: moment,
};
const stepShape = z.object({ ...statusFields, name: text, count: optionalNumber });
const jobShape = z.object({ ...statusFields, syncId: optionalId, steps: z.catch(z.array(z.unknown()), []) });

const identityShape = z.object({
  user: z.catch(z.object({ email: name, fullName: name }), { email: '', fullName: '' }),
  workspace: z.catch(z.object({ identifier: optionalId, name }), { identifier: undefined, name: '' }),
});

/** Splits an answer into payload and meta (contract, Response envelope). Undefined for what is not an envelope. */
export function decodeEnvelope(
  answer: unknown,
): { readonly data: unknown; readonly meta: AnswerMeta | undefined } | undefined {
  const { data: envelope } = z.safeParse(envelopeShape, answer);
  if (envelope?.data === undefined) {
    return undefined;
  }
  const { data: meta } = z.safeParse(metaShape, envelope.meta);
  return {
    data: envelope.data,
    meta: meta && {
      apiVersion: meta.apiVersion,
      requestId: meta.requestId,
      correlationId: meta.correlationId,
      workspaceIdentifier: meta.workspaceIdentifier,
      timestamp: meta.timestamp,
    },
  };
}

/** Reads `data` of GET /me. Undefined where neither it nor `meta` names the workspace. */
export function decodeIdentity(data: unknown, meta: AnswerMeta | undefined): Identity | undefined {
  const { data: identity } = z.safeParse(identityShape, data);
  const identifier = identity?.workspace.identifier ?? meta?.workspaceIdentifier;
  return identity && identifier !== undefined
    ? { user: identity.user, workspace: { identifier, name: identity.workspace.name } }
    : undefined;
}

export interface ConnectionList {
  readonly connections: readonly Connection[];
  /** How many rows were left out because they had no usable `entityId`. */
  readonly droppedRows: number;
  /** How many rows beyond the first 20,000 were not read. */
  readonly omittedRows: number;
}

/**
 * Reads `data` of GET /connections. A row without an id, or with the id of an earlier row, is left out alone and
 * counted. Undefined where `data` is not a list.
 */
export function decodeConnections(data: unknown): ConnectionList | undefined {
  if (!Array.isArray(data)) {
    return undefined;
  }
  const byId = new Map<string, Connection>();
  const rows = (data as readonly unknown[]).slice(0, MAX_CONNECTIONS);
  for (const row of rows) {
    const { data: connection } = z.safeParse(connectionShape, row);
    if (connection && !byId.has(connection.entityId)) {
      byId.set(connection.entityId, {
        ...connection,
        lastSyncId: connection.lastSyncId,
        lastSyncStatus: connection.lastSyncStatus,
        lastSyncAt: connection.lastSyncAt,
        nextScheduledSyncAt: connection.nextScheduledSyncAt,
      });
    }
  }
  return {
    connections: [...byId.values()],
    droppedRows: rows.length - byId.size,
    omittedRows: data.length - rows.length,
  };
}

/**
 * Reads `data` of both POSTs. `syncId` is undefined where none is given, which is a refusal if `message` says why. Undefined where
 * `data` is not an object or `syncId` not a text of usable length.
 */
export function decodeStarted(
  data: unknown,
):
  { readonly syncId: string | undefined; readonly entityId: string | undefined; readonly message: string } | undefined {
  const { data: started } = z.safeParse(startedShape, data);
  const syncId = started?.syncId?.trim() ? started.syncId : undefined;
  return started && { syncId, entityId: started.entityId, message: limitedText(started.message, MAX_MESSAGE_LENGTH) };
}

/** Reads `data` of GET …/status about the job asked for. Undefined where it says nothing about a state. */
export function decodeJobStatus(data: unknown, askedSyncId: string): JobStatus | undefined {
  const { data: job } = z.safeParse(jobShape, data);
  if (!job || (job.status === '' && job.completedAt === undefined)) {
    return undefined;
  }
  return limitedStatus({
    syncId: job.syncId ?? askedSyncId,
    status: job.status,
    message: job.message,
    startedAt: job.startedAt,
    completedAt: job.completedAt,
    steps: job.steps.slice(0, MAX_STEPS).flatMap(decodeStep),
  });
}

function shortName(text: string): string {
  return limitedText(text, MAX_NAME_LENGTH);
}

function decodeStep(value: unknown): readonly JobStep[] {
  const { data: step } = z.safeParse(stepShape, value);
  return step
    ? [
        {
          name: step.name,
          status: step.status,
          message: step.message,
          count: step.count,
          startedAt: step.startedAt,
          completedAt: step.completedAt,
        },
      ]
    : [];
}
