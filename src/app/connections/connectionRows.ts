import { isSameList, lowerBound } from '../../base/lists.ts';
import type { Writable } from '../../base/writable.ts';
import type { Job } from '../../model/job.ts';
import { duplicateNameTest } from '../../model/connection.ts';
import type { Connection } from '../../model/connection.ts';
import type { ConnectionViewOptions } from '../../model/connectionViewOptions.ts';
import { ChangedRows } from './changedRows.ts';
import type { Row, RowList } from './changedRows.ts';
import type {
  ConnectionElement,
  ConnectionJobElement,
  ConnectionsElement,
  GroupElement,
  RowSource,
  TreeChange,
} from './connectionElements.ts';
import { RowOrder, searchTexts } from './rowOrder.ts';

/** The rows and groups shown. A change of one connection moves or redraws its row alone. */
export class ConnectionRows {
  readonly #source: RowSource;
  /** Whether an element looks different from when it was last drawn. */
  readonly #looksChanged: (element: ConnectionsElement) => boolean;
  readonly #searchTextOf: (connection: Connection) => string;
  #order = new RowOrder({ grouping: 'none', sorting: 'name', filter: '', language: 'en' }, [], () => '');
  #roots: readonly ConnectionsElement[] = [];
  #lists = new Map<string, RowList>();
  /** By entity. */
  #rows = new Map<string, Row>();
  /** As of the current change. */
  #readJobs: (entityId: string) => readonly Job[] = () => [];
  /** As of the last arrangement. */
  #hasDuplicateName: (connection: Connection) => boolean = () => false;
  /** The entities whose rows may move, appear or disappear once rows are no longer locked in their positions. */
  #moved = new Set<string>();

  constructor(source: RowSource, looksChanged: (element: ConnectionsElement) => boolean) {
    this.#source = source;
    this.#looksChanged = looksChanged;
    this.#searchTextOf = searchTexts(source.stateWords);
  }

  get roots(): readonly ConnectionsElement[] {
    return this.#roots;
  }

  /** How many connections passed the filter. */
  get count(): number {
    return this.#rows.size;
  }

  /** Whether another connection, even one that is not shown, has the same name. */
  hasDuplicateName(connection: Connection): boolean {
    return this.#hasDuplicateName(connection);
  }

  /** All rows, each followed by its jobs. */
  *elements(): Iterable<ConnectionElement | ConnectionJobElement> {
    for (const { element, jobs } of this.#rows.values()) {
      yield element;
      yield* jobs;
    }
  }

  find(entityId: string): ConnectionElement | undefined {
    return this.#rows.get(entityId)?.element;
  }

  childrenOf(element: ConnectionsElement): readonly (ConnectionElement | ConnectionJobElement)[] {
    switch (element.kind) {
      case 'group':
        return this.#lists.get(element.id)?.elements ?? [];
      case 'connection':
        return this.#rows.get(element.connection.entityId)?.jobs ?? [];
      case 'job':
      case 'more':
      case 'message':
        return [];
    }
  }

  /** The group of a connection, the connection of a job. */
  parentOf(element: ConnectionElement): GroupElement | undefined;
  parentOf(element: ConnectionsElement): ConnectionsElement | undefined;
  parentOf(element: ConnectionsElement): ConnectionsElement | undefined {
    switch (element.kind) {
      case 'group':
        return undefined;
      case 'connection':
        return this.#rows.get(element.connection.entityId)?.list.group;
      case 'job':
        return this.#rows.get(element.job.entityId)?.element;
      case 'more':
        return element.group;
      case 'message':
        return element.parent;
    }
  }

  /**
   * Call this when connections were added or removed, or a name, a source system or the order has changed. `isLocked`: rows that would
   * have moved by now stay in their positions.
   */
  arrange(options: ConnectionViewOptions, { isLocked = false } = {}): TreeChange {
    const all = this.#source.getAll();
    this.#readJobs = this.#source.readJobs();
    this.#hasDuplicateName = duplicateNameTest(all);
    const roots = this.#roots;
    const lists = this.#lists;
    const rows = this.#rows;
    this.#moved.clear();
    this.#order = new RowOrder(options, all, this.#searchTextOf);
    this.#lists = new Map();
    this.#rows = new Map();
    const changedRows = new ChangedRows();
    for (const { key, connections } of this.#order.arrange(
      isLocked ? all.map((connection) => rows.get(connection.entityId)?.sortedAs ?? connection) : all,
    )) {
      const before = lists.get(this.#order.listId(key));
      const list = this.#newList(key, before);
      this.#lists.set(list.id, list);
      for (const sortedAs of connections) {
        const { entityId } = sortedAs;
        const connection = (isLocked ? this.#source.find(entityId) : undefined) ?? sortedAs;
        list.elements.push(this.#show(connection, { list, sortedAs }, rows.get(entityId), changedRows).element);
        if (connection !== sortedAs) {
          this.#moved.add(entityId);
        }
      }
      if (!isSameList(before?.elements ?? [], list.elements)) {
        changedRows.lists.add(list);
      }
    }
    this.#roots = this.#rootElements();
    return isSameList(roots, this.#roots) ? changedRows.toTreeChange((element) => this.#listOf(element)) : 'all';
  }

  /** Call this when these connections or their jobs have changed in any other way. `isLocked`: no row appears, disappears or moves. */
  update(entityIds: Iterable<string>, { isLocked = false } = {}): TreeChange {
    const changedRows = new ChangedRows();
    this.#readJobs = this.#source.readJobs();
    for (const entityId of entityIds) {
      const connection = this.#source.find(entityId);
      if (connection) {
        this.#update(connection, this.#rows.get(entityId), isLocked, changedRows);
      }
    }
    if (changedRows.lists.size > 0) {
      this.#roots = this.#rootElements();
    }
    return changedRows.toTreeChange((element) => this.#listOf(element));
  }

  /** Moves all rows that were locked to where they belong. */
  release(): TreeChange {
    return this.update([...this.#moved]);
  }

  #update(connection: Connection, row: Row | undefined, isLocked: boolean, changedRows: ChangedRows): void {
    const { entityId } = connection;
    const list = this.#order.isShown(connection) ? this.#listFor(connection) : undefined;
    const isInOrder = list === row?.list && (!row || this.#order.compare(connection, row.sortedAs) === 0);
    if (isLocked && !isInOrder) {
      this.#moved.add(entityId);
      if (row) {
        this.#show(connection, row, row, changedRows);
      }
      return;
    }
    this.#moved.delete(entityId);
    if (row && !isInOrder) {
      row.list.elements.splice(this.#positionIn(row.list, row.sortedAs), 1);
      this.#rows.delete(entityId);
      changedRows.lists.add(row.list);
    }
    if (list) {
      // A new group is yet to be shown.
      changedRows.isAll ||= !this.#lists.has(list.id);
      this.#lists.set(list.id, list);
      const { element } = this.#show(connection, { list, sortedAs: connection }, row, changedRows);
      if (!isInOrder) {
        list.elements.splice(this.#positionIn(list, connection), 0, element);
        changedRows.lists.add(list);
      }
    }
    if (row?.list.elements.length === 0) {
      changedRows.isAll = true;
      if (row.list.group) {
        this.#lists.delete(row.list.id);
      }
    }
  }

  /** Shows a connection in a list, in which it still has to be inserted. */
  #show(
    connection: Connection,
    { list, sortedAs }: Pick<Row, 'list' | 'sortedAs'>,
    before: Row | undefined,
    changedRows: ChangedRows,
  ): Row {
    const shown = before?.list.id === list.id ? before : undefined;
    const element: Writable<ConnectionElement> = shown?.element ?? {
      kind: 'connection',
      id: `${list.id}/connection/${connection.entityId}`,
      connection,
    };
    element.connection = connection;
    const jobs = this.#jobsOf(element, shown?.jobs ?? []);
    const row = { element, list, sortedAs, jobs };
    this.#rows.set(connection.entityId, row);
    // Redrawing a row redraws its children.
    const changed =
      !isSameList(shown?.jobs ?? [], jobs) || this.#looksChanged(element) ? [element] : jobs.filter(this.#looksChanged);
    changed.forEach((changedElement) => changedRows.elements.add(changedElement));
    return row;
  }

  #jobsOf({ id, connection }: ConnectionElement, before: Row['jobs']): Row['jobs'] {
    return this.#readJobs(connection.entityId).map((job) => {
      const jobId = `${id}/job/${job.syncId}`;
      const element = before.find((shown) => shown.id === jobId) ?? { kind: 'job', id: jobId, job };
      element.job = job;
      return element;
    });
  }

  #newList(key: string, before?: RowList): RowList {
    return { id: this.#order.listId(key), group: before?.group ?? this.#order.groupOf(key), elements: [] };
  }

  #listFor(connection: Connection): RowList {
    const key = this.#order.keyOf(connection);
    return this.#lists.get(this.#order.listId(key)) ?? this.#newList(key);
  }

  #listOf(element: ConnectionsElement): RowList | undefined {
    switch (element.kind) {
      case 'connection':
        return this.#rows.get(element.connection.entityId)?.list;
      case 'job':
        return this.#rows.get(element.job.entityId)?.list;
      case 'group':
      case 'more':
      case 'message':
        return undefined;
    }
  }

  #rootElements(): readonly ConnectionsElement[] {
    const lists = [...this.#lists.values()];
    const groups = lists.flatMap(({ group, elements }) => {
      if (group) {
        group.count = elements.length;
      }
      return group ?? [];
    });
    return groups.length === 0 ? lists.flatMap(({ elements }) => elements) : this.#order.sortGroups(groups);
  }

  /** The index at which the connection is in the list, or would be inserted. */
  #positionIn({ elements }: RowList, connection: Connection): number {
    const sortedAs = (element: ConnectionElement): Connection =>
      this.#rows.get(element.connection.entityId)?.sortedAs ?? element.connection;
    return lowerBound(elements, (element) => this.#order.compare(sortedAs(element), connection) < 0);
  }
}
