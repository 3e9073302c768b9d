import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** A received request. Of the headers' values, only those that describe the body are logged, because others can be secrets. */
export interface LoggedRequest {
  readonly method: string;
  /** Unchanged, with the query. */
  readonly path: string;
  readonly headerNames: readonly string[];
  /** `none`, `apiKey`, `bearer`, `basic`, another scheme, or two joined by `+`. */
  readonly authScheme: string;
  readonly contentType: string | undefined;
  readonly contentLength: number | undefined;
  /** Real time, milliseconds since the epoch. */
  readonly at: number;
  /** The status of the response; undefined until then. */
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

/** How a request authenticates. */
function authScheme(headers: IncomingHttpHeaders): string {
  const schemes = [
    ...(headers['x-api-key'] === undefined ? [] : ['apiKey']),
    ...(headers.authorization === undefined ? [] : [headers.authorization.split(' ', 1)[0]?.toLowerCase() ?? '']),
  ];
  return schemes.length === 0 ? 'none' : schemes.join('+');
}
