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
import type { ConnectionsElement, RowSource } from '../../app/connections/connectionElements.ts';
import { ConnectionRows } from '../../app/connections/connectionRows.ts';
import { MAX_ELEMENTS, RedrawQueue } from '../../app/connections/redrawQueue.ts';

/** About two milliseconds' work. */
const ROWS_PER_TURN = 250;
/** Of more rows, the times that change each minute are redrawn together only now and then. */
const FEW_ROWS = 1000;
const TIMES_OF_MANY_ROWS_MS = 5 * 60_000;
/** More than a screen shows. */
const FIRST_ROWS = 200;

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
  readonly #slices = new WorkSlices(ROWS_PER_TURN);
  /** Only what was drawn once can look different. */
  readonly #drawn = new WeakMap<ConnectionsElement, Drawn>();
  #timesDrawnAt = Date.now();
  /** Whether many rows are to be drawn where there were none. */
  #isFirstOfMany = false;

  readonly onDidChangeTreeData = this.#changes.event;

  constructor(options: ConnectionTreeOptions) {
    this.#options = options;
    const rows = new ConnectionRows(options, (element) => this.#looksChanged(element, Date.now()));
    this.#rows = rows;
    this.#redraws = this.#owned.add(
      new RedrawQueue({
        redraw: (elements) => this.#changes.fire(elements),
        parentOf: (element) => rows.parentOf(element),
        rowCount: () => (this.#isFirstOfMany ? FIRST_ROWS : rows.count),
      }),
    );
  }

  /** How many connections passed the filter. */
  get count(): number {
    return this.#rows.count;
  }

  /** `isUrgent`: the user waits for it. */
  arrange(order: ConnectionOrder, { isUrgent = false } = {}): void {
    const countBefore = this.#rows.count;
    const change = this.#rows.arrange(order);
    this.#isFirstOfMany = this.#rows.roots.length > FEW_ROWS && (countBefore === 0 || this.#isFirstOfMany);
    // The rows of an account that was signed out must not be shown, and acted on, any longer.
    this.#redraws.add(change, { isUrgent: isUrgent || this.#rows.count === 0 });
  }

  update(entityIds: Iterable<string>): void {
    this.#redraws.add(this.#rows.update(entityIds));
  }

  /** Redraws the rows whose relative times read otherwise by now. */
  updateTimes(): void {
    const now = Date.now();
    const due = [...this.#rows.elements()].filter((element) => this.#looksChanged(element, now));
    const isTooMuch =
      due.length > MAX_ELEMENTS && this.#rows.count > FEW_ROWS && now < this.#timesDrawnAt + TIMES_OF_MANY_ROWS_MS;
    this.#timesDrawnAt = isTooMuch ? this.#timesDrawnAt : now;
    this.#redraws.add(isTooMuch ? due.slice(0, MAX_ELEMENTS) : due);
  }

  getTreeItem(element: ConnectionsElement): TreeRow | Promise<TreeRow> {
    return this.#slices.run(() => this.#draw(element));
  }

  getChildren(element?: ConnectionsElement): ConnectionsElement[] {
    if (element !== undefined) {
      return [...this.#rows.childrenOf(element)];
    }
    if (this.#isFirstOfMany) {
      // VS Code shows no row before it has all of them. So it gets those that fit on the screen first, and then the others, too.
      this.#isFirstOfMany = false;
      this.#redraws.add('all', { isLater: true });
      return this.#rows.roots.slice(0, FIRST_ROWS);
    }
    return [...this.#rows.roots];
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
