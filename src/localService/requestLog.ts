import type { IncomingMessage } from 'node:http';
import { authScheme } from './authentication.ts';

/** A request that came in. No values of headers but those that say what the body is: the others may be secrets. */
export interface LoggedRequest {
  readonly method: string;
  /** With its query, as it came. */
  readonly path: string;
  readonly headerNames: readonly string[];
  /** `none`, `apiKey`, `bearer`, `basic`, whatever else was tried, or two of them joined by `+`. */
  readonly authScheme: string;
  readonly contentType: string | undefined;
  readonly contentLength: number | undefined;
  /** Real time, milliseconds since the epoch. */
  readonly at: number;
  /** What it was answered with; undefined while it is not. */
  status: number | undefined;
}

export function logRequest({ method, url, headers }: IncomingMessage): LoggedRequest {
  const length = headers['content-length'];
  return {
    method: method ?? '',
    path: url ?? '',
    headerNames: Object.keys(headers),
    authScheme: authScheme(headers),
    contentType: headers['content-type'],
    contentLength: length === undefined ? undefined : Number(length),
    at: Date.now(),
    status: undefined,
  };
}
