import type { EpochMs } from '../../base/time.ts';
import type { AcceptedUpload } from '../../model/upload.ts';
import { MAX_AGE_MS } from './retention.ts';

const MAX_UPLOADS_PER_ACCOUNT = 500;
const MAX_COLUMNS = 1_000;
const MAX_COLUMN_CHARACTERS = 100_000;

/**
 * The account's uploads with this one, the latest first. The latest to each connection is always kept: it tells that the
 * connection takes uploads, and what was sent to it last.
 */
export function withUpload(
  uploads: readonly AcceptedUpload[],
  latest: AcceptedUpload,
  now: EpochMs,
): readonly AcceptedUpload[] {
  const { entityId } = latest;
  const earlier = uploads
    .filter(({ syncId }) => syncId !== latest.syncId)
    .map((known) => (known.entityId === entityId && known.columns.length > 0 ? { ...known, columns: [] } : known));
  const all = [{ ...latest, columns: keptColumns(latest.columns) }, ...earlier];
  const entityIds = new Set<string>();
  return all.filter((known, index) => {
    const isLatestOfEntity = !entityIds.has(known.entityId);
    entityIds.add(known.entityId);
    return isLatestOfEntity || (index < MAX_UPLOADS_PER_ACCOUNT && now - known.at <= MAX_AGE_MS);
  });
}

/** All or none: a part of a header can't be compared. */
function keptColumns(columns: readonly string[]): readonly string[] {
  const characters = columns.reduce((sum, name) => sum + name.length, 0);
  return columns.length <= MAX_COLUMNS && characters <= MAX_COLUMN_CHARACTERS ? columns : [];
}
