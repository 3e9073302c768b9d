import { plainText } from '../base/displayText.ts';
import type { Logger } from '../base/logger.ts';
import { isSupportedApiVersion } from '../model/answerMeta.ts';
import type { AnswerMeta } from '../model/answerMeta.ts';
import { ApiError } from './apiError.ts';

/** What the log contains of a request: no body, no query, no headers. */
export interface LoggedRequest {
  readonly method: 'GET' | 'POST';
  /** Relative to the base URL; ids in it are encoded. */
  readonly path: string;
}

/** What the log contains of an answer: the ids by which the service's support can find it, and the version of the API. */
type LoggedAnswer = Partial<Pick<AnswerMeta, 'requestId' | 'correlationId' | 'apiVersion'>>;

/** Logs one line per request: the request, its outcome, its duration, and the ids of the answer. */
export class RequestLog {
  readonly #log: Logger;
  #hasWarned = false;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** GET requests are logged at debug level, POST requests at info level. */
  answered(request: LoggedRequest, status: number, elapsedMs: number, answer: LoggedAnswer): void {
    const line = describe(request, String(status), elapsedMs, answer);
    if (request.method === 'GET') {
      this.#log.debug(line);
    } else {
      this.#log.info(line);
    }
    this.#warnOnce(answer.apiVersion);
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
        `The service answers with API version ${plainText(apiVersion ?? '', 40)}; this extension was written for version 1.`,
      );
    }
  }
}

function describe({ method, path }: LoggedRequest, outcome: string, elapsedMs: number, answer: LoggedAnswer): string {
  const named = (['requestId', 'correlationId', 'apiVersion'] as const).flatMap((name) => {
    const value = answer[name];
    return value === undefined ? [] : [`${name}=${plainText(value, 100)}`];
  });
  return [method, plainText(path), outcome, `${Math.round(elapsedMs)} ms`, ...named].join(' ');
}
