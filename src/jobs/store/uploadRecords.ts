import { plusMs } from '../../base/monotonicClock.ts';
import type { ClockReadings, MonotonicMs } from '../../base/monotonicClock.ts';
import type { EpochMs } from '../../base/time.ts';
import type { AcceptedUpload, UploadIntent, UploadKey, UploadRecords } from '../../model/upload.ts';
import { MAX_AGE_MS } from './retention.ts';

export const NO_UPLOADS: UploadRecords = { uploads: [], intents: [] };

/** How long an upload is considered in flight after its window last renewed the lease. */
export const INTENT_LEASE_MS = 15_000;

/** Whether an open window is sending it or is about to. */
export function isInFlight({ state, leaseUntil }: UploadIntent, now: MonotonicMs): boolean {
  // A lease that ends later than possible is from before the machine was restarted.
  return (state === 'queued' || state === 'sending') && leaseUntil > now && leaseUntil <= plusMs(now, INTENT_LEASE_MS);
}

/** Whether the window that was sending it has been closed or killed, which the user was not told yet. */
export function isInterrupted(intent: UploadIntent, now: MonotonicMs): boolean {
  return intent.state === 'sending' && !isInFlight(intent, now);
}

/** Whether it was sent and its outcome is unknown. */
export function isUnanswered(intent: UploadIntent, now: MonotonicMs): boolean {
  return intent.state === 'unknown' || isInterrupted(intent, now);
}

/** Whether two URIs are those of the same file. Each window numbers its untitled texts from 1, so those of two windows differ. */
export function isSameFile(one: string, other: string, { areOfOneWindow }: { areOfOneWindow: boolean }): boolean {
  return one === other && (areOfOneWindow || !one.startsWith('untitled:'));
}

/** Whether the two must not be sent at the same time: the same file, or the same content for the same connection. */
export function mustNotOverlap(one: UploadKey, other: UploadKey, options: { areOfOneWindow: boolean }): boolean {
  return isSameFile(one.uri, other.uri, options) || (one.entityId === other.entityId && one.digest === other.digest);
}

/** Whether sending one after the other may load the same data twice. */
export function isSameLoad(one: UploadKey, other: UploadKey): boolean {
  return one.entityId === other.entityId && (one.digest === other.digest || one.uri === other.uri);
}

/** How an upload ended. */
export type Settlement =
  | { readonly kind: 'accepted'; readonly upload: AcceptedUpload }
  /** The service certainly did not accept it. */
  | { readonly kind: 'notLoaded' }
  | { readonly kind: 'unknown' };

/** The records after an upload ended. Unchanged if its intent was removed, as by Sign Out. */
export function settleIntent(
  records: UploadRecords,
  id: string,
  settlement: Settlement,
  now: ClockReadings,
): UploadRecords {
  const intent = records.intents.find((known) => known.id === id);
  if (!intent) {
    return records;
  }
  const { intents } = records;
  switch (settlement.kind) {
    case 'accepted':
      return {
        uploads: withUpload(records.uploads, settlement.upload, now.epoch),
        intents: without(withReplaced(intents, intent, now.monotonic), intent),
      };
    case 'notLoaded':
      return { ...records, intents: without(intents, intent) };
    case 'unknown': {
      if (intent.state === 'replaced') {
        // The user has agreed to repeat it, so there is nothing to ask.
        return { ...records, intents: without(intents, intent) };
      }
      const unknown: UploadIntent = { ...intent, state: 'unknown' };
      const others = withReplaced(intents, intent, now.monotonic);
      return { ...records, intents: others.map((known) => (known === intent ? unknown : known)) };
    }
  }
}

/** Marks the unanswered uploads that `by` repeats as replaced, so that the user is not asked about them again. */
function withReplaced(intents: readonly UploadIntent[], by: UploadIntent, now: MonotonicMs): readonly UploadIntent[] {
  return intents.flatMap((intent) => {
    if (intent === by || !isUnanswered(intent, now) || !isSameLoad(intent, by)) {
      return intent;
    }
    // The window that sent it may still be open and receive its response.
    return intent.state === 'sending' ? { ...intent, state: 'replaced' as const } : [];
  });
}

function without(intents: readonly UploadIntent[], intent: UploadIntent): readonly UploadIntent[] {
  return intents.filter((known) => known !== intent);
}

/** The intents that are in flight or unanswered, and not too old. */
export function currentIntents(intents: readonly UploadIntent[], now: ClockReadings): readonly UploadIntent[] {
  const current = intents.filter(
    (intent) => isInFlight(intent, now.monotonic) || (intent.state !== 'queued' && now.epoch - intent.at <= MAX_AGE_MS),
  );
  return current.length === intents.length ? intents : current;
}

const MAX_UPLOADS_PER_ACCOUNT = 500;
/** How many headers to keep, to compare with that of the last load that did not fail. */
const MAX_HEADERS_PER_CONNECTION = 3;
const MAX_COLUMNS = 1_000;
const MAX_COLUMN_CHARACTERS = 100_000;

/**
 * Adds an upload, latest first, and drops those that are too many or too old. Always keeps the latest to each connection: it
 * shows that the connection accepts uploads, and what was sent to it last.
 */
export function withUpload(
  uploads: readonly AcceptedUpload[],
  latest: AcceptedUpload,
  now: EpochMs,
): readonly AcceptedUpload[] {
  const earlier = uploads.filter(({ syncId }) => syncId !== latest.syncId);
  const all = [{ ...latest, columns: keptColumns(latest.columns) }, ...earlier];
  return currentUploads(withoutOldHeaders(all, latest.entityId), now);
}

/** The records without those that are too old. */
export function withoutExpired(records: UploadRecords, now: ClockReadings): UploadRecords {
  const uploads = currentUploads(records.uploads, now.epoch);
  const intents = currentIntents(records.intents, now);
  return uploads.length === records.uploads.length && intents === records.intents ? records : { uploads, intents };
}

/** The latest uploads that are not too old, and the latest to each connection. */
function currentUploads(uploads: readonly AcceptedUpload[], now: EpochMs): readonly AcceptedUpload[] {
  const entityIds = new Set<string>();
  return uploads.filter((known, index) => {
    const isLatestOfEntity = !entityIds.has(known.entityId);
    entityIds.add(known.entityId);
    return isLatestOfEntity || (index < MAX_UPLOADS_PER_ACCOUNT && now - known.at <= MAX_AGE_MS);
  });
}

function withoutOldHeaders(uploads: readonly AcceptedUpload[], entityId: string): readonly AcceptedUpload[] {
  let headers = 0;
  return uploads.map((known) => {
    if (known.entityId !== entityId || known.columns.length === 0) {
      return known;
    }
    headers += 1;
    return headers > MAX_HEADERS_PER_CONNECTION ? { ...known, columns: [] } : known;
  });
}

/** All or none: an incomplete header can't be compared. */
function keptColumns(columns: readonly string[]): readonly string[] {
  const characters = columns.reduce((sum, name) => sum + name.length, 0);
  return columns.length <= MAX_COLUMNS && characters <= MAX_COLUMN_CHARACTERS ? columns : [];
}
