import { plainText } from '../base/displayText.ts';
import { Emitter } from '../base/event.ts';
import type { Event } from '../base/event.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import type { Credential, Identity } from '../model/account.ts';
import type { RateLimit } from '../model/rateLimit.ts';
import type { ResponseMeta } from '../model/responseMeta.ts';
import type { Failure } from '../model/failure.ts';
import type { JobStatus } from '../model/jobStatus.ts';
import type { StartedJob } from '../model/upload.ts';
import { ApiError } from './apiError.ts';
import type { ConnectionList } from './decode.ts';
import type { FetchLike } from './fetchLike.ts';
import { pathSegment, rejectId, rejectUnusableEntityId } from './ids.ts';
import type { RequestBody } from './requestBody.ts';
import { smallJsonBody } from './requestBody.ts';
import { RequestLog } from './requestLog.ts';
import { rateLimitOf } from './retryAfter.ts';
import { NOT_MODIFIED, Transport } from './transport.ts';
import type { ApiRequest, ApiResponse } from './transport.ts';
import type { FileUpload } from './uploadBody.ts';

export interface ServiceClientOptions {
  /** Origin and optional path, without a trailing slash and without `/api/public/v1` (see `parseBaseUrl`). */
  readonly baseUrl: string;
  /** Called before every request; undefined if signed out. */
  readonly credential: () => Promise<Credential | undefined>;
  /** Sends the requests. */
  readonly fetch: FetchLike;
  readonly log: Logger;
  /** The timeout of a request, or of an upload without progress, in milliseconds. Called before every request. */
  readonly timeoutMs: () => number;
}

export interface RequestOptions {
  /** Aborting it rejects the call with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface UploadOptions extends RequestOptions {
  /** Called with the number of bytes passed to the network so far, and the size of the body. */
  readonly onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined;
}

/** An identity, with the `meta` of the response that it is from. */
export interface IdentityResponse extends Identity {
  readonly meta: ResponseMeta | undefined;
}

/** The status of a job, with the `meta` of the response that it is from. */
export interface JobStatusResponse extends JobStatus {
  readonly meta: ResponseMeta | undefined;
}

export interface ListedConnections extends ConnectionList {
  /** The size of the response, decompressed. 0 if the service said that nothing has changed. */
  readonly byteLength: number;
}

// Responses are held in memory. The limits allow tens of thousands of connections.
const MAX_LIST_BYTES = 32 * 1024 * 1024;
const MAX_RESPONSE_BYTES = 1024 * 1024;

/**
 * Client of the service's HTTP API for one account, with one method per endpoint. Calls reject with an `ApiError`, with the
 * reason of the caller's signal, for uploads with the error from reading the file, or with that of a defect of the extension.
 */
export class ServiceClient implements Disposable {
  readonly #didReceiveResponse = new Emitter<ResponseMeta | undefined>();
  readonly #didReceiveRateLimit = new Emitter<RateLimit>();
  readonly #didFail = new Emitter<Failure>();
  readonly #transport: Transport;
  readonly #log: Logger;
  #droppedRows = 0;
  /** The last list, if the service sent an ETag with it. */
  #taggedList: { readonly etag: string; readonly list: ConnectionList } | undefined;

  /** Fires with every response to a request that the service accepted: its `meta`, if it has one. */
  readonly onDidReceiveResponse: Event<ResponseMeta | undefined> = this.#didReceiveResponse.event;

  /** Fires with the rate limit of every response that has the headers. */
  readonly onDidReceiveRateLimit: Event<RateLimit> = this.#didReceiveRateLimit.event;

  /** Fires with the failure of every request that got no response or an error, because it may affect all requests of the account. */
  readonly onDidFail: Event<Failure> = this.#didFail.event;

  constructor({ log, ...options }: ServiceClientOptions) {
    this.#log = log;
    const onHeaders = (headers: Headers): void => {
      const rateLimit = rateLimitOf(headers);
      if (rateLimit) {
        this.#didReceiveRateLimit.fire(rateLimit);
      }
    };
    this.#transport = new Transport({ ...options, log: new RequestLog(log), onHeaders });
  }

  /** The user and workspace of the credential (contract, GET /me). */
  async getIdentity({ signal }: RequestOptions = {}): Promise<IdentityResponse> {
    const response = await this.#send({ method: 'GET', path: '/me', maxResponseBytes: MAX_RESPONSE_BYTES, signal });
    const { decodeIdentity } = await import('./decode.ts');
    const identity = decodeIdentity(response.data, response.meta) ?? this.#missingFields(response, 'GET /me');
    return { ...identity, meta: response.meta };
  }

  /** Lists all connections (contract, GET /connections). If the service says that nothing has changed, returns the last list. */
  async listConnections({ signal }: RequestOptions = {}): Promise<ListedConnections> {
    const last = this.#taggedList;
    const response = await this.#send({
      method: 'GET',
      path: '/connections',
      maxResponseBytes: MAX_LIST_BYTES,
      signal,
      etag: last?.etag,
    });
    if (response.status === NOT_MODIFIED && last) {
      return { ...last.list, byteLength: 0 };
    }
    const { decodeConnections } = await import('./decode.ts');
    const list = (await decodeConnections(response.data, signal)) ?? this.#missingFields(response, 'GET /connections');
    // Logged only when it changes, because the list is requested repeatedly.
    if (list.droppedRows > 0 && list.droppedRows !== this.#droppedRows) {
      this.#log.warn(`GET /connections: ${list.droppedRows} rows without a unique id were ignored.`);
    }
    this.#droppedRows = list.droppedRows;
    this.#taggedList = response.etag === undefined ? undefined : { etag: response.etag, list };
    return { ...list, byteLength: response.byteLength };
  }

  /** The status of a sync or an upload (contract, GET /connections/sync/{syncId}/status). */
  async getJobStatus(syncId: string, { signal }: RequestOptions = {}): Promise<JobStatusResponse> {
    const path = `/connections/sync/${pathSegment(syncId) ?? rejectId()}/status`;
    const response = await this.#send({ method: 'GET', path, maxResponseBytes: MAX_RESPONSE_BYTES, signal });
    const { decodeJobStatus } = await import('./decode.ts');
    const status = decodeJobStatus(response.data, syncId) ?? this.#missingFields(response, `GET ${path}`);
    if (status.syncId !== syncId) {
      this.#log.warn(`GET ${path}: the response names job ${plainText(status.syncId, 80)}.`);
    }
    return { ...status, meta: response.meta };
  }

  /** Starts a sync (contract, POST /connections/sync). Never retried automatically. */
  async startSync(entityId: string, { signal }: RequestOptions = {}): Promise<StartedJob> {
    rejectUnusableEntityId(entityId);
    return this.#start(entityId, '/connections/sync', smallJsonBody({ entityId }), { signal });
  }

  /** Uploads a file to an entity (contract, POST /dataloader/upload). Never retried automatically. */
  async upload(request: FileUpload, options: UploadOptions = {}): Promise<StartedJob> {
    const { entityId } = request;
    rejectUnusableEntityId(entityId);
    const { uploadBody } = await import('./uploadBody.ts');
    const body = await uploadBody(request, options.signal ?? new AbortController().signal);
    return this.#start(entityId, '/dataloader/upload', body, options);
  }

  dispose(): void {
    this.#didReceiveResponse.dispose();
    this.#didReceiveRateLimit.dispose();
    this.#didFail.dispose();
  }

  async #start(entityId: string, path: string, body: RequestBody, options: UploadOptions): Promise<StartedJob> {
    const response = await this.#send({
      method: 'POST',
      path,
      maxResponseBytes: MAX_RESPONSE_BYTES,
      body,
      signal: options.signal,
      onProgress: options.onProgress,
    });
    const { decodeStarted } = await import('./decode.ts');
    const started = decodeStarted(response.data);
    if (!started) {
      return this.#missingFields(response, `POST ${path}`, { mayHaveArrived: true });
    }
    // A 200 can be a rejection, with the reason in `message` (contract, Errors 3). A message without visible text is no reason.
    if (started.syncId === undefined && plainText(started.message) !== '') {
      const { status } = response;
      throw new ApiError({
        kind: 'rejected',
        reason: 'byService',
        status,
        message: started.message,
        problem: undefined,
      });
    }
    if (started.syncId === undefined || pathSegment(started.syncId) === undefined) {
      return this.#missingFields(response, `POST ${path}`, { mayHaveArrived: true });
    }
    if (started.entityId !== undefined && started.entityId !== entityId) {
      const [inResponse, inRequest] = [started.entityId, entityId].map((id) => plainText(id, 80));
      this.#log.warn(`POST ${path}: the response names entity ${inResponse}, the request ${inRequest}.`);
    }
    const { requestId, correlationId } = response.meta ?? {};
    const { syncId, message } = started;
    return { syncId, entityId: started.entityId ?? entityId, message, requestId, correlationId };
  }

  /** @param request as it is logged. */
  #missingFields({ status }: ApiResponse, request: string, { mayHaveArrived = false } = {}): never {
    this.#log.warn(`${request}: the response lacks required fields.`);
    throw new ApiError({ kind: 'unexpectedResponse', status, detail: 'missingFields' }, { mayHaveArrived });
  }

  async #send(request: ApiRequest): Promise<ApiResponse> {
    try {
      const response = await this.#transport.send(request);
      this.#didReceiveResponse.fire(response.meta);
      return response;
    } catch (error) {
      if (error instanceof ApiError) {
        this.#didFail.fire(error.failure);
      }
      throw error;
    }
  }
}
