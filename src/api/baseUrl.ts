/** Why a text can't be the service's address. */
export type BaseUrlProblem = 'empty' | 'notAUrl' | 'httpNotLoopback' | 'scheme' | 'userInfo' | 'queryOrHash';

export type ParsedBaseUrl =
  | {
      readonly ok: true;
      /** Origin and path, without a trailing slash and without `/api/public/v1`. */
      readonly baseUrl: string;
      /** Where a credential for it may be sent, and nowhere else. */
      readonly origin: string;
    }
  | { readonly ok: false; readonly problem: BaseUrlProblem };

/** Longer than any address of a service; what is pasted by mistake is not searched for one. */
const MAX_LENGTH = 2_000;

/** The version is part of the path (contract, Versioning 1). */
export const API_PATH = '/api/public/v1';

/**
 * Reads the service's address as a person types or pastes it. Only https is taken, and plain http for this machine
 * itself, where nobody listens in between.
 */
export function parseBaseUrl(text: string): ParsedBaseUrl {
  const trimmed = text.trim();
  if (trimmed === '') {
    return { ok: false, problem: 'empty' };
  }
  // `URL` repairs what isn't one: `https:host` and line breaks within are more likely a slip than meant.
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
  // An empty query or hash is still one in the text, and would end up in front of the path.
  if (/[?#]/.test(text)) {
    return 'queryOrHash';
  }
  return url.protocol === 'http:' && !isLoopback(url.hostname) ? 'httpNotLoopback' : undefined;
}

/**
 * Whether a host name, as `URL` writes it, is this machine. Names below `localhost` and `localhost.` may be answered by DNS, and what
 * else leads here (`0.0.0.0`, `::ffff:127.0.0.1`) is not worth an exception.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function servicePath(pathname: string): string {
  const path = pathname.replace(/\/+$/, '');
  return path.toLowerCase().endsWith(API_PATH) ? path.slice(0, -API_PATH.length).replace(/\/+$/, '') : path;
}
