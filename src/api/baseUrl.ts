/** Why a text is not a valid base URL. */
export type BaseUrlProblem = 'empty' | 'notAUrl' | 'httpNotLoopback' | 'scheme' | 'userInfo' | 'queryOrHash';

export type ParsedBaseUrl =
  | {
      readonly ok: true;
      /** Origin and path, without a trailing slash and without `/api/public/v1`. */
      readonly baseUrl: string;
      /** The only origin that may receive the account's credential. */
      readonly origin: string;
    }
  | { readonly ok: false; readonly problem: BaseUrlProblem };

/** Limits the parsing of text that was pasted by mistake. */
const MAX_LENGTH = 2_000;

/** The version is part of the path (contract, Versioning 1). */
export const API_PATH = '/api/public/v1';

/**
 * Parses a base URL as typed or pasted by a user. Accepts https, and plain http for loopback addresses, where the traffic
 * doesn't leave the machine.
 */
export function parseBaseUrl(text: string): ParsedBaseUrl {
  const trimmed = text.trim();
  if (trimmed === '') {
    return { ok: false, problem: 'empty' };
  }
  // `URL` repairs invalid input such as `https:host` or line breaks, which are more likely mistakes.
  const isShort = trimmed.length <= MAX_LENGTH;
  const url = isShort && /^[a-z][a-z\d+.-]*:\/\/[^\s\\]+$/i.test(trimmed) ? URL.parse(trimmed) : null;
  if (url === null) {
    return { ok: false, problem: 'notAUrl' };
  }
  const problem = problemOf(url, trimmed);
  return problem === undefined
    ? { ok: true, baseUrl: url.origin + servicePath(url.pathname), origin: url.origin }
    : { ok: false, problem };
}

function problemOf(url: URL, text: string): BaseUrlProblem | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return 'scheme';
  }
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/]*@/.test(text)) {
    return 'userInfo';
  }
  // `URL` drops an empty query or hash, but the text still has it, and the path would be appended to it.
  if (/[?#]/.test(text)) {
    return 'queryOrHash';
  }
  return url.protocol === 'http:' && !isLoopback(url.hostname) ? 'httpNotLoopback' : undefined;
}

/**
 * Whether a host name, as normalized by `URL`, is a loopback address. Excludes subdomains of `localhost` and `localhost.`, which DNS
 * may resolve, and other addresses of this machine (`0.0.0.0`, `::ffff:127.0.0.1`).
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function servicePath(pathname: string): string {
  let path = withoutSlashAtEnd(pathname);
  // More than once, so that the result stays as it is when it is parsed again.
  while (path.toLowerCase().endsWith(API_PATH)) {
    path = withoutSlashAtEnd(path.slice(0, -API_PATH.length));
  }
  return path;
}

function withoutSlashAtEnd(path: string): string {
  return path.replace(/\/+$/, '');
}
