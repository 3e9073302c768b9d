import { plainText } from '../base/displayText.ts';
import type { Logger } from '../base/logger.ts';
import { isSupportedApiVersion } from '../model/responseMeta.ts';
import type { ResponseMeta } from '../model/responseMeta.ts';
import { ApiError } from './apiError.ts';

/** What the log contains of a request: no body, no query, no headers. */
export interface LoggedRequest {
  readonly method: 'GET' | 'POST';
  /** Relative to the base URL; ids in it are encoded. */
  readonly path: string;
}

/** What the log contains of a response: the ids by which the service's support can find it, and the version of the API. */
type LoggedResponse = Partial<Pick<ResponseMeta, 'requestId' | 'correlationId' | 'apiVersion'>>;

/** Logs one line per request: the request, its outcome, its duration, and the ids of the response. */
export class RequestLog {
  readonly #log: Logger;
  #hasWarned = false;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** GET requests are logged at debug level, POST requests at info level. */
  completed(request: LoggedRequest, status: number, elapsedMs: number, response: LoggedResponse): void {
    const line = describe(request, String(status), elapsedMs, response);
    if (request.method === 'GET') {
      this.#log.debug(line);
    } else {
      this.#log.info(line);
    }
    this.#warnOnce(response.apiVersion);
  }

  /** `why` is what the request rejects with. Messages of other errors may contain text of a file and are not logged. */
  failed(request: LoggedRequest, why: unknown, elapsedMs: number): void {
    if (why instanceof ApiError) {
      this.#log.warn(describe(request, why.message, elapsedMs, why.problem ?? {}));
    } else {
      this.#log.info(describe(request, why instanceof Error ? why.name : 'cancelled', elapsedMs, {}));
    }
  }

  #warnOnce(apiVersion: string | undefined): void {
    if (!this.#hasWarned && !isSupportedApiVersion(apiVersion)) {
      this.#hasWarned = true;
      this.#log.warn(
        `The service responds with API version ${plainText(apiVersion ?? '', 40)}; this extension was written for version 1.`,
      );
    }
  }
}

function describe(
  { method, path }: LoggedRequest,
  outcome: string,
  elapsedMs: number,
  response: LoggedResponse,
): string {
  const named = (['requestId', 'correlationId', 'apiVersion'] as const).flatMap((name) => {
    const value = response[name];
    return value === undefined ? [] : [`${name}=${plainText(value, 100)}`];
  });
  return [method, plainText(path), outcome, `${Math.round(elapsedMs)} ms`, ...named].join(' ');
}
