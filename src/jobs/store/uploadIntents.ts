import { isDeepStrictEqual } from 'node:util';
import type { Disposable } from '../../base/disposable.ts';
import { readClocks, monotonicNow, plusMs } from '../../base/monotonicClock.ts';
import type { ClockReadings, MonotonicMs } from '../../base/monotonicClock.ts';
import type { UploadIntent, UploadKey, UploadRecords } from '../../model/upload.ts';
import type { Durability } from '../database/ledgerDatabase.ts';
import {
  INTENT_LEASE_MS,
  currentIntents,
  isInFlight,
  isInterrupted,
  mustNotOverlap,
  isSameFile,
  isSameLoad,
  isUnanswered,
  settleIntent,
} from './uploadRecords.ts';
import type { Settlement } from './uploadRecords.ts';
import type { UploadChange, UploadStore } from './uploadStore.ts';

/** How long an upload waits for a lock of another program. Windows hold the lock for milliseconds. */
const MAX_LOCK_WAIT_MS = 5_000;

/** An upload that is about to be sent. */
export interface UploadDraft extends UploadKey, Pick<UploadIntent, 'id' | 'name' | 'before'> {
  /** The unanswered intent that the user was asked about before confirming. */
  readonly acknowledgedId: string | undefined;
}

export type Reservation =
  | { readonly kind: 'reserved' }
  /** A window is sending the same file or content now. */
  | { readonly kind: 'inFlight'; readonly name: string }
  /** The same file or content was sent without a response, and the user was not asked about it. */
  | { readonly kind: 'unanswered' };

/**
 * The upload intents of this window: each is stored before its first byte is sent, and settled with its response. The window
 * renews their leases, so that no other window sends the same; if it is closed or killed, their outcome is unknown.
 */
export class UploadIntents implements Disposable {
  readonly #store: UploadStore;
  /** The account of each unsettled intent of this window, by intent ID. */
  readonly #own = new Map<string, string>();
  #renewal: ReturnType<typeof setInterval> | undefined;
  readonly #settledListeners: (() => void)[] = [];

  constructor(store: UploadStore) {
    this.#store = store;
  }

  /** Resolves when the intents of all windows are in the ledger, but no later than after 5 s. */
  whenShared(): Promise<void> {
    return this.#store.whenWritten(MAX_LOCK_WAIT_MS);
  }

  /** Resolves once this window has no unsettled intent. */
  whenSettled(): Promise<void> {
    return this.#own.size === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.#settledListeners.push(resolve);
        });
  }

  /** Whether a window is sending this file now. */
  isInFlight(accountId: string, uri: string): boolean {
    const now = monotonicNow();
    const { intents } = this.#store.read(accountId);
    return intents.some(
      (intent) =>
        isSameFile(intent.uri, uri, { areOfOneWindow: this.#own.has(intent.id) }) && this.#isInFlight(intent, now),
    );
  }

  /** The latest unanswered upload of the same file or content to the same connection. */
  unanswered(accountId: string, key: UploadKey): UploadIntent | undefined {
    return this.#unansweredIn(this.#store.read(accountId).intents, key);
  }

  /** The uploads among `ids` whose windows were closed or killed while they were sent, and of which the user was not told. */
  interrupted(accountId: string, ids: readonly string[]): readonly UploadIntent[] {
    return this.#interruptedIn(this.#store.read(accountId).intents, ids);
  }

  /** Call this before telling the user of an interrupted upload. False: another window tells. */
  takeInterrupted(accountId: string, id: string): boolean {
    return this.#store.change(accountId, (records) => {
      const [interrupted] = this.#interruptedIn(records.intents, [id]);
      const intents = records.intents.map((intent) =>
        intent === interrupted ? { ...intent, state: 'unknown' as const } : intent,
      );
      return { records: interrupted ? { ...records, intents } : records, result: interrupted !== undefined };
    });
  }

  /** Stores an intent for every draft, or none. */
  reserve(accountId: string, drafts: readonly UploadDraft[]): Reservation {
    const reservation = this.#store.change(accountId, (records) => this.#reserved(records, drafts, readClocks()));
    if (reservation.kind === 'reserved') {
      drafts.forEach(({ id }) => this.#own.set(id, accountId));
      this.#renewWhileAny();
    }
    return reservation;
  }

  /** Call it before the first byte is sent. False: it was removed in the meantime and must not be sent. */
  begin(id: string): boolean {
    const { monotonic, epoch } = readClocks();
    const leaseUntil = plusMs(monotonic, INTENT_LEASE_MS);
    return this.#update(
      (intent) => (intent.id === id ? { ...intent, state: 'sending', at: epoch, leaseUntil } : intent),
      { durability: 'atCommit' },
    );
  }

  /** False: it was removed in the meantime, as by Sign Out, and nothing was written. */
  settle(id: string, settlement: Settlement): boolean {
    const accountId = this.#own.get(id);
    this.#own.delete(id);
    this.#renewWhileAny();
    return (
      accountId !== undefined &&
      this.#store.change(
        accountId,
        (records) => {
          const changed = settleIntent(records, id, settlement, readClocks());
          return { records: changed, result: changed !== records };
        },
        { durability: 'atCommit' },
      )
    );
  }

  /** Gives up unsettled intents: their responses will not be received. */
  abandon(ids: readonly string[]): void {
    this.#update((intent) => {
      if (!ids.includes(intent.id)) {
        return intent;
      }
      if (intent.state === 'queued') {
        return undefined;
      }
      return intent.state === 'sending' ? { ...intent, state: 'unknown' } : intent;
    });
    ids.forEach((id) => this.#own.delete(id));
    this.#renewWhileAny();
  }

  /** From now on, the outcome of what is being sent is unknown. The next window tells the user: see `takeInterrupted`. */
  dispose(): void {
    this.#update((intent) => (intent.state === 'queued' ? undefined : { ...intent, leaseUntil: monotonicNow() }));
    this.#own.clear();
    this.#renewWhileAny();
  }

  #reserved(records: UploadRecords, drafts: readonly UploadDraft[], now: ClockReadings): UploadChange<Reservation> {
    const intents = currentIntents(records.intents, now);
    const cleaned = intents === records.intents ? records : { ...records, intents };
    for (const draft of drafts) {
      const overlapping = intents.find(
        (intent) =>
          this.#isInFlight(intent, now.monotonic) &&
          mustNotOverlap(intent, draft, { areOfOneWindow: this.#own.has(intent.id) }),
      );
      if (overlapping) {
        return { records: cleaned, result: { kind: 'inFlight', name: overlapping.name } };
      }
      const unanswered = this.#unansweredIn(intents, draft);
      if (unanswered && unanswered.id !== draft.acknowledgedId) {
        return { records: cleaned, result: { kind: 'unanswered' } };
      }
    }
    const leaseUntil = plusMs(now.monotonic, INTENT_LEASE_MS);
    const added = drafts.map(({ id, entityId, uri, digest, name, before }): UploadIntent => {
      const key = { entityId, uri, digest };
      return { ...key, id, name, before, state: 'queued', at: now.epoch, leaseUntil };
    });
    return {
      records: { ...records, intents: [...intents, ...added] },
      result: { kind: 'reserved' },
    };
  }

  #interruptedIn(intents: readonly UploadIntent[], ids: readonly string[]): readonly UploadIntent[] {
    const now = readClocks();
    return currentIntents(intents, now).filter(
      (intent) => ids.includes(intent.id) && !this.#own.has(intent.id) && isInterrupted(intent, now.monotonic),
    );
  }

  #unansweredIn(intents: readonly UploadIntent[], key: UploadKey): UploadIntent | undefined {
    const now = readClocks();
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
      this.#settledListeners.splice(0).forEach((listener) => listener());
      return;
    }
    this.#renewal ??= setInterval(() => this.#renew(), INTENT_LEASE_MS / 3);
  }

  /** Changes the intents of this window; undefined removes one. Returns whether any changed. */
  #update(
    change: (intent: UploadIntent) => UploadIntent | undefined,
    options: { durability?: Durability } = {},
  ): boolean {
    const changeAll = (records: UploadRecords): UploadChange<boolean> => {
      const intents = records.intents.flatMap((intent) => (this.#own.has(intent.id) ? (change(intent) ?? []) : intent));
      const isSame = isDeepStrictEqual(intents, records.intents);
      return { records: isSame ? records : { ...records, intents }, result: !isSame };
    };
    const accountIds = new Set(this.#own.values());
    return [...accountIds].map((accountId) => this.#store.change(accountId, changeAll, options)).includes(true);
  }
}
