import type { Connection } from '../../model/connection.ts';
import type { ConnectionGroup, OrderedConnections } from '../../model/connectionOrder.ts';

/** A row of the view. The object stays the same while the row stands where it stands; what it shows is replaced in it. */
export interface ConnectionElement {
  readonly kind: 'connection';
  /** The same from answer to answer, and unlike any other row's. */
  readonly id: string;
  readonly connection: Connection;
}

export interface GroupElement {
  readonly kind: 'group';
  readonly id: string;
  readonly group: ConnectionGroup;
}

export type ConnectionsElement = ConnectionElement | GroupElement;

/** What has to be drawn again: everything, or these elements (with their children) and nothing else. */
export type TreeChange = 'all' | readonly ConnectionsElement[];

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Elements = Map<string, Writable<ConnectionElement> | Writable<GroupElement>>;

/** The rows and groups that stand, kept as the same objects from one answer to the next so that little is drawn again. */
export class RowTree {
  #roots: readonly ConnectionsElement[] = [];
  #children = new Map<string, readonly ConnectionElement[]>();
  #elements: Elements = new Map();
  #looks = new Map<string, string>();

  get roots(): readonly ConnectionsElement[] {
    return this.#roots;
  }

  childrenOf(group: GroupElement): readonly ConnectionElement[] {
    return this.#children.get(group.id) ?? [];
  }

  /** The group a row stands in. */
  parentOf(element: ConnectionsElement): GroupElement | undefined {
    return this.#roots.find(
      (root): root is GroupElement =>
        root.kind === 'group' && this.childrenOf(root).some(({ id }) => id === element.id),
    );
  }

  /** Takes over what is to be shown; `lookOf` is equal for equal looks. Returns what has to be drawn again. */
  update(ordered: OrderedConnections, lookOf: (element: ConnectionsElement) => string): TreeChange {
    const before = { roots: this.#roots, children: this.#children, elements: this.#elements, looks: this.#looks };
    this.#elements = new Map();
    this.#children = new Map();
    const reuse = before.elements;
    this.#roots = [
      ...this.#rowsOf('', ordered.ungrouped, reuse),
      ...ordered.groups.map((group) => this.#groupOf(group, reuse)),
    ];
    this.#looks = new Map(Array.from(this.#elements, ([id, element]) => [id, lookOf(element)]));
    if (!isSameList(before.roots, this.#roots)) {
      return 'all';
    }
    const redrawn = this.#roots.filter(
      (root) =>
        before.looks.get(root.id) !== this.#looks.get(root.id) ||
        (root.kind === 'group' && !isSameList(before.children.get(root.id) ?? [], this.childrenOf(root))),
    );
    const untouchedGroups = this.#roots.filter((root) => root.kind === 'group' && !redrawn.includes(root));
    const rows = untouchedGroups
      .flatMap((group) => this.#children.get(group.id) ?? [])
      .filter(({ id }) => before.looks.get(id) !== this.#looks.get(id));
    return [...redrawn, ...rows];
  }

  #groupOf(group: ConnectionGroup, reuse: Elements): GroupElement {
    const id = `group/${group.grouping}/${group.key}`;
    const known = reuse.get(id);
    const element: Writable<GroupElement> = known?.kind === 'group' ? known : { kind: 'group', id, group };
    element.group = group;
    this.#elements.set(id, element);
    this.#children.set(id, this.#rowsOf(id, group.connections, reuse));
    return element;
  }

  #rowsOf(parentId: string, connections: readonly Connection[], reuse: Elements): ConnectionElement[] {
    return connections.map((connection) => {
      const id = this.#freeId(`${parentId}/connection/${connection.entityId}`);
      const known = reuse.get(id);
      const element: Writable<ConnectionElement> =
        known?.kind === 'connection' ? known : { kind: 'connection', id, connection };
      element.connection = connection;
      this.#elements.set(id, element);
      return element;
    });
  }

  /** An answer that names one entity twice must not take the whole view down, as two rows of one id would. */
  #freeId(wanted: string): string {
    let id = wanted;
    for (let copy = 2; this.#elements.has(id); copy += 1) {
      id = `${wanted}/${copy}`;
    }
    return id;
  }
}

function isSameList(before: readonly ConnectionsElement[], now: readonly ConnectionsElement[]): boolean {
  return before.length === now.length && before.every((element, index) => element === now[index]);
}
