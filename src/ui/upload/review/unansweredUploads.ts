import type { ConnectionFeed } from '../../../app/connections/connectionFeed.ts';
import { knownConnection } from '../../../app/connections/knownConnection.ts';
import type { JobTracker } from '../../../app/tracking/jobTracker.ts';
import type { UploadIntents } from '../../../jobs/store/uploadIntents.ts';
import type { UploadIntent } from '../../../model/upload.ts';
import { keyOf } from '../uploadPlan.ts';
import type { UploadPlan } from '../uploadPlan.ts';

interface LookOptions {
  readonly intents: Pick<UploadIntents, 'unanswered'>;
  readonly feed: ConnectionFeed;
  readonly jobs: Pick<JobTracker, 'jobs'>;
}

/** The parcels with what is known of earlier uploads like them that were not answered. Asks the service where there is one. */
export async function withUnanswered(
  parcels: readonly UploadPlan[],
  accountId: string,
  { intents, feed, jobs }: LookOptions,
): Promise<readonly UploadPlan[]> {
  const found = parcels.map((parcel) => intents.unanswered(accountId, keyOf(parcel)));
  if (found.some((intent) => intent !== undefined)) {
    await feed.refresh();
  }
  return parcels.map((parcel, index) => {
    const intent = found[index];
    return { ...parcel, unanswered: intent && { intent, newSyncId: newSyncId(intent, feed, jobs.jobs) } };
  });
}

/** The job that the connection shows since, unless it is one that was started here. */
function newSyncId(
  { entityId, lastSyncId: before }: UploadIntent,
  feed: ConnectionFeed,
  jobs: JobTracker['jobs'],
): string | undefined {
  const now = knownConnection(feed, entityId)?.lastSyncId;
  const isOurs = jobs.some(({ syncId, origin }) => syncId === now && origin === 'started');
  return now === undefined || now === '' || before === undefined || now === before || isOurs ? undefined : now;
}
