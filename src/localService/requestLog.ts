import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

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

/** How a request tries to authenticate, as the log of requests names it. */
function authScheme(headers: IncomingHttpHeaders): string {
  const schemes = [
    ...(headers['x-api-key'] === undefined ? [] : ['apiKey']),
    ...(headers.authorization === undefined ? [] : [headers.authorization.split(' ', 1)[0]?.toLowerCase() ?? '']),
  ];
  return schemes.length === 0 ? 'none' : schemes.join('+');
}
