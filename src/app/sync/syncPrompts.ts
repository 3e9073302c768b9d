import type { Connection } from '../../model/connection.ts';

/** What the use case asks and tells the user. */
export interface SyncPrompts {
  /** Empty if the user declined. `proposed`: the entity IDs of those that are selected at first. */
  chooseConnections(proposed: readonly string[]): PromiseLike<readonly Connection[]>;
  /** These of the chosen connections are syncing and are not started again. */
  showAlreadySyncing(names: readonly string[]): void;
  /** These of the chosen connections are inactive and are not started. */
  showInactive(names: readonly string[]): void;
  /** The response was lost, but the connection shows that the sync started. */
  showReconciled(name: string): void;
  /** The user has signed out of the account while these syncs were being started. */
  showStartedBeforeSignOut(names: readonly string[]): void;
  /** The service says that it started the sync of another connection. */
  warnOtherConnection(requested: string, started: string): void;
  /** Shows for each connection that its sync is being started, until it has an outcome. */
  setStarting(entityIds: readonly string[], isStarting: boolean): void;
  /** Shows progress while the requests are in flight. */
  showProgress<T>(work: () => Promise<T>): PromiseLike<T>;
}
