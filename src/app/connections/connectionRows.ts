import { isSameList } from '../../base/lists.ts';
import type { Job } from '../../model/job.ts';
import type { Connection } from '../../model/connection.ts';
import type { ConnectionGroup, OrderedConnections } from '../../model/connectionOrder.ts';

/** A row of the view. The object stays the same as long as the row is shown under the same parent; its content is replaced. */
export interface ConnectionElement {
  readonly kind: 'connection';
  /** Stable from answer to answer, and unique. */
  readonly id: string;
  readonly connection: Connection;
}

/** A job under its connection. */
export interface ConnectionJobElement {
  readonly kind: 'job';
  readonly id: string;
  readonly job: Job;
}

export interface GroupElement {
  readonly kind: 'group';
  readonly id: string;
  readonly group: ConnectionGroup;
}

export type ConnectionsElement = ConnectionElement | ConnectionJobElement | GroupElement;

/** The latest jobs of each connection, by entity ID. */
export type LatestJobs = ReadonlyMap<string, readonly Job[]>;

/** What has to be redrawn: everything, or only these elements with their children. */
export type TreeChange = 'all' | readonly ConnectionsElement[];

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Elements = Map<string, Writable<ConnectionElement> | Writable<ConnectionJobElement> | Writable<GroupElement>>;

/** The rows and groups shown, kept as the same objects from one answer to the next so that little is redrawn. */
export class ConnectionRows {
  #roots: readonly ConnectionsElement[] = [];
  #children = new Map<string, readonly (ConnectionElement | ConnectionJobElement)[]>();
  #elements: Elements = new Map();
  #renderKeys = new Map<string, string>();

  get roots(): readonly ConnectionsElement[] {
    return this.#roots;
  }

  childrenOf({ id }: ConnectionsElement): readonly (ConnectionElement | ConnectionJobElement)[] {
    return this.#children.get(id) ?? [];
  }

  /** The group of a connection, the connection of a job. */
  parentOf({ id }: ConnectionsElement): ConnectionsElement | undefined {
    const parent = Array.from(this.#children).find(([, rows]) => rows.some((row) => row.id === id))?.[0];
    return parent === undefined ? undefined : this.#elements.get(parent);
  }

  /** Replaces what is shown; `renderKey` is equal for elements that look equal. Returns what has to be redrawn. */
  update(
    ordered: OrderedConnections,
    latest: LatestJobs,
    renderKey: (element: ConnectionsElement) => string,
  ): TreeChange {
    const before = {
      roots: this.#roots,
      children: this.#children,
      elements: this.#elements,
      renderKeys: this.#renderKeys,
    };
    this.#elements = new Map();
    this.#children = new Map();
    const reuse = before.elements;
    this.#roots = [
      ...this.#rowsOf('', ordered.ungrouped, latest, reuse),
      ...ordered.groups.map((group) => this.#groupOf(group, latest, reuse)),
    ];
    this.#renderKeys = new Map(Array.from(this.#elements, ([id, element]) => [id, renderKey(element)]));
    // VS Code indents all rows under a parent for twisties, or none, and decides so for each row as it draws it.
    const keepsIndent = (rows: readonly ConnectionsElement[]): boolean =>
      rows.some(({ id }) => hasRows(before.children, id)) === rows.some(({ id }) => hasRows(this.#children, id));
    if (!isSameList(before.roots, this.#roots) || !keepsIndent(this.#roots)) {
      return 'all';
    }
    // Redrawing a row redraws its children.
    const changed = (row: ConnectionsElement): readonly ConnectionsElement[] => {
      const rows = this.childrenOf(row);
      return before.renderKeys.get(row.id) !== this.#renderKeys.get(row.id) ||
        !isSameList(before.children.get(row.id) ?? [], rows) ||
        !keepsIndent(rows)
        ? [row]
        : rows.flatMap(changed);
    };
    return this.#roots.flatMap(changed);
  }

  #groupOf(group: ConnectionGroup, latest: LatestJobs, reuse: Elements): GroupElement {
    const id = `group/${group.grouping}/${group.key}`;
    const known = reuse.get(id);
    const element: Writable<GroupElement> = known?.kind === 'group' ? known : { kind: 'group', id, group };
    element.group = group;
    this.#elements.set(id, element);
    this.#children.set(id, this.#rowsOf(id, group.connections, latest, reuse));
    return element;
  }

  #rowsOf(
    parentId: string,
    connections: readonly Connection[],
    latest: LatestJobs,
    reuse: Elements,
  ): ConnectionElement[] {
    return connections.map((connection) => {
      const id = this.#uniqueId(`${parentId}/connection/${connection.entityId}`);
      const known = reuse.get(id);
      const element: Writable<ConnectionElement> =
        known?.kind === 'connection' ? known : { kind: 'connection', id, connection };
      element.connection = connection;
      this.#elements.set(id, element);
      this.#children.set(id, this.#jobsOf(id, latest.get(connection.entityId) ?? [], reuse));
      return element;
    });
  }

  #jobsOf(parentId: string, jobs: readonly Job[], reuse: Elements): ConnectionJobElement[] {
    return jobs.map((job) => {
      const id = `${parentId}/job/${job.syncId}`;
      const known = reuse.get(id);
      const element: Writable<ConnectionJobElement> = known?.kind === 'job' ? known : { kind: 'job', id, job };
      element.job = job;
      this.#elements.set(id, element);
      return element;
    });
  }

  /** Two rows with one ID would break the whole view, so an entity listed twice gets two. */
  #uniqueId(wanted: string): string {
    let id = wanted;
    for (let copy = 2; this.#elements.has(id); copy += 1) {
      id = `${wanted}/${copy}`;
    }
    return id;
  }
}

function hasRows(children: ReadonlyMap<string, readonly ConnectionsElement[]>, id: string): boolean {
  return (children.get(id)?.length ?? 0) > 0;
}
