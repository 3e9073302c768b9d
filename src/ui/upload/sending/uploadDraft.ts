import { knownConnection } from '../../../app/connections/knownConnection.ts';
import type { ConnectionFeed } from '../../../app/connections/connectionFeed.ts';
import type { UploadDraft } from '../../../jobs/store/uploadIntents.ts';
import { keyOf } from '../uploadPlan.ts';
import type { UploadPlan } from '../uploadPlan.ts';

/** What is written down of a parcel before its first byte. */
export function draftOf(parcel: UploadPlan, feed: ConnectionFeed): UploadDraft {
  const { input, target, unanswered } = parcel;
  const connection = knownConnection(feed, target.entityId);
  return {
    ...keyOf(parcel),
    name: input.file.name,
    // Empty where the connection had no job before.
    lastSyncId: connection && (connection.lastSyncId ?? ''),
    acknowledgedId: unanswered?.intent.id,
  };
}
