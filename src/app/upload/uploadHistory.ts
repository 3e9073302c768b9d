import type { UploadStore } from '../../jobs/store/uploadStore.ts';
import type { AcceptedUpload } from '../../model/upload.ts';

/** Connections that took uploads, by entity ID. */
export interface RememberedTargets {
  /** To which these sources were uploaded. */
  readonly ofSources: readonly string[];
  /** Only of other sources. */
  readonly others: readonly string[];
}

/** The uploads of each account, from all workspaces. The service has no list of them. */
export class UploadHistory {
  readonly #store: Pick<UploadStore, 'read'>;
  /** Identifies the workspace of this window. */
  readonly workspace: string;

  constructor(store: Pick<UploadStore, 'read'>, workspace: string) {
    this.#store = store;
    this.workspace = workspace;
  }

  /** The entity IDs of earlier uploads, each list latest first. */
  targets(accountId: string, sources: readonly string[]): RememberedTargets {
    const list = this.#list(accountId);
    const ofSources = new Set(list.filter(({ source }) => sources.includes(source)).map(({ entityId }) => entityId));
    const others = new Set(list.map(({ entityId }) => entityId).filter((entityId) => !ofSources.has(entityId)));
    return { ofSources: [...ofSources], others: [...others] };
  }

  /** The latest upload of a file to any connection. */
  ofSource(accountId: string, source: string): AcceptedUpload | undefined {
    return this.#list(accountId).find((known) => known.source === source);
  }

  wasUploaded(accountId: string, source: string): boolean {
    return this.ofSource(accountId, source) !== undefined;
  }

  /** The latest upload from this workspace. */
  latest(accountId: string): AcceptedUpload | undefined {
    return this.#list(accountId).find(({ workspace }) => workspace === this.workspace);
  }

  /** The latest uploads of each file from this workspace to each connection, latest first. */
  remembered(accountId: string): readonly AcceptedUpload[] {
    const ours = this.#list(accountId).filter(({ workspace }) => workspace === this.workspace);
    const isLatest = ({ source, entityId }: AcceptedUpload, index: number): boolean =>
      ours.findIndex((known) => known.source === source && known.entityId === entityId) === index;
    return ours.filter(isLatest);
  }

  /** The latest upload of a file to a connection. */
  latestOf(
    accountId: string,
    { source, entityId }: Pick<AcceptedUpload, 'source' | 'entityId'>,
  ): AcceptedUpload | undefined {
    return this.#list(accountId).find((known) => known.source === source && known.entityId === entityId);
  }

  bySyncId(accountId: string, syncId: string): AcceptedUpload | undefined {
    return this.#list(accountId).find((known) => known.syncId === syncId);
  }

  /** The latest upload of the same content to the same connection. */
  sameContent(accountId: string, entityId: string, digest: string): AcceptedUpload | undefined {
    return this.#list(accountId).find((known) => known.entityId === entityId && known.digest === digest);
  }

  /** The header of the latest upload to the connection; undefined if there is none, or if it was too long to be stored. */
  lastHeader(accountId: string, entityId: string): readonly string[] | undefined {
    const columns = this.latestTo(accountId, entityId)?.columns ?? [];
    return columns.length > 0 ? columns : undefined;
  }

  /** The latest upload to the connection. */
  latestTo(accountId: string, entityId: string): AcceptedUpload | undefined {
    return this.#list(accountId).find((known) => known.entityId === entityId);
  }

  #list(accountId: string): readonly AcceptedUpload[] {
    return this.#store.read(accountId).uploads;
  }
}
