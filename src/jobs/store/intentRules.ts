import { plusMs } from '../../base/monotonicClock.ts';
import type { Moment, MonotonicMs } from '../../base/monotonicClock.ts';
import type { AcceptedUpload, UploadIntent, UploadKey, UploadRecords } from '../../model/upload.ts';
import { MAX_AGE_MS } from './retention.ts';
import { withUpload } from './uploadRetention.ts';

/** How long an upload counts as being sent after its window was last heard of. */
export const INTENT_LEASE_MS = 15_000;

/** Whether a window that still runs is sending it, or is about to. */
export function isInFlight({ state, leaseUntil }: UploadIntent, now: MonotonicMs): boolean {
  // A lease that ends later than any can was written before this machine started.
  return (state === 'queued' || state === 'sending') && leaseUntil > now && leaseUntil <= plusMs(now, INTENT_LEASE_MS);
}

/** Whether it was sent and what became of it is unknown. */
export function isUnanswered(intent: UploadIntent, now: MonotonicMs): boolean {
  return intent.state === 'unknown' || (intent.state === 'sending' && !isInFlight(intent, now));
}

/** Whether both are one file, or one content for one connection: they must not be sent at the same time. */
export function isSameFile(one: UploadKey, other: UploadKey): boolean {
  return one.source === other.source || (one.entityId === other.entityId && one.digest === other.digest);
}

/** Whether one may load again what the other loaded. */
export function isSameLoad(one: UploadKey, other: UploadKey): boolean {
  return one.entityId === other.entityId && (one.digest === other.digest || one.source === other.source);
}

/** How an upload ended, for its intent. */
export type Settlement =
  | { readonly kind: 'accepted'; readonly upload: AcceptedUpload }
  /** The service surely has nothing of it. */
  | { readonly kind: 'notLoaded' }
  | { readonly kind: 'unknown' };

/** The records once an upload has ended. Without its intent, as after Sign Out, nothing changes. */
export function settled(records: UploadRecords, id: string, settlement: Settlement, now: Moment): UploadRecords {
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
      const unknown: UploadIntent = { ...intent, state: 'unknown' };
      const others = withReplaced(intents, intent, now.monotonic);
      return { ...records, intents: others.map((known) => (known === intent ? unknown : known)) };
    }
  }
}

/** The user agreed to send this in spite of the others, which therefore need no further question. */
function withReplaced(intents: readonly UploadIntent[], by: UploadIntent, now: MonotonicMs): readonly UploadIntent[] {
  return intents.flatMap((intent) => {
    if (intent === by || !isUnanswered(intent, now) || !isSameLoad(intent, by)) {
      return intent;
    }
    // The window that sent it may run on and get its answer after all.
    return intent.state === 'sending' ? { ...intent, state: 'replaced' as const } : [];
  });
}

function without(intents: readonly UploadIntent[], intent: UploadIntent): readonly UploadIntent[] {
  return intents.filter((known) => known !== intent);
}

/** The intents that still matter. */
export function currentIntents(intents: readonly UploadIntent[], now: Moment): readonly UploadIntent[] {
  const current = intents.filter(
    (intent) => isInFlight(intent, now.monotonic) || (intent.state !== 'queued' && now.epoch - intent.at <= MAX_AGE_MS),
  );
  return current.length === intents.length ? intents : current;
}
