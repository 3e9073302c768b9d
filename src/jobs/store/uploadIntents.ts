import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Disposable } from '../../base/disposable.ts';
import { currentMoment, monotonicNow, plusMs } from '../../base/monotonicClock.ts';
import type { Moment, MonotonicMs } from '../../base/monotonicClock.ts';
import type { UploadIntent, UploadKey, UploadRecords } from '../../model/upload.ts';
import {
  INTENT_LEASE_MS,
  currentIntents,
  isInFlight,
  isSameFile,
  isSameLoad,
  isUnanswered,
  settled,
} from './intentRules.ts';
import type { Settlement } from './intentRules.ts';
import type { UploadChange, UploadStore } from './uploadIntentStore.ts';

/** How long an upload waits for another program that keeps the records locked. Windows hold the lock for milliseconds. */
const LONGEST_WAIT_MS = 5_000;

/** What is about to be sent. */
export interface UploadDraft extends UploadKey, Pick<UploadIntent, 'name' | 'lastSyncId'> {
  /** The intent without an answer that the user was told of before they agreed. */
  readonly acknowledgedId: string | undefined;
}

export type Reservation =
  | { readonly kind: 'reserved'; readonly ids: readonly string[] }
  /** A window is sending this one, or one like it, now. */
  | { readonly kind: 'inFlight'; readonly name: string }
  /** One like these was sent, no answer came, and the user was not told. */
  | { readonly kind: 'unanswered' };

/**
 * The uploads of this window, each written down before its first byte and settled with its answer. The window renews their
 * leases while it lives, so that no other sends the same; once it is gone, what became of them is unknown.
 */
export class UploadIntents implements Disposable {
  readonly #store: UploadStore;
  /** By id: the account of each intent of this window that has not been settled. */
  readonly #own = new Map<string, string>();
  #renewal: ReturnType<typeof setInterval> | undefined;

  constructor(store: UploadStore) {
    this.#store = store;
  }

  /** Resolves once other windows can read what this one wrote down, and it what they did; after 5 s at the latest. */
  whenShared(): Promise<void> {
    return this.#store.whenWritten(LONGEST_WAIT_MS);
  }

  /** Whether a window is sending this file now. */
  isInFlight(accountId: string, source: string): boolean {
    const now = monotonicNow();
    const { intents } = this.#store.read(accountId);
    return intents.some((intent) => intent.source === source && this.#isInFlight(intent, now));
  }

  /** The latest upload of the same file or content to the same connection of which no answer came. */
  unanswered(accountId: string, key: UploadKey): UploadIntent | undefined {
    return this.#unansweredIn(this.#store.read(accountId).intents, key);
  }

  /** Writes all of them down, or none. */
  reserve(accountId: string, drafts: readonly UploadDraft[]): Reservation {
    const reservation = this.#store.change(accountId, (records) => this.#reserved(records, drafts, currentMoment()));
    if (reservation.kind === 'reserved') {
      reservation.ids.forEach((id) => this.#own.set(id, accountId));
      this.#renewWhileAny();
    }
    return reservation;
  }

  /** To be called before the first byte. False: it must not be sent, as it was forgotten meanwhile. */
  begin(id: string): boolean {
    const { monotonic, epoch } = currentMoment();
    const leaseUntil = plusMs(monotonic, INTENT_LEASE_MS);
    return this.#update(
      (intent) => (intent.id === id ? { ...intent, state: 'sending', at: epoch, leaseUntil } : intent),
      { isDurable: true },
    );
  }

  /** False: it was forgotten meanwhile, as by Sign Out, and nothing was written. */
  settle(id: string, settlement: Settlement): boolean {
    const accountId = this.#own.get(id);
    this.#own.delete(id);
    this.#renewWhileAny();
    return (
      accountId !== undefined &&
      this.#store.change(
        accountId,
        (records) => {
          const changed = settled(records, id, settlement, currentMoment());
          return { records: changed, result: changed !== records };
        },
        { isDurable: true },
      )
    );
  }

  /** Gives up those that have not been settled: no answer will be heard. */
  abandon(ids: readonly string[]): void {
    this.#update((intent) => {
      if (!ids.includes(intent.id)) {
        return intent;
      }
      return intent.state === 'queued'
        ? undefined
        : intent.state === 'sending'
          ? { ...intent, state: 'unknown' }
          : intent;
    });
    ids.forEach((id) => this.#own.delete(id));
    this.#renewWhileAny();
  }

  dispose(): void {
    this.abandon([...this.#own.keys()]);
  }

  #reserved(records: UploadRecords, drafts: readonly UploadDraft[], now: Moment): UploadChange<Reservation> {
    const intents = currentIntents(records.intents, now);
    const cleaned = intents === records.intents ? records : { ...records, intents };
    for (const draft of drafts) {
      const same = intents.find((intent) => this.#isInFlight(intent, now.monotonic) && isSameFile(intent, draft));
      if (same) {
        return { records: cleaned, result: { kind: 'inFlight', name: same.name } };
      }
      const unanswered = this.#unansweredIn(intents, draft);
      if (unanswered && unanswered.id !== draft.acknowledgedId) {
        return { records: cleaned, result: { kind: 'unanswered' } };
      }
    }
    const leaseUntil = plusMs(now.monotonic, INTENT_LEASE_MS);
    const added = drafts.map(({ entityId, source, digest, name, lastSyncId }): UploadIntent => {
      const key = { entityId, source, digest };
      return { ...key, id: randomUUID(), name, lastSyncId, state: 'queued', at: now.epoch, leaseUntil };
    });
    return {
      records: { ...records, intents: [...intents, ...added] },
      result: { kind: 'reserved', ids: added.map(({ id }) => id) },
    };
  }

  #unansweredIn(intents: readonly UploadIntent[], key: UploadKey): UploadIntent | undefined {
    const now = currentMoment();
    return currentIntents(intents, now).findLast(
      (intent) => !this.#own.has(intent.id) && isUnanswered(intent, now.monotonic) && isSameLoad(intent, key),
    );
  }

  #isInFlight(intent: UploadIntent, now: MonotonicMs): boolean {
    return this.#own.has(intent.id) || isInFlight(intent, now);
  }

  #renew(): void {
    const leaseUntil = plusMs(monotonicNow(), INTENT_LEASE_MS);
    this.#update((intent) => ({ ...intent, leaseUntil }));
  }

  #renewWhileAny(): void {
    if (this.#own.size === 0) {
      clearInterval(this.#renewal);
      this.#renewal = undefined;
      return;
    }
    this.#renewal ??= setInterval(() => this.#renew(), INTENT_LEASE_MS / 3);
  }

  /** Changes the intents of this window; undefined removes one. Says whether any changed. */
  #update(change: (intent: UploadIntent) => UploadIntent | undefined, options: { isDurable?: boolean } = {}): boolean {
    const changeAll = (records: UploadRecords): UploadChange<boolean> => {
      const intents = records.intents.flatMap((intent) => (this.#own.has(intent.id) ? (change(intent) ?? []) : intent));
      const isSame = isDeepStrictEqual(intents, records.intents);
      return { records: isSame ? records : { ...records, intents }, result: !isSame };
    };
    const accountIds = new Set(this.#own.values());
    return [...accountIds].map((accountId) => this.#store.change(accountId, changeAll, options)).includes(true);
  }
}
