import type { Writable } from '../../base/writable.ts';
import type { Connection } from '../../model/connection.ts';
import type {
  ConnectionElement,
  ConnectionJobElement,
  ConnectionsElement,
  GroupElement,
  TreeChange,
} from './connectionElements.ts';

/** A row, where it is, and the jobs under it. */
export interface Row {
  readonly element: Writable<ConnectionElement>;
  readonly list: RowList;
  /** The connection as it was when the row was sorted in. */
  readonly sortedAs: Connection;
  readonly jobs: readonly Writable<ConnectionJobElement>[];
}

/** The rows under one parent: those of a group, or all rows. */
export interface RowList {
  /** The ID of the group; '' for all rows. */
  readonly id: string;
  readonly group: Writable<GroupElement> | undefined;
  readonly elements: Writable<ConnectionElement>[];
}

/** Collects the rows that have to be redrawn. */
export class ChangedRows {
  isAll = false;
  readonly lists = new Set<RowList>();
  readonly elements = new Set<ConnectionsElement>();

  /** `listOf`: the list that an element is in, at any depth. */
  toTreeChange(listOf: (element: ConnectionsElement) => RowList | undefined): TreeChange {
    const groups = new Set([...this.lists].map(({ group }) => group));
    if (this.isAll || groups.has(undefined)) {
      return 'all';
    }
    const alone = [...this.elements].filter((element) => !groups.has(listOf(element)?.group));
    return [...[...groups].flatMap((group) => group ?? []), ...alone];
  }
}
