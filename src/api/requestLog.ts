import { plainText } from '../base/displayText.ts';
import type { Logger } from '../base/logger.ts';
import { isSupportedApiVersion } from '../model/answerMeta.ts';
import type { AnswerMeta } from '../model/answerMeta.ts';
import { ApiError } from './apiError.ts';

/** One request as the log tells it. No body, no query, no header. */
export interface LoggedRequest {
  readonly method: 'GET' | 'POST';
  /** Relative to the base URL; ids in it are encoded. */
  readonly path: string;
}

/** Ids by which the service's people find a request. */
type AnswerIds = Partial<Pick<AnswerMeta, 'requestId' | 'correlationId' | 'apiVersion'>>;

/** Writes one line a request: what was asked, what came, how long it took, and the ids of the answer. */
export class RequestLog {
  readonly #log: Logger;
  #hasWarned = false;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Reading is routine and goes to debug; what starts something is worth a line to everyone. */
  answered(request: LoggedRequest, status: number, elapsedMs: number, ids: AnswerIds): void {
    const line = describe(request, String(status), elapsedMs, ids);
    if (request.method === 'GET') {
      this.#log.debug(line);
    } else {
      this.#log.info(line);
    }
    this.#warnOnce(ids.apiVersion);
  }

  /** `why` is what the request rejects with. Its texts may be the service's or a file's and stay out of the log. */
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
        `The service answers with API version ${plainText(apiVersion ?? '', 40)}; this extension was written for version 1.`,
      );
    }
  }
}

function describe({ method, path }: LoggedRequest, outcome: string, elapsedMs: number, ids: AnswerIds): string {
  const named = (['requestId', 'correlationId', 'apiVersion'] as const).flatMap((name) => {
    const value = ids[name];
    return value === undefined ? [] : [`${name}=${plainText(value, 100)}`];
  });
  return [method, plainText(path), outcome, `${Math.round(elapsedMs)} ms`, ...named].join(' ');
}
