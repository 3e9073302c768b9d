import type { Consents } from '../../jobs/store/consents.ts';
import type { Account } from '../../model/account.ts';
import type { Connection } from '../../model/connection.ts';
import type { SyncStarter } from '../sync/syncStarter.ts';
import { changesSince, syncConfirmation } from './confirmation.ts';
import type { SyncConfirmation } from './confirmation.ts';
import { findConnection, requireSignedIn } from './readConnections.ts';
import type { ConnectionSource } from './readConnections.ts';
import { ToolError } from './toolError.ts';
import type { ToolInputs } from './toolInput.ts';
import type { ToolResult } from './toolResult.ts';
import { changedError } from './uploadOutcomes.ts';

export interface SyncToolContext extends ConnectionSource {
  readonly starter: () => Promise<Pick<SyncStarter, 'start'>>;
  /** Asks the user whether to start the sync. */
  readonly reviewSync: (planned: PlannedSync) => PromiseLike<boolean>;
  /** The connections for which the user has agreed to that question. */
  readonly consents: Pick<Consents, 'has' | 'add'>;
}

export interface PlannedSync {
  readonly account: Account;
  readonly connection: Connection;
  readonly confirmation: SyncConfirmation;
}

type SyncInput = ToolInputs['dataConnections_startSync'];

/** Throws `ToolError` if no sync can be started, or `ApiError`. */
export async function planSync({ entityId }: SyncInput, context: ConnectionSource): Promise<PlannedSync> {
  const connection = await findConnection(entityId, context);
  const { account } = requireSignedIn(context.session);
  if (connection.isCurrentlySyncing) {
    throw new ToolError('alreadySyncing', 'The connection is already syncing.', { syncId: connection.lastSyncId });
  }
  return { account, connection, confirmation: syncConfirmation(connection, account) };
}

/**
 * Starts the sync if the connection and the account are still what the user confirmed. The extension asks as well for the first sync
 * of a connection, because VS Code can be set to confirm tools automatically, also by hooks of a workspace. Throws `ToolError` if
 * nothing was started or the outcome is unknown, or `ApiError`.
 * @param confirmation what the user has confirmed; undefined: the extension asks.
 */
export async function startToolSync(
  input: SyncInput,
  {
    confirmation,
    context,
    signal,
  }: {
    readonly confirmation: SyncConfirmation | undefined;
    readonly context: SyncToolContext;
    readonly signal: AbortSignal;
  },
): Promise<ToolResult> {
  const { connection } = await planSync(input, context);
  const { entityId, entityName } = connection;
  let changed: readonly string[] = [];
  const confirm = async (account: Account): Promise<boolean> => {
    // The workspace may have been verified since, which is a request.
    signal.throwIfAborted();
    const now = syncConfirmation(connection, account);
    changed = confirmation === undefined ? [] : changesSince(confirmation, now);
    if (changed.length > 0) {
      return false;
    }
    const { consents } = context;
    if (confirmation !== undefined && consents.has(account.id, 'toolSync', entityId)) {
      return true;
    }
    const isConfirmed = await context.reviewSync({ account, connection, confirmation: now });
    signal.throwIfAborted();
    if (isConfirmed) {
      consents.add(account.id, 'toolSync', entityId);
    }
    return isConfirmed;
  };
  const starter = await context.starter();
  signal.throwIfAborted();
  const outcome = await starter.start([{ entityId, entityName }], { confirm });
  if (changed.length > 0) {
    throw changedError(changed);
  }
  const [result] = outcome.kind === 'requested' ? outcome.results : [];
  switch (result?.kind) {
    case 'started':
      return {
        started: result.sync,
        note: 'The service started the sync. Use dataConnections_getJob to see how it ends.',
      };
    case 'unknown':
      throw new ToolError(
        'outcomeUnknown',
        'The request was sent, but it is not known whether the sync started. Look at the connection before you start another sync.',
      );
    case 'failed':
      throw result.error;
    case undefined:
      throw new ToolError('declined', 'No sync was started: the user declined.');
  }
}
