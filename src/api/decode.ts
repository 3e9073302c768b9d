import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod/mini';
import { plainText } from '../base/displayText.ts';
import { isObject } from '../base/json.ts';
import { parseTimestamp } from '../base/time.ts';
import type { Identity } from '../model/account.ts';
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
import type { ResponseMeta } from '../model/responseMeta.ts';

// The API is a preview (contract, Versioning 3): unknown fields are ignored, and fields of the wrong type are treated as
// absent. Only ids are required.
const id = z.string().check(z.refine(isUsableId));
const text = z.catch(z.string(), '');
const filledText = z.catch(z.string().check(z.regex(/\S/)), '');
const name = z.catch(z.pipe(z.string(), z.transform(shortName)), '');
const optionalId = z.catch(z.optional(id), undefined);
const optionalInteger = z.catch(z.optional(z.int()), undefined);
const moment = z.optional(z.pipe(z.unknown(), z.transform(parseTimestamp)));

/** More than any workspace has, and few enough to keep and compare on each refresh. */
const MAX_CONNECTIONS = 20_000;
/** How many rows are decoded without a pause: about a millisecond's work. */
const ROWS_PER_TURN = 250;

const envelopeShape = z.object({ data: z.unknown(), meta: z.catch(z.unknown(), undefined) });

const metaShape = z.object({
  apiVersion: optionalId,
  requestId: optionalId,
  correlationId: optionalId,
  workspaceIdentifier: optionalId,
  timestamp: optionalId,
});

// An unusable `syncId` is not a rejection: the job was started, but can't be identified.
const startedShape = z.object({
  syncId: z.nullish(z.string().check(z.maxLength(MAX_ID_LENGTH))),
  entityId: optionalId,
  message: text,
});

const statusFields = {
  status: filledText,
  message: text,
  startedAt: moment,
  completedAt: moment,
};
const stepShape = z.object({ ...statusFields, name: text, count: optionalInteger });
const jobShape = z.object({ ...statusFields, syncId: optionalId, steps: z.catch(z.array(z.unknown()), []) });

const identityShape = z.object({
  user: z.catch(z.object({ email: name, fullName: name }), { email: '', fullName: '' }),
  workspace: z.catch(z.object({ identifier: optionalId, name }), { identifier: undefined, name: '' }),
});

/** Splits a response into `data` and `meta` (contract, Response envelope). Returns undefined if it isn't an envelope. */
export function decodeEnvelope(
  response: unknown,
): { readonly data: unknown; readonly meta: ResponseMeta | undefined } | undefined {
  const { data: envelope } = z.safeParse(envelopeShape, response);
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

/** Decodes `data` of GET /me. Returns undefined if neither `data` nor `meta` identifies the workspace. */
export function decodeIdentity(data: unknown, meta: ResponseMeta | undefined): Identity | undefined {
  const { data: identity } = z.safeParse(identityShape, data);
  const identifier = identity?.workspace.identifier ?? meta?.workspaceIdentifier;
  if (identity === undefined || identifier === undefined) {
    return undefined;
  }
  const { user, workspace } = identity;
  // A name may be empty, or have only characters that can't be seen.
  return {
    user,
    workspace: { identifier, name: plainText(workspace.name) === '' ? shortName(identifier) : workspace.name },
  };
}

export interface ConnectionList {
  readonly connections: readonly Connection[];
  /** The number of rows without a usable, unique `entityId`. */
  readonly droppedRows: number;
  /** The number of rows after the first 20,000, which are not decoded. */
  readonly omittedRows: number;
}

/**
 * Decodes `data` of GET /connections. Rows without an id, or with the id of an earlier row, are dropped and counted.
 * Returns undefined if `data` is not an array. Lets other work run between slices of rows, and rejects with the reason of the
 * signal if it is aborted meanwhile.
 */
export async function decodeConnections(data: unknown, signal?: AbortSignal): Promise<ConnectionList | undefined> {
  if (!Array.isArray(data)) {
    return undefined;
  }
  const byId = new Map<string, Connection>();
  const rows = (data as readonly unknown[]).slice(0, MAX_CONNECTIONS);
  for (const [index, row] of rows.entries()) {
    // The list has just been parsed, which blocks the event loop for long enough.
    if (index % ROWS_PER_TURN === 0 && rows.length > ROWS_PER_TURN) {
      await nextTurn();
      signal?.throwIfAborted();
    }
    const connection = decodeConnection(row);
    if (connection && !byId.has(connection.entityId)) {
      byId.set(connection.entityId, connection);
    }
  }
  return {
    connections: [...byId.values()],
    droppedRows: rows.length - byId.size,
    omittedRows: data.length - rows.length,
  };
}

/** Without a schema, which takes five times as long: a list has thousands of rows. */
function decodeConnection(row: unknown): Connection | undefined {
  if (!isObject(row)) {
    return undefined;
  }
  const { entityId, lastSyncId, lastSyncStatus } = row;
  if (typeof entityId !== 'string' || !isUsableId(entityId)) {
    return undefined;
  }
  return {
    entityId,
    entityName: nameOf(row['entityName']),
    hasError: row['hasError'] === true,
    // A connection is inactive only if the service says so.
    isActive: row['isActive'] !== false,
    isCurrentlySyncing: row['isCurrentlySyncing'] === true,
    lastSyncId: typeof lastSyncId === 'string' && isUsableId(lastSyncId) ? lastSyncId : undefined,
    lastSyncStatus:
      typeof lastSyncStatus === 'string' && /\S/.test(lastSyncStatus) ? shortName(lastSyncStatus) : undefined,
    lastSyncAt: parseTimestamp(row['lastSyncAt']),
    nextScheduledSyncAt: parseTimestamp(row['nextScheduledSyncAt']),
    sourceSystem: nameOf(row['sourceSystem']),
  };
}

function nameOf(value: unknown): string {
  return typeof value === 'string' ? shortName(value) : '';
}

/**
 * Decodes `data` of both POST requests. An undefined `syncId` with a `message` is a rejection (contract, Errors 3). Returns undefined
 * if `data` is not an object, or if `syncId` is not a string or too long.
 */
export function decodeStarted(
  data: unknown,
):
  { readonly syncId: string | undefined; readonly entityId: string | undefined; readonly message: string } | undefined {
  const { data: started } = z.safeParse(startedShape, data);
  const syncId = started?.syncId?.trim() ? started.syncId : undefined;
  return started && { syncId, entityId: started.entityId, message: limitedText(started.message, MAX_MESSAGE_LENGTH) };
}

/** Decodes `data` of GET /connections/sync/{syncId}/status. Returns undefined if it has neither a status nor an end. */
export function decodeJobStatus(data: unknown, requestedSyncId: string): JobStatus | undefined {
  const { data: job } = z.safeParse(jobShape, data);
  if (!job || (job.status === '' && job.completedAt === undefined)) {
    return undefined;
  }
  return limitedStatus({
    syncId: job.syncId ?? requestedSyncId,
    status: job.status,
    message: job.message,
    startedAt: job.startedAt,
    completedAt: job.completedAt,
    steps: job.steps.slice(0, MAX_STEPS).flatMap((step) => decodeStep(step) ?? []),
  });
}

function decodeStep(value: unknown): JobStep | undefined {
  const { data: step } = z.safeParse(stepShape, value);
  return (
    step && {
      name: step.name,
      status: step.status,
      message: step.message,
      count: step.count,
      startedAt: step.startedAt,
      completedAt: step.completedAt,
    }
  );
}

function shortName(text: string): string {
  return limitedText(text, MAX_NAME_LENGTH);
}
