import { isDeepStrictEqual } from 'node:util';
import { EventEmitter } from 'vscode';
import type { CancellationToken } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { EpochMs } from '../../base/time.ts';
import { WorkSlices } from '../../base/workSlices.ts';
import { latestEnded } from '../../jobs/history/runHistory.ts';
import type { UsualDurations } from '../../jobs/history/usualDurations.ts';
import { hasSynced, isSameConnection } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';
import type { ConnectionViewOptions } from '../../model/connectionViewOptions.ts';
import { failureReason, stateWords, timesValidUntil } from '../format/connectionText.ts';
import type { TreeRow, TreeSource } from '../window/trees.ts';
import { jobRowKey, connectionTreeItem } from './connectionRow.ts';
import type { RowExtras } from './connectionRow.ts';
import type {
  ConnectionElement,
  ConnectionsElement,
  GroupElement,
  RowSource,
} from '../../app/connections/connectionElements.ts';
import { ConnectionRows } from '../../app/connections/connectionRows.ts';
import type { RowOrderLock } from '../../app/connections/rowOrderLock.ts';
import type { LastJobs } from '../../app/tracking/lastJobs.ts';
import { RedrawQueue } from '../../app/connections/redrawQueue.ts';
import { RowPages } from '../../app/connections/rowPages.ts';

/** Takes about 2 ms. */
const ROWS_PER_TURN = 250;
const RUNS_IN_TOOLTIP = 10;

interface ConnectionTreeOptions extends Omit<RowSource, 'readJobs'> {
  readonly lastJobs: LastJobs;
  readonly usual: UsualDurations;
  readonly orderLock: RowOrderLock;
}

/** How an element was last drawn. */
type Drawn =
  /** `validUntil`: when its relative times will read differently. */
  | {
      readonly kind: 'connection';
      readonly connection: Connection;
      readonly extras: RowExtras;
      readonly validUntil: EpochMs;
    }
  | { readonly kind: 'job'; readonly key: string };

/** The rows of the Connections view. After a change, only rows that look different or have moved are redrawn. */
export class ConnectionTree implements TreeSource<ConnectionsElement>, Disposable {
  readonly #options: ConnectionTreeOptions;
  readonly #owned = new DisposableStore();
  readonly #didChangeTreeData = this.#owned.add(new EventEmitter<ConnectionsElement[] | undefined>());
  readonly #rows: ConnectionRows;
  readonly #redraws: RedrawQueue;
  readonly #pages = new RowPages();
  readonly #slices = new WorkSlices(ROWS_PER_TURN);
  /** How each row was last drawn. Rows that VS Code has not requested yet are not in it. */
  readonly #drawn = new WeakMap<ConnectionsElement, Drawn>();
  /** The rows under which a lookup has failed. */
  #failed = new Set<ConnectionElement>();
  #favorites: ConnectionViewOptions['favorites'];
  /** The entities whose syncs are being started: see `RowExtras.isStarting`. */
  readonly #starting = new Set<string>();
  /** The row whose tooltip was requested last. It is redrawn only once the pointer has moved on, because a redraw closes the tooltip. */
  #pointedAt: ConnectionsElement | undefined;
  #hasPostponed = false;

  readonly onDidChangeTreeData = this.#didChangeTreeData.event;

  constructor(options: ConnectionTreeOptions) {
    const { getAll, find, lastJobs, orderLock } = options;
    this.#options = options;
    const rows = new ConnectionRows(
      { getAll, find, readJobs: () => lastJobs.jobsReader(find), stateWords },
      (element) => this.#looksChanged(element, Date.now()),
    );
    this.#rows = rows;
    this.#redraws = this.#owned.add(
      new RedrawQueue({
        redraw: (elements) => this.#didChangeTreeData.fire(elements),
        parentOf: (element) => rows.parentOf(element),
        rowCount: () => this.#pages.shownCount,
      }),
    );
    this.#owned.add(orderLock.onDidRelease(() => this.#redraws.add(rows.release())));
  }

  /** How many connections passed the filter. */
  get count(): number {
    return this.#rows.count;
  }

  /** `isUrgent`: the user requested the change, so it is drawn at once and every row moves to its position. */
  arrange(options: ConnectionViewOptions, { isUrgent = false } = {}): void {
    this.#favorites = options.favorites;
    const change = this.#rows.arrange(options, { isLocked: !isUrgent && this.#options.orderLock.isLocked });
    // After a sign-out, the rows must disappear at once, so that no command is run on them.
    this.#redraws.add(change, { isUrgent: isUrgent || this.#rows.count === 0 });
  }

  update(entityIds: Iterable<string>): void {
    const change = this.#rows.update(entityIds, { isLocked: this.#options.orderLock.isLocked });
    this.#redraws.add(change === 'all' ? change : change.filter((element) => !this.#isPostponed(element)));
  }

  /** Shows in these rows that their syncs are being started, or no longer. */
  setStarting(entityIds: readonly string[], isStarting: boolean): void {
    entityIds.forEach((entityId) => (isStarting ? this.#starting.add(entityId) : this.#starting.delete(entityId)));
    this.update(entityIds);
  }

  /** Redraws the rows whose relative times read differently by now, and those under which a lookup has failed, so that it is repeated. */
  updateTimes(): void {
    this.#pointAt(undefined);
    const now = Date.now();
    const failed = this.#failed;
    // Rows that are still expanded are added again if the lookup fails again.
    this.#failed = new Set();
    this.#redraws.add(
      [...this.#rows.elements()].filter(
        (element) => this.#looksChanged(element, now) || (element.kind === 'connection' && failed.has(element)),
      ),
    );
  }

  /** Shows the next page of a long list. `argument`: the row at its end. Returns the first row of that page. */
  showMore(argument: unknown): ConnectionsElement | undefined {
    const more = this.#pages.find(argument);
    if (more === undefined) {
      return undefined;
    }
    this.#pages.extend(more);
    this.#redraws.add(more.group === undefined ? 'all' : [more.group], { isUrgent: true });
    return this.#listOf(more.group)[more.shownCount];
  }

  /** The row of a connection. If it is beyond the rows that are shown of a long list, its page is shown, too. */
  show(entityId: string): ConnectionsElement | undefined {
    const element = this.#rows.find(entityId);
    const group = element && this.#rows.parentOf(element);
    if (element && this.#pages.include(group, this.#listOf(group).indexOf(element))) {
      this.#redraws.add(group === undefined ? 'all' : [group], { isUrgent: true });
    }
    return element;
  }

  getTreeItem(element: ConnectionsElement): TreeRow | Promise<TreeRow> {
    return this.#slices.run(() => this.#draw(element));
  }

  getChildren(element?: GroupElement): ConnectionsElement[];
  getChildren(element?: ConnectionsElement): ConnectionsElement[] | Promise<ConnectionsElement[]>;
  getChildren(element?: ConnectionsElement): ConnectionsElement[] | Promise<ConnectionsElement[]> {
    if (element === undefined || element.kind === 'group') {
      return this.#pages.showPage(element, this.#listOf(element));
    }
    return element.kind === 'connection' ? this.#rowsUnder(element) : [];
  }

  getParent(element: ConnectionsElement): ConnectionsElement | undefined {
    return this.#rows.parentOf(element);
  }

  /** Called when the pointer rests on a row, so that tooltips are created only when they are shown. */
  async resolveTreeItem(item: TreeRow, element: ConnectionsElement, token: CancellationToken): Promise<TreeRow> {
    this.#options.orderLock.lock();
    this.#pointAt(element);
    if (element.kind === 'connection') {
      const { connectionTooltip, waitBriefly } = await import('./connectionTooltip.ts');
      if (element.connection.hasError) {
        await waitBriefly(this.#options.lastJobs.lookUp(element.connection), token);
      }
      const { connection } = element;
      const runs = latestEnded(this.#options.lastJobs.all(connection.entityId, connection.lastSyncId), RUNS_IN_TOOLTIP);
      item.tooltip = connectionTooltip(connection, Date.now(), this.#extrasOf(connection).reason, runs);
    } else if (element.kind === 'job') {
      const { jobTooltip } = await import('../format/jobTooltip.ts');
      item.tooltip = jobTooltip(element.job, Date.now(), this.#options.usual(element.job));
    }
    return item;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** The rows of a group, or those at the top level. */
  #listOf(group: GroupElement | undefined): readonly ConnectionsElement[] {
    return group === undefined ? this.#rows.roots : this.#rows.childrenOf(group);
  }

  /** The jobs of a connection, or a row that says why there are none. Looks up the last job if it is not known. */
  async #rowsUnder(element: ConnectionElement): Promise<ConnectionsElement[]> {
    this.#pointAt(undefined);
    const result = await this.#options.lastJobs.lookUp(element.connection);
    if (result?.kind === 'job') {
      this.update([element.connection.entityId]);
    } else if (result) {
      this.#failed.add(element);
    }
    const jobs = this.#rows.childrenOf(element);
    if (jobs.length > 0) {
      return [...jobs];
    }
    const withoutFailure = hasSynced(element.connection) ? 'noDetails' : 'neverSynced';
    const reason = result?.kind === 'failure' ? result.failure : withoutFailure;
    return [{ kind: 'message', id: `${element.id}/message`, parent: element, reason }];
  }

  #pointAt(element: ConnectionsElement | undefined): void {
    const before = this.#pointedAt;
    this.#pointedAt = element;
    if (before && before !== element && this.#hasPostponed) {
      this.#hasPostponed = false;
      this.#redraws.add([before]);
    }
  }

  /** Whether the redraw of a row has to wait: the pointer is on it, and since it was drawn, nothing happened to its connection. */
  #isPostponed(element: ConnectionsElement): boolean {
    const drawn = this.#drawn.get(element);
    const isPostponed =
      element === this.#pointedAt &&
      element.kind === 'connection' &&
      drawn?.kind === 'connection' &&
      isSameConnection(drawn.connection, element.connection) &&
      drawn.extras.isStarting === this.#extrasOf(element.connection).isStarting;
    this.#hasPostponed ||= isPostponed;
    return isPostponed;
  }

  #extrasOf(connection: Connection): RowExtras {
    return {
      reason: connection.hasError ? failureReason(this.#options.lastJobs.find(connection)) : '',
      isFavorite: this.#favorites?.has(connection.entityId) === true,
      hasDuplicateName: this.#rows.hasDuplicateName(connection),
      isStarting: !connection.isCurrentlySyncing && this.#starting.has(connection.entityId),
    };
  }

  #draw(element: ConnectionsElement): TreeRow {
    const now = Date.now();
    if (element.kind === 'connection') {
      const { connection } = element;
      const extras = this.#extrasOf(connection);
      const validUntil = timesValidUntil(connection, now);
      this.#drawn.set(element, { kind: 'connection', connection, extras, validUntil });
    } else if (element.kind === 'job') {
      this.#drawn.set(element, { kind: 'job', key: jobRowKey(element, now) });
    }
    return connectionTreeItem(element, now, {
      extrasOf: (connection) => this.#extrasOf(connection),
      isTracked: (job) => this.#options.lastJobs.isTracked(job),
    });
  }

  #looksChanged(element: ConnectionsElement, now: EpochMs): boolean {
    const drawn = this.#drawn.get(element);
    if (drawn?.kind === 'connection' && element.kind === 'connection') {
      return (
        now >= drawn.validUntil ||
        !isSameConnection(drawn.connection, element.connection) ||
        !isDeepStrictEqual(drawn.extras, this.#extrasOf(element.connection))
      );
    }
    return drawn?.kind === 'job' && element.kind === 'job' && drawn.key !== jobRowKey(element, now);
  }
}
