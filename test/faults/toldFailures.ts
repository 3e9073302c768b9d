import type { Failure, ProblemDetails } from '../../src/model/failure.ts';

/** A failure, and exactly what the user is told about it in English. */
export interface ToldFailure {
  readonly failure: Failure;
  readonly what: string;
  readonly remedy: string;
  /** That of the notification. */
  readonly button: 'Sign In…' | 'Show Log';
}

type NameOf<F> = F extends { readonly kind: infer K extends string }
  ? F extends { readonly reason: infer R extends string }
    ? `${K} (${R})`
    : F extends { readonly detail: infer D extends string }
      ? `${K} (${D})`
      : K
  : never;

/** The kind of a failure, and its reason or detail. */
export type FailureName = NameOf<Failure>;

export function failureName(failure: Failure): FailureName {
  switch (failure.kind) {
    case 'rejected':
      return `${failure.kind} (${failure.reason})`;
    case 'unreachable':
      return `${failure.kind} (${failure.reason})`;
    case 'unexpectedResponse':
      return `${failure.kind} (${failure.detail})`;
    default:
      return failure.kind;
  }
}

export const HOSTILE_TEXT = '\u202E$(sync) [x](command:y) \u0000\u001B]0;t\u0007 \uD800 <img src=x onerror=z>';

const SIGN_IN = 'Sign In…';
const SHOW_LOG = 'Show Log';
const CHECK_NETWORK = 'Check the base URL, and whether your network requires you to sign in first.';
const TIMEOUT_SETTING = 'Try again, or increase the value of the setting “dataConnections.requestTimeout”.';

function problem(texts: Partial<ProblemDetails>): ProblemDetails {
  return {
    type: undefined,
    title: undefined,
    detail: undefined,
    requestId: undefined,
    correlationId: undefined,
    fieldErrors: new Map(),
    ...texts,
  };
}

const NOT_SO = problem({ title: 'No', detail: 'Not so.' });

function unavailable(status: number, what: string, said?: ProblemDetails): ToldFailure {
  const failure = { kind: 'unavailable', status, retryAfterMs: undefined, problem: said } as const;
  return { failure, what, remedy: 'Try again later.', button: SHOW_LOG };
}

function rejected(said: ProblemDetails | undefined, what: string, remedy = 'See the log for details.'): ToldFailure {
  const message = said?.detail ?? '';
  const failure = { kind: 'rejected', reason: 'byService', status: 400, message, problem: said } as const;
  return { failure, what, remedy, button: SHOW_LOG };
}

/**
 * Every failure by its name, and others of the same name about which something else is told. Faults and proxies refer to these, and
 * `test/integration/errors.test.ts` asserts that this is what is shown: the texts need VS Code.
 */
export const TOLD = {
  signedOut: {
    failure: { kind: 'signedOut' },
    what: 'You are not signed in.',
    remedy: 'Sign in to continue.',
    button: SIGN_IN,
  },
  unauthorized: {
    failure: { kind: 'unauthorized', problem: NOT_SO },
    what: 'The service did not accept the key or token.',
    remedy: 'Sign in again with a valid key or token.',
    button: SIGN_IN,
  },
  'rejected (byService)': rejected(undefined, 'The service rejected the request (status 400).'),
  'rejected (byService), with a message': rejected(NOT_SO, 'The service rejected the request: Not so.'),
  'rejected (byService), too large': {
    failure: { kind: 'rejected', reason: 'byService', status: 413, message: 'Not so.', problem: NOT_SO },
    what: 'The service rejected the request because it is too large (status 413). Message: Not so.',
    remedy: 'Split an upload into several, or ask the operator of the service for a higher limit.',
    button: SHOW_LOG,
  },
  'rejected (byService), unlisted': {
    failure: {
      kind: 'rejected',
      reason: 'byService',
      status: 200,
      message: 'Not so',
      problem: undefined,
      connection: 'unlisted',
    },
    what: 'The service rejected the request: Not so.',
    remedy: 'The service does not list this connection. Choose another one.',
    button: SHOW_LOG,
  },
  'rejected (byService), inactive': {
    failure: {
      kind: 'rejected',
      reason: 'byService',
      status: 409,
      message: 'Not so.',
      problem: NOT_SO,
      connection: 'inactive',
    },
    what: 'The service rejected the request: Not so.',
    remedy: 'The connection is inactive. Activate it in the service, or choose another one.',
    button: SHOW_LOG,
  },
  'rejected (byService), hostile': rejected(
    problem({ detail: HOSTILE_TEXT + 'x'.repeat(200_000), fieldErrors: new Map([['c', ['wrong']]]) }),
    `The service rejected the request: $(sync) [x](command:y) ]0;t \uFFFD <img src=x onerror=z>${'x'.repeat(148)}…`,
    'c: wrong.',
  ),
  'rejected (digitsOnlyEntityId)': {
    failure: { kind: 'rejected', reason: 'digitsOnlyEntityId' },
    what: 'The service does not support entity IDs that contain only digits.',
    remedy: 'Run Copy Entity ID in the Connections view, then use the copied ID.',
    button: SHOW_LOG,
  },
  'rejected (unusableId)': {
    failure: { kind: 'rejected', reason: 'unusableId' },
    what: 'The ID can’t be used in a request.',
    remedy: 'Copy the ID again from the Connections or Jobs view.',
    button: SHOW_LOG,
  },
  notFound: {
    failure: { kind: 'notFound', problem: undefined },
    what: 'The service did not find the requested resource.',
    remedy: 'Refresh. If the problem persists, check the base URL.',
    button: SHOW_LOG,
  },
  'notFound, with a message': {
    failure: { kind: 'notFound', problem: NOT_SO },
    what: 'The service did not find the requested resource. Message: Not so.',
    remedy: 'Refresh. If the problem persists, check the base URL.',
    button: SHOW_LOG,
  },
  'notFound, unlisted': {
    failure: { kind: 'notFound', problem: NOT_SO, connection: 'unlisted' },
    what: 'The service did not find the connection. Message: Not so.',
    remedy: 'The service does not list this connection. Choose another one.',
    button: SHOW_LOG,
  },
  'notFound, inactive': {
    failure: { kind: 'notFound', problem: undefined, connection: 'inactive' },
    what: 'The service did not find the requested resource.',
    remedy: 'The connection is inactive. Activate it in the service, or choose another one.',
    button: SHOW_LOG,
  },
  rateLimited: {
    failure: { kind: 'rateLimited', retryAfterMs: undefined },
    what: 'The service asked you to wait.',
    remedy: 'Wait a minute, then try again.',
    button: SHOW_LOG,
  },
  'rateLimited, until now': {
    failure: { kind: 'rateLimited', retryAfterMs: 0 },
    what: 'The service asked you to wait.',
    remedy: 'Try again in 1 s.',
    button: SHOW_LOG,
  },
  'rateLimited, for seconds': {
    failure: { kind: 'rateLimited', retryAfterMs: 7000 },
    what: 'The service asked you to wait.',
    remedy: 'Try again in 7 s.',
    button: SHOW_LOG,
  },
  'rateLimited, for an hour': {
    failure: { kind: 'rateLimited', retryAfterMs: 3_600_000 },
    what: 'The service asked you to wait.',
    remedy: 'Try again in an hour or later.',
    button: SHOW_LOG,
  },
  unavailable: unavailable(500, 'The service is unavailable (status 500).'),
  'unavailable, 500 with a title': unavailable(
    500,
    'The service is unavailable (status 500). Message: Failed.',
    problem({ title: 'Failed' }),
  ),
  'unavailable, 500': unavailable(500, 'The service is unavailable (status 500). Message: Not so.', NOT_SO),
  'unavailable, 501': unavailable(501, 'The service is unavailable (status 501). Message: Not so.', NOT_SO),
  'unavailable, 502': unavailable(502, 'The service is unavailable (status 502). Message: Not so.', NOT_SO),
  'unavailable, 502 with HTML': unavailable(502, 'The service is unavailable (status 502).'),
  'unavailable, 503': unavailable(503, 'The service is unavailable (status 503). Message: Not so.', NOT_SO),
  'unavailable, 504': unavailable(504, 'The service is unavailable (status 504). Message: Not so.', NOT_SO),
  'unreachable (nameNotFound)': {
    failure: { kind: 'unreachable', reason: 'nameNotFound', detail: 'getaddrinfo ENOTFOUND' },
    what: 'The host in the base URL was not found.',
    remedy: 'Check the base URL and your network.',
    button: SHOW_LOG,
  },
  'unreachable (refused)': {
    failure: { kind: 'unreachable', reason: 'refused', detail: 'connect ECONNREFUSED' },
    what: 'The network connection was refused. The service is not running at the base URL, or a firewall blocks it.',
    remedy: 'Check the base URL, your network, and your proxy.',
    button: SHOW_LOG,
  },
  'unreachable (interrupted)': {
    failure: { kind: 'unreachable', reason: 'interrupted', detail: 'read ECONNRESET' },
    what: 'The connection to the service was lost.',
    remedy: 'Check your network, then try again.',
    button: SHOW_LOG,
  },
  'unreachable (certificate)': {
    failure: { kind: 'unreachable', reason: 'certificate', detail: 'certificate has expired' },
    what: 'The certificate of the service is not trusted on this machine.',
    remedy: 'Check the base URL, or add the certificate to the trusted certificates of your system.',
    button: SHOW_LOG,
  },
  'unreachable (proxySignIn)': {
    failure: { kind: 'unreachable', reason: 'proxySignIn', detail: '407' },
    what: 'The proxy did not accept your user name and password, or requires them.',
    remedy: 'Check the setting “http.proxy”.',
    button: SHOW_LOG,
  },
  'unreachable (proxy)': {
    failure: { kind: 'unreachable', reason: 'proxy', detail: '502' },
    what: 'The proxy can’t be reached, or did not connect to the service.',
    remedy: 'Check the base URL and your proxy. See the log for details.',
    button: SHOW_LOG,
  },
  'unreachable (connectTimeout)': {
    failure: { kind: 'unreachable', reason: 'connectTimeout', detail: 'Connect Timeout Error' },
    what: 'No connection to the service could be established.',
    remedy: 'Check the base URL, your network, and your proxy.',
    button: SHOW_LOG,
  },
  'unreachable (other)': {
    failure: { kind: 'unreachable', reason: 'other', detail: 'not HTTP' },
    what: 'The service is unreachable.',
    remedy: 'Check your network and proxy. See the log for details.',
    button: SHOW_LOG,
  },
  timedOut: {
    failure: { kind: 'timedOut', afterMs: 30_000 },
    what: 'The service did not respond within 30 s.',
    remedy: TIMEOUT_SETTING,
    button: SHOW_LOG,
  },
  'timedOut, soon': {
    failure: { kind: 'timedOut', afterMs: 500 },
    what: 'The service did not respond within 1 s.',
    remedy: TIMEOUT_SETTING,
    button: SHOW_LOG,
  },
  tooLarge: {
    failure: { kind: 'tooLarge', limitBytes: 1_048_576 },
    what: 'The response from the service is larger than 1 MB.',
    remedy: 'Check the base URL.',
    button: SHOW_LOG,
  },
  'tooLarge, for a list': {
    failure: { kind: 'tooLarge', limitBytes: 33_554_432 },
    what: 'The response from the service is larger than 34 MB.',
    remedy: 'Check the base URL.',
    button: SHOW_LOG,
  },
  redirected: {
    failure: { kind: 'redirected' },
    what: 'The service tried to redirect the request. Redirects are blocked to protect your key.',
    remedy: 'Sign in again with the actual base URL of the service.',
    button: SHOW_LOG,
  },
  'unexpectedResponse (notJson)': {
    failure: { kind: 'unexpectedResponse', status: 200, detail: 'notJson' },
    what: 'The response is not from the service: it is not JSON (status 200).',
    remedy: CHECK_NETWORK,
    button: SHOW_LOG,
  },
  'unexpectedResponse (notJson), 204': {
    failure: { kind: 'unexpectedResponse', status: 204, detail: 'notJson' },
    what: 'The response is not from the service: it is not JSON (status 204).',
    remedy: CHECK_NETWORK,
    button: SHOW_LOG,
  },
  'unexpectedResponse (noEnvelope)': {
    failure: { kind: 'unexpectedResponse', status: 200, detail: 'noEnvelope' },
    what: 'The response does not have the expected format (status 200).',
    remedy: CHECK_NETWORK,
    button: SHOW_LOG,
  },
  'unexpectedResponse (missingFields)': {
    failure: { kind: 'unexpectedResponse', status: 200, detail: 'missingFields' },
    what: 'The response is missing required fields (status 200).',
    remedy: CHECK_NETWORK,
    button: SHOW_LOG,
  },
} satisfies Readonly<Record<FailureName, ToldFailure>> & Readonly<Record<string, ToldFailure>>;

export type ToldName = keyof typeof TOLD;

/** What happened and what to do, in one text. */
export function sentenceOf({ what, remedy }: ToldFailure): string {
  return `${what} ${remedy}`;
}

/** The failure without what the user is not told, and what differs from run to run. */
export function toldPart(failure: Failure): Failure {
  switch (failure.kind) {
    case 'unauthorized':
      return { ...failure, problem: undefined };
    case 'rejected':
      return 'status' in failure && failure.message !== '' && failure.status !== 413
        ? { ...failure, status: 0 }
        : failure;
    case 'unreachable':
      return { ...failure, detail: '' };
    default:
      return failure;
  }
}
