import { createHash, randomUUID } from 'node:crypto';
import { uniqueBy } from '../../base/lists.ts';
import type { UploadStore } from '../../jobs/store/uploadStore.ts';
import { jobState } from '../../model/job.ts';
import type { AcceptedUpload, UploadKey } from '../../model/upload.ts';
import type { JobTracker } from '../tracking/jobTracker.ts';

/** Connections to which files were uploaded before, by entity ID. */
export interface RememberedTargets {
  /** The connections to which these sources were uploaded. */
  readonly ofFiles: readonly string[];
  /** The connections to which only other sources were uploaded. */
  readonly others: readonly string[];
}

/** An upload of the same content to the same connection. */
export interface SameContent extends AcceptedUpload {
  /** Whether its job has failed, so that the service may have nothing of it. */
  readonly hasFailed: boolean;
}

/**
 * A key that distinguishes uploads from this workspace from others without revealing its path. A window without a folder gets its own:
 * the last upload of another such window must not be repeated from it.
 *
 * @param storageUri that of VS Code's storage folder for the workspace; undefined without a folder.
 */
export function workspaceKey(storageUri: string | undefined): string {
  return storageUri === undefined ? randomUUID() : createHash('sha256').update(storageUri).digest('hex').slice(0, 16);
}

/** The uploads of each account, from all workspaces. The service has no list of them. */
export class UploadHistory {
  readonly #store: Pick<UploadStore, 'read'>;
  /** Identifies the workspace of this window. */
  readonly workspace: string;
  readonly #tracker: Pick<JobTracker, 'find'>;

  constructor(store: Pick<UploadStore, 'read'>, workspace: string, tracker: Pick<JobTracker, 'find'>) {
    this.#store = store;
    this.workspace = workspace;
    this.#tracker = tracker;
  }

  /** The entity IDs of earlier uploads, each list latest first. */
  rememberedTargets(accountId: string, uris: readonly string[]): RememberedTargets {
    const list = this.#list(accountId);
    const ofFiles = new Set(list.filter(({ uri }) => uris.includes(uri)).map(({ entityId }) => entityId));
    const others = new Set(list.map(({ entityId }) => entityId).filter((entityId) => !ofFiles.has(entityId)));
    return { ofFiles: [...ofFiles], others: [...others] };
  }

  /** The latest upload of a file to any connection. */
  latestOfFile(accountId: string, uri: string): AcceptedUpload | undefined {
    return this.#list(accountId).find((upload) => upload.uri === uri);
  }

  /** The latest upload from this workspace. */
  latestFromWorkspace(accountId: string): AcceptedUpload | undefined {
    return this.#list(accountId).find(({ workspace }) => workspace === this.workspace);
  }

  /** The latest upload of each file from this workspace to each connection, latest first. */
  latestOfEachFile(accountId: string): readonly AcceptedUpload[] {
    const ours = this.#list(accountId).filter(({ workspace }) => workspace === this.workspace);
    return uniqueBy(ours, ({ uri, entityId }) => JSON.stringify([uri, entityId]));
  }

  /** The latest upload of a file to a connection. */
  latestOfFileTo(
    accountId: string,
    { uri, entityId }: Pick<AcceptedUpload, 'uri' | 'entityId'>,
  ): AcceptedUpload | undefined {
    return this.#list(accountId).find((upload) => upload.uri === uri && upload.entityId === entityId);
  }

  bySyncId(accountId: string, syncId: string): AcceptedUpload | undefined {
    return this.#list(accountId).find((upload) => upload.syncId === syncId);
  }

  /** The latest upload of the same content to the same connection whose job has not failed; if all have failed, the latest. */
  sameContent(
    accountId: string,
    { entityId, digest }: Pick<UploadKey, 'entityId' | 'digest'>,
  ): SameContent | undefined {
    const same = this.#latestNotFailed(
      this.uploadsTo(accountId, entityId).filter((upload) => upload.digest === digest),
    );
    return same && { ...same, hasFailed: this.hasFailed(same) };
  }

  /** The header of the last load that has not failed; undefined if there is none, or if it was too long to be stored. */
  lastHeader(accountId: string, entityId: string): readonly string[] | undefined {
    const last = this.latestLoadTo(accountId, entityId);
    return last && !this.hasFailed(last) && last.columns.length > 0 ? last.columns : undefined;
  }

  /**
   * The latest upload to the connection whose job has not failed; if all have failed, the latest.
   *
   * @param before looks only among those before the upload with this ID.
   */
  latestLoadTo(accountId: string, entityId: string, before?: string): AcceptedUpload | undefined {
    return this.#latestNotFailed(this.uploadsTo(accountId, entityId, before));
  }

  /** The uploads to the connection, latest first. With `before`, only those before the upload with that ID; all if there is none. */
  uploadsTo(accountId: string, entityId: string, before?: string): readonly AcceptedUpload[] {
    const uploads = this.#list(accountId).filter((upload) => upload.entityId === entityId);
    return uploads.slice(uploads.findIndex(({ syncId }) => syncId === before) + 1);
  }

  /** Whether the job of an upload has failed. If nothing is known of it, it counts as loaded. */
  hasFailed({ syncId }: Pick<AcceptedUpload, 'syncId'>): boolean {
    const job = this.#tracker.find(syncId);
    return job !== undefined && jobState(job) === 'failed';
  }

  #latestNotFailed(uploads: readonly AcceptedUpload[]): AcceptedUpload | undefined {
    return uploads.find((upload) => !this.hasFailed(upload)) ?? uploads[0];
  }

  #list(accountId: string): readonly AcceptedUpload[] {
    return this.#store.read(accountId).uploads;
  }
}
