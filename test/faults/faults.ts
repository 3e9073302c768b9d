import { setImmediate as nextTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { JobPhase } from '../../src/model/jobStatus.ts';
import { envelope } from '../unit/api/rawServer.ts';
import { SYNC_ID } from './faultServer.ts';
import type { Exchange, RequestLine } from './faultServer.ts';
import { notTrusted, otherHost, outOfDate, refused, unknownHost } from './otherPlaces.ts';
import type { OtherPlace } from './otherPlaces.ts';
import { bytesOf, rawResponse, reframed } from './rawResponse.ts';
import type { RawResponse } from './rawResponse.ts';
import { HOSTILE_TEXT, TOLD } from './toldFailures.ts';
import type { ToldFailure, ToldName } from './toldFailures.ts';

/** What a failed request reports. */
export interface ExpectedFailure {
  /** The failure, and what the user is told about it. */
  readonly told: ToldFailure;
  /** In place of that for the list of connections, which may be larger than other responses. */
  readonly toldOfList?: ToldFailure;
  /** What the user is not told. */
  readonly untold?: Untold;
  /** Whether the service may have acted on a POST. A GET changes nothing. */
  readonly mayHaveArrived: boolean;
}

interface Untold {
  readonly status?: number;
  readonly problem?: undefined;
}

export interface Fault {
  readonly name: string;
  /** What happens to a request: at the server, or before it gets there. */
  readonly how: ((exchange: Exchange) => void) | { readonly place: () => Promise<OtherPlace> };
  /** The requests it can happen to; by default all. */
  readonly only?: RequestLine;
  /** Whether it needs a certificate that is trusted, which only the extension’s own fetch can be given. */
  readonly needsTrust?: boolean;
  /** Whether only the timeout of the client ends the request. */
  readonly isEndless?: boolean;
  /** Undefined: the request succeeds. */
  readonly expected?: ExpectedFailure | undefined;
  /** The phase that the response of GET status shows. */
  readonly phase?: JobPhase;
}

/** The service has certainly not acted on the request. */
const notArrived = (name: ToldName, untold: Untold = {}): ExpectedFailure => ({
  told: TOLD[name],
  untold,
  mayHaveArrived: false,
});
const maybeArrived = (name: ToldName): ExpectedFailure => ({ told: TOLD[name], mayHaveArrived: true });

const INTERRUPTED = maybeArrived('unreachable (interrupted)');
const TIMED_OUT = maybeArrived('timedOut, soon');
const FAILED = maybeArrived('unavailable');
const REFUSED = notArrived('unauthorized');
const NOT_JSON = maybeArrived('unexpectedResponse (notJson)');
const NO_ENVELOPE = maybeArrived('unexpectedResponse (noEnvelope)');
const MISSING_FIELDS = maybeArrived('unexpectedResponse (missingFields)');

const HTML = '<!doctype html><html><body>Please sign in</body></html>';
const MEGABYTE = 2 ** 20;

// Responses that are cut

/** How a response goes on after its first part. */
type Ending = 'wait' | 'FIN' | 'RST' | 'finish';

/** What each ending of a response does to the request. */
type Endings = Readonly<Partial<Record<Ending, ExpectedFailure | undefined>>>;

const ALL_ENDINGS: Endings = { wait: TIMED_OUT, FIN: INTERRUPTED, RST: INTERRUPTED, finish: undefined };

/** Responses that begin with the first part and end in each of these ways. */
function cut(
  what: string,
  parts: (healthy: RawResponse) => readonly [first: Buffer, rest: Buffer],
  { endings = ALL_ENDINGS, endsWithConnection = false } = {},
): readonly Fault[] {
  return Object.entries(endings).map(([ending, expected]) => ({
    name: `${what}, then ${ending}`,
    isEndless: ending === 'wait',
    expected,
    how: ({ socket, healthy }) => {
      const [first, rest] = parts(healthy);
      socket.write(first);
      void nextTurn().then(() => {
        switch (ending as Ending) {
          case 'wait':
            // Nothing more is read either.
            return socket.pause();
          case 'FIN':
            return socket.end();
          case 'RST':
            return socket.resetAndDestroy();
          case 'finish':
            return endsWithConnection ? socket.end(rest) : socket.write(rest);
        }
      });
    },
  }));
}

function halved(bytes: Buffer): [Buffer, Buffer] {
  return [bytes.subarray(0, bytes.length >> 1), bytes.subarray(bytes.length >> 1)];
}

function halfOfBody({ head, body }: RawResponse): [Buffer, Buffer] {
  const [first, rest] = halved(body);
  return [Buffer.concat([head, first]), rest];
}

const CUT = [
  ...cut('no response', (healthy) => [Buffer.alloc(0), bytesOf(healthy)]),
  ...cut('half of the headers', ({ head, body }) => {
    const [first, rest] = halved(head);
    return [first, Buffer.concat([rest, body])];
  }),
  ...cut('half of the body', halfOfBody),
  // Without a length, a FIN is a regular end. After a reset, it is open whether the client had read the first part.
  ...cut('half of a body without a length', ({ body }) => halfOfBody(reframed(body, 'close')), {
    endings: { wait: TIMED_OUT, FIN: NOT_JSON, finish: undefined },
    endsWithConnection: true,
  }),
  // The status is enough.
  ...cut('half of the body of a 500', () => halfOfBody(rawResponse(500, '{"title":"Failed"}')), {
    endings: { wait: FAILED, FIN: FAILED, finish: maybeArrived('unavailable, 500 with a title') },
  }),
  ...cut('half of the body of a 401', () => halfOfBody(rawResponse(401, '{"title":"Refused"}')), {
    endings: { wait: REFUSED, FIN: REFUSED, finish: REFUSED },
  }),
];

// Whole responses

function respondingWith(
  name: string,
  response: RawResponse | ((healthy: RawResponse) => RawResponse),
  expected?: ExpectedFailure,
): Fault {
  return {
    name,
    expected,
    how: ({ socket, healthy }) =>
      void socket.write(bytesOf(typeof response === 'function' ? response(healthy) : response)),
  };
}

const html = (status: number): RawResponse => rawResponse(status, HTML, { headers: { 'content-type': 'text/html' } });
const problem = (status: number, headers: Readonly<Record<string, string>> = {}): RawResponse =>
  rawResponse(status, JSON.stringify({ title: 'No', status, detail: 'Not so.' }), {
    headers: { 'content-type': 'application/problem+json', ...headers },
  });

const REDIRECTS = [301, 302, 303, 307, 308].map((status) =>
  // A redirect is also a common response to a processed request.
  respondingWith(
    `${status} redirect`,
    rawResponse(status, '', { headers: { location: '/elsewhere' } }),
    maybeArrived('redirected'),
  ),
);

const SHAPES = [
  respondingWith('200 with HTML', html(200), NOT_JSON),
  respondingWith('401 with HTML', html(401), notArrived('unauthorized', { problem: undefined })),
  respondingWith('502 with HTML', html(502), maybeArrived('unavailable, 502 with HTML')),
  respondingWith('200 with an empty body', rawResponse(200, ''), NOT_JSON),
  respondingWith(
    '204',
    { head: Buffer.from('HTTP/1.1 204 No Content\r\n\r\n'), body: Buffer.alloc(0) },
    maybeArrived('unexpectedResponse (notJson), 204'),
  ),
  respondingWith('another content type', ({ body }) =>
    rawResponse(200, body, { headers: { 'content-type': 'text/html' } }),
  ),
  respondingWith('invalid JSON', rawResponse(200, '{"data":{"syncId":"x",}}'), NOT_JSON),
  respondingWith('JSON nested 100,000 deep', rawResponse(200, '['.repeat(100_000) + ']'.repeat(100_000)), NO_ENVELOPE),
  respondingWith('JSON without an envelope', rawResponse(200, '{"ok":true}'), NO_ENVELOPE),
  ...[null, 7, 'text', {}].map((data) =>
    respondingWith(`“data” is ${JSON.stringify(data)}`, rawResponse(200, JSON.stringify({ data })), MISSING_FIELDS),
  ),
  respondingWith(
    'not HTTP',
    { head: Buffer.from('220 mail.example ESMTP\r\n'), body: Buffer.alloc(0) },
    maybeArrived('unreachable (other)'),
  ),
];

/** A response whose body ends only after 100 MB. */
function large(status: number): Fault['how'] {
  return ({ socket }) => {
    const headers = { 'content-type': 'application/json', 'content-length': String(100 * MEGABYTE) };
    const { head } = rawResponse(status, '', { headers, framing: 'close' });
    const part = Buffer.alloc(MEGABYTE, ' ');
    socket.write(head);
    let parts = 0;
    const writeMore = (): void => {
      while (parts++ < 100 && socket.writable) {
        if (!socket.write(part)) {
          socket.once('drain', writeMore);
          return;
        }
      }
    };
    writeMore();
  };
}

const TOO_LARGE = { ...maybeArrived('tooLarge'), toldOfList: TOLD['tooLarge, for a list'] };
const SIZES: readonly Fault[] = [
  { name: '200 with 100 MB', how: large(200), expected: TOO_LARGE },
  { name: '500 with 100 MB', how: large(500), expected: FAILED },
  respondingWith('a gzip bomb', gzipBomb(), TOO_LARGE),
];

/** 100 KB that decompress to 100 MB. */
function gzipBomb(): RawResponse {
  const member = gzipSync(Buffer.alloc(MEGABYTE, ' '));
  const body = Buffer.concat(Array.from({ length: 100 }, () => member));
  return rawResponse(200, body, { headers: { 'content-encoding': 'gzip' } });
}

/** As text, because an object literal would not have the member `__proto__`. */
const HOSTILE_PROBLEM = `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"type":7,"title":{},
  "detail":${JSON.stringify(HOSTILE_TEXT + 'x'.repeat(200_000))},"requestId":["r"],"status":"200",
  "errors":{"__proto__":["polluted"],"a":{"b":1},"c":[null,7,"wrong"]}}`;

const STATUSES: readonly Fault[] = [
  respondingWith('401 in mid-session', problem(401), notArrived('unauthorized')),
  respondingWith(
    '400 with hostile problem details',
    rawResponse(400, HOSTILE_PROBLEM),
    notArrived('rejected (byService), hostile', { status: 400 }),
  ),
  ...[403, 409, 422].map((status) =>
    respondingWith(String(status), problem(status), notArrived('rejected (byService), with a message', { status })),
  ),
  respondingWith('413', problem(413), notArrived('rejected (byService), too large')),
  respondingWith('404', problem(404), notArrived('notFound, with a message')),
  ...([500, 502, 503, 504] as const).map((status) =>
    respondingWith(String(status), problem(status), maybeArrived(`unavailable, ${status}`)),
  ),
  respondingWith('501', problem(501), notArrived('unavailable, 501')),
];

/** Five years before and 72 years after the day on which this was written. */
const [PAST, FUTURE] = ['Fri, 01 Jan 2021 00:00:00 GMT', 'Fri, 01 Jan 2098 00:00:00 GMT'];
const SEVEN_LATER = 'Fri, 01 Jan 2098 00:00:07 GMT';

/** 429 with each way to ask for a wait. A date is compared with the clock of the service, which may be wrong. */
const LIMITS = (
  [
    ['without Retry-After', {}, 'rateLimited'],
    ['with seconds', { 'retry-after': '7' }, 'rateLimited, for seconds'],
    ['with a date, by a clock that is wrong', { date: FUTURE, 'retry-after': SEVEN_LATER }, 'rateLimited, for seconds'],
    ['with a date that is past', { date: FUTURE, 'retry-after': PAST }, 'rateLimited, until now'],
    ['with 3,000 years', { 'retry-after': '99999999999' }, 'rateLimited, for an hour'],
    ['with a negative number', { 'retry-after': '-5' }, 'rateLimited'],
    ['with a word', { 'retry-after': 'soon' }, 'rateLimited'],
  ] as const
).map(([how, headers, told]) => respondingWith(`429 ${how}`, problem(429, headers), notArrived(told)));

const CLOCKS = [PAST, FUTURE].map((date) => {
  const timestamp = new Date(date).toISOString();
  const withClock = ({ body }: RawResponse): RawResponse => {
    const { data } = JSON.parse(body.toString()) as { data: unknown };
    return rawResponse(200, JSON.stringify(envelope(data, { timestamp })), { headers: { date } });
  };
  return respondingWith(`a clock that shows ${new Date(date).getUTCFullYear()}`, withClock);
});

/** A status whose `completedAt` contradicts the rest. A known final status decides, then whether there is a time. */
const LIES = (
  [
    ['is set while it runs', { status: 'running', completedAt: '2026-01-02T03:05:00.000Z' }, 'finished'],
    ['is null after completion', { status: 'completed', completedAt: null }, 'succeeded'],
    ['is null after a failure', { status: 'failed', completedAt: null }, 'failed'],
    ['is before the start', { status: 'completed', completedAt: '1970-01-01T00:00:00.000Z' }, 'succeeded'],
    ['is in the year 9999', { status: 'completed', completedAt: '9999-12-31T23:59:59.999Z' }, 'succeeded'],
    ['is no date', { status: 'running', completedAt: 'later' }, 'running'],
    ['is an object', { status: 'running', completedAt: {} }, 'running'],
    ['is missing', { status: 'running' }, 'running'],
  ] as const
).map(([how, fields, phase]): Fault => {
  const data = { syncId: SYNC_ID, message: '', startedAt: '2026-01-02T03:04:05.678Z', steps: [], ...fields };
  const fault = respondingWith(`“completedAt” ${how}`, rawResponse(200, JSON.stringify(envelope(data))));
  return { ...fault, phase, only: `GET /connections/sync/${SYNC_ID}/status` };
});

const PLACES: readonly Fault[] = [
  {
    name: 'TLS: the certificate has expired',
    how: { place: outOfDate },
    needsTrust: true,
    expected: notArrived('unreachable (certificate)'),
  },
  {
    name: 'TLS: the certificate is self-signed',
    how: { place: notTrusted },
    expected: notArrived('unreachable (certificate)'),
  },
  {
    name: 'TLS: the certificate is for another host',
    how: { place: otherHost },
    needsTrust: true,
    expected: notArrived('unreachable (certificate)'),
  },
  {
    name: 'DNS: the name is not found',
    how: { place: unknownHost },
    expected: notArrived('unreachable (nameNotFound)'),
  },
  { name: 'the connection is refused', how: { place: refused }, expected: notArrived('unreachable (refused)') },
];

export const FAULTS: readonly Fault[] = [
  ...CUT,
  ...REDIRECTS,
  ...SHAPES,
  ...SIZES,
  ...STATUSES,
  ...LIMITS,
  ...PLACES,
  ...CLOCKS,
  ...LIES,
];
