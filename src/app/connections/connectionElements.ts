import type { Connection } from '../../model/connection.ts';
import type { ConnectionGroup, StateWords } from '../../model/connectionViewOptions.ts';
import type { Failure } from '../../model/failure.ts';
import type { Job } from '../../model/job.ts';

/** A row of the view. The object stays the same as long as the row is shown under the same parent; its content is replaced. */
export interface ConnectionElement {
  readonly kind: 'connection';
  /** Unique, and the same in every response. */
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
  readonly group: Pick<ConnectionGroup, 'grouping' | 'key'>;
  /** How many rows it has. */
  readonly count: number;
}

/** The last row of a list that is shown in part: shows more of it. */
export interface MoreElement {
  readonly kind: 'more';
  readonly id: string;
  /** Undefined for the rows that are in no group. */
  readonly group: GroupElement | undefined;
  readonly shownCount: number;
  readonly totalCount: number;
}

/** Under a connection without jobs: why there are none. */
export interface MessageElement {
  readonly kind: 'message';
  readonly id: string;
  readonly parent: ConnectionElement;
  readonly reason: 'neverSynced' | 'noDetails' | Failure;
}

export type ConnectionsElement = ConnectionElement | ConnectionJobElement | GroupElement | MoreElement | MessageElement;

/** What has to be redrawn: everything, or only these elements with their children. */
export type TreeChange = 'all' | readonly ConnectionsElement[];

/** Where the rows are read from. */
export interface RowSource {
  /** Sorted by name. */
  readonly getAll: () => readonly Connection[];
  readonly find: (entityId: string) => Connection | undefined;
  /** Returns a function that finds the jobs to show under a connection, as they are at this moment. */
  readonly readJobs: () => (entityId: string) => readonly Job[];
  /** What the filter finds a state by. */
  readonly stateWords?: StateWords | undefined;
}
