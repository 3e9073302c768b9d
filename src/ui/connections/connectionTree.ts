import { EventEmitter } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { EpochMs } from '../../base/time.ts';
import { WorkSlices } from '../../base/workSlices.ts';
import type { UsualDurations } from '../../jobs/history/runHistory.ts';
import { isSameConnection } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';
import type { ConnectionOrder } from '../../model/connectionOrder.ts';
import { timesHoldUntil } from '../format/connectionText.ts';
import { jobTooltip } from '../format/jobTooltip.ts';
import type { TreeRow, TreeSource } from '../window/trees.ts';
import { connectionTooltip, jobRowKey, treeItemOf } from './connectionRow.ts';
import type { ConnectionsElement, GroupElement, RowSource } from '../../app/connections/connectionElements.ts';
import { ConnectionRows } from '../../app/connections/connectionRows.ts';
import { RedrawQueue } from '../../app/connections/redrawQueue.ts';
import { RowPages } from '../../app/connections/rowPages.ts';

/** About two milliseconds' work. */
const ROWS_PER_TURN = 250;

interface ConnectionTreeOptions extends RowSource {
  readonly usual: UsualDurations;
}

/** How an element was last drawn. */
type Drawn =
  /** `holdsUntil`: when its relative times will read otherwise. */
  | { readonly kind: 'connection'; readonly connection: Connection; readonly holdsUntil: EpochMs }
  | { readonly kind: 'job'; readonly key: string };

/** The rows of the Connections view. After a change, redraws only those that look different or have moved. */
export class ConnectionTree implements TreeSource<ConnectionsElement>, Disposable {
  readonly #options: ConnectionTreeOptions;
  readonly #owned = new DisposableStore();
  readonly #changes = this.#owned.add(new EventEmitter<ConnectionsElement[] | undefined>());
  readonly #rows: ConnectionRows;
  readonly #redraws: RedrawQueue;
  readonly #pages = new RowPages();
  readonly #slices = new WorkSlices(ROWS_PER_TURN);
  /** Only what was drawn once can look different. */
  readonly #drawn = new WeakMap<ConnectionsElement, Drawn>();

  readonly onDidChangeTreeData = this.#changes.event;

  constructor(options: ConnectionTreeOptions) {
    this.#options = options;
    const rows = new ConnectionRows(options, (element) => this.#looksChanged(element, Date.now()));
    this.#rows = rows;
    this.#redraws = this.#owned.add(
      new RedrawQueue({
        redraw: (elements) => this.#changes.fire(elements),
        parentOf: (element) => rows.parentOf(element),
        rowCount: () => this.#pages.shownCount,
      }),
    );
  }

  /** How many connections passed the filter. */
  get count(): number {
    return this.#rows.count;
  }

  /** `isUrgent`: the user waits for it. */
  arrange(order: ConnectionOrder, { isUrgent = false } = {}): void {
    const change = this.#rows.arrange(order);
    // The rows of an account that was signed out must not be shown, and acted on, any longer.
    this.#redraws.add(change, { isUrgent: isUrgent || this.#rows.count === 0 });
  }

  update(entityIds: Iterable<string>): void {
    this.#redraws.add(this.#rows.update(entityIds));
  }

  /** Redraws the rows whose relative times read otherwise by now. */
  updateTimes(): void {
    const now = Date.now();
    this.#redraws.add([...this.#rows.elements()].filter((element) => this.#looksChanged(element, now)));
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

  /** The row of a connection, which is shown from now on even if it is far down in a long list. */
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

  getChildren(element?: ConnectionsElement): ConnectionsElement[] {
    if (element === undefined || element.kind === 'group') {
      return this.#pages.shown(element, this.#listOf(element));
    }
    return [...this.#rows.childrenOf(element)];
  }

  getParent(element: ConnectionsElement): ConnectionsElement | undefined {
    return this.#rows.parentOf(element);
  }

  /** Called when the pointer rests on a row, so that only tooltips that are shown are built. */
  resolveTreeItem(item: TreeRow, element: ConnectionsElement): TreeRow {
    if (element.kind === 'connection') {
      item.tooltip = connectionTooltip(element.connection, Date.now());
    } else if (element.kind === 'job') {
      item.tooltip = jobTooltip(element.job, Date.now(), this.#options.usual(element.job));
    }
    return item;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** The rows of a group, or those that are in none. */
  #listOf(group: GroupElement | undefined): readonly ConnectionsElement[] {
    return group === undefined ? this.#rows.roots : this.#rows.childrenOf(group);
  }

  #draw(element: ConnectionsElement): TreeRow {
    const now = Date.now();
    if (element.kind === 'connection') {
      const { connection } = element;
      this.#drawn.set(element, { kind: 'connection', connection, holdsUntil: timesHoldUntil(connection, now) });
    } else if (element.kind === 'job') {
      this.#drawn.set(element, { kind: 'job', key: jobRowKey(element, now) });
    }
    return treeItemOf(element, now, this.#rows.childrenOf(element).length > 0);
  }

  #looksChanged(element: ConnectionsElement, now: EpochMs): boolean {
    const drawn = this.#drawn.get(element);
    if (drawn?.kind === 'connection' && element.kind === 'connection') {
      return now >= drawn.holdsUntil || !isSameConnection(drawn.connection, element.connection);
    }
    return drawn?.kind === 'job' && element.kind === 'job' && drawn.key !== jobRowKey(element, now);
  }
}
