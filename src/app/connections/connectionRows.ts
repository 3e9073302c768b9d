import { placeIn } from '../../base/lists.ts';
import { isSameList } from '../../base/lists.ts';
import type { Job } from '../../model/job.ts';
import type { Connection } from '../../model/connection.ts';
import {
  byGroup,
  compareNumbers,
  groupKey,
  orderConnections,
  searchText,
  sortKey,
} from '../../model/connectionOrder.ts';
import type { ConnectionOrder } from '../../model/connectionOrder.ts';
import { Redraw } from './connectionElements.ts';
import type {
  ConnectionElement,
  ConnectionJobElement,
  ConnectionsElement,
  GroupElement,
  Row,
  RowList,
  RowSource,
  TreeChange,
  Writable,
} from './connectionElements.ts';

/** The rows and groups shown. A change of one connection moves or redraws its row alone. */
export class ConnectionRows {
  readonly #source: RowSource;
  /** Whether an element looks other than when it was last drawn. */
  readonly #looksChanged: (element: ConnectionsElement) => boolean;
  readonly #searchTexts = new WeakMap<Connection, string>();
  #order: ConnectionOrder = { grouping: 'none', sorting: 'name', filter: '', language: 'en' };
  #roots: readonly ConnectionsElement[] = [];
  #lists = new Map<string, RowList>();
  /** By entity. */
  #rows = new Map<string, Row>();
  /** As of the current change. */
  #readJobs: (entityId: string) => readonly Job[] = () => [];
  /** The place of each connection by name. */
  #nameRanks: ReadonlyMap<string, number> = new Map();

  constructor(source: RowSource, looksChanged: (element: ConnectionsElement) => boolean) {
    this.#source = source;
    this.#looksChanged = looksChanged;
  }

  get roots(): readonly ConnectionsElement[] {
    return this.#roots;
  }

  /** How many connections passed the filter. */
  get count(): number {
    return this.#rows.size;
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
    }
  }

  /** Call this when other connections are listed, one has another name or source system, or the order is another. */
  arrange(order: ConnectionOrder): TreeChange {
    const all = this.#source.getAll();
    this.#readJobs = this.#source.readJobs();
    const [roots, lists, rows] = [this.#roots, this.#lists, this.#rows];
    const { ungrouped, groups } = orderConnections(all, order, (connection) => this.#searchText(connection));
    this.#order = order;
    this.#nameRanks = new Map(all.map(({ entityId }, rank) => [entityId, rank]));
    this.#lists = new Map();
    this.#rows = new Map();
    const redraw = new Redraw();
    for (const { key, connections } of order.grouping === 'none' ? [{ key: '', connections: ungrouped }] : groups) {
      const known = lists.get(listId(order, key));
      const list = this.#addList(key, known);
      for (const connection of connections) {
        list.elements.push(this.#show(list, connection, rows.get(connection.entityId), redraw).element);
      }
      if (!isSameList(known?.elements ?? [], list.elements)) {
        redraw.lists.add(list);
      }
      redraw.noteAligned(list, known?.expandableCount ?? 0);
    }
    this.#roots = this.#rootElements();
    return isSameList(roots, this.#roots) ? redraw.change((element) => this.#listOf(element)) : 'all';
  }

  /** Call this when these connections or their jobs have changed in anything else. */
  update(entityIds: Iterable<string>): TreeChange {
    const redraw = new Redraw();
    this.#readJobs = this.#source.readJobs();
    for (const entityId of entityIds) {
      const row = this.#rows.get(entityId);
      const connection = this.#source.find(entityId);
      if (row && connection) {
        this.#updateRow(row, connection, redraw);
      }
    }
    if (redraw.lists.size > 0) {
      this.#roots = this.#rootElements();
    }
    return redraw.change((element) => this.#listOf(element));
  }

  #updateRow(row: Row, connection: Connection, redraw: Redraw): void {
    const before = row.list;
    const list = this.#listFor(connection);
    // A new group, which is yet to be shown.
    redraw.isAll ||= list.elements.length === 0;
    const [expandableBefore, expandableCount] = [before.expandableCount, list.expandableCount];
    const isMoved = list !== before || this.#compare(connection, row.element.connection) !== 0;
    if (isMoved) {
      before.elements.splice(this.#placeIn(before, row.element.connection), 1);
      redraw.lists.add(before).add(list);
    }
    before.expandableCount -= Number(row.jobs.length > 0);
    const { element } = this.#show(list, connection, row, redraw);
    if (isMoved) {
      list.elements.splice(this.#placeIn(list, connection), 0, element);
    }
    redraw.noteAligned(before, expandableBefore);
    redraw.noteAligned(list, expandableCount);
    if (before.elements.length === 0) {
      this.#lists.delete(before.id);
      redraw.isAll = true;
    }
  }

  /** Shows a connection in a list, in which it still has to be put in its place. */
  #show(list: RowList, connection: Connection, known: Row | undefined, redraw: Redraw): Row {
    const { entityId } = connection;
    const isKnown = known?.list.id === list.id;
    const element: Writable<ConnectionElement> = isKnown
      ? known.element
      : { kind: 'connection', id: `${list.id}/connection/${entityId}`, connection };
    element.connection = connection;
    const jobs = this.#jobsOf(element, isKnown ? known.jobs : []);
    const row = { element, list, jobs };
    this.#rows.set(entityId, row);
    list.expandableCount += Number(jobs.length > 0);
    // Redrawing a row redraws its children.
    const changed =
      !isSameList(isKnown ? known.jobs : [], jobs) || this.#looksChanged(element)
        ? [element]
        : jobs.filter(this.#looksChanged);
    for (const one of changed) {
      redraw.elements.add(one);
    }
    return row;
  }

  #jobsOf({ id, connection }: ConnectionElement, known: Row['jobs']): Row['jobs'] {
    return this.#readJobs(connection.entityId).map((job) => {
      const jobId = `${id}/job/${job.syncId}`;
      const element = known.find((one) => one.id === jobId) ?? { kind: 'job', id: jobId, job };
      element.job = job;
      return element;
    });
  }

  #addList(key: string, known?: RowList): RowList {
    const { grouping } = this.#order;
    const id = listId(this.#order, key);
    const group: RowList['group'] =
      grouping === 'none' ? undefined : (known?.group ?? { kind: 'group', id, group: { grouping, key }, count: 0 });
    const list: RowList = { id, group, elements: [], expandableCount: 0 };
    this.#lists.set(id, list);
    return list;
  }

  #listFor(connection: Connection): RowList {
    const { grouping } = this.#order;
    const key = grouping === 'none' ? '' : groupKey(connection, grouping);
    return this.#lists.get(listId(this.#order, key)) ?? this.#addList(key);
  }

  #listOf(element: ConnectionsElement): RowList | undefined {
    const entityId =
      element.kind === 'connection' ? element.connection.entityId : element.kind === 'job' ? element.job.entityId : '';
    return this.#rows.get(entityId)?.list;
  }

  #rootElements(): readonly ConnectionsElement[] {
    const { grouping, language } = this.#order;
    const lists = [...this.#lists.values()];
    const groups = lists.flatMap(({ group, elements }) => {
      if (group) {
        group.count = elements.length;
      }
      return group ?? [];
    });
    if (grouping === 'none') {
      return lists.flatMap(({ elements }) => elements);
    }
    const compare = byGroup(grouping, language);
    return groups.sort((a, b) => compare(a.group, b.group));
  }

  #compare(a: Connection, b: Connection): number {
    const { sorting } = this.#order;
    const rank = ({ entityId }: Connection): number => this.#nameRanks.get(entityId) ?? 0;
    return compareNumbers(sortKey(a, sorting), sortKey(b, sorting)) || rank(a) - rank(b);
  }

  /** Where the connection is in the list, or would be. */
  #placeIn({ elements }: RowList, connection: Connection): number {
    return placeIn(elements, (element) => this.#compare(element.connection, connection) < 0);
  }

  #searchText(connection: Connection): string {
    const text = this.#searchTexts.get(connection) ?? searchText(connection);
    this.#searchTexts.set(connection, text);
    return text;
  }
}

function listId({ grouping }: ConnectionOrder, key: string): string {
  return grouping === 'none' ? '' : `group/${grouping}/${key}`;
}
