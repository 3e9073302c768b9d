import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import type { Event } from '../../base/event.ts';
import type { EpochMs } from '../../base/time.ts';
import { hasFailedTwice, isSameConnection, isSyncLate, needsAttention } from '../../model/connection.ts';
import type { Connection, ConnectionChanges } from '../../model/connection.ts';
import type { Job } from '../../model/job.ts';
import { withJobs } from '../../model/withJobs.ts';
import type { ConnectionFeed } from './connectionFeed.ts';
import type { ListedJobSource } from './listedConnection.ts';
import { LateSchedules } from './lateSchedules.ts';

/** Which rows may have changed: those of these entities, or any, because others are listed or have another name. */
export type CurrentChange =
  { readonly kind: 'list' } | { readonly kind: 'rows'; readonly entityIds: ReadonlySet<string> };

/** The entities whose jobs have changed; 'all' if any may have. */
interface ChangedEntities {
  readonly entityIds: ReadonlySet<string> | 'all';
}

interface CurrentConnectionsOptions {
  readonly feed: Pick<ConnectionFeed, 'state' | 'find' | 'onDidReceiveResponse' | 'onDidChange'>;
  readonly jobs: ListedJobSource & { readonly onDidChange: Event<ChangedEntities> };
}

/** The connections as last listed, updated with the tracked jobs. A response or a job updates only what it concerns. */
export class CurrentConnections implements Disposable {
  readonly #options: CurrentConnectionsOptions;
  readonly #owned = new DisposableStore();
  readonly #didChange = this.#owned.add(new Emitter<CurrentChange>());
  #current = new Map<string, Connection>();
  /** The entities whose jobs the list is older than. */
  readonly #aheadOfList = new Set<string>();
  readonly #schedules = new LateSchedules();
  #attentionCount = 0;

  /** Fires when connections or their jobs have changed, or when the reason for an empty list has. */
  readonly onDidChange: Event<CurrentChange> = this.#didChange.event;

  constructor(options: CurrentConnectionsOptions) {
    const { feed, jobs } = options;
    this.#options = options;
    this.#owned.add(
      feed.onDidReceiveResponse(({ requestedAt, changes }) => this.#handleResponse(changes, requestedAt)),
    );
    this.#owned.add(
      feed.onDidChange(({ kind }) => {
        if (this.#current.size === 0) {
          // There may still be no connection, but for another reason.
          this.#didChange.fire({ kind: 'list' });
        } else if (kind !== 'loaded') {
          this.#readAll();
        }
      }),
    );
    this.#owned.add(jobs.onDidChange((change) => this.#handleJobs(change)));
    this.#readAll();
  }

  /** Sorted by name; empty before the first response. */
  getAll(): readonly Connection[] {
    const { state } = this.#options.feed;
    return state.kind === 'loaded' ? state.connections.map((listed) => this.find(listed.entityId) ?? listed) : [];
  }

  get count(): number {
    return this.#current.size;
  }

  /** How many need attention. */
  get attentionCount(): number {
    return this.#attentionCount;
  }

  find(entityId: string): Connection | undefined {
    return this.#current.get(entityId);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #handleResponse({ added, changed, removed }: ConnectionChanges, requestedAt: EpochMs): void {
    const isNamedAsBefore = ({ entityId, entityName, sourceSystem }: Connection): boolean => {
      const before = this.#current.get(entityId);
      return before?.entityName === entityName && before.sourceSystem === sourceSystem;
    };
    const isSameList = added.length + removed.length === 0 && changed.every(isNamedAsBefore);
    for (const { entityId } of removed) {
      this.#set(entityId, undefined);
      this.#schedules.delete(entityId);
    }
    const listed = [...added, ...changed];
    listed.forEach((connection) => this.#schedules.set(connection));
    const late = this.#schedules.takeLate(requestedAt);
    // The response may include what a job has shown so far, or be newer.
    const entityIds = new Set([...listed.map(({ entityId }) => entityId), ...this.#aheadOfList, ...late]);
    const touched = this.#update(entityIds);
    if (!isSameList) {
      this.#didChange.fire({ kind: 'list' });
    } else if (touched.size > 0) {
      this.#didChange.fire({ kind: 'rows', entityIds: touched });
    }
  }

  #handleJobs({ entityIds }: ChangedEntities): void {
    if (entityIds === 'all') {
      this.#readAll();
      return;
    }
    this.#update(entityIds);
    this.#didChange.fire({ kind: 'rows', entityIds });
  }

  #readAll(): void {
    const { state } = this.#options.feed;
    this.#current = new Map();
    this.#aheadOfList.clear();
    this.#attentionCount = 0;
    this.#schedules.clear();
    const listed = state.kind === 'loaded' ? state.connections : [];
    listed.forEach((connection) => this.#schedules.set(connection));
    this.#update(listed.map(({ entityId }) => entityId));
    this.#didChange.fire({ kind: 'list' });
  }

  /** Updates these connections, and returns those that have changed. */
  #update(entityIds: Iterable<string>): ReadonlySet<string> {
    const { feed, jobs } = this.#options;
    const { state } = feed;
    const changed = new Set<string>();
    if (state.kind !== 'loaded') {
      return changed;
    }
    const jobsOf = jobs.jobsForListAt(state.requestedAt);
    for (const entityId of entityIds) {
      const listed = feed.find(entityId);
      const ofConnection = jobsOf(entityId);
      const updated = listed && withJobs(listed, state.requestedAt, ofConnection);
      const current = updated && withDerived(updated, state.requestedAt, ofConnection);
      const before = this.#current.get(entityId);
      if (updated === listed) {
        this.#aheadOfList.delete(entityId);
      } else {
        this.#aheadOfList.add(entityId);
      }
      const isSame =
        before === current || (before !== undefined && current !== undefined && isSameConnection(before, current));
      if (!isSame) {
        this.#set(entityId, current);
        changed.add(entityId);
      }
    }
    return changed;
  }

  #set(entityId: string, connection: Connection | undefined): void {
    const before = this.#current.get(entityId);
    this.#attentionCount += Number(connection !== undefined && needsAttention(connection));
    this.#attentionCount -= Number(before !== undefined && needsAttention(before));
    if (connection === undefined) {
      this.#current.delete(entityId);
      this.#aheadOfList.delete(entityId);
    } else {
      this.#current.set(entityId, connection);
    }
  }
}

/** Adds the derived properties that are true. The same object if there are none. */
function withDerived(connection: Connection, requestedAt: EpochMs, jobs: readonly Job[]): Connection {
  const isLate = isSyncLate(connection, requestedAt);
  const failedTwice = hasFailedTwice(connection, jobs);
  return isLate || failedTwice
    ? { ...connection, ...(isLate && { isLate }), ...(failedTwice && { hasFailedTwice: failedTwice }) }
    : connection;
}
