import { setTimeout as wait } from 'node:timers/promises';
import { orAborted } from '../../base/abort.ts';
import type { UploadIntents } from '../../jobs/store/uploadIntents.ts';
import { INTENT_LEASE_MS } from '../../jobs/store/uploadRecords.ts';
import { connectionName } from '../../model/connection.ts';
import type { ConnectionFeed } from '../connections/connectionFeed.ts';
import type { Session } from '../session/session.ts';
import type { JobTracker } from '../tracking/jobTracker.ts';
import { reconcileUpload } from './reconcileUpload.ts';
import type { UploadPrompts } from './uploadPrompts.ts';

interface InterruptedOptions {
  readonly session: Pick<Session, 'state'>;
  readonly feed: ConnectionFeed;
  readonly tracker: Pick<JobTracker, 'jobs'>;
  readonly intents: Pick<UploadIntents, 'interrupted' | 'takeInterrupted'>;
  readonly prompts: Pick<UploadPrompts, 'notify'>;
  readonly signal: AbortSignal;
}

/**
 * Tells the user which of these uploads were interrupted because their windows were closed or killed, and what the connections show of
 * them. Rejects with the signal's reason.
 *
 * @param ids the uploads that were being sent when this window was opened. Later ones are reported by another window.
 */
export async function reportInterrupted(
  accountId: string,
  ids: readonly string[],
  options: InterruptedOptions,
): Promise<void> {
  const reported = await reportExpired(accountId, ids, options);
  if (reported < ids.length) {
    // The lease of a window that was killed has not expired yet.
    await orAborted(wait(INTENT_LEASE_MS, undefined, { ref: false, signal: options.signal }), options.signal);
    await reportExpired(accountId, ids, options);
  }
}

async function reportExpired(
  accountId: string,
  ids: readonly string[],
  { session, feed, tracker, intents, prompts }: InterruptedOptions,
): Promise<number> {
  const interrupted = intents.interrupted(accountId, ids);
  for (const { id, entityId, name, before } of interrupted) {
    const reconcile = () => reconcileUpload(entityId, before, { accountId, session, feed, tracker });
    const reconciliation = await reconcile();
    // Only now: if this window is closed before, the next one reports the upload.
    if (!intents.takeInterrupted(accountId, id)) {
      continue;
    }
    const connection = feed.find(entityId);
    const targetName = connection === undefined ? entityId : connectionName(connection);
    const what = { kind: 'unknown', fileName: name, targetName, error: undefined, isInterrupted: true } as const;
    prompts.notify({ ...what, reconciliation, reconcile });
  }
  return interrupted.length;
}
