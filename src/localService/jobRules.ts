import type { ConnectionRecord } from './connection.ts';
import type { JobPlan } from './job.ts';
import { RefusedRequest } from './responses.ts';

// Behavior that the contract leaves open: which syncs and uploads the service accepts, and how long an upload takes.

/** The `entityId` of a JSON body; undefined if there is none. */
export function entityIdOf(body: string): string | undefined {
  try {
    const { entityId } = JSON.parse(body) as { entityId?: unknown };
    return typeof entityId === 'string' ? entityId : undefined;
  } catch {
    return undefined;
  }
}

/** The connection to sync. Throws `RefusedRequest` if no sync of it can be started. */
export function findSyncTarget(
  entityId: string | undefined,
  connections: ReadonlyMap<string, ConnectionRecord>,
): ConnectionRecord {
  if (entityId === undefined) {
    throw new RefusedRequest('bad-request', 'The body has to be a JSON object with the string "entityId".');
  }
  if (/^\d*$/.test(entityId)) {
    throw new RefusedRequest('validation-error', 'The request is not valid.', {
      entityId: ['Raw integer entity keys are not supported. Use the entityId of GET /connections.'],
    });
  }
  const connection = connections.get(entityId);
  if (!connection) {
    throw new RefusedRequest('not-found', `There is no entity "${entityId}".`);
  }
  if (!connection.isActive) {
    throw new RefusedRequest('conflict', `${connection.entityName} is not active.`);
  }
  if (connection.running.size > 0) {
    throw new RefusedRequest('conflict', `A sync of ${connection.entityName} is already running.`);
  }
  return connection;
}

export function syncMessage({ entityName }: ConnectionRecord): string {
  return `The sync of ${entityName} has started.`;
}

/** Why an upload to a connection that doesn't accept it is rejected. */
export function rejectionReason(entityId: string, connection: ConnectionRecord | undefined): string {
  if (entityId.trim() === '') {
    return 'the entityId is missing.';
  }
  if (/^\d+$/.test(entityId)) {
    return `"${entityId}" is a raw entity key, which is not supported. Use the entityId of GET /connections.`;
  }
  return connection ? `${connection.entityName} is not a Data Loader.` : `the entityId "${entityId}" is invalid.`;
}

export function rejectionMessage(reason: string): string {
  return `No data was loaded: ${reason}`;
}

export function acceptanceMessage({ entityName }: ConnectionRecord): string {
  return `The upload was accepted and is being loaded into ${entityName}.`;
}

/** From a few seconds to a minute, depending on the number of rows. */
export function planUpload(rows: number, problem: string | undefined): JobPlan {
  return {
    extractMs: Math.min(1_000 + rows / 20, 20_000),
    loadMs: Math.min(2_000 + rows / 10, 40_000),
    rows,
    ...(problem === undefined ? {} : { failure: { step: 'Load', fraction: 1, message: problem } }),
  };
}
