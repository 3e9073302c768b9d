import type { ConnectionFeed } from '../../app/connections/connectionFeed.ts';
import type { StartedJob } from '../../model/upload.ts';
import { connectionName } from './connectionRow.ts';

/**
 * The name of the connection that the service started work for, where that is not the one it was asked to; undefined where it is. The job
 * is followed as the service names it, and the user is told: the work has begun, and can't be called back.
 */
export function otherConnection(
  { entityId }: StartedJob,
  askedEntityId: string,
  { state }: Pick<ConnectionFeed, 'state'>,
): string | undefined {
  if (entityId === askedEntityId) {
    return undefined;
  }
  const known = state.kind === 'loaded' ? state.connections.find((row) => row.entityId === entityId) : undefined;
  return connectionName(known ?? { entityId, entityName: '' });
}
