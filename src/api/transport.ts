import { orAborted } from '../base/abort.ts';
import { parseJson } from '../base/json.ts';
import type { Credential } from '../model/account.ts';
import type { ResponseMeta } from '../model/responseMeta.ts';
import { ApiError } from './apiError.ts';
import { API_PATH } from './baseUrl.ts';
import { credentialHeaders } from './credentialHeaders.ts';
import { readBody } from './fetchLike.ts';
import type { FetchLike, FetchResponse } from './fetchLike.ts';
import type { OutgoingBodyEvents } from './outgoingBody.ts';
import type { RequestBody } from './requestBody.ts';
import { isDefect, NetworkError, requestError, throwNetworkError } from './requestError.ts';
import type { InFlightRequest } from './requestError.ts';
import type { RequestLog } from './requestLog.ts';
import { RequestTimeout } from './requestTimeout.ts';

const MAX_PROBLEM_BYTES = 256 * 1024;
/** Responses up to this size are requested uncompressed: starting to decompress one takes fetch longer than reading it. */
const MAX_UNCOMPRESSED_BYTES = 1024 * 1024;

export interface TransportOptions {
  readonly baseUrl: string;
  readonly credential: () => Promise<Credential | undefined>;
  readonly fetch: FetchLike;
  readonly log: RequestLog;
  readonly timeoutMs: () => number;
  /** Called with the headers of every response before it is processed. */
  readonly onHeaders?: (headers: Headers) => void;
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  /** Relative to `/api/public/v1`, with encoded ids. */
  readonly path: string;
  readonly maxResponseBytes: number;
  /** The ETag of an earlier response to the same request. If it still holds, the service may respond with 304, without a body. */
  readonly etag?: string | undefined;
  readonly body?: RequestBody;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined;
}

export interface ApiResponse {
  readonly status: number;
  readonly data: unknown;
  readonly meta: ResponseMeta | undefined;
  /** The size of the body, decompressed. */
  readonly byteLength: number;
  /** Identifies this version of the response, if the service sent an ETag. */
  readonly etag: string | undefined;
}

/** The status of a response to a request with an `etag` that still holds. */
export const NOT_MODIFIED = 304;
/** Anything longer is not sent back. */
const MAX_ETAG_LENGTH = 200;

interface AuthenticatedHeaders {
  readonly credential: Credential;
  readonly headers: Record<string, string>;
}

/** Sends requests and decodes the envelope of their responses. Never follows redirects and never sends a request twice. */
export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  async send(request: ApiRequest): Promise<ApiResponse> {
    const startedAt = performance.now();
    const timeout = new RequestTimeout(this.#options.timeoutMs(), request.signal);
    const inFlight: InFlightRequest = { signal: request.signal, timeout };
    try {
      const response = await orAborted(this.#perform(request, inFlight), timeout.signal);
      this.#options.log.completed(request, response.status, performance.now() - startedAt, response.meta ?? {});
      return response;
    } catch (error) {
      const elapsedMs = performance.now() - startedAt;
      const thrown = requestError(error, inFlight, elapsedMs, new URL(this.#options.baseUrl).hostname);
      this.#options.log.failed(request, thrown, elapsedMs);
      throw thrown;
    } finally {
      // Also stops sending the body: the service may respond before it has read all of it.
      timeout.end();
      inFlight.body?.dispose();
    }
  }

  async #perform(request: ApiRequest, inFlight: InFlightRequest): Promise<ApiResponse> {
    const { timeout } = inFlight;
    const { method, path, maxResponseBytes } = request;
    const { credential, headers } = await this.#authenticated(request);
    // Loaded lazily for a fast start, but before sending, so that the response to a sent request can be decoded.
    const [{ decodeEnvelope }, { responseError }, { maskEchoedSecret }, { OutgoingBody }] = await Promise.all([
      import('./decode.ts'),
      import('./responseError.ts'),
      import('./echoedSecret.ts'),
      import('./outgoingBody.ts'),
    ]);
    const textOf = async (response: FetchResponse, maxBytes: number): Promise<string> =>
      maskEchoedSecret(await readBody(response, maxBytes).catch(throwNetworkError), credential);
    timeout.signal.throwIfAborted();
    const body = (inFlight.body = request.body && new OutgoingBody(request.body, bodyEvents(request, timeout)));
    // Before there is a request: a file may be gone by now.
    await body?.open();
    const response = await this.#fetch(this.#options.baseUrl + API_PATH + path, {
      method,
      headers,
      signal: timeout.signal,
      // Following a redirect would send the credential elsewhere, and makes fetch buffer the whole body.
      redirect: 'error',
      credentials: 'omit',
      // As a stream, because fetch copies every chunk of an iterable.
      ...(body && { body: ReadableStream.from(body), duplex: 'half' }),
    });
    inFlight.isAccepted = response.ok;
    this.#options.onHeaders?.(response.headers);
    const etag = usableEtag(response.headers);
    if (response.status === NOT_MODIFIED && request.etag !== undefined) {
      await response.body?.cancel();
      return { status: NOT_MODIFIED, data: undefined, meta: undefined, byteLength: 0, etag: request.etag };
    }
    if (!response.ok) {
      inFlight.statusError = responseError(response, undefined, method);
      // If its text can't be read, its status is enough.
      throw responseError(response, await textOf(response, MAX_PROBLEM_BYTES).catch(() => undefined), method);
    }
    // The outcome of a POST is unknown if its response can't be decoded.
    const unexpected = { status: response.status, mayHaveArrived: method === 'POST' };
    const text = await textOf(response, maxResponseBytes);
    const envelope = decodeEnvelope(parsedJson(text, unexpected));
    if (!envelope) {
      throw unexpectedResponse('noEnvelope', unexpected);
    }
    return { status: response.status, byteLength: Buffer.byteLength(text), etag, ...envelope };
  }

  async #fetch(...[url, init]: Parameters<FetchLike>): Promise<FetchResponse> {
    try {
      return await this.#options.fetch(url, init);
    } catch (error) {
      throw isDefect(error) ? error : new NetworkError(error);
    }
  }

  /** The headers of a request, and the credential in them. */
  async #authenticated({ body, etag, maxResponseBytes }: ApiRequest): Promise<AuthenticatedHeaders> {
    const credential = await this.#options.credential().catch((cause: unknown) => {
      throw new ApiError({ kind: 'signedOut' }, { cause });
    });
    if (credential?.origin !== new URL(this.#options.baseUrl).origin) {
      throw new ApiError({ kind: 'signedOut' });
    }
    const authentication = credentialHeaders(credential);
    if (authentication === undefined) {
      throw new ApiError({ kind: 'unauthorized', problem: undefined });
    }
    const headers = {
      accept: 'application/json, application/problem+json',
      ...(maxResponseBytes <= MAX_UNCOMPRESSED_BYTES && { 'accept-encoding': 'identity' }),
      ...authentication,
      ...(etag !== undefined && { 'if-none-match': etag }),
      ...(body && { 'content-type': body.contentType, 'content-length': String(body.byteLength) }),
    };
    return { credential, headers };
  }
}

function usableEtag(headers: Headers): string | undefined {
  const etag = headers.get('etag');
  return etag !== null && etag !== '' && etag.length <= MAX_ETAG_LENGTH ? etag : undefined;
}

function bodyEvents({ body, onProgress }: ApiRequest, timeout: RequestTimeout): OutgoingBodyEvents {
  const byteLength = body?.byteLength ?? 0;
  let reported = -1;
  return {
    signal: timeout.signal,
    onSent: (bytes) => {
      timeout.restart();
      if (bytes > reported) {
        reported = bytes;
        onProgress?.(bytes, byteLength);
      }
    },
  };
}

interface Unexpected {
  readonly status: number;
  readonly mayHaveArrived: boolean;
}

function parsedJson(text: string, unexpected: Unexpected): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    throw unexpectedResponse('notJson', unexpected, cause);
  }
}

function unexpectedResponse(
  detail: 'notJson' | 'noEnvelope',
  { status, mayHaveArrived }: Unexpected,
  cause?: unknown,
): ApiError {
  return new ApiError({ kind: 'unexpectedResponse', status, detail }, { mayHaveArrived, cause });
}
