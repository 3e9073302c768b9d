import { plainText } from '../base/displayText.ts';
import { isObject } from '../base/json.ts';
import type { Failure } from '../model/failure.ts';

type Reason = Extract<Failure, { kind: 'unreachable' }>['reason'];

// Error codes of Node and undici, and Chromium's, which VS Code's fetch can use. The first match wins.
const REASONS: readonly (readonly [RegExp, Reason | 'redirected' | 'timedOut'])[] = [
  [/unexpected redirect|redirect policy|ERR_UNSAFE_REDIRECT/i, 'redirected'],
  [/^Proxy response \(407|ERR_PROXY_AUTH/, 'proxySignIn'],
  [/^Proxy response|ERR_PROXY_CONN|ERR_TUNNEL/, 'proxy'],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_EXCEEDED/,
    'certificate',
  ],
  [/ENOTFOUND|EAI_|ERR_NAME_NOT_RESOLVED/, 'nameNotFound'],
  [/ECONNREFUSED|ERR_CONNECTION_REFUSED/, 'refused'],
  [/UND_ERR_CONNECT_TIMEOUT|connect ETIMEDOUT|ERR_CONNECTION_TIMED_OUT/, 'connectTimeout'],
  [/ETIMEDOUT|UND_ERR_(HEADERS|BODY)_TIMEOUT|ERR_TIMED_OUT/, 'timedOut'],
  [
    /ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|PREMATURE_CLOSE|ERR_CONNECTION_(RESET|CLOSED)|ERR_EMPTY_RESPONSE|ERR_CONTENT_LENGTH_MISMATCH/,
    'interrupted',
  ],
];

/**
 * Classifies an error that `fetch` threw.
 *
 * @param hostname of the request. If another one was not found, it is that of a proxy.
 */
export function networkFailure(error: unknown, elapsedMs: number, hostname: string): Failure {
  const chain = causes(error);
  for (const [pattern, reason] of REASONS) {
    const cause = chain.find(({ code, message }) => pattern.test(code) || pattern.test(message));
    if (cause) {
      const isOfProxy = reason === 'nameNotFound' && ![hostname, ''].includes(cause.hostname);
      return failureFor(isOfProxy ? 'proxy' : reason, cause, elapsedMs);
    }
  }
  return failureFor('other', chain.at(-1), elapsedMs);
}

function failureFor(reason: Reason | 'redirected' | 'timedOut', cause: Cause | undefined, elapsedMs: number): Failure {
  switch (reason) {
    case 'redirected':
      return { kind: 'redirected' };
    case 'timedOut':
      return { kind: 'timedOut', afterMs: Math.round(elapsedMs) };
    default:
      return { kind: 'unreachable', reason, detail: detail(cause) };
  }
}

/** One error in a chain of causes. Properties that it does not have are ''. */
interface Cause {
  readonly code: string;
  readonly message: string;
  /** The host name that was looked up. */
  readonly hostname: string;
}

/** The error, its chain of causes, and the errors of an AggregateError, which has one per address of a host. */
function causes(error: unknown, depth = 0): readonly Cause[] {
  if (!isObject(error) || depth > 10) {
    return typeof error === 'string' ? [{ code: '', message: error, hostname: '' }] : [];
  }
  const { code, message, hostname, cause, errors } = error;
  const aggregated: readonly unknown[] = Array.isArray(errors) ? errors : [];
  return [
    { code: textOf(code), message: textOf(message), hostname: textOf(hostname) },
    ...[cause, ...aggregated].flatMap((inner) => causes(inner, depth + 1)),
  ];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function detail(cause: Cause | undefined): string {
  return plainText(cause?.message === '' ? cause.code : (cause?.message ?? ''));
}
