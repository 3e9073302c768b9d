import type { UploadStore } from '../../jobs/store/uploadStore.ts';
import type { AcceptedUpload } from '../../model/upload.ts';

/** The uploads of each account, from all workspaces. The service has no list of them. */
export class UploadHistory {
  readonly #store: Pick<UploadStore, 'read'>;
  /** Identifies the workspace of this window. */
  readonly workspace: string;

  constructor(store: Pick<UploadStore, 'read'>, workspace: string) {
    this.#store = store;
    this.workspace = workspace;
  }

  /** The entity IDs of earlier uploads, latest first: those of this source, then all others. */
  targets(accountId: string, source?: string): readonly string[] {
    const list = this.#list(accountId);
    const ofSource = list.filter((known) => known.source === source);
    return [...new Set([...ofSource, ...list].map(({ entityId }) => entityId))];
  }

  /** The latest upload from this workspace. */
  latest(accountId: string): AcceptedUpload | undefined {
    return this.#list(accountId).find(({ workspace }) => workspace === this.workspace);
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
    const columns = this.#list(accountId).find((known) => known.entityId === entityId)?.columns ?? [];
    return columns.length > 0 ? columns : undefined;
  }

  #list(accountId: string): readonly AcceptedUpload[] {
    return this.#store.read(accountId).uploads;
  }
}
