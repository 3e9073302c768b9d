import { ApiError } from '../../api/apiError.ts';
import { ConnectionFeed } from '../../jobs/connectionFeed.ts';
import type { ConnectionsAnswer } from '../../jobs/connectionFeed.ts';
import type { Logger } from '../../base/logger.ts';
import type { Session } from '../accounts/session.ts';

interface SessionFeedOptions {
  readonly session: Session;
  readonly intervalMs: () => number;
  readonly log: Logger;
}

/** The connections of whoever is signed in. Call `reset` when the session changes. */
export function createSessionFeed({ session, intervalMs, log }: SessionFeedOptions): ConnectionFeed {
  return new ConnectionFeed({ list: (signal) => listConnections(session, log, signal), intervalMs });
}

async function listConnections(session: Session, log: Logger, signal: AbortSignal): Promise<ConnectionsAnswer> {
  const { state } = session;
  if (state.kind === 'signedOut') {
    return { kind: 'failure', failure: { kind: 'signedOut' } };
  }
  try {
    const { connections, droppedRows } = await state.client.listConnections({ signal });
    if (droppedRows > 0) {
      log.warn(`GET /connections: ${droppedRows} of ${connections.length + droppedRows} rows could not be read.`);
    }
    return { kind: 'connections', connections, droppedRows };
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    session.noteFailure(error.failure);
    return { kind: 'failure', failure: error.failure };
  }
}
