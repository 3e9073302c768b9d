import { EventEmitter } from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { latestByConnection, usualDurations } from '../../jobs/history/runHistory.ts';
import type { OrderedConnections } from '../../model/connectionOrder.ts';
import type { Job } from '../../model/job.ts';
import { jobTooltip } from '../format/jobTooltip.ts';
import type { TreeRow, TreeSource } from '../window/trees.ts';
import { connectionTooltip, renderKey, treeItemOf } from './connectionRow.ts';
import { ConnectionRows } from '../../app/connections/connectionRows.ts';
import type { ConnectionsElement } from '../../app/connections/connectionRows.ts';

const JOBS_PER_CONNECTION = 5;

/** The rows of the Connections view. After a change, redraws only those that look different or have moved. */
export class ConnectionTree implements TreeSource<ConnectionsElement>, Disposable {
  readonly #changes = new EventEmitter<ConnectionsElement[] | undefined>();
  readonly #rows = new ConnectionRows();
  #usual = usualDurations([]);

  readonly onDidChangeTreeData = this.#changes.event;

  show(ordered: OrderedConnections, jobs: readonly Job[]): void {
    const now = Date.now();
    this.#usual = usualDurations(jobs);
    const latest = latestByConnection(jobs, JOBS_PER_CONNECTION);
    const change = this.#rows.update(ordered, latest, (element) => renderKey(element, now));
    if (change === 'all') {
      this.#changes.fire(undefined);
    } else if (change.length > 0) {
      this.#changes.fire([...change]);
    }
  }

  getTreeItem(element: ConnectionsElement): TreeRow {
    return treeItemOf(element, Date.now(), this.#rows.childrenOf(element).length > 0);
  }

  getChildren(element?: ConnectionsElement): ConnectionsElement[] {
    return element === undefined ? [...this.#rows.roots] : [...this.#rows.childrenOf(element)];
  }

  getParent(element: ConnectionsElement): ConnectionsElement | undefined {
    return this.#rows.parentOf(element);
  }

  /** Called when the pointer rests on a row, so that only tooltips that are shown are built. */
  resolveTreeItem(item: TreeRow, element: ConnectionsElement): TreeRow {
    if (element.kind === 'connection') {
      item.tooltip = connectionTooltip(element.connection, Date.now());
    } else if (element.kind === 'job') {
      item.tooltip = jobTooltip(element.job, Date.now(), this.#usual(element.job));
    }
    return item;
  }

  dispose(): void {
    this.#changes.dispose();
  }
}
