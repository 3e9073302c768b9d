/** What `dataConnections.startSync` returns for each sync it started. */
export interface StartedSync {
  readonly syncId: string;
  readonly entityId: string;
}
