import { Emitter } from '../base/event.ts';
import type { Event } from '../base/event.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import type { Credential, Identity } from '../model/account.ts';
import type { AnswerMeta } from '../model/answerMeta.ts';
import type { Connection } from '../model/connection.ts';
import type { JobStatus } from '../model/jobStatus.ts';
import type { StartedJob, UploadFile, UploadFormat } from '../model/upload.ts';
import { ApiError } from './apiError.ts';
import type { FetchLike } from './fetchLike.ts';

export interface ServiceClientOptions {
  /** Origin and optional path, without a trailing slash and without `/api/public/v1` (see `parseBaseUrl`). */
  readonly baseUrl: string;
  /** Asked before every request; undefined is signed out. */
  readonly credential: () => Promise<Credential | undefined>;
  /** The one way into the network. Where the choice changes while the client lives, a function that chooses at each call. */
  readonly fetch: FetchLike;
  readonly log: Logger;
  /** How long one request may take; for an upload, how long it may make no progress. Asked before every request. */
  readonly timeoutMs: () => number;
}

export interface RequestOptions {
  /** Aborting it rejects the call with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface ConnectionList {
  readonly connections: readonly Connection[];
  /** How many rows were left out because they had no usable `entityId`. */
  readonly droppedRows: number;
}

export interface UploadRequest {
  readonly entityId: string;
  readonly format: UploadFormat;
  readonly file: UploadFile;
}

export interface UploadOptions extends RequestOptions {
  /** Bytes of the body that were handed to the network so far, and of the whole body. */
  readonly onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined;
}

/** The service over HTTP, for one account: one method an endpoint. Everything it throws is `ApiError` or a cancellation. */
export class ServiceClient implements Disposable {
  readonly #answers = new Emitter<AnswerMeta>();

  /** Fires with the `meta` of every answer that had one. */
  readonly onDidAnswer: Event<AnswerMeta> = this.#answers.event;

  readonly #options: ServiceClientOptions;

  constructor(options: ServiceClientOptions) {
    this.#options = options;
  }

  /** Who the credential belongs to (contract, GET /me). */
  getIdentity(options: RequestOptions = {}): Promise<Identity> {
    return notYet(this.#options, options);
  }

  /** All connections (contract, GET /connections). */
  listConnections(options: RequestOptions = {}): Promise<ConnectionList> {
    return notYet(this.#options, options);
  }

  /** Starts a sync (contract, POST /connections/sync). Never repeated by itself. */
  startSync(entityId: string, options: RequestOptions = {}): Promise<StartedJob> {
    return notYet(entityId, options);
  }

  /** How a sync or an upload is doing (contract, GET /connections/sync/{syncId}/status). */
  getJobStatus(syncId: string, options: RequestOptions = {}): Promise<JobStatus> {
    return notYet(syncId, options);
  }

  /** Sends a file to an entity (contract, POST /dataloader/upload). Never repeated by itself. */
  upload(request: UploadRequest, options: UploadOptions = {}): Promise<StartedJob> {
    return notYet(request, options);
  }

  dispose(): void {
    this.#answers.dispose();
  }
}

function notYet(...unused: readonly unknown[]): Promise<never> {
  return Promise.reject(new ApiError({ kind: 'signedOut' }, { cause: unused }));
}
